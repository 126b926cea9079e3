import { existsSync, readFileSync } from 'node:fs';
import { appendLines, replaceFile } from '../../platform/fs.js';
import { git, infoFile, pathInTree, workTree } from './git.js';

const ours = '# Written by madness init: a file of this person alone.';

/**
 * Keeps one person's file out of a team's commits by a line in this clone's info/exclude, unless git ignores it
 * already. `tracked`: the file is committed, so no line would help.
 */
export function excludeHere(root: string, file: string): 'not-needed' | 'excluded' | 'tracked' {
  const path = infoFile(root, 'exclude');
  const line = excludeLine(root, file);
  if (path === undefined || line === undefined) return 'not-needed';
  if (git(root, ['ls-files', '--error-unmatch', '--', file]).status === 0) return 'tracked';
  if (git(root, ['check-ignore', '--quiet', '--', file]).status !== 1) return 'not-needed';
  appendLines(path, [ours, line]);
  return 'excluded';
}

/** The file of git that holds such a line of ours. */
export function excludedHere(root: string, file: string): string | undefined {
  const path = infoFile(root, 'exclude');
  const line = excludeLine(root, file);
  if (path === undefined || line === undefined || !existsSync(path)) return undefined;
  return readFileSync(path, 'utf8').includes(`${ours}\n${line}\n`) ? path : undefined;
}

/** Removes that line, and no similar one of another author. */
export function includeAgain(root: string, file: string): void {
  const path = excludedHere(root, file);
  if (path === undefined) return;
  const line = excludeLine(root, file);
  replaceFile(path, readFileSync(path, 'utf8').replaceAll(`${ours}\n${line}\n`, ''));
}

function excludeLine(root: string, file: string): string | undefined {
  const top = workTree(root);
  const path = top === undefined ? undefined : pathInTree(top, root, file);
  return path === undefined ? undefined : `/${path.replace(/[*?[\]]/g, '\\$&')}`;
}
