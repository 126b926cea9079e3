import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git } from '../support/git.js';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolder } from '../support/scratch.js';

const rule = (id: string, title: string) => ({
  ...{ id, version: 1, type: 'gene', title, trigger: 'before_commit', method: [title] },
  domain: ['dev'],
});

test('a memory made by hand merges without a conflict once init ran where nobody is asked', async () => {
  const outer = scratchFolder('team');
  const [ours, theirs] = [join(outer, 'ours'), join(outer, 'theirs')];
  const run = (cwd: string, ...args: readonly string[]) =>
    madnessHere(cwd, args, { env: { MADNESS_HOME: join(outer, 'own') } });
  git(outer, 'init', '--quiet', '--initial-branch=main', ours);
  put(ours, 'memory/genes.json', JSON.stringify([rule('base', 'Run the linter')]));
  const first = await run(ours, 'init');
  expect(first.out).toContain('git merges this memory automatically');
  expect((await run(ours, 'doctor')).out).toContain('git merges this memory automatically');
  await run(ours, 'trust');
  await run(ours, 'compile');
  commitAll(ours, 'memory');
  git(outer, 'clone', '--quiet', ours, theirs);
  await run(theirs, 'init');
  await run(theirs, 'trust');
  await run(ours, 'add', 'never run `npm install`');
  await run(theirs, 'add', 'never run `git stash`');
  commitAll(ours, 'ours');
  commitAll(theirs, 'theirs');
  git(theirs, 'pull', '--quiet', '--no-rebase', '--no-edit');
  await run(theirs, 'compile');
  commitAll(theirs, 'compiled');
  git(ours, 'pull', '--quiet', '--no-rebase', '--no-edit', theirs, 'main');
  await run(ours, 'compile');
  for (const name of ['genes.json', 'evolution.jsonl', 'index.json', '.gitattributes'])
    expect(readFileSync(join(ours, 'memory', name), 'utf8')).toBe(
      readFileSync(join(theirs, 'memory', name), 'utf8'),
    );
  expect(JSON.parse(readFileSync(join(ours, 'memory/genes.json'), 'utf8'))).toHaveLength(3);
});

test('where git’s own attributes say otherwise, no sentence says that git merges', async () => {
  const root = scratchFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  put(root, 'memory/genes.json', JSON.stringify([rule('base', 'Run the linter')]));
  put(root, 'memory/.gitattributes', '* -merge\n');
  const run = (...args: readonly string[]) =>
    madnessHere(root, args, { env: { MADNESS_HOME: join(root, '..', 'own') } });
  expect((await run('init')).out).not.toContain('git merges this memory');
  expect((await run('doctor')).out).not.toContain('git merges this memory');
  expect(existsSync(join(root, 'memory/.gitignore'))).toBe(true);
});
