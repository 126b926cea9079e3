import { code, codeCell, plainLine } from '../compile/markdown.js';
import type { Candidate } from '../schema.gen.js';
import { citedPlace, quoted } from './citations.js';
import type { ReportContext } from './context.js';
import type { ReportWords } from './messages.js';

/** A candidate with its questioning and what became of it. */
export function candidateOf(page: ReportContext, candidate: Candidate): object {
  const { text, shorten, titles } = page;
  const { kind, constraint, asset, became, decision, rounds, confirmed, reason } = candidate;
  const id = became ?? asset?.id;
  const isRule = kind === 'rule';
  const into = decision?.into;
  return {
    id: id === undefined ? text.untitled : codeCell(id),
    trigger: codeCell(candidate.if ?? ''),
    skip: codeCell(candidate.skip ?? ''),
    source: sourceOf(page, rounds),
    state:
      isRule || candidate.state === 'dropped' ? text.state[stateOf(candidate)] : text.kind[kind],
    constraint: plainLine(constraint),
    action: plainLine(candidate.then ?? ''),
    decided:
      isRule && decision !== undefined ? text.decided[decision.action](code(into ?? '')) : '',
    into: into === undefined ? '' : plainLine(titles.get(into) ?? ''),
    why: plainLine(decision?.why ?? ''),
    reason: plainLine(reason ?? ''),
    rounds: rounds.map(({ round, challenge, answer, said }) => ({
      round: text.round(round),
      challenge: plainLine(challenge),
      answer: plainLine(answer),
      said: said === undefined ? '' : code(citedPlace(shorten, said.session, said)),
    })),
    echo: plainLine(confirmed?.echo ?? ''),
    shown:
      confirmed?.line === undefined
        ? ''
        : code(citedPlace(shorten, confirmed.quote.session, { line: confirmed.line })),
    confirmed:
      confirmed === undefined
        ? ''
        : quoted(
            text,
            confirmed.quote,
            citedPlace(shorten, confirmed.quote.session, confirmed.quote),
          ),
  };
}

function stateOf({ state = 'open', proposal }: Candidate): keyof ReportWords['state'] {
  return state === 'open' && proposal !== undefined ? 'proposed' : state;
}

/** The round that produced it: the first with the user's words, else the last; none if nothing was asked. */
function sourceOf({ text, shorten }: ReportContext, rounds: Candidate['rounds']): string {
  const source = rounds.find(({ quote }) => quote !== undefined) ?? rounds.at(-1);
  if (source === undefined) return codeCell('');
  const { round, quote } = source;
  return text.roundAt(
    round,
    quote === undefined ? '' : codeCell(citedPlace(shorten, quote.session, quote)),
  );
}
