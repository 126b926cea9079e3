import { spawn } from 'node:child_process';
import type { Environment } from './folders.js';

/** Starts a worker that outlives this process, as hooks do; it takes every open job. */
export function startWorker(env: Environment, job: string): void {
  const program = process.argv[1];
  if (program === undefined) return;
  const child = spawn(process.execPath, [program, 'reflect', '--job', job], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env, MADNESS_CHILD: '1' },
  });
  child.on('error', () => {});
  child.unref();
}
