import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { commitAll, git } from '../support/git.js';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();
let cwd = '';

beforeEach(async () => {
  cwd = scratch();
  git(cwd, 'init', '-q');
  await madnessHere(cwd, ['init', '--language', 'en']);
  for (const name of ['src/files.ts', 'src/jobs/a.ts', 'src/jobs/b.ts', 'src/kept/c.ts'])
    put(cwd, name, 'x');
  commitAll(cwd, 'all of it');
  rmSync(join(cwd, 'src/files.ts'));
  rmSync(join(cwd, 'src/jobs'), { recursive: true });
  commitAll(cwd, 'less of it');
});

const rule = {
  id: 'look-first',
  title: 'Look first',
  trigger: 'changing_a_file',
  method: ['look'],
};
const steps = [{ seq: 1, action: 'open `src/files.ts`', checkpoint: 'it is open' }];
const { method: _, ...procedure } = rule;

test.each<[string, string, object]>([
  ['a file', 'src/files.ts', { ...rule, when: { paths: ['src/files.ts', 'src/kept/c.ts'] } }],
  ['a glob', 'src/jobs/*.ts', { ...rule, when: { paths: ['src/jobs/*.ts'] } }],
  ['a glob of folders', '**/jobs/**', { ...rule, when: { paths: ['**/jobs/**'] } }],
  ['a step of a procedure', 'src/files.ts', { ...procedure, type: 'sop', steps }],
])('check names what a rule is about and what is gone: %s', async (_, named, asset) => {
  const type = 'type' in asset ? 'sop' : 'gene';
  await madnessHere(cwd, ['add', type, '--file', '-'], { input: JSON.stringify(asset) });
  const { code, err } = await madnessHere(cwd, ['check']);
  expect(code).toBe(0);
  expect(err.match(/It names \S+/g)).toEqual([`It names ${named},`]);
  expect(err).toContain('madness edit look-first');
});

test.each([
  ['fits a file', 'src/**/*.ts'],
  ['fits a file that is new', 'src/kept/*.ts'],
  ['never fitted one', 'migrations/**'],
])('nothing is said of a glob that %s', async (_, glob) => {
  const input = JSON.stringify({ ...rule, when: { paths: [glob] } });
  await madnessHere(cwd, ['add', 'gene', '--file', '-'], { input });
  expect(await madnessHere(cwd, ['check'])).toMatchObject({ code: 0, err: '' });
});
