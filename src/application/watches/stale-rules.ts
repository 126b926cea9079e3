import { matchesGlob } from '../../learn/guards/glob.js';
import {
  type ProjectTree,
  type StaleReference,
  staleReferences,
} from '../../learn/watches/stale.js';
import type { Asset } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import { treeOf } from './project-tree.js';

/** What each rule names that is gone from its project: a task, a path, a file that has another extension. */
export function staleNamesIn(
  { root, isUser }: MemoryLocation,
  assets: readonly Asset[],
): ReadonlyMap<Asset, readonly StaleReference[]> {
  if (isUser || assets.length === 0) return new Map();
  const tree = treeOf(root);
  return new Map(
    assets.map((asset) => {
      const { run = [], use, not = [], after = [], no_edit = [] } = asset.watch ?? {};
      const counted = [...run, ...(use === undefined ? [] : [use]), ...not, ...after, ...no_edit];
      const taken = asset.type === 'sop' ? asset.steps.map(({ action }) => action) : [];
      const steps = asset.type === 'gene' ? asset.method : taken;
      const texts = [asset.title, asset.trigger, ...steps, ...counted.map((one) => `\`${one}\``)];
      const units = texts.map(
        (text) => ({ kind: 'item', text, line: 1, headings: [], intros: [] }) as const,
      );
      const shownAt = (asset.when?.paths ?? []).filter((glob) => isGone(glob, tree));
      const gone = shownAt.map((named) => ({ line: 1, named, kind: 'gone', instead: '' }) as const);
      return [asset, [...staleReferences(units, tree), ...gone]];
    }),
  );
}

/** A glob that never fitted a file may be meant for one to come. */
function isGone(glob: string, { files, removed }: ProjectTree): boolean {
  const fits = (path: string) => matchesGlob(path, glob);
  return !files.some(fits) && removed.some(fits);
}
