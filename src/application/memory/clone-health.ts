import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../../platform/fs.js';
import type { Problem } from '../../problem.js';
import { driverProblem } from '../../share/git/merge-driver.js';
import { isConflict } from '../../store/file-names.js';
import type { House } from '../../store/location.js';

/** What git left to a person in this clone: a driver to register, wordings to choose from. Warnings. */
export async function cloneProblems(house: House): Promise<Problem[]> {
  const driver = driverProblem(house);
  return [...(driver === undefined ? [] : [driver]), ...(await conflictProblems(house))];
}

async function conflictProblems(house: House): Promise<Problem[]> {
  const folder = join(house.memory, 'work');
  const names = existsSync(folder) ? readdirSync(folder).filter(isConflict).sort() : [];
  if (names.length === 0) return [];
  const [{ conflictProblem }, { isRewording }, { openMemory }, { shelfOf }] = await Promise.all([
    import('../../share/git/conflict.js'),
    import('../../share/git/merge-assets.js'),
    import('../../store/store.js'),
    import('./asset-editor.js'),
  ]);
  const opened = openMemory(house, isRewording);
  const { assets, isLive } = shelfOf(opened);
  const world = { history: opened.kept, isLive };
  return names.flatMap(
    (name) => conflictProblem(name, readRegular(join(folder, name)), assets, world) ?? [],
  );
}
