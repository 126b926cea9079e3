import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** With those above it. The `recursive` of Node never ends where nothing can be made in a folder that is there, as in /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
