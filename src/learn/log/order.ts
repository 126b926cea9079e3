import { groupBy } from '../../text.js';
import type { EventLog, LogEntry } from './entry.js';

/** The order of events: by instant, then by id. */
export function compareEntries(a: LogEntry, b: LogEntry): number {
  return a.at - b.at || compareIds(a, b);
}

export function compareIds(a: LogEntry, b: LogEntry): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The events of each asset in order, each once; those about none under ''. */
export function groupByAsset({ entries }: EventLog): Map<string, LogEntry[]> {
  const groups = groupBy(entries, ({ asset }) => asset);
  for (const [asset, group] of groups) {
    const sorted = group.sort(compareEntries);
    // Equal ids have equal content, so equal stamps: duplicates are neighbours.
    const isAgain = ({ at, id }: LogEntry, index: number) =>
      at === sorted[index - 1]?.at && id === sorted[index - 1]?.id;
    if (sorted.some(isAgain))
      groups.set(
        asset,
        sorted.filter((entry, index) => !isAgain(entry, index)),
      );
  }
  return groups;
}

/** Ids of events that do not count. A live revert reverts an event, and can itself be reverted. */
export function revertedIds(entries: Iterable<LogEntry>): Set<string> {
  const reverts = [...entries].filter(({ rare }) => rare?.reverts !== undefined);
  const byReverted = groupBy(reverts, ({ rare }) => rare?.reverts ?? '');
  const revertersOf = new Map([...byReverted].map(([id, by]) => [id, by.map((one) => one.id)]));
  return resolveReverts(revertersOf);
}

/** Ids of events that do not count. Iterative, because an undo may be undone ten thousand times. */
function resolveReverts(revertersOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const settled = new Map<string, boolean>();
  const reverted = new Set<string>();
  for (const start of revertersOf.keys()) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack[stack.length - 1] as string;
      const open = (revertersOf.get(id) ?? []).filter((by) => !settled.has(by));
      // An id is a hash of its content, so chains have no cycle. The limit stops a forged one.
      if (settled.has(id) || open.length === 0 || stack.length > 1e6) {
        const isReverted = (revertersOf.get(id) ?? []).some((by) => settled.get(by) === false);
        settled.set(id, isReverted);
        if (isReverted) reverted.add(id);
        stack.pop();
      } else stack.push(...open);
    }
  }
  return reverted;
}
