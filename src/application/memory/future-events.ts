import { fold, liveAmong } from '../../learn/fold/fold.js';
import { instant } from '../../learn/log/event.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import { logName } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { maxClockSkewMs } from './event-time.js';

/** So many of them tell enough of a clock that was wrong. */
const mostNamed = 10;

/** Events that count and are dated by no clock that could be right: what is decided later has to stand behind them. */
export function eventsAhead(
  { house, memory }: Pick<Opened, 'house' | 'memory'>,
  now: Date,
): Problem[] {
  const { log } = memory.log;
  const end = now.getTime() + maxClockSkewMs;
  if (!log.entries.some(({ at }) => at > end)) return [];
  // Only where there is one is the log read again, for its lines.
  const { kept } = openMemory(house, ({ ts }) => instant(ts) > end);
  const ahead = liveAmong(kept, fold(log)).filter(({ event }) => event.event !== 'revert');
  const lines = ahead.toSorted((a, b) => a.line - b.line);
  const more = lines.length - mostNamed;
  const today = now.toISOString().slice(0, 10);
  return lines
    .slice(0, mostNamed)
    .map(({ id, event, line }, index) =>
      problem(
        'log/from-the-future',
        { severity: 'warning', file: logName, at: line },
        faults.fromTheFuture(today, event, index === mostNamed - 1 ? more : 0, id.slice(0, 8)),
      ),
    );
}
