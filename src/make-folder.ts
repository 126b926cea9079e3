import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** With those above it; in a folder that is its owner's alone, so are they.  The `recursive` of Node never ends where nothing can be made in a folder that is there, as in /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode: isPrivate(above) ? mode & 0o700 : mode });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

/** Only its owner may look into it; Windows tells nothing of it. */
export function isPrivate(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o777;
  return (mode & 0o077) === 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
