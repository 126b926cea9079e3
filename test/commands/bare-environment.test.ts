import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aliases, commandFiles } from '../../src/cli/command-list.js';
import { cliFile } from '../support/cli.js';
import { born, gene, putMemory } from '../support/memory.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();

interface Said {
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
    signals: '-',
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

function said(
  words: string,
  cwd: string,
  env: Record<string, string>,
  uid?: number,
): Promise<Said> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [cliFile, ...words.split(' ')],
      { cwd, env, timeout: 120_000, ...(uid === undefined ? {} : { uid, gid: uid }) },
      (_, stdout, stderr) => done({ status: child.exitCode, text: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

/** Another user may be tried only by root. */
const isRoot = process.getuid?.() === 0;

describe.each<[string, Place]>([
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
  ...((isRoot
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
])('with %s', (_, { hasMemory, mode, uid, environment }) => {
  test('every command ends with a sentence and shows no stack', { timeout: 600_000 }, async () => {
    const home = scratch();
    const model = join(home, 'model');
    mkdirSync(model);
    if (hasMemory)
      putMemory(model, {
        assets: [gene('r'), gene('s')],
        events: [born('r', 0.9), born('s')],
        target: '',
      });
    const waiting = [...commands];
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let words = waiting.shift(); words !== undefined; words = waiting.shift()) {
        const project = join(home, words.replace(/\W/g, '-'));
        cpSync(model, project, { recursive: true });
        chmodSync(project, mode);
        const { status, text } = await said(words, project, environment(home), uid);
        const isStack = /^\s+at .+:\d+:\d+\)?$/m.test(text);
        if (status === null || (text.trim() === '' && !mayBeSilent.test(words)) || isStack)
          wrong.push(`${words} (${status}): ${text.slice(0, 300)}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(wrong).toEqual([]);
  });
});
