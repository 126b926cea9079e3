import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faultLogName, journalName } from '../../observe/journal.js';
import { read } from '../../platform/read-object.js';

/** Files of the hooks in our own folder. */
interface HooksState {
  /** ISO 8601 of the last thing written; undefined if nothing ever was. */
  readonly last: string | undefined;
  readonly sessions: number;
  readonly bytes: number;
  /** Lines of the log of faults, oldest first. */
  readonly faults: readonly string[];
}

/** Reads `state/`; if there is none nothing has run. */
export function hooksState(own: string): HooksState {
  const state = join(own, 'state');
  const files = filesBelow(state);
  const journals = files.filter(({ path }) => path.endsWith(journalName));
  const records = files.filter(({ path }) => /[\\/]projects[\\/]/.test(path));
  const newest = Math.max(0, ...[...journals, ...records].map(({ modified }) => modified));
  return {
    last: newest === 0 ? undefined : new Date(newest).toISOString(),
    sessions: journals.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    faults: read(join(state, faultLogName))
      .split('\n')
      .filter((line) => line !== ''),
  };
}

function filesBelow(folder: string): { path: string; bytes: number; modified: number }[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? [{ path, bytes: stat.size, modified: stat.mtimeMs }] : [];
    });
  } catch {
    return [];
  }
}
