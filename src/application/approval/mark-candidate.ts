import type { Request } from '../../learn/proposal.js';
import type { Candidate } from '../../schema.gen.js';
import type { House } from '../../store/location.js';
import type { Decision } from '../memory/transaction.js';
import { candidateFile, proposalsGone, readCandidates } from '../retrospective/repository.js';

/**
 * The decision, which also says in the candidate it came from what became of it. As a proposal it is left to a person,
 * but where the user is to be asked again it stays open.
 */
export function markCandidate(
  { house, request, isAsked }: { house: House; request: Request; isAsked: boolean },
  decision: Decision,
): Decision {
  const candidate = readCandidates(house).find(({ id }) => id === request.candidate);
  const done = decision.request ?? request;
  const became = done.asset_id ?? done.asset?.id;
  const isDecided = decision.proposal === undefined;
  if (candidate?.id === undefined || became === undefined) return decision;
  if (isDecided && decision.change === undefined) return decision;
  const { proposal: _, ...open } = candidate;
  const marked: Candidate = isDecided
    ? { ...candidate, state: 'accepted', became }
    : { ...open, ...(isAsked ? {} : { proposal: decision.proposal as string }) };
  const [name, text] = candidateFile({ ...marked, id: candidate.id });
  const afterwards = new Map([...(decision.change?.afterwards ?? []), [name, text] as const]);
  const gone = isDecided ? proposalsGone(house, candidate) : [];
  const work = new Map([...(decision.change?.work ?? []), ...gone]);
  return { ...decision, change: { ...decision.change, work, afterwards } };
}
