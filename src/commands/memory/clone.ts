import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetNames, type House, logName } from '../../house.js';
import type { Problem } from '../../problem.js';
import { driverProblem } from '../../share/driver.js';
import { ignoredIn } from '../../share/git.js';

/** What git left to a person in this clone: a driver to register, wordings to choose from. Warnings. */
export async function cloneProblems(house: House): Promise<Problem[]> {
  const driver = driverProblem(house);
  return [...(driver === undefined ? [] : [driver]), ...(await conflictProblems(house))];
}

/** Of a memory that git takes in part the rest is lost to every other clone; one that it ignores as a whole is private. */
export function ignoredProblems({ memory }: House): Problem[] {
  const names = [logName, ...assetNames];
  const ignored = ignoredIn(memory, names);
  if (ignored.length === names.length) return [];
  return ignored.map(({ name, by }) => ({
    rule: 'git/ignored',
    severity: 'warning',
    file: name,
    message: `Expected git to take it with the rest of the memory, got ${by}, which ignores it.`,
    hint: `Put the line !${name} at the end of ${join(memory, '.gitignore')}.`,
  }));
}

async function conflictProblems(house: House): Promise<Problem[]> {
  const folder = join(house.memory, 'work');
  const names = existsSync(folder) ? readdirSync(folder).filter(isConflict).sort() : [];
  if (names.length === 0) return [];
  const [{ conflictProblem }, { openMemory }, { shelfOf }] = await Promise.all([
    import('../../share/conflict.js'),
    import('../../store.js'),
    import('./edit.js'),
  ]);
  const { assets } = shelfOf(openMemory(house));
  return names.flatMap(
    (name) => conflictProblem(name, readFileSync(join(folder, name), 'utf8'), assets) ?? [],
  );
}

function isConflict(name: string): boolean {
  return /^conflict-.*\.json$/.test(name);
}
