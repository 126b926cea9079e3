import { twoDecimals } from '../compile/escape-rule-text.js';
import { code, codeCell, plainLine } from '../compile/markdown.js';
import type { EffectWords, Move, ReportWords } from '../messages/retrospective/report.js';
import type { Cell, Event } from '../schema.gen.js';
import { citedPlace, notedQuotes, quoteLines } from './citations.js';
import type { ReportContext } from './context.js';

/** What the sessions showed about each rule. */
export function validationOf(page: ReportContext): object {
  const { record, verdicts, moves, text, shorten, titles, absent } = page;
  const judged = [...new Set(verdicts.map(({ id }) => id))].sort();
  const others = record.rules.map(({ id }) => id).filter((id) => !judged.includes(id));
  const of = (id: string) => verdicts.filter((one) => one.id === id);
  return {
    rows: [...judged, ...others].map((id) => ({
      rule: codeCell(id),
      scenes:
        of(id)
          .map(({ event }) => codeCell(citedPlace(shorten, event.session, event.quotes?.[0])))
          .join(' ') || '—',
      followed:
        tally(
          text,
          of(id).map(({ event }) => text.followed[event.cell.followed]),
        ) || '—',
      effect:
        tally(
          text,
          of(id).map(({ event }) => text.effect[effectOf(event.cell)]),
        ) || (absent.has(id) ? text.absent : text.unjudged),
      confidence: confidenceOf(page, id),
    })),
    proofs: judged.flatMap((id) =>
      of(id).map(({ event, step }) => ({
        rule: code(id),
        title: plainLine(titles.get(id) ?? ''),
        followed: text.followed[event.cell.followed],
        effect: text.effect[effectOf(event.cell)],
        step: step === 0 ? '' : signed(step),
        quotes: quoteLines(
          page,
          (event.quotes ?? []).slice(0, 3).map((quote) => ({ session: event.session, ...quote })),
        ),
      })),
    ),
    moves: moves.map(({ id, event, step }) => ({
      rule: code(id),
      title: plainLine(titles.get(id) ?? ''),
      what: text.move[moveOf(event)],
      step: signed(step),
    })),
  };
}

function tally(text: ReportWords, all: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return text.list([...counts].map(([what, count]) => text.times(what, count)));
}

/** The effect that a verdict proves: whether the rule was followed, crossed with the outcome. */
export function effectOf({ shown, followed, outcome }: Cell): EffectWords {
  if (outcome === 'unclear' || followed === 'partial') return 'undecided';
  if (followed === 'full') return outcome === 'achieved' ? 'proved' : 'refuted';
  if (outcome === 'not_achieved') return 'unattributed';
  return shown ? 'needless' : 'unseen';
}

function confidenceOf(page: ReportContext, id: string): string {
  const { text, before, after } = page;
  const now = after.get(id)?.confidence ?? 0;
  const then = before.get(id);
  if (then === undefined) return text.born(twoDecimals(now));
  if (then.confidence === now) return text.same(twoDecimals(now));
  return text.moved(twoDecimals(then.confidence), twoDecimals(now), signed(now - then.confidence));
}

/** Other causes that change a rule: a person, or a session outside the review. */
function moveOf({ event, reason }: Event): Move {
  if (reason === 'premise') return 'premise';
  return event === 'revive' ? 'revive' : 'elsewhere';
}

function signed(hundredths: number): string {
  return `${hundredths < 0 ? '−' : '+'}${twoDecimals(Math.abs(hundredths))}`;
}

/** Where a rule was not followed, or its rejected option taken: the person's words, and what was done instead. */
export function deviationsOf({ noted, text }: ReportContext): object[] {
  return noted.verdicts
    .filter(({ followed }) => followed !== 'full')
    .map(({ rule, scene, left = [], steps, took, quotes, instead = '' }) => ({
      rule: code(rule),
      place: code(scene),
      what: plainLine(took === true ? text.took : text.left(left, steps)),
      quotes: notedQuotes(
        text,
        quotes.filter(({ by }) => by === 'person'),
      ),
      instead: plainLine(instead),
    }));
}
