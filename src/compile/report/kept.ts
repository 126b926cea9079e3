import type { Candidate, CitedIn } from '../../schema.gen.js';
import { code, codeCell, plainLine } from '../markdown.js';
import { placeOf, quoted } from './cite.js';
import type { Page } from './page.js';
import type { ReportWords } from './words.js';

/** A candidate with its questioning and what became of it. */
export function candidateOf({ text, shorten, titles }: Page, candidate: Candidate): object {
  const { kind, constraint, asset, became, decision, rounds, confirmed, reason } = candidate;
  const id = became ?? asset?.id;
  const source = sourceOf(candidate);
  const place =
    source.quote === undefined
      ? ''
      : codeCell(placeOf(shorten, source.quote.session, source.quote));
  const isRule = kind === 'rule';
  const into = decision?.into;
  return {
    id: id === undefined ? text.untitled : codeCell(id),
    trigger: codeCell(candidate.if ?? ''),
    skip: codeCell(candidate.skip ?? ''),
    source: text.roundAt(source.round, place),
    state: isRule ? text.state[stateOf(candidate)] : text.kind[kind],
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
      said: said === undefined ? '' : code(placeOf(shorten, said.session, said)),
    })),
    confirmed:
      confirmed === undefined
        ? ''
        : quoted(text, confirmed.quote, placeOf(shorten, confirmed.quote.session, confirmed.quote)),
  };
}

function stateOf({ state = 'open', proposal }: Candidate): keyof ReportWords['state'] {
  return state === 'open' && proposal !== undefined ? 'proposed' : state;
}

/** The round that brought it: the first one with words of the user, else the last. */
function sourceOf({ rounds }: Candidate): { round: number; quote?: CitedIn } {
  const proved = rounds.find(({ quote }) => quote !== undefined);
  const { round, quote } = proved ?? rounds[rounds.length - 1] ?? { round: 1, quote: undefined };
  return { round, ...(quote === undefined ? {} : { quote }) };
}
