import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git as lookAtGit } from '../../src/share/git/git.js';
import { madness } from '../support/cli.js';
import { commitAll, git } from '../support/git.js';
import { scratchFolder } from '../support/scratch.js';

/** What a folder that came as an archive can name in its own .git/config; each program leaves its name when it runs. */
function hostileProject(): { readonly root: string; readonly started: () => string[] } {
  const room = scratchFolder();
  const root = join(room, 'project');
  const marks = join(room, 'marks');
  for (const folder of [root, marks]) mkdirSync(folder);
  git(root, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(root, 'CLAUDE.md'), '# Rules\n\n- Never run `npm install`\n');
  commitAll(root, 'first');
  madness(root, ['init']);
  madness(root, ['add', 'never run `npm install`']);
  commitAll(root, 'second');
  const program = (name: string) => {
    const file = join(room, name);
    writeFileSync(file, `#!/bin/sh\necho >"${join(marks, name)}"\nexit 1\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const settings = {
    'core.fsmonitor': program('fsmonitor'),
    'core.pager': program('pager'),
    'core.editor': program('editor'),
    'core.sshCommand': program('ssh'),
    'core.askPass': program('askpass'),
    'core.gitProxy': program('proxy'),
    'credential.helper': program('credential'),
    'diff.external': program('external'),
    'diff.own.textconv': program('textconv'),
    'diff.own.command': program('diff-command'),
    'filter.own.clean': program('clean'),
    'filter.own.smudge': program('smudge'),
    'gpg.program': program('gpg'),
    'log.showSignature': 'true',
    'protocol.ext.allow': 'always',
    'remote.origin.url': `ext::${program('transport')}`,
    'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'blob:none',
    'extensions.partialClone': 'origin',
    'core.repositoryFormatVersion': '1',
    'alias.log': `!${program('alias')}`,
    'interactive.diffFilter': program('diff-filter'),
  };
  const hooks = join(room, 'hooks');
  mkdirSync(hooks);
  for (const name of ['post-index-change', 'reference-transaction', 'post-checkout'])
    writeFileSync(join(hooks, name), `#!/bin/sh\necho >"${join(marks, name)}"\n`, { mode: 0o755 });
  for (const [key, value] of Object.entries({ ...settings, 'core.hooksPath': hooks }))
    git(root, 'config', key, value);
  writeFileSync(join(root, '.git/info/attributes'), '* diff=own filter=own\n');
  // Its index is older than its file, so git would compare the two through the filters.
  writeFileSync(join(root, 'CLAUDE.md'), '# Rules\n\n- Never run `npm install`\n- Use yarn\n');
  return { root, started: () => readdirSync(marks) };
}

const looking = [
  ['audit'],
  ['audit', '--json'],
  ['status'],
  ['doctor'],
  ['check'],
  ['scan'],
  ['sessions'],
  ['list'],
  ['show', 'any'],
  ['log'],
  ['recall', 'npm'],
  ['review'],
  ['trust', '--json'],
  ['compile', '--check'],
  ['uninstall', '--dry-run'],
] as const;

test('no command that only looks starts a program which a folder’s git configuration names', {
  tags: 'slow',
}, () => {
  const { root, started } = hostileProject();
  for (const args of looking) madness(root, args);
  expect(started()).toEqual([]);
});

test('a missing object of a partial clone is not fetched while we look', () => {
  const { root, started } = hostileProject();
  const missing = '1'.repeat(40);
  expect(lookAtGit(root, ['cat-file', '-p', missing]).status).not.toBe(0);
  expect(started()).toEqual([]);
  // The same question, asked plainly, does start the transport: so the test can fail.
  expect(() => git(root, 'cat-file', '-p', missing)).toThrow();
  expect(existsSync(join(root, '..', 'marks', 'transport'))).toBe(true);
});
