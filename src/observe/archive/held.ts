import { MadnessError } from '../../problem.js';
import { type Copy, type Manifest, newestCopies } from './manifest.js';

/** Base name of a copy's transcript. */
export function sessionOf({ path }: Pick<Copy, 'path'>): string {
  return (path.split('/').at(-1) ?? '').replace(/\.jsonl$/, '');
}

/**
 * The copies a person means by `name`: a session's base name or the beginning of it, with the agents it started;
 * A path of the list will do too; `name@2` is its second generation, without a number the newest. Throws with suggestions where none or several fit.
 */
export function copiesNamed(name: string, manifest: Manifest): readonly Copy[] {
  const [, wanted = name, generation] = /^(.+)@(\d+)$/.exec(name) ?? [];
  const newest = [...newestCopies(manifest).values()];
  const exact = newest.filter((copy) => sessionOf(copy) === wanted || copy.path === wanted);
  const fitting =
    exact.length > 0 ? exact : newest.filter((copy) => sessionOf(copy).startsWith(wanted));
  const own = fitting[0];
  if (own === undefined) {
    throw new MadnessError(
      `Expected a session in the archive, got "${name}".`,
      'Run: madness archive --list',
    );
  }
  if (fitting.length > 1) {
    const names = fitting.slice(0, 5).map(({ path }) => path);
    throw new MadnessError(
      `Expected a name of one session, got "${name}", which fits ${fitting.length}.`,
      ['Give more of its name:', ...names].join('\n    '),
    );
  }
  if (generation === undefined) return [own, ...agentsOf(own, newest)];
  const older = manifest.copies.find(
    (copy) => copy.path === own.path && copy.generation === Number(generation),
  );
  if (older !== undefined) return [older];
  throw new MadnessError(
    `Expected a generation that is held, got ${name}.`,
    'Run: madness archive --list',
  );
}

function agentsOf({ path }: Copy, copies: readonly Copy[]): Copy[] {
  const folder = `${path.replace(/\.jsonl$/, '')}/`;
  return copies.filter((copy) => copy.path.startsWith(folder));
}
