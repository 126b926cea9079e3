import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ifPossible } from '../problem.js';
import { claudeFolder, type Environment, ownFolder } from './folders.js';
import { makeOwnFolder, replaceFile } from './fs.js';

/** In our own folder. */
export const knownNodeName = 'node';

/**
 * Stores the path of this Node for `hooks/start.sh`: a client started outside a terminal often has none, or another
 * one, on its PATH. If it cannot be stored, that one is used.
 */
export function rememberNode(env: Environment, node = process.execPath): void {
  const file = join(ownFolder(env), knownNodeName);
  const text = `${node}\n`;
  // Electron calls itself by another name, and would open a window.
  if (!/^node(?:\.exe)?$/i.test(basename(node))) return;
  // Without the client there are no hooks.
  if (!existsSync(claudeFolder(env))) return;
  const isPrivate = existsSync(file) && !mayOthersWrite(file);
  if (isPrivate && readFileSync(file, 'utf8') === text) return;
  ifPossible(() => {
    makeOwnFolder(ownFolder(env));
    replaceFile(file, text);
    // start.sh runs no program that a file names which others may write.
    chmodSync(file, 0o600);
  });
}

/** The Node that `hooks/start.sh` takes first; undefined if none was recorded. */
export function knownNode(env: Environment): string | undefined {
  try {
    const file = join(ownFolder(env), knownNodeName);
    if (mayOthersWrite(file)) return undefined;
    return readFileSync(file, 'utf8').split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

/** True where another user may change the file. That user could then choose the program that every hook runs. */
function mayOthersWrite(file: string): boolean {
  const { mode, uid } = statSync(file);
  const user = process.getuid?.();
  return user !== undefined && ((mode & 0o022) !== 0 || (uid !== user && uid !== 0));
}

/** Its version can be asked of a Node that dies as soon as it has anything to do. */
export function runs(node: string): boolean {
  return spawnSync(node, ['-e', '0'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}
