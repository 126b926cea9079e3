import { fold, liveAmong } from '../../learn/fold/fold.js';
import { instant } from '../../learn/log/event.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import { logName } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';

/** No clock is a day ahead of another: an event dated further ahead was dated wrongly. */
const maxClockSkewMs = 24 * 60 * 60 * 1000;

/** No event can name a later instant. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The time of a new event: later than every event about its asset, even if another clock was ahead. Includes merges.
 * Ignores reverts and reverted events dated far ahead; they were clock errors.
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

/** These are enough to show that a clock was wrong. */
const maxNamed = 10;

/** Reports counted events whose dates are too far ahead. Later decisions must be dated behind them. */
export function futureEvents(
  { location, memory }: Pick<Opened, 'location' | 'memory'>,
  now: Date,
): Problem[] {
  const { log } = memory.log;
  const end = now.getTime() + maxClockSkewMs;
  if (!log.entries.some(({ at }) => at > end)) return [];
  // The log is read again for line numbers only if there is such an event.
  const { kept } = openMemory(location, ({ ts }) => instant(ts) > end);
  const ahead = liveAmong(kept, fold(log)).filter(({ event }) => event.event !== 'revert');
  const lines = ahead.toSorted((a, b) => a.line - b.line);
  const more = lines.length - maxNamed;
  const today = now.toISOString().slice(0, 10);
  return lines
    .slice(0, maxNamed)
    .map(({ id, event, line }, index) =>
      problem(
        'log/from-the-future',
        { severity: 'warning', file: logName, at: line },
        faults.fromTheFuture(today, event, index === maxNamed - 1 ? more : 0, id.slice(0, 8)),
      ),
    );
}
