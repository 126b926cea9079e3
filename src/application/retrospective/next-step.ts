import { nextPiece } from '../../messages/retro-status.js';
import type { Sentence } from '../../problem.js';
import { openRules, openStep, stepsOf } from '../../reflect/progress.js';
import type { Config } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type Context, flag } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/suggest-command.js';
import { open } from '../memory/transaction.js';
import { isJudgement, recordedIn, retrospectiveInWork } from './repository.js';

/** The next command of the retrospective in work; null where there is none. */
export function nextOf(context: Context): string | null {
  const next = nextAt(open(context, isJudgement));
  return next === null ? null : told(context, next);
}

/** The same without its address, of a memory that was opened with `isJudgement`. */
export function nextAt(opened: Opened): Sentence | null {
  const retro = retrospectiveInWork(opened.location);
  if (retro === undefined) return null;
  return openStep(stepsOf(retro, recordedIn(opened)))?.next ?? null;
}

/**
 * The next command for an agent that reads one session alone: what is left in it; else where the
 * retrospective as a whole says it.
 */
export function nextIn(context: Context, session: string): string | null {
  const opened = open(context, isJudgement);
  const retro = retrospectiveInWork(opened.location);
  if (retro === undefined) return null;
  const entry = retro.sessions.find((one) => one.session === session);
  const left = entry === undefined ? [] : openRules(entry, recordedIn(opened));
  return told(
    context,
    left.length > 0 ? nextPiece.judge(session) : nextPiece.command('madness retro status'),
  );
}

/** A next step as it is printed: JSON has the English. */
export function told(context: Context, step: Sentence): string {
  return suggestCommand(
    context,
    step[flag(context, 'json') ? 'en' : (context.language?.() ?? 'en')],
  );
}

/** Days between two reviews. */
export const defaultInterval = 14;
const dayLength = 86_400_000;

/** The day on which the next review is due: YYYY-MM-DD. */
export function nextReview(
  last: string,
  { review_interval_days: interval = defaultInterval }: Config,
): string {
  return new Date(Date.parse(last.slice(0, 10)) + interval * dayLength).toISOString().slice(0, 10);
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
}
