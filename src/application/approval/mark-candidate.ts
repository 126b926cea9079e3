import type { Request } from '../../learn/proposal.js';
import type { Candidate } from '../../schema.gen.js';
import type { House } from '../../store/location.js';
import type { Decision } from '../memory/transaction.js';
import { candidateFile, proposalsGone, readCandidates } from '../retrospective/repository.js';

/** The decision, which also says in the candidate it came from what became of it. */
export function markCandidate(house: House, request: Request, decision: Decision): Decision {
  const candidate = readCandidates(house).find(({ id }) => id === request.candidate);
  const became = request.asset_id ?? request.asset?.id;
  if (candidate?.id === undefined || became === undefined || decision.change === undefined)
    return decision;
  const { id, proposal: _, ...open } = candidate;
  const marked: Candidate = { id, ...open, state: 'accepted', became };
  const [name, text] = candidateFile({ ...marked, id });
  const afterwards = new Map([...(decision.change.afterwards ?? []), [name, text] as const]);
  const work = new Map([...(decision.change.work ?? []), ...proposalsGone(house, candidate)]);
  return { ...decision, change: { ...decision.change, work, afterwards } };
}
