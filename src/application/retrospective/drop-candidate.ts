import { faults } from '../../messages/problems/retrospective.js';
import { MadnessError } from '../../problem.js';
import type { Caller } from '../memory/run-context.js';
import { type Outcome, transact } from '../memory/transaction.js';
import { candidateFile, pickCandidate, proposalsGone } from './repository.js';

/** Decides against a candidate; the report keeps it with its reason. Refused if it became a rule. */
export async function dropCandidate(caller: Caller, id: string, reason: string): Promise<Outcome> {
  return transact(caller, ({ location }) => {
    const candidate = pickCandidate(location, id);
    if (candidate.state === 'accepted')
      throw new MadnessError(faults.candidateBecame(candidate.id, candidate.became));
    const dropped = { ...candidate, state: 'dropped' as const, reason };
    const work = new Map(proposalsGone(location, candidate));
    return { change: { work, afterwards: new Map([candidateFile(dropped)]) } };
  });
}
