import { chownSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findLocation, locationAt } from '../../src/store/location.js';
import { put, scratchFolder } from '../support/scratch.js';

const here = (cwd: string) => () =>
  findLocation(undefined, cwd, { MADNESS_HOME: join(cwd, 'own') });

test('the user’s own memory is known through a link too', () => {
  const real = scratchFolder('real');
  mkdirSync(join(real, 'madness/memory'), { recursive: true });
  symlinkSync(real, join(real, '..', 'link'));
  const env = { MADNESS_HOME: join(real, '..', 'link/madness'), CLAUDE_CONFIG_DIR: real };
  expect(locationAt(join(real, 'madness/memory'), env)).toMatchObject({ isUser: true, root: real });
  expect(locationAt(join(real, 'other/memory'), env)).toMatchObject({ isUser: false });
});

describe('the memory that is used', () => {
  test('is the nearest at or above the folder', () => {
    const root = scratchFolder();
    put(root, 'memory/evolution.jsonl', '');
    put(root, 'package/src/a.ts', '');
    expect(here(join(root, 'package/src'))().memory).toBe(join(root, 'memory'));
  });

  test('is none above the root of a repository', () => {
    const root = scratchFolder();
    put(root, 'memory/evolution.jsonl', '');
    put(root, 'clone/.git/HEAD', '');
    expect(here(join(root, 'clone'))).toThrow('No memory/ here or above');
  });

  test.runIf(process.platform !== 'win32').each([
    ['by its name', 'home'],
    ['with a slash at its end', 'home/'],
    ['through a link', 'link'],
  ])('is none above the home folder, called %s', (_, name) => {
    const root = scratchFolder();
    put(root, 'memory/evolution.jsonl', '');
    put(root, 'home/notes/a.md', '');
    symlinkSync(join(root, 'home'), join(root, 'link'));
    vi.stubEnv('HOME', `${root}/${name}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(here(join(root, 'home/notes'))).toThrow('No memory/ here or above');
  });

  // Nobody else may give a folder away.
  test.runIf(process.getuid?.() === 0)('is none that belongs to another user', () => {
    const root = scratchFolder();
    put(root, 'memory/evolution.jsonl', '');
    chownSync(join(root, 'memory'), 65_534, 65_534);
    expect(here(root)).toThrow(/No memory\/ here or above .* user with the id 65534 owns it/);
  });
});
