import { join } from 'node:path';
import { pausedName } from '../observe/journal.js';
import { makeOwnFolder, replaceFile } from '../platform/fs.js';
import { readObject, textsOf } from '../platform/read-object.js';

/** `state/paused.json`: where the hooks are silent. */
export interface Paused {
  readonly sessions: readonly string[];
  /** Main worktrees. */
  readonly projects: readonly string[];
}

const maxSessions = 100;

/** Nothing is paused where the file is missing or damaged. */
export function readPaused(own: string): Paused {
  const value = readObject(pausedFile(own));
  return { sessions: textsOf(value, 'sessions'), projects: textsOf(value, 'projects') };
}

export function writePaused(own: string, { sessions, projects }: Paused): void {
  // A session that is over is not resumed: the list need not grow.
  const kept = { sessions: sessions.slice(-maxSessions), projects };
  makeOwnFolder(own);
  replaceFile(pausedFile(own), `${JSON.stringify(kept, null, 2)}\n`);
}

function pausedFile(own: string): string {
  return join(own, 'state', pausedName);
}
