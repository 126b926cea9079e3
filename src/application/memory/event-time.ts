import { eventKinds, isBirthKind } from '../../learn/log/event.js';
import { arrange, num } from '../../learn/log/order.js';
import { type EventLog, idOf } from '../../learn/log/parse-log.js';
import { MadnessError } from '../../problem.js';
import type { Opened } from '../../store/store.js';

/** No clock is a day ahead of another: what is dated so was dated wrongly. Milliseconds. */
export const farAhead = 24 * 60 * 60 * 1000;

/** Behind the last instant of the year 9999 there is none that an event could name. */
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The instant of an event that is decided now, behind everything that is known of its asset, what was
 * merged into it included: whoever decides has seen that, even where it was written by a clock that is ahead.
 */
export function instantBehind({ memory }: Opened, id: string, now: string): string {
  const { log } = memory.log;
  const { at, newest } = firstFree(log, id, now);
  if (at <= last) return written(at, now);
  const [event, kind] = [idOf(log, newest), eventKinds[num(log.kind, newest)]];
  throw new MadnessError(
    `The ${kind} ${event.slice(0, 8)} of ${id} is dated ${written(num(log.ts, newest), now)}: nothing can be decided behind it.`,
    `madness undo ${event.slice(0, 8)} takes it back; then again.`,
  );
}

/** The same for an undo, which there has to be of any event. What it takes back is in its way no more. */
export function instantOfUndo(
  { memory }: Opened,
  { id, asset_id = '' }: { readonly id: string; readonly asset_id?: string | undefined },
  now: string,
): string {
  const { at, taken } = firstFree(memory.log.log, asset_id, now, id);
  let free = Math.min(at, last);
  while (taken.has(free)) free -= 1;
  return written(free, now);
}

/**
 * What is far ahead of the clock and no longer counts is not waited for: taken back, it was a mistake. Births and what
 * takes them back always are, since they tell which life of a rule an event belongs to.
 */
function firstFree(
  log: EventLog,
  id: string,
  now: string,
  undone?: string,
): { at: number; newest: number; taken: ReadonlySet<number> } {
  const asset = log.names.indexOf(id);
  const clock = Date.parse(now);
  const taken = new Set<number>();
  let isPassing: ((row: number) => boolean) | undefined;
  let newest = -1;
  for (let row = 0; row < log.count; row++) {
    if (log.asset[row] !== asset && log.into.get(row) !== asset) continue;
    const at = num(log.ts, row);
    if (at >= clock) taken.add(at);
    if (at > clock + farAhead) {
      isPassing ??= passing(log, asset, undone);
      if (isPassing(row)) continue;
    }
    if (newest < 0 || at > num(log.ts, newest)) newest = row;
  }
  let at = newest < 0 ? clock : Math.max(clock, num(log.ts, newest) + 1);
  // The same event twice would be one.
  while (taken.has(at)) at += 1;
  return { at, newest, taken };
}

function passing(log: EventLog, asset: number, undone?: string): (row: number) => boolean {
  const { dead } = arrange(log);
  const births = new Set<string>();
  const isBirth = (row: number) => isBirthKind(log.kind[row] ?? 0);
  for (let row = 0; row < log.count; row++)
    if (log.asset[row] === asset && isBirth(row)) births.add(idOf(log, row));
  return (row) => {
    const target = log.reverts.get(row);
    if (isBirth(row) || (target !== undefined && births.has(target))) return false;
    return target !== undefined || dead[row] !== 0 || idOf(log, row) === undone;
  };
}

function written(at: number, now: string): string {
  return at === Date.parse(now) ? now : new Date(at).toISOString();
}
