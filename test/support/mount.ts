import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

/** A small disk of its own at `folder` until the test is over; the test is skipped where nobody may mount. */
export function mountSmallDisk(context: TestContext, folder: string, bytes: number): void {
  const size = `size=${bytes}`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'madness-test', folder]);
  if (status !== 0) context.skip('this machine does not let the tests mount a small disk');
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
}

export function remount(folder: string, how: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${how}`, folder]);
}

/** Fills the disk until `left` bytes, in whole pages of 4096, remain. */
export function fillDisk(folder: string, left: number): string {
  const path = join(folder, 'filler');
  const { stdout } = spawnSync('df', ['-B1', '--output=avail', folder], { encoding: 'utf8' });
  const available = Number(stdout.split('\n')[1]);
  writeFileSync(path, Buffer.alloc(Math.max(0, available - left)));
  return path;
}
