import { execFileSync } from 'node:child_process';
import { noRealData, realData } from './real-data.mjs';

/** Before all tests: the program that they drive is built from the sources, and the real data are there once. */
export function setup(): void {
  // Who has just built it says so: CI runs the tests on several versions of Node.
  if (process.env.MADNESS_BUILT === '1') return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  // The next room needs none.
  process.env.MADNESS_BUILT = '1';
  if (realData() === undefined) console.log(`Tests over real data are ${noRealData}.`);
}
