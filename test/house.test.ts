import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findHouse } from '../src/house.js';
import { put, scratchFolder } from './support/scratch.js';

const here = (cwd: string) => () => findHouse(undefined, cwd, { MADNESS_HOME: join(cwd, 'own') });

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

  // Nobody else may give a folder away.
  test.runIf(process.getuid?.() === 0)('is none that belongs to another user', () => {
    const root = scratchFolder();
    put(root, 'memory/evolution.jsonl', '');
    chownSync(join(root, 'memory'), 65_534, 65_534);
    expect(here(root)).toThrow('No memory/ here or above');
  });
});
