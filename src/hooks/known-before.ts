import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../observe/sessions/project-folder.js';
import { readObject } from './read-file.js';
import { asRecord, hasFormat } from './session-record.js';
import { projectKey } from './session-state.js';

/**
 * Whether a version that asked nobody for trust told this memory: a session record without a format stands in our
 * state, and it is younger than the folder. A memory that came later, at the same path, is not meant.
 */
export function isKnownBefore(own: string, memory: string): boolean {
  const born = statSync(memory, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  if (born <= 0) return false;
  const folder = join(own, 'state', 'projects', projectKey(projectRoot(dirname(memory))));
  return namesIn(folder).some((name) => {
    const value = readObject(join(folder, name));
    const record = hasFormat(value) ? undefined : asRecord(value);
    return record !== undefined && record.last >= born;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
