import { faults } from '../../messages/problems/sessions.js';
import { MadnessError } from '../../problem.js';
import { withoutCopies } from '../sessions/dedupe.js';
import { type Copy, type Manifest, newestCopies, sessionOf } from './manifest.js';
import { beginningOf } from './restore.js';

/**
 * The copies that `name` selects: a session's base name or a prefix, with the agents it started, or a path of the list.
 * `name@2` is the second generation; without a number the newest is taken. If the session moved, the longest copy is
 * taken. Throws with suggestions if none or several match.
 */
export function copiesNamed(name: string, manifest: Manifest, folder: string): readonly Copy[] {
  const [, wanted = name, generation] = /^(.+)@(\d+)$/.exec(name) ?? [];
  const newest = [...newestCopies(manifest).values()];
  const own = sessionNamed(wanted, newest, folder);
  const [longest = own[0] as Copy] = eachOnce(own, folder);
  if (generation === undefined)
    return [longest, ...eachOnce(agentsOf(own, newest, folder), folder)];
  const older = manifest.copies.find(
    (copy) => copy.path === longest.path && copy.generation === Number(generation),
  );
  if (older !== undefined) return [older];
  throw new MadnessError(faults.noGeneration(name));
}

/** The paths of the copies that `name` selects, with its agents, in every folder it moved to. */
export function pathsNamed(name: string, manifest: Manifest, folder: string): readonly string[] {
  const newest = [...newestCopies(manifest).values()];
  const own = sessionNamed(name, newest, folder);
  return [...own, ...agentsOf(own, newest, folder)].map(({ path }) => path);
}

/** One or more: its copies below several projects. */
function sessionNamed(wanted: string, newest: readonly Copy[], folder: string): readonly Copy[] {
  const exact = newest.filter((copy) => sessionOf(copy) === wanted || copy.path === wanted);
  const fitting =
    exact.length > 0 ? exact : newest.filter((copy) => sessionOf(copy).startsWith(wanted));
  if (fitting.length === 0) {
    throw new MadnessError(faults.notArchived(wanted));
  }
  if (eachOnce(fitting, folder).length === 1) return fitting;
  const names = fitting.slice(0, 5).map(({ path }) => path);
  throw new MadnessError(faults.ambiguous(wanted, fitting.length, names));
}

function eachOnce(copies: readonly Copy[], folder: string): readonly Copy[] {
  return withoutCopies(copies, (copy) => ({
    session: sessionOf(copy),
    started_by: starterOf(copy),
    size: () => copy.bytes,
    firstLine: () => beginningOf(folder, copy),
  }));
}

function starterOf({ path }: Copy): string | undefined {
  const [, , starter, ...rest] = path.split('/');
  return rest.length > 0 ? starter : undefined;
}

/** Those below its folder, and those that an older client filed beside it, which name it themselves. */
function agentsOf(own: readonly Copy[], copies: readonly Copy[], folder: string): Copy[] {
  const folders = own.map(({ path }) => `${path.replace(/\.jsonl$/, '')}/`);
  const names = new Set(own.map(sessionOf));
  return copies.filter(
    (copy) =>
      folders.some((one) => copy.path.startsWith(one)) ||
      (isFlatAgent(copy) && !own.includes(copy) && names.has(sessionIdOf(copy, folder) ?? '')),
  );
}

function isFlatAgent(copy: Copy): boolean {
  return starterOf(copy) === undefined && sessionOf(copy).startsWith('agent-');
}

/** Inside a text of a record, quotation marks are escaped. */
function sessionIdOf(copy: Copy, folder: string): string | undefined {
  return /"sessionId": ?"([^"\\]+)"/.exec(beginningOf(folder, copy) ?? '')?.[1];
}
