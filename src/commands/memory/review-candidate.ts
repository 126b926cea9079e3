import { MadnessError, type Problem } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import type { Choice } from './review-choices.js';

/** Carries an answer about a candidate out, as its own commands do; the problem that forbade it. */
export async function decideCandidate(
  context: Context,
  id: string,
  choice: Choice,
  { into, reason }: { into?: string; reason: string },
): Promise<readonly Problem[]> {
  const { memory, user } = context.options;
  const options = {
    memory,
    user,
    ...(choice === 'pin' ? { pin: true } : {}),
    ...(choice === 'merge' && into !== undefined ? { into, as: 'merge' } : {}),
    ...(choice === 'drop' ? { reason } : {}),
  };
  const run =
    choice === 'drop'
      ? (await import('../retrospective/candidate-drop.js')).candidateDrop
      : (await import('../retrospective/candidate-accept.js')).candidateAccept;
  try {
    const code = await run({ ...context, args: [id], options });
    return code === 0 ? [] : [undecided(id, 'It could not be done, for what is said above.')];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [{ ...undecided(id, error.message), ...(error.hint ? { hint: error.hint } : {}) }];
  }
}

function undecided(id: string, message: string): Problem {
  return {
    rule: 'candidate/undecided',
    severity: 'error',
    file: `work/candidates/${id}.json`,
    message,
    hint: 'Choose another answer, or drop it.',
  };
}
