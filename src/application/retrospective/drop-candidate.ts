import { faults } from '../../messages/problems/retrospective.js';
import { MadnessError } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import { type Outcome, transact } from '../memory/transaction.js';
import { candidateFile, pickCandidate, proposalsGone } from './repository.js';

/** Decides against a candidate; the report keeps it with its reason. Refused where it became a rule. */
export async function dropCandidate(
  context: Context,
  id: string,
  reason: string,
): Promise<Outcome> {
  return transact(context, ({ location }) => {
    const candidate = pickCandidate(location, id);
    if (candidate.state === 'accepted')
      throw new MadnessError(faults.candidateBecame(candidate.id, candidate.became));
    const dropped = { ...candidate, state: 'dropped' as const, reason };
    const work = new Map(proposalsGone(location, candidate));
    return { change: { work, afterwards: new Map([candidateFile(dropped)]) } };
  });
}
