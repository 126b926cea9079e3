import type { LeftOut } from '../schema.gen.js';
import { fitting } from '../validation.js';

/** Why the session is left out in which a person and their agent are at the review itself. */
export const ownSession = 'this retrospective runs in it';

/** A session that may be reviewed, and how much trouble was in it. */
export interface Counted {
  readonly session: string;
  readonly rejections: number;
  readonly loops: number;
  /** ISO 8601. */
  readonly last?: string | undefined;
  readonly read: 'whole' | 'partly' | 'skipped';
  readonly reason: string;
  /** Number of turns that the person typed. */
  readonly spoken: number;
  /** Calls of the model. */
  readonly calls: number;
  /** A retrospective was started in it or went on, and no other work was done. */
  readonly isReview: boolean;
}

export interface SessionChoice<T> {
  readonly chosen: readonly T[];
  readonly left_out: readonly LeftOut[];
  /** Fit for a review, but there was no room. */
  readonly waiting: number;
}

/** The sessions to review: most rejections and loops first, then the newest. */
export function chooseSessions<T extends Counted>(
  counted: readonly T[],
  limit: number,
): SessionChoice<T> {
  const left_out = counted.flatMap((one): LeftOut[] => {
    const reason = unfit(one);
    return reason === undefined ? [] : [{ session: one.session, reason }];
  });
  const fit = counted.filter((one) => unfit(one) === undefined).sort(mostTroubleFirst);
  return { chosen: fit.slice(0, limit), left_out, waiting: Math.max(0, fit.length - limit) };
}

function unfit({ read, reason, spoken, calls, isReview }: Counted): string | undefined {
  if (read === 'skipped') return fitting(`it could not be read: ${reason}`, 500);
  if (isReview) return 'it was a retrospective itself, without other work';
  if (spoken === 0) return 'the user typed nothing in it';
  // Several prompts without any work may still contain a correction.
  return calls === 0 && spoken === 1 ? 'nothing was done in it' : undefined;
}

function mostTroubleFirst(a: Counted, b: Counted): number {
  const trouble = b.rejections + b.loops - (a.rejections + a.loops);
  return trouble || timeOf(b) - timeOf(a) || (a.session < b.session ? -1 : 1);
}

function timeOf({ last }: Counted): number {
  const time = last === undefined ? Number.NaN : Date.parse(last);
  return Number.isNaN(time) ? 0 : time;
}
