import type { Problem } from '../../problem.js';
import { fileNameOf, type ParsedAssets } from '../asset.js';
import type { Fold } from '../fold/fold.js';
import type { EventLog } from './entry.js';
import { takenBackBy } from './id-history.js';
import { logName } from './parse-log.js';

/** Events about assets that are nowhere, and assets whose birth was undone. */
export function mismatches(log: EventLog, state: Fold, { assets, files }: ParsedAssets): Problem[] {
  const problems: Problem[] = [];
  // One that is there and not valid has a problem of its own; in an unreadable file it may be there.
  const isWhole = files.every(({ items }) => items !== undefined);
  const present = new Set(files.flatMap(({ items = [] }) => items.map(statedId)));
  for (const life of state.lives.values()) {
    const asset = assets.get(life.id);
    if (asset === undefined && (life.unborn || !isWhole || present.has(life.id))) continue;
    if (asset === undefined)
      problems.push({
        rule: 'log/unknown-asset',
        severity: 'warning',
        file: logName,
        at: life.id,
        message: `Expected an asset ${life.id} in genes.json, sops.json or prefs.json, got none.`,
        hint:
          life.baseline === undefined
            ? 'Take it and its birth back from git: without either the other events about it move nothing.'
            : `Take it back from git, or if it is not wanted: ${undoOf(life.baseline.event)}.`,
      });
    else if (life.unborn)
      problems.push({
        rule: 'asset/birth-undone',
        severity: 'warning',
        file: fileNameOf(asset.type),
        at: life.id,
        message: `Expected no asset ${life.id}: its birth was undone.`,
        hint: `Give it another id there, or delete it; or madness undo ${takenBackBy(log, state, life.id)[0]?.slice(0, 8)} brings that rule back.`,
      });
  }
  for (const { id: event, rare } of state.live) {
    const id = rare?.into;
    if (id !== undefined && state.lives.get(id)?.baseline === undefined)
      problems.push({
        rule: 'log/merge-into-nothing',
        severity: 'warning',
        file: logName,
        at: id,
        message: `Expected an asset ${id} to merge into, got none: the merge hides nothing.`,
        hint: `Take the asset back from git, or undo the merge: ${undoOf(event)}.`,
      });
  }
  return [...problems, ...mergeCycles(state)];
}

/** `why` needs the asset itself to show its events. */
function undoOf(event: string): string {
  return `madness undo ${event.slice(0, 8)}`;
}

/** Whatever was merged away and still stands survived a cycle. */
function mergeCycles(state: Fold): Problem[] {
  const survivors = new Set<string>();
  for (const { kind, asset, rare } of state.live) {
    const from = state.lives.get(asset);
    const into = state.lives.get(rare?.into ?? '');
    if (kind !== 'merge') continue;
    if (from?.baseline === undefined || into?.baseline === undefined) continue;
    if (from.id !== into.id && from.absorbedInto === undefined) survivors.add(from.id);
  }
  return [...survivors].sort().map((id) => ({
    rule: 'log/merge-cycle',
    severity: 'warning',
    file: logName,
    at: id,
    message: `Expected merges that end, got a cycle through ${id}, which survives as the smallest id.`,
    hint: `Undo one of the merges (madness why ${id} shows them).`,
  }));
}

function statedId(item: unknown): unknown {
  return (item as { id?: unknown } | null)?.id;
}
