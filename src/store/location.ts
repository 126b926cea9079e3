import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { faults } from '../messages/problems/store.js';
import { claudeFolder, type Environment, homeIfKnown, ownFolder } from '../platform/folders.js';
import { realpath, resolveInside } from '../platform/fs.js';
import { MadnessError } from '../problem.js';
import { nearest, wordSet } from '../text.js';

export const logName = 'evolution.jsonl';
export const assetNames: readonly string[] = ['genes.json', 'sops.json', 'prefs.json'];
/** Folders in which a project may keep its memory; the second where the first is another program's. */
export const memoryNames = ['memory', '.madness'] as const;

export interface MemoryLocation {
  /** The folder memory/, real path. */
  readonly memory: string;
  /** Targets lie in here: the folder that holds memory/, or Claude's own for the user's memory. */
  readonly root: string;
  readonly isUser: boolean;
}

/** The user's own memory, which need not exist yet. */
export function userLocation(env: Environment): MemoryLocation {
  return locationAt(join(ownFolder(env), 'memory'), env);
}

/** The same, or an error that says how to create it. */
export function findUserLocation(env: Environment): MemoryLocation {
  const location = userLocation(env);
  if (isMemory(location.memory)) return location;
  throw new MadnessError(faults.noUserMemory);
}

/** Compares paths through links, such as /tmp on macOS, and regardless of case where the disk ignores it. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  // Nearly always: looking for the real paths would cost every hook.
  if (basename(dirname(one)).toLowerCase() !== basename(dirname(other)).toLowerCase()) return false;
  try {
    return realpath(one) === realpath(other);
  } catch {
    return false;
  }
}

/** Where the client loads skills from: those of a project, or of the user. */
export function skillsFolder({ root, isUser }: Pick<MemoryLocation, 'root' | 'isUser'>): string {
  return isUser ? join(root, 'skills') : join(root, '.claude/skills');
}

/** The location of a memory that need not exist yet. */
export function locationAt(memory: string, env: Environment): MemoryLocation {
  const isUser = isSame(resolve(memory), join(ownFolder(env), 'memory'));
  return {
    memory: resolve(memory),
    root: isUser ? claudeFolder(env) : dirname(resolve(memory)),
    isUser,
  };
}

/**
 * Finds the memory: the named one, else $MADNESS_MEMORY, else the nearest memory/ or .madness/ at or above the working
 * directory. Never looks above the git root or into another user's memory. The home folder's memory counts only from
 * there.
 */
export function findLocation(
  named: string | undefined,
  cwd: string,
  env: Environment,
): MemoryLocation {
  const explicit = named ?? env.MADNESS_MEMORY;
  if (explicit) {
    const path = resolve(cwd, explicit);
    if (isMemory(path)) return locationAt(path, env);
    throw new MadnessError(faults.noMemoryAt(path, dirname(path)));
  }
  const home = realIfThere(homeIfKnown() ?? sep);
  let foreign: { readonly path: string; readonly uid: number } | undefined;
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const isHome = realIfThere(folder) === home;
    if (isHome && folder !== resolve(cwd)) break;
    for (const candidate of memoryNames.map((name) => join(folder, name))) {
      if (!isMemory(candidate)) continue;
      const uid = foreignOwner(candidate);
      if (uid === undefined) {
        resolveInside(folder, candidate);
        return locationAt(candidate, env);
      }
      foreign ??= { path: candidate, uid };
    }
    if (isHome || existsSync(join(folder, '.git')) || dirname(folder) === folder) break;
  }
  if (foreign === undefined) throw new MadnessError(faults.noMemory(cwd));
  const { path, uid } = foreign;
  throw new MadnessError(faults.foreignMemory(cwd, path, uid));
}

/** Does this folder hold our log, or an asset file that no other program wrote? */
export function isMemory(path: string): boolean {
  return (
    existsSync(join(path, logName)) || assetNames.some((name) => isAssetFile(join(path, name)))
  );
}

/** A list of rules. Text that cannot be parsed may be a rule file with a slip, which `check` then names. */
function isAssetFile(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    try {
      const list: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
      return Array.isArray(list) && (list.length === 0 || list.some(isTitled));
    } catch {
      return true;
    }
  } catch {
    return false;
  }
}

function isTitled(value: unknown): boolean {
  const { id, title } = (value ?? {}) as { readonly id?: unknown; readonly title?: unknown };
  return typeof id === 'string' && typeof title === 'string';
}

/** $HOME may end in a slash or go through a link; a working directory seldom does. */
function realIfThere(folder: string): string {
  try {
    return realpath(folder);
  } catch {
    return resolve(folder);
  }
}

/** The id of another user who owns a folder; undefined if it is this user's, and on Windows. */
export function foreignOwner(path: string): number | undefined {
  const user = process.getuid?.();
  const uid = statSync(path, { throwIfNoEntry: false })?.uid;
  return user === undefined || uid === user ? undefined : uid;
}

/** Other files that a memory reads or writes. None may be a link that leaves it. */
const ownNames = [
  ...wordSet('config.json index.json INDEX.md views work exports facets retrospectives'),
];

/** JSON files at the top of a memory that nothing reads, each with the name that was probably meant. */
export function strayFiles({ memory }: MemoryLocation): { name: string; near: string }[] {
  const known = [...assetNames, logName, ...ownNames];
  return readdirSync(memory, { withFileTypes: true })
    .filter((one) => one.isFile() && /\.jsonl?$/i.test(one.name) && !known.includes(one.name))
    .map(({ name }) => ({ name, near: nearest(name, known)[0] ?? '' }));
}

/** Throws if something of a memory is a link that leaves it. */
export function refuseLinksOut({ memory }: MemoryLocation): void {
  for (const name of [...assetNames, logName, ...ownNames])
    resolveInside(memory, join(memory, name));
}
