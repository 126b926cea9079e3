import type { Config } from '../../schema.gen.js';

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
