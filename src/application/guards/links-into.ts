import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coversGlob, matchesGlob } from '../../learn/guards/glob.js';
import { placeInProject, resolvedPath } from '../../observe/sessions/project-folder.js';

/** Looking for links must not take longer than a person notices. */
const maxDepth = 3;
const maxEntries = 5000;
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Names of links in a project that lead to something which the globs of a guard fit. */
export function linksInto(root: string, globs: readonly string[]): string[] {
  const names = new Set<string>();
  let left = maxEntries;
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (left-- <= 0) return;
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink() && leadsInto(root, path, globs)) names.add(entry.name);
      else if (entry.isDirectory() && depth < maxDepth && !passedOver.has(entry.name))
        look(path, depth + 1);
    }
  };
  look(root, 1);
  return [...names].sort();
}

function leadsInto(root: string, link: string, globs: readonly string[]): boolean {
  const path = placeInProject(root, resolvedPath(link))?.path ?? '';
  return (
    path !== '' &&
    globs.some(
      (glob) => matchesGlob(path, glob) || matchesGlob(`${path}/x`, glob) || coversGlob(path, glob),
    )
  );
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
