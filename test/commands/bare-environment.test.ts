import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { aliases, commandFiles } from '../../src/cli/command-list.js';
import { born, gene, putMemory } from '../support/memory.js';
import { scratchFolders } from '../support/scratch.js';
import { testEachFirstQuick } from '../support/slow.js';

const scratch = scratchFolders();

const root = join(import.meta.dirname, '../..');
const runner = 'test/support/run-many.mjs';

interface Call {
  readonly words: string;
  readonly cwd: string;
}

interface Said {
  readonly words: string;
  readonly status: number | null;
  readonly text: string;
}

interface Place {
  /** Without a memory the folder is empty. */
  readonly hasMemory: boolean;
  readonly mode: number;
  readonly uid?: number;
  readonly environment: (home: string) => Record<string, string>;
}

/** What each command is given; those that are not here take nothing. */
const given: Readonly<Record<string, string>> = {
  ...{ add: 'x', show: 'r', edit: 'r y', remove: 'r', pin: 'r', unpin: 'r', guard: 'r --on' },
  ...{ undo: 'last', merge: 'r s', revive: 'r', why: 'r', recall: 'yesterday', revise: 'r' },
  ...{
    digest: 'no-such-session',
    quote: 'no-such-session words',
    reflect: '--status',
  },
  ...{ import: 'nowhere.json', promote: 'r', purge: 'x', 'config get': 'language' },
  ...{ 'config set': 'language en', completion: 'bash', 'work start': 'PLAN.md --session s' },
  ...{ 'work loop': 'x --session s', tell: 'somewhere words', 'retro note': 'x', keep: 'x' },
  ...{ 'retro skip': 'x', 'facet add': '--file -', 'verdict add': '--file -', protocol: 'reflect' },
  ...{ 'candidate add': '--file -', 'candidate drop': 'x', 'report check': 'x.md' },
  'merge-file': 'base ours theirs memory/genes.json',
};
const commands = [
  ...Object.keys(commandFiles),
  ...Object.keys(aliases),
  'agent judge',
  '--help',
].map((name) => `${name} ${given[name] ?? ''}`.trim());

/** These answer a program, which has asked nothing. */
const mayBeSilent = /^(?:mcp|merge-file|week|offer)\b/;

/** Runs each of them in its folder, all but the servers in one process. */
async function said(
  calls: readonly Call[],
  env: Record<string, string>,
  uid?: number,
): Promise<Said[]> {
  const isServer = ({ words }: Call) => words === 'mcp';
  const many = calls.filter((one) => !isServer(one));
  const file = join(scratch(), 'calls.json');
  const plain = many.map(({ words, cwd }) => ({ cwd, args: words.split(' ') }));
  writeFileSync(file, JSON.stringify(plain));
  // The user who is tried must come to the folders that the tests made, and to the program, wherever the clone lies.
  chmodSync(file, 0o644);
  for (let path = dirname(file); path !== dirname(tmpdir()); path = dirname(path))
    chmodSync(path, 0o755);
  const clone = uid === undefined ? root : copyOf(root);
  const cli = join(clone, 'dist/cli.mjs');
  const [one, ...servers] = await Promise.all([
    ended([join(clone, runner), cli, file], dirname(file), env, uid),
    ...calls
      .filter(isServer)
      .map(({ words, cwd }) => ended([cli, ...words.split(' ')], cwd, env, uid)),
  ]);
  const [out, err] = [partsOf(one?.out), partsOf(one?.err)];
  const told = many.map(({ words }, at): Said => {
    const [text = '', code] = out.get(at) ?? [];
    const status = code === undefined ? null : Number(code);
    return { words, status, text: text + (err.get(at)?.[0] ?? '') };
  });
  const apart = servers.map(
    ({ status, out, err }): Said => ({ words: 'mcp', status, text: out + err }),
  );
  return [...told, ...apart];
}

/** What a program needs of a clone, where anybody may read it. */
function copyOf(clone: string): string {
  const copy = scratch('copy');
  for (const part of ['dist', 'examples', 'hooks', 'rules', 'package.json', runner])
    cpSync(join(clone, part), join(copy, part), { recursive: true });
  return copy;
}

/** What stands before each mark of the runner, and what the mark says, by its number. */
function partsOf(stream = ''): ReadonlyMap<number, readonly [string, string | undefined]> {
  const marks = /([^\0]*)\0(\d+)(?: (\d+))?\n/g;
  return new Map(
    [...stream.matchAll(marks)].map(([, text = '', at, code]) => [Number(at), [text, code]]),
  );
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function ended(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  uid?: number,
): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env, timeout: 120_000, ...(uid === undefined ? {} : { uid, gid: uid }) },
      (_, out, err) => done({ status: child.exitCode, out, err }),
    );
    child.stdin?.end();
  });
}

/** Another user may be tried only by root, and only where Node and the tests' folder are not root's alone. */
const triesOthers =
  process.getuid?.() === 0 && [process.execPath, dirname(tmpdir())].every(isReachable);

function isReachable(path: string): boolean {
  return (statSync(path).mode & 1) !== 0 && (path === '/' || isReachable(dirname(path)));
}

const places: [string, Place][] = [
  // Without HOME the user's entry tells a home; what is written goes elsewhere.
  [
    'no HOME, no git on the PATH and no memory',
    {
      ...{ hasMemory: false, mode: 0o777 },
      environment: (home) => ({
        PATH: '/nowhere',
        MADNESS_HOME: join(home, '.madness'),
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
      }),
    },
  ],
  // A file system of the kernel takes no folders, not even from its owner.
  [
    'a HOME where nothing can be written',
    { hasMemory: true, mode: 0o777, environment: () => ({ PATH: '/nowhere', HOME: '/proc' }) },
  ],
  [
    'a HOME that does not exist',
    {
      ...{ hasMemory: true, mode: 0o777 },
      environment: (home) => ({ PATH: '/nowhere', HOME: join(home, 'gone', 'x') }),
    },
  ],
  ...((triesOthers
    ? [
        [
          'no variable at all, for a user without an entry',
          { hasMemory: true, mode: 0o777, uid: 4321, environment: () => ({}) },
        ],
        [
          'a project and a HOME that can only be read, of another user',
          {
            ...{ hasMemory: true, mode: 0o555, uid: 4321 },
            environment: (home: string) => ({ PATH: process.env.PATH ?? '', HOME: home }),
          },
        ],
      ]
    : []) as [string, Place][]),
];

testEachFirstQuick(
  places,
  'with %s every command ends with a sentence and shows no stack',
  async (_, { hasMemory, mode, uid, environment }) => {
    const home = scratch();
    const model = join(home, 'model');
    mkdirSync(model);
    if (hasMemory)
      putMemory(model, {
        assets: [gene('r'), gene('s')],
        events: [born('r', 0.9), born('s')],
        target: '',
      });
    const calls = commands.map((words) => {
      const cwd = join(home, words.replace(/\W/g, '-'));
      cpSync(model, cwd, { recursive: true });
      chmodSync(cwd, mode);
      return { words, cwd };
    });
    const wrong: string[] = [];
    for (const { words, status, text } of await said(calls, environment(home), uid)) {
      const isStack = /^\s+at .+:\d+:\d+\)?$/m.test(text);
      if (status === null || (text.trim() === '' && !mayBeSilent.test(words)) || isStack)
        wrong.push(`${words} (${status}): ${text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  },
);
