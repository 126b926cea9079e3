import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { faults } from '../../messages/problems/share.js';
import { read } from '../../platform/read-object.js';
import { type Problem, problem } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';

/**
 * Whether the clone of this folder has our merge driver. Reads git's config file without git, because every compile
 * asks. Stale: it names a missing program, as after a plugin update.
 */
export function driverState(folder: string): 'no-git' | 'registered' | 'missing' | 'stale' {
  const config = configOf(folder);
  if (config === undefined) return 'no-git';
  const section = /^\[merge "madness"\]\n((?:[ \t].*(?:\n|$))*)/m.exec(config)?.[1] ?? '';
  const driver = /^[ \t]*driver[ \t]*=[ \t]*(.*)$/m.exec(section)?.[1];
  if (driver === undefined) return 'missing';
  // With -x and -f it asks for programs, with -e for files of a memory.
  const named = [...driver.matchAll(/-[xf] \\"(.*?)\\"/g)].map(([, path = '']) =>
    path.replaceAll('\\\\', ''),
  );
  return named.every((path) => existsSync(path)) ? 'registered' : 'stale';
}

export function driverProblem({ memory, isUser }: MemoryLocation): Problem | undefined {
  const state = driverState(memory);
  if (state === 'no-git' || state === 'registered') return undefined;
  // Only where the memory asks for it.
  if (!read(join(memory, '.gitattributes')).includes('merge=madness')) return undefined;
  return problem(
    'git/no-driver',
    { severity: 'warning', file: '.git/config' },
    faults.noDriver(state === 'missing', isUser),
  );
}

function configOf(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, '.git');
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) return read(join(commonFolder(path, found.isDirectory()), 'config'));
    if (dirname(at) === at) return undefined;
  }
}

/** A work tree beside the first one has a file there, which leads to the folder that all share. */
function commonFolder(path: string, isFolder: boolean): string {
  if (isFolder) return path;
  const named = /^gitdir: (.+)$/m.exec(read(path))?.[1]?.trim() ?? path;
  const own = resolve(dirname(path), named);
  const common = read(join(own, 'commondir')).trim();
  return common === '' ? own : resolve(own, common);
}
