import { faults } from '../messages/problems/platform.js';
import { MadnessError } from '../problem.js';

/** Milliseconds since 1970 of a date (midnight here), a time stamp, or an age: 36h, 7d, 2w. Refuses anything else. */
export function sinceOf(
  value: string | undefined,
  now: Date,
  option: '--since' | '--until' = '--since',
): number | undefined {
  if (value === undefined) return undefined;
  const age = /^(\d+)([hdw])$/.exec(value);
  if (age !== null)
    return now.getTime() - Number(age[1]) * hours[age[2] as 'h' | 'd' | 'w'] * 3_600_000;
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00` : value;
  const instant = /^\d{4}-/.test(value) ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new MadnessError(faults.since(option, value));
}

/** What `--since` and `--until` say together, the day of `--until` included; undefined without either. */
export function timeBetween(
  since: string | undefined,
  until: string | undefined,
  now: Date,
): { from: number; to: number } | undefined {
  const from = sinceOf(since, now) ?? 0;
  const last = sinceOf(until, now, '--until');
  const end = new Date(last ?? now);
  if (until === undefined || /^\d{4}-\d\d-\d\d$/.test(until)) end.setHours(24, 0, 0, 0);
  return since === undefined && until === undefined ? undefined : { from, to: end.getTime() };
}

const hours = { h: 1, d: 24, w: 168 } as const;
