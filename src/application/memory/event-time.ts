import { fold } from '../../learn/fold/fold.js';
import type { Opened } from '../../store/store.js';

/** No clock is a day ahead of another: an event dated further ahead was dated wrongly. */
export const maxClockSkewMs = 24 * 60 * 60 * 1000;

/** No event can name a later instant. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The time of an event decided now: later than every event about its asset, merges into it included,
 * also where another clock was ahead. Reverts and reverted events far ahead were clock errors and are ignored.
 */
export function timeAfter({ memory }: Opened, id: string, now: string): string {
  const { log } = memory.log;
  const clock = Date.parse(now);
  const own = log.entries.filter(({ asset, rare }) => asset === id || rare?.into === id);
  const isAhead = ({ at }: { at: number }) => at > clock + maxClockSkewMs;
  const { isLive } = own.some(isAhead) ? fold(log) : { isLive: () => true };
  let time = clock;
  for (const entry of own)
    if (!isAhead(entry) || (entry.kind !== 'revert' && isLive(entry.id)))
      time = Math.max(time, entry.at + 1);
  return time === clock ? now : new Date(Math.min(time, lastInstant)).toISOString();
}
