import { refusals } from '../../messages/retrospective/hand-in.js';
import type { Problem } from '../../problem.js';
import { refusal } from '../../reflect/hand-in/lines.js';
import { emptyNoted, isAsking, needsGrowth, sessionsOpen } from '../../reflect/hand-in/noted.js';
import { roundsDue } from '../../reflect/hand-in/rounds.js';
import type { Retrospective } from '../../schema.gen.js';
import type { Decisions } from '../approval/decide.js';
import { locationIfAny } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { transact } from '../memory/transaction.js';
import { type Asked, afterAnswers, askNext } from './ask-lessons.js';
import { finishRetrospective, isOver } from './finish.js';
import { isRunning, latestRetrospective, retrospectiveFile } from './repository.js';

export interface Continued extends Pick<Asked, 'dialog' | 'ids' | 'problems'> {
  /** The screen of the report, where the retrospective ended with these answers. */
  readonly report: readonly string[];
  /** Contested rules that the person has to be asked about in rounds. */
  readonly due: ReturnType<typeof roundsDue>;
}

/** What the answers of a dialog lead to: the next dialog of the running retrospective, or its end. */
export async function continueRetrospective(
  caller: Caller,
  decided: Decisions['decided'],
): Promise<Continued> {
  const nothing = { ids: [], problems: [], report: [], due: [] };
  const location = locationIfAny(caller);
  const retro = location && latestRetrospective(location);
  if (retro?.noted === undefined || !isRunning(retro)) return nothing;
  const answered = afterAnswers(
    retro,
    decided.map(({ where, reads: _, ...one }) => ({ ...one, ...(where && { reads: where }) })),
  );
  const { retro: asked, problems, ...next } = await askNext(caller, answered);
  const kept = await keepRetrospective(caller, asked);
  const all = [...problems, ...kept];
  const due = next.dialog === undefined ? roundsDue(asked) : [];
  const growth = growthMissing(asked);
  if (next.dialog !== undefined || !isOver(asked))
    return { ...nothing, ...next, problems: [...all, ...growth], due };
  const ended = await finishRetrospective(caller);
  return { ...nothing, problems: [...all, ...ended.problems], report: ended.screen };
}

/** The refusal to end a final one that lacks nothing but what grew. */
export function growthMissing(retro: Retrospective): Problem[] {
  const isOpen = sessionsOpen(retro).length + roundsDue(retro).length > 0;
  if (isOpen || isAsking(retro.noted ?? emptyNoted) || !needsGrowth(retro)) return [];
  return [refusal('findings', refusals.needsGrowth, 'hand-in/no-growth')];
}

/** Writes the retrospective in work. */
export async function keepRetrospective(
  caller: Caller,
  retro: Retrospective,
): Promise<readonly Problem[]> {
  const work = new Map([retrospectiveFile(retro)]);
  const { problems } = await transact(caller, () => ({ change: { work } }));
  return problems;
}
