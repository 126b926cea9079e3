import type { House } from '../house.js';
import type { Request } from '../learn/proposal.js';
import type { Candidate } from '../schema.gen.js';
import { candidateFile, readCandidates } from './books.js';
import type { Decision } from './memory.js';

/** The decision, which also says in the candidate it came from what became of it. */
export function markCandidate(
  { house, request }: { house: House; request: Request },
  decision: Decision,
): Decision {
  const candidate = readCandidates(house).find(({ id }) => id === request.candidate);
  const done = decision.request ?? request;
  const became = done.asset_id ?? done.asset?.id;
  if (candidate?.id === undefined || decision.change === undefined || became === undefined)
    return decision;
  const news: Partial<Candidate> =
    decision.proposal === undefined
      ? { state: 'accepted', became }
      : { proposal: decision.proposal };
  const [name, text] = candidateFile({ ...candidate, id: candidate.id, ...news });
  const afterwards = new Map([...(decision.change.afterwards ?? []), [name, text] as const]);
  return { ...decision, change: { ...decision.change, afterwards } };
}
