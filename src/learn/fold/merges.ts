import type { LogEntry } from '../log/entry.js';
import type { Life } from './fold.js';

/** Hides what was absorbed; a merge is a new version of the asset that absorbs. */
export function applyMerges(live: readonly LogEntry[], lives: Map<string, Life>): void {
  const targets = new Map<string, string>();
  for (const { kind, asset: from, rare } of live) {
    const into = rare?.into;
    if (kind !== 'merge' || into === undefined || from === into) continue;
    const survivor = lives.get(into);
    if (survivor?.baseline === undefined || lives.get(from)?.baseline === undefined) continue;
    const other = targets.get(from);
    targets.set(from, other === undefined || into < other ? into : other);
    lives.set(into, {
      ...survivor,
      version: survivor.version + 1,
      // A person chose what survives; only an older log lets an unread rule come this far.
      unread: survivor.unread && survivor.baseline.read !== undefined,
      absorbs: [...new Set([...survivor.absorbs, from])].sort(),
    });
  }
  for (const [id, absorbedInto] of survivors(targets)) {
    const life = lives.get(id);
    if (absorbedInto !== id && life !== undefined) lives.set(id, { ...life, absorbedInto });
  }
}

/** Where each chain of merges ends; in a cycle the smallest id survives. */
function survivors(targets: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const start of targets.keys()) {
    const path = new Set<string>();
    let at = start;
    while (!path.has(at) && !found.has(at) && targets.has(at)) {
      path.add(at);
      at = targets.get(at) as string;
    }
    const walked = [...path];
    const end = path.has(at)
      ? (walked.slice(walked.indexOf(at)).sort()[0] as string)
      : (found.get(at) ?? at);
    for (const id of path) found.set(id, end);
  }
  return found;
}
