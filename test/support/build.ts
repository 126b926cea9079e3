import { execFileSync } from 'node:child_process';

/** Before all tests: the program that they drive is built from the sources as they are. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
