import { twoDecimals } from '../compile/escape-rule-text.js';
import { code, codeCell, plainLine } from '../compile/markdown.js';
import type { Cell, CitedIn, Event } from '../schema.gen.js';
import { citedPlace, quoteLines } from './citations.js';
import type { ReportContext } from './context.js';
import type { EffectWords, Move, ReportWords } from './messages.js';

/** What the sessions showed about each rule. */
export function validationOf(page: ReportContext): object {
  const { verdicts, moves, text, shorten, titles, unmatched } = page;
  const judged = [...new Set(verdicts.map(({ id }) => id))].sort();
  const of = (id: string) => verdicts.filter((one) => one.id === id);
  return {
    rows: judged.map((id) => ({
      rule: codeCell(id),
      scenes: of(id)
        .map(({ event }) => codeCell(citedPlace(shorten, event.session, event.quotes?.[0])))
        .join(' '),
      followed: tally(
        text,
        of(id).map(({ event }) => text.followed[event.cell.followed]),
      ),
      effect: tally(
        text,
        of(id).map(({ event }) => text.effect[effectOf(event.cell)]),
      ),
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
    unmatched: listed(page, unmatched),
  };
}

function listed({ record }: ReportContext, rules: readonly string[]): string {
  return rules.map(code).join(record.retrospective.language === 'zh' ? '、' : ', ');
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

export function deviationsIn(page: ReportContext): {
  deviations: object[];
  patterns: object[];
  /** Rules that were not followed wholly, which may be no deviation. */
  unfollowed: string;
} {
  const all = page.sessions.flatMap(({ session, deviations = [] }) =>
    deviations.map((one) => ({ session, ...one })),
  );
  const entry = ({ session, asset, kind, words, quote }: (typeof all)[number]) => ({
    kind: page.text.deviation[kind],
    rule: code(asset),
    words: plainLine(words),
    session: code(page.shorten(session)),
    quotes: quoteLines(page, [
      ...(quote === undefined ? [] : [{ session, ...quote }]),
      ...(quote?.role === 'user' ? [] : userWordsOf(page, session, asset)),
    ]),
    advice: page.text.advice[kind](asset),
  });
  const unfollowed = page.verdicts.flatMap(({ id, event }) =>
    event.cell.followed === 'full' ? [] : [id],
  );
  return {
    unfollowed: listed(page, [...new Set(unfollowed)].sort()),
    deviations: all.filter(({ kind }) => kind !== 'new_pattern').map(entry),
    patterns: all.filter(({ kind }) => kind === 'new_pattern').map(entry),
  };
}

/** The user's words where a rule was at stake. Contentment at the end shows no deviation. */
function userWordsOf({ verdicts }: ReportContext, session: string, asset: string): CitedIn[] {
  const said = verdicts
    .filter(({ id, event }) => event.session === session && id === asset)
    .flatMap(({ event: { cell, quotes = [] } }) => {
      // The first quote is the scene's, the second the outcome's.
      const rest = quotes.slice(cell.outcome === 'achieved' ? 2 : 1);
      return [...rest, ...quotes.slice(0, 1)];
    })
    .filter(({ role }) => role === 'user');
  return said.slice(0, 1).map((quote) => ({ session, ...quote }));
}
