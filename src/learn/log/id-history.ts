import type { Fold } from '../fold/fold.js';
import type { EventLog } from './entry.js';
import { type EventKind, isBaseline } from './event.js';
import { compareEntries } from './order.js';

/** Kinds that give a rule nothing: their events name ids that are still free. */
const weightless: ReadonlySet<EventKind> = new Set([
  'revert',
  'no_match',
  'pending_observation',
  'import_skip',
  'inject_reflection',
]);

/** Ids that a rule has or had, also where all its events were reverted. None of them is given to a new rule. */
export function usedIds({ entries }: EventLog): Set<string> {
  const used = new Set<string>();
  for (const { kind, asset, rare } of entries) {
    if (weightless.has(kind)) continue;
    used.add(asset);
    if (rare?.into !== undefined) used.add(rare.into);
  }
  return used;
}

/** Ids of the live reverts of this id's last reverted create event, newest first. Undoing them restores the rule. */
export function takenBackBy(
  { entries }: EventLog,
  { live }: Pick<Fold, 'live'>,
  id: string,
): string[] {
  const births = new Set<string>();
  for (const entry of entries)
    if (entry.asset === id && isBaseline({ event: entry.kind })) births.add(entry.id);
  const reverts = live
    .filter(({ rare }) => births.has(rare?.reverts ?? ''))
    .sort((a, b) => compareEntries(b, a));
  return reverts
    .filter(({ rare }) => rare?.reverts === reverts[0]?.rare?.reverts)
    .map((entry) => entry.id);
}
