import { join } from 'node:path';
import { clientName, drawnName, stateFolder } from '../../observe/journal.js';
import { isAlive, strayFrom } from '../../platform/process-info.js';
import { read, readObject } from '../../platform/read-object.js';

/**
 * Why this process was not started by a key of the band in this session; undefined if it was. The client starts what a
 * mod runs as its direct child, in its own kernel session, on its terminal; tools, hooks and the status line are not.
 */
export function notPressed(own: string, session: string): ReturnType<typeof strayFrom> | 'client' {
  const { pid, ended } = readObject(join(stateFolder(own, session), clientName));
  if (typeof pid !== 'number' || pid <= 1 || ended === true || !isAlive(pid)) return 'client';
  return strayFrom(pid);
}

export function isBandOn(own: string): boolean {
  const { band } = readObject(join(own, 'config.json'));
  return band !== false;
}

/** Whether the mod said in this session that it draws. */
export function isBandDrawn(own: string, session: string): boolean {
  return isBandOn(own) && read(join(stateFolder(own, session), drawnName)).trim() !== '';
}
