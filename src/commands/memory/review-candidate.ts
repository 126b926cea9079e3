import { changeAsAllowed } from '../../application/approval/request-change.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import {
  acceptRequests,
  candidateProblems,
} from '../../application/retrospective/accept-candidate.js';
import { dropCandidate } from '../../application/retrospective/drop-candidate.js';
import { pickCandidate } from '../../application/retrospective/repository.js';
import type { ReviewChoice } from '../../messages/memory/review.js';
import { faults } from '../../messages/problems/memory.js';
import { hasErrors, hintOf, MadnessError, type Problem, problem } from '../../problem.js';
import type { Context } from '../../terminal/context.js';

/** Carries an answer about a candidate out; what was done, or the problem that forbade it. */
export async function decideCandidate(
  context: Context,
  id: string,
  choice: ReviewChoice,
  { into, reason }: { into?: string; reason: string },
): Promise<{ problems: readonly Problem[]; done: readonly string[] }> {
  try {
    if (choice === 'drop') {
      const { problems } = await dropCandidate(context, id, reason);
      return { problems: problems.filter(({ severity }) => severity === 'error'), done: [] };
    }
    const candidate = pickCandidate(locationOf(context), id);
    const wrong = candidateProblems(candidate);
    if (wrong.length > 0) return { problems: wrong, done: [] };
    const given = { pin: choice === 'pin', into: choice === 'merge' ? into : undefined };
    const requests = acceptRequests(context, open(context), candidate, given);
    const { problems, done } = await changeAsAllowed(context, requests);
    return { problems, done: hasErrors(problems) || done === undefined ? [] : [done] };
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    const { wording } = error;
    const file = `work/candidates/${id}.json`;
    return {
      problems: [
        problem('candidate/undecided', { file }, faults.undecided(wording, hintOf(wording))),
      ],
      done: [],
    };
  }
}
