import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { archive } from '../../src/commands/sessions/archive.js';
import { recall } from '../../src/commands/sessions/recall.js';
import { hooksPauseCommand } from '../../src/commands/setup/hooks-pause.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { exportMemory } from '../../src/commands/sharing/export.js';
import type { Command } from '../../src/terminal/context.js';
import { runFaultyHook } from '../support/hook.js';
import { born, gene, proved } from '../support/memory.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { run } from '../support/run-command.js';
import { put, snapshot } from '../support/scratch.js';

const newRule = { id: 'delta', title: 'Run the tests', trigger: 'push', method: ['run the tests'] };

function desk(): Desk {
  const made = makeDesk(
    [classifyFirst, gene('alpha', { domain: ['git'] })],
    [born(classifyFirst.id, 0.7), born('alpha', 0.7), proved('alpha', 's-0')],
  );
  sortingSession(made.home, 's-1');
  return made;
}

/** Every command that writes below a memory, or in our own folder, one after the other; refusals are part of it. */
async function everything({ home, ask }: Desk): Promise<void> {
  const go = (command: Command, given: Partial<Parameters<typeof run>[1]> = {}) =>
    run(command, { cwd: home.shop, env: home.env, ...given }).catch((error: Error) => {
      if (error.name !== 'MadnessError') throw error;
    });
  await go(init, { options: { language: 'en' } });
  await go(compile, { options: { export: true } });
  await ask('retro start', ['mid']);
  await ask('retro add', [], sortingReading());
  await go(add, { args: ['gene'], options: { file: '-' }, stdin: JSON.stringify(newRule) });
  await go(pin, { args: ['alpha'], env: { ...home.env, CLAUDECODE: '1' } });
  await go(exportMemory);
}

/** The same of our own folder, the hooks of a session included. */
async function everythingOfOurs({ home }: Desk): Promise<void> {
  const go = (command: Command, given: Partial<Parameters<typeof run>[1]> = {}) =>
    run(command, { cwd: home.shop, env: home.env, ...given }).catch((error: Error) => {
      if (error.name !== 'MadnessError') throw error;
    });
  await go(archive, { options: { on: true } });
  await go(recall, { args: ['sort', 'issues'] });
  await go(hooksPauseCommand.run, { options: { session: 'other' } });
  const event = { session_id: 's-9', cwd: home.shop, transcript_path: join(home.shop, 'none') };
  const hook = (fields: object) => runFaultyHook({ ...event, ...fields }, home.env);
  hook({ hook_event_name: 'SessionStart', source: 'startup' });
  const failed = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' };
  hook({ hook_event_name: 'PostToolUseFailure', ...failed, error: 'src/a.ts(3,1): error TS2345' });
  hook({ hook_event_name: 'SessionEnd', reason: 'other' });
}

/** Names of files and folders below, relative. */
function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** A folder and a file of the user's, which nothing may touch. */
function victimIn(folder: string): { file: string; folder: string; state: () => unknown } {
  put(folder, 'victim/file', 'keep me');
  put(folder, 'victim/folder/inner', 'keep me too');
  const top = join(folder, 'victim');
  const timeOf = (name: string) => statSync(join(top, name)).mtimeMs;
  return {
    file: join(top, 'file'),
    folder: join(top, 'folder'),
    state: () => [snapshot(top), ['file', 'folder/inner', 'folder', '.'].map(timeOf)],
  };
}

function plant(path: string, goal: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(goal, path);
  // A lock that was taken long ago is taken over without waiting.
  lutimesSync(path, 1e9, 1e9);
}

/** Of a lock: gone again when the run is over. */
const passing = ['work/lock', 'work/lock-owner.json', 'work/lock-takeover'];

describe.skipIf(process.platform === 'win32')('no link leads what is written out of', () => {
  test('a memory, under whatever name it lies', { tags: 'slow' }, async () => {
    const first = desk();
    await everything(first);
    const memory = join(first.home.shop, 'memory');
    const names = namesIn(memory);
    expect(names.length).toBeGreaterThan(20);
    const isFolder = (name: string) =>
      statSync(join(memory, name), { throwIfNoEntry: false })?.isDirectory() ?? name.endsWith('k');
    for (const name of [...names, ...passing])
      for (const kind of [isFolder(name) ? 'a folder' : 'a file', 'nothing'] as const) {
        const here = desk();
        const { shop } = here.home;
        const victim = victimIn(dirname(shop));
        const goal = {
          'a file': victim.file,
          'a folder': victim.folder,
          nothing: join(victim.folder, 'new'),
        }[kind];
        plant(join(shop, 'memory', name), goal);
        const before = victim.state();
        await everything(here);
        expect(victim.state(), `${name} → ${kind}`).toEqual(before);
      }
  });

  test('our own folder, where it is a file that is replaced or appended to', {
    tags: 'slow',
  }, async () => {
    const first = desk();
    await everythingOfOurs(first);
    const own = first.home.env.MADNESS_HOME as string;
    const files = namesIn(own).filter((name) => statSync(join(own, name)).isFile());
    expect(files.length).toBeGreaterThan(5);
    for (const name of files)
      for (const kind of ['a file', 'nothing'] as const) {
        const here = desk();
        const victim = victimIn(dirname(here.home.shop));
        const goal = kind === 'a file' ? victim.file : join(victim.folder, 'new');
        plant(join(here.home.env.MADNESS_HOME as string, name), goal);
        const before = victim.state();
        await everythingOfOurs(here);
        expect(victim.state(), `${name} → ${kind}`).toEqual(before);
      }
  });

  test('the lock: a stray file in it is cleared, and a link in its place', async () => {
    for (const put of [
      (lock: string) => {
        mkdirSync(lock, { recursive: true });
        writeFileSync(join(lock, 'stray'), 'x');
      },
      (lock: string) => plant(lock, '/'),
      (lock: string) => {
        mkdirSync(dirname(lock), { recursive: true });
        writeFileSync(lock, 'x');
      },
    ]) {
      const { home } = desk();
      const lock = join(home.shop, 'memory/work/lock');
      put(lock);
      lutimesSync(lock, 1e9, 1e9);
      const { code } = await run(compile, { cwd: home.shop, env: home.env });
      expect(code).toBe(0);
      expect(existsSync(lock)).toBe(false);
      expect(readFileSync(join(home.shop, 'memory/INDEX.md'), 'utf8')).toContain('alpha');
      expect(lstatSync('/').isDirectory()).toBe(true);
    }
  });
});
