import { execFileSync } from 'node:child_process';
import { noRealData, realData } from './real-data.mjs';

/** Before all tests: the program that they drive is built from the sources, and the real data are there once. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (realData() === undefined) console.log(`Tests over real data are ${noRealData}.`);
}
