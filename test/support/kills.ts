import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cleanEnvironment, program, type RunOptions } from './cli.js';
import { scratchFolder } from './scratch.js';

/**
 * Runs the built program to its end. Returns a copy of the folder for each change of the disk: what a kill just before
 * that change leaves behind. It runs in the folder, or in `cwd` inside it.
 */
export function killedBeforeEachChange(
  folder: string,
  args: readonly string[],
  { input = '', env = {}, cwd = folder }: RunOptions & { readonly cwd?: string } = {},
): string[] {
  const album = scratchFolder('album');
  const preload = join(import.meta.dirname, 'photograph.mjs');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, ...program, ...args],
    {
      cwd,
      input,
      env: { ...cleanEnvironment, ...env, PHOTO_FROM: folder, PHOTO_TO: album },
    },
  );
  expect(status, stderr.toString('utf8')).toBe(0);
  const count = readdirSync(album).length;
  return Array.from({ length: count }, (_, index) => join(album, String(index + 1)));
}

/** Puts a copy in the place of the folder, some seconds after the kill. */
export function putBack(copy: string, folder: string): void {
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });
  letTimePass(folder);
}

/** A lock whose owner died before it named itself is taken over after some seconds: let them pass. */
export function letTimePass(folder: string): void {
  for (const name of ['lock', 'lock-takeover']) {
    const lock = join(folder, 'memory/work', name);
    if (existsSync(lock)) age(lock, 10);
  }
}

export function age(path: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
}
