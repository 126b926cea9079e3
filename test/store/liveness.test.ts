import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../src/platform/lock.js';
import { isAlive } from '../../src/platform/process-info.js';
import { put, scratchFolder } from '../support/scratch.js';

describe('a process is alive', () => {
  test('while it runs', () => {
    expect(isAlive(process.pid)).toBe(true);
  });

  // Windows has no process that is always there.
  test.skipIf(process.platform === 'win32')('also where it belongs to somebody else', () => {
    expect(isAlive(1)).toBe(true);
  });

  test('not once it has ended', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    expect(isAlive(pid)).toBe(false);
  });
});

test('the lock of a dead process is left alone while another takes it over', async () => {
  const folder = scratchFolder('work');
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const owner = put(folder, 'lock-owner.json', JSON.stringify({ pid, host: hostname() }));
  mkdirSync(join(folder, 'lock'));
  mkdirSync(join(folder, 'lock-takeover'));
  const taken = withLock(
    folder,
    () => {},
    () => 'done',
  );
  await wait(500);
  expect(existsSync(owner)).toBe(true);
  rmdirSync(join(folder, 'lock-takeover'));
  expect(await taken).toBe('done');
});

describe.runIf(process.platform === 'linux')('a process that ended and that nobody fetched', () => {
  test('is dead, though it answers to its number', async () => {
    const pid = await unfetched();
    expect(process.kill(pid, 0)).toBe(true);
    expect(isAlive(pid)).toBe(false);
  });

  test('keeps no lock', async () => {
    const folder = scratchFolder('work');
    mkdirSync(join(folder, 'lock'));
    put(folder, 'lock-owner.json', JSON.stringify({ pid: await unfetched(), host: hostname() }));
    let waits = 0;
    expect(
      await withLock(
        folder,
        () => {
          waits += 1;
        },
        () => 'done',
      ),
    ).toBe('done');
    expect(waits).toBe(0);
  });
});

/** The child of a program that waits for nobody, dead: what Linux calls a zombie. */
async function unfetched(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const state = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0];
  for (let tries = 0; tries < 200 && state() !== 'Z'; tries++) await wait(50);
  expect(state()).toBe('Z');
  return pid;
}
