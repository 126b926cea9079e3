import type { Fold } from '../fold/fold.js';
import { type EventKind, eventKinds, isBirthKind } from './event.js';
import { compareRows, num } from './order.js';
import { type EventLog, idOf } from './parse-log.js';

/** Kinds that a rule of this id gets nothing from, but for what a session said of it by the way. */
const weightless: ReadonlySet<EventKind | undefined> = new Set([
  'revert',
  'no_match',
  'pending_observation',
  'import_skip',
  'inject_reflection',
]);

/** An event that counts for the rule of an id, or whose rule was merged into that one. */
export interface Counting {
  readonly id: string;
  readonly kind: EventKind;
}

/**
 * What counts for the rule of this id, in the order of events. The fold knows no lives: where no birth is among them,
 * the next rule of this id would inherit them all.
 */
export function countingFor(
  log: EventLog,
  { isLive }: Pick<Fold, 'isLive'>,
  id: string,
): Counting[] {
  const asset = log.names.indexOf(id);
  if (asset <= 0) return [];
  const rows: number[] = [];
  for (let row = 0; row < log.count; row++) {
    if (num(log.asset, row) !== asset && log.into.get(row) !== asset) continue;
    if (isLive(row) && !weightless.has(kindAt(log, row))) rows.push(row);
  }
  return rows
    .sort((a, b) => compareRows(log, a, b))
    .map((row) => ({ id: idOf(log, row), kind: kindAt(log, row) }));
}

/** Ids of the reverts that keep the last rule of this id from counting, the newest first: who undoes them has it back. */
export function takenBackBy(log: EventLog, { isLive }: Pick<Fold, 'isLive'>, id: string): string[] {
  const asset = log.names.indexOf(id);
  const births = new Set<string>();
  for (let row = 0; row < log.count; row++) {
    if (isBirthKind(num(log.kind, row)) && num(log.asset, row) === asset)
      births.add(idOf(log, row));
  }
  const reverts = [...log.reverts]
    .filter(([row, target]) => births.has(target) && isLive(row))
    .sort(([a], [b]) => compareRows(log, b, a));
  const last = reverts[0]?.[1];
  return reverts.flatMap(([row, target]) => (target === last ? [idOf(log, row)] : []));
}

function kindAt(log: EventLog, row: number): EventKind {
  return eventKinds[num(log.kind, row)] as EventKind;
}
