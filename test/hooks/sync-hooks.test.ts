import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { add } from '../../src/commands/rules/add.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { sync } from '../../src/commands/sharing/sync.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { git, stubGit } from '../support/git.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';
import { testEachFirstQuick } from '../support/slow.js';

const scratch = scratchFolders();
let remote = '';
let ours = '';
let theirs = '';

const call = (cwd: string, command: Command, options: Context['options'] = {}) =>
  run(command, { cwd, options });
const addRule = (cwd: string, id: string) =>
  run(add, {
    cwd,
    args: ['gene'],
    options: { file: '-' },
    stdin: JSON.stringify({
      id,
      title: `title of ${id}`,
      domain: ['dev'],
      trigger: `scene_${id}`,
      method: [`do ${id}`],
    }),
  });
const rulesOf = (text: string): string[] => JSON.parse(text).map(({ id }: { id: string }) => id);
const here = () => rulesOf(readFileSync(join(ours, 'memory/genes.json'), 'utf8'));
const inRemote = () => rulesOf(git(remote, 'show', 'main:memory/genes.json'));

function hook(path: string, script: string): void {
  const file = join(ours, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

beforeAll(stubGit);
beforeEach(async () => {
  const root = scratch();
  [remote, ours, theirs] = ['remote.git', 'ours', 'theirs'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  git(root, 'init', '-q', '--bare', '-b', 'main', remote);
  git(root, 'clone', '-q', remote, ours);
  git(ours, 'checkout', '-q', '-b', 'main');
  writeFileSync(join(ours, 'CLAUDE.md'), '# Team\n');
  await call(ours, init, { language: 'en' });
  await call(ours, sync);
  git(root, 'clone', '-q', remote, theirs);
  await call(theirs, init);
  await addRule(theirs, 'yours');
  await call(theirs, sync);
  await addRule(ours, 'mine');
});

/** What `lint-staged` does: staged files of a kind are formatted and staged again. */
const format = `for f in $(git diff --cached --name-only --diff-filter=ACM | grep '[.]json$'); do
  node -e 'const fs = require("fs"); const f = process.argv[1];
    fs.writeFileSync(f, JSON.stringify(JSON.parse(fs.readFileSync(f, "utf8")), null, 4) + "\\n")' "$f"
  git add "$f"
done`;

describe('sync, where the hooks of a repository format what is committed,', () => {
  test.each([
    ['formats it in four spaces', '.git/hooks/pre-commit', format],
    [
      'formats it, and refuses a commit that is empty then',
      '.git/hooks/pre-commit',
      `${format}\nif git diff --cached --quiet; then echo "prevented an empty git commit" >&2; exit 1; fi`,
    ],
    [
      'takes white space off the ends of lines, from a folder of its own',
      '.husky/pre-commit',
      `for f in $(git diff --cached --name-only | grep '[.]md$'); do sed -i 's/ *$//' "$f"; git add "$f"; done`,
    ],
  ])(
    'a hook that %s: ends well, twice, and takes what a teammate pushed',
    { tags: 'slow' },
    async (_, path, script) => {
      hook(path, script);
      if (path.startsWith('.husky')) git(ours, 'config', 'core.hooksPath', '.husky');
      expect(await call(ours, sync)).toMatchObject({ code: 0 });
      expect(await call(ours, sync)).toMatchObject({ code: 0 });
      expect([here(), inRemote()]).toEqual([
        ['mine', 'yours'],
        ['mine', 'yours'],
      ]);
      const theirTurn = [
        () => call(theirs, sync),
        () => addRule(theirs, 'later'),
        () => call(theirs, sync),
      ];
      const said = expect.stringMatching(/^(?:CLAUDE\.md now has .*(?:\nto take it back: .*)?)?$/);
      for (const step of theirTurn) expect(await step()).toMatchObject({ code: 0, talk: said });
      expect(await call(ours, sync)).toMatchObject({ code: 0 });
      expect(here()).toEqual(['later', 'mine', 'yours']);
    },
  );
});

describe('sync, where a hook refuses the commit,', () => {
  testEachFirstQuick(
    [
      [
        'pretty-format-json, which changes files and fails',
        '.git/hooks/pre-commit',
        `${format}\necho "pretty format json....Failed"; echo "- files were modified by this hook"; exit 1`,
      ],
      [
        'one that lets no large file pass',
        '.git/hooks/pre-commit',
        'echo "memory/evolution.jsonl (600 KB) exceeds 500 KB." >&2; exit 1',
      ],
      [
        'a linter that knows no such file',
        '.husky/pre-commit',
        'echo "CLAUDE.md:1 MD041 first-line-heading" >&2; exit 1',
      ],
    ],
    '%s: names it and the ignore line, and what a teammate pushed arrives',
    async (_, path, script) => {
      hook(path, script);
      if (path.startsWith('.husky')) git(ours, 'config', 'core.hooksPath', '.husky');
      const refused = await call(ours, sync).catch((error) => error);
      expect(refused.message).toContain(
        `The pre-commit hook in ${join(ours, dirname(path))} refused`,
      );
      expect(refused.hint).toMatch(/\.prettierignore.*exclude/);
      expect(here()).toContain('mine');
      expect(rulesOf(git(ours, 'show', 'origin/main:memory/genes.json'))).toEqual(['yours']);
      writeFileSync(join(ours, path), '#!/bin/sh\n');
      expect(await call(ours, sync)).toMatchObject({ code: 0 });
      expect(inRemote()).toEqual(['mine', 'yours']);
    },
  );

  test.each([
    [
      'commitlint',
      'grep -qE "^(feat|fix|chore)(\\(.+\\))?: " "$1" || { echo "type may not be empty [type-empty]" >&2; exit 1; }',
      'chore(memory): keep what was learned',
    ],
    [
      'a ticket in the subject',
      'grep -qE "^SHOP-[0-9]+ " "$1" || { echo "the subject names no ticket" >&2; exit 1; }',
      'SHOP-12 what was learned',
    ],
    [
      'a length of the subject',
      '[ "$(head -1 "$1" | wc -c)" -le 12 ] || { echo "subject longer than 11" >&2; exit 1; }',
      'memory',
    ],
  ])(
    '%s: says how to give a subject, and takes it',
    { tags: 'slow' },
    async (_, script, message) => {
      hook('.git/hooks/commit-msg', script);
      hook('.git/hooks/pre-commit', 'exit 0');
      const refused = await call(ours, sync).catch((error) => error);
      expect(refused.message).toContain('The commit-msg hook');
      expect(refused.hint).toContain('madness sync --message');
      expect(await call(ours, sync, { message })).toMatchObject({ code: 0 });
      expect(git(remote, 'log', '--format=%s', 'main')).toContain(message);
      expect(inRemote()).toEqual(['mine', 'yours']);
    },
  );
});
