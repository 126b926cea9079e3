import { nextPiece } from '../../messages/retrospective/retro-status.js';
import type { Sentence } from '../../problem.js';
import { openRules, openStep, reviewSteps } from '../../reflect/progress.js';
import type { Config } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import type { Caller } from '../memory/run-context.js';
import { open } from '../memory/transaction.js';
import { isJudgement, recordedIn, retrospectiveInWork } from './repository.js';

/** The next command of the retrospective in work; null if there is none. */
export function nextOf(caller: Caller): Sentence | null {
  return nextAt(open(caller, isJudgement));
}

/** The same of a memory that was opened with `isJudgement`. */
export function nextAt(opened: Opened): Sentence | null {
  const retro = retrospectiveInWork(opened.location);
  if (retro === undefined) return null;
  return openStep(reviewSteps(retro, recordedIn(opened)))?.next ?? null;
}

/** The next command for an agent that reads one session: the rest of it, else the retrospective's own next step. */
export function nextIn(caller: Caller, session: string): Sentence | null {
  const opened = open(caller, isJudgement);
  const retro = retrospectiveInWork(opened.location);
  if (retro === undefined) return null;
  const entry = retro.sessions.find((one) => one.session === session);
  const left = entry === undefined ? [] : openRules(entry, recordedIn(opened));
  return left.length > 0 ? nextPiece.judge(session) : nextPiece.command('madness retro status');
}

/** Days between two reviews. */
export const defaultInterval = 14;
const dayMs = 86_400_000;

/** The day on which the next review is due: YYYY-MM-DD. */
export function nextReview(
  last: string,
  { review_interval_days: interval = defaultInterval }: Config,
): string {
  return new Date(Date.parse(last.slice(0, 10)) + interval * dayMs).toISOString().slice(0, 10);
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}
