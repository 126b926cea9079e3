import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { coversGlob, matchesGlob } from '../learn/guards/glob.js';
import { placeInProject, resolvedPath } from '../observe/sessions.js';

/** Looking for links must not take longer than a person notices. */
const maxDepth = 3;
const maxEntries = 5000;
const passedOver: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Names in a project, symbolic and hard links, that lead to something which the globs of a guard fit. */
export function linksInto(root: string, globs: readonly string[]): string[] {
  const names = entriesBelow(root)
    .filter(({ path, entry }) => {
      const goals = entry.isSymbolicLink() ? [resolvedPath(path)] : otherNames(root, path);
      return goals.some((goal) => isCovered(placeInProject(root, goal)?.path ?? '', globs));
    })
    .map(({ entry }) => entry.name);
  return [...new Set(names)].sort();
}

function isCovered(path: string, globs: readonly string[]): boolean {
  return (
    path !== '' &&
    globs.some(
      (glob) => matchesGlob(path, glob) || matchesGlob(`${path}/x`, glob) || coversGlob(path, glob),
    )
  );
}

/** What else a file with hard links is called in the project, as far as a short look finds it. */
export function otherNames(root: string, file: string): string[] {
  const own = statSync(file, { throwIfNoEntry: false });
  if (own === undefined || own.nlink < 2 || !own.isFile()) return [];
  return entriesBelow(root)
    .filter(({ path, entry }) => {
      const other = entry.isFile() ? statSync(path, { throwIfNoEntry: false }) : undefined;
      return path !== file && other?.ino === own.ino && other.dev === own.dev;
    })
    .map(({ path }) => path);
}

interface Below {
  readonly path: string;
  readonly entry: Dirent;
}

function entriesBelow(root: string): Below[] {
  const found: Below[] = [];
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (found.length >= maxEntries) return;
      const path = join(folder, entry.name);
      found.push({ path, entry });
      if (entry.isDirectory() && depth < maxDepth && !passedOver.has(entry.name))
        look(path, depth + 1);
    }
  };
  look(root, 1);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
