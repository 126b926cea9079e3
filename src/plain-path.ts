import { realpathSync } from 'node:fs';
import { join as joinAny, resolve as resolveAny, sep } from 'node:path';

/**
 * `join` and `resolve` of `node:path`, with the same results. Those walk through a path by characters, which in a hook takes
 * longer than reading its files; a few searches tell that there is nothing to do.
 */
export function join(first: string, ...rest: readonly string[]): string {
  const whole = rest.reduce((path, part) => `${path}/${part}`, first);
  return first !== '' && isPlain(whole) ? whole : joinAny(first, ...rest);
}

export function resolve(first: string, ...rest: readonly string[]): string {
  return rest.length === 0 && isPlain(first) ? first : resolveAny(first, ...rest);
}

/** The last part of a path of either system. */
export function fileName(path: string): string {
  return path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
}

/** The system's own: Node's goes through a path as the two above do. On Windows they differ, by drives that stand for others. */
export const realpath: (path: string) => string =
  process.platform === 'win32' ? realpathSync : realpathSync.native;

/** Absolute, and as short as can be; on Windows nothing counts as such. */
function isPlain(path: string): boolean {
  return (
    sep === '/' &&
    path.startsWith('/') &&
    !path.includes('//') &&
    !path.includes('/./') &&
    !path.includes('/../') &&
    !path.endsWith('/') &&
    !path.endsWith('/.') &&
    !path.endsWith('/..')
  );
}
