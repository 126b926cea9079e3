import { join } from 'node:path';
import { cannotWrite, makeFolder } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';

/** Runs `work` while no other process writes what is kept of past sessions in our own folder. */
export async function locked<T>(
  home: string,
  say: (text: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw cannotWrite(home, error);
  }
  return withLock(join(home, 'state', 'recall'), say, work);
}
