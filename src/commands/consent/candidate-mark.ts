import type { House } from '../../house.js';
import type { Request } from '../../learn/proposal.js';
import type { Candidate } from '../../schema.gen.js';
import type { Decision } from '../memory/memory.js';
import { candidateFile, proposalGone, readCandidates } from '../retro/books.js';

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
  const isDecided = decision.proposal === undefined;
  const news: Partial<Candidate> = isDecided
    ? { state: 'accepted', became }
    : { proposal: decision.proposal as string };
  const [name, text] = candidateFile({ ...candidate, id: candidate.id, ...news });
  const afterwards = new Map([...(decision.change.afterwards ?? []), [name, text] as const]);
  const gone = isDecided ? proposalGone(candidate) : [];
  const work = new Map([...(decision.change.work ?? []), ...gone]);
  return { ...decision, change: { ...decision.change, work, afterwards } };
}
