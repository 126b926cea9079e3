import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commitAll, git } from '../support/git.js';
import { madnessHere } from '../support/in-process.js';
import { scratchFolder, scratchFolders } from '../support/scratch.js';

const room = scratchFolders();
let sound: string;
let home: string;
let older: string;
let others: string;

const run = (root: string, ...args: readonly string[]) =>
  madnessHere(root, args, { env: { MADNESS_HOME: join(root, '..', 'own') } });
const logOf = (root: string) => join(root, 'memory/evolution.jsonl');
const genesOf = (root: string) => join(root, 'memory/genes.json');

beforeAll(async () => {
  const other = room('other');
  await run(other, 'init');
  await run(other, 'add', 'never run `yarn install`');
  others = readFileSync(logOf(other), 'utf8');
  sound = room('sound');
  home = join(sound, '..', 'own');
  git(sound, 'init', '--quiet', '--initial-branch=main');
  await run(sound, 'init');
  await run(sound, 'add', 'never run `npm install`', '--pin');
  older = readFileSync(logOf(sound), 'utf8');
  await run(sound, 'add', 'never run `git stash`');
  const [, second = ''] = idsIn(sound);
  await run(sound, 'remove', second, '--reason', 'it is not so');
  commitAll(sound, 'memory');
});

function idsIn(root: string): string[] {
  return (JSON.parse(readFileSync(genesOf(root), 'utf8')) as { id: string }[]).map(({ id }) => id);
}

/** A copy of the sound memory, with what this machine knows of it. */
async function damaged(damage: (root: string) => void, hasGit = true): Promise<string> {
  const root = scratchFolder();
  cpSync(sound, root, { recursive: true });
  if (existsSync(home)) cpSync(home, join(root, '..', 'own'), { recursive: true });
  if (!hasGit) rmSync(join(root, '.git'), { recursive: true });
  await run(root, 'trust');
  damage(root);
  return root;
}

/** Every file of the memory and the target, but for what is scratch. */
function contents(root: string): Record<string, string> {
  const names = readdirSync(join(root, 'memory'), { recursive: true, encoding: 'utf8' });
  const files = ['CLAUDE.md', ...names.map((name) => join('memory', name))];
  return Object.fromEntries(
    files
      .filter((name) => !/^memory.work/.test(name) && statSync(join(root, name)).isFile())
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );
}

const half = (text: string) => text.slice(0, text.indexOf('\n') + 1);
const inGit: readonly (readonly [string, (root: string) => void])[] = [
  ['the log is empty', (root) => writeFileSync(logOf(root), '')],
  ['the log is deleted', (root) => rmSync(logOf(root))],
  ['the log is cut', (root) => writeFileSync(logOf(root), half(older))],
  ['an older log is in its place', (root) => writeFileSync(logOf(root), older)],
  ['the log of another memory is in its place', (root) => writeFileSync(logOf(root), others)],
  ['a file of rules is deleted', (root) => rmSync(genesOf(root))],
  ['a file of rules is empty', (root) => writeFileSync(genesOf(root), '[]\n')],
];

const writing = [
  ['compile'],
  ['add', 'never run `make deploy`'],
  ['pin', 'never-run-npm-install'],
  ['remove', 'never-run-npm-install', '--reason', 'x'],
  ['sync'],
] as const;
const looking = [['list'], ['status'], ['log'], ['guards']] as const;

describe.each(inGit)('where %s', (_, damage) => {
  test('nothing is written, each says what is lost and how it comes back, and looking works', async () => {
    const root = await damaged(damage);
    const before = contents(root);
    for (const args of writing) {
      const { code, out, err } = await run(root, ...args);
      expect([args[0], code], out + err).not.toEqual([args[0], 0]);
      expect(out + err).toMatch(/compile --restore/);
      expect(contents(root)).toEqual(before);
      expect(git(root, 'log', '--format=%s').trim()).toBe('memory');
    }
    for (const args of looking) {
      const { code, out, err } = await run(root, ...args);
      expect([args[0], code], out + err).toEqual([args[0], 0]);
      expect(out + err).not.toMatch(/edited by hand/);
    }
    expect((await run(root, 'check')).code).toBe(1);
    expect((await run(root, 'doctor')).out).toMatch(/compile --restore/);
    expect(contents(root)).toEqual(before);
  });

  test('the remedy brings all of it back', async () => {
    const root = await damaged(damage);
    const { out, err } = await run(root, 'compile', '--restore');
    // A rule of another memory has no wording here: it is let go by name.
    const foreign = /madness undo (\w+)/.exec(err)?.[1];
    if (foreign !== undefined) await run(root, 'undo', foreign);
    expect((await run(root, 'compile')).code, out + err).toBe(0);
    // The block's own number counts how often it changed.
    const block = (of: string) => (contents(of)['CLAUDE.md'] ?? '').replace(/\(v\d+, [^)]*\)/, '');
    expect(block(root)).toBe(block(sound));
    expect(idsIn(root)).toEqual(idsIn(sound));
    expect((await run(root, 'check')).code).toBe(0);
  });
});

test('without git this machine knows that the log is gone, and only a person begins a new one', async () => {
  const root = await damaged((one) => writeFileSync(logOf(one), ''), false);
  const before = contents(root);
  const { code, err } = await run(root, 'compile');
  expect(code).toBe(1);
  expect(err).toMatch(/compile --begin/);
  expect((await run(root, 'compile', '--begin')).code).not.toBe(0);
  expect(contents(root)).toEqual(before);
});

test.each([
  ['an older commit is checked out', (root: string) => git(root, 'checkout', '--quiet', 'HEAD~1')],
  [
    'a second work tree is made',
    (root: string) => git(root, 'worktree', 'add', '--quiet', join(root, '..', 'second'), 'HEAD~1'),
  ],
])('where %s, nothing is lost and nothing is said', async (_, change) => {
  const root = await damaged((one) => {
    writeFileSync(join(one, 'README.md'), 'x\n');
    commitAll(one, 'more');
    change(one);
  });
  const { code, out, err } = await run(root, 'compile');
  expect(code, out + err).toBe(0);
  expect(err).toBe('');
});

test('a copy without git and log, on a machine that never saw it, is adopted with one line', async () => {
  const root = scratchFolder();
  cpSync(sound, root, { recursive: true });
  rmSync(join(root, '.git'), { recursive: true });
  rmSync(logOf(root));
  const { code, err } = await run(root, 'compile');
  expect(code, err).toBe(0);
  expect(err).not.toMatch(/edited by hand/);
});
