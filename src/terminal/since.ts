import { faults } from '../messages/problems/platform.js';
import { MadnessError } from '../problem.js';

/** Milliseconds since 1970 of a date (midnight here), a time stamp, or an age: 36h, 7d, 2w. Refuses anything else. */
export function sinceOf(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const age = /^(\d+)([hdw])$/.exec(value);
  if (age !== null)
    return now.getTime() - Number(age[1]) * hours[age[2] as 'h' | 'd' | 'w'] * 3_600_000;
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00` : value;
  const instant = /^\d{4}-/.test(value) ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new MadnessError(faults.since(value));
}

const hours = { h: 1, d: 24, w: 168 } as const;
