import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { merge } from '../../src/commands/rules/merge.js';
import { revise } from '../../src/commands/rules/revise.js';
import { deprecate } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { importFile } from '../../src/commands/sharing/import.js';
import { sync } from '../../src/commands/sharing/sync.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import { MadnessError } from '../../src/problem.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { git, stubGit } from '../support/git.js';
import { proved, refuted } from '../support/memory.js';
import { type Ran, run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';

const rounds = 20;
const seed = Number(process.env.MADNESS_SEED ?? 11);
const scratch = scratchFolders();
beforeAll(stubGit);

/** Numbers below `most` by chance that can be repeated. */
function chance(start: number): (most: number) => number {
  let state = start;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

test(`three clones that exchange by git for ${rounds} rounds come to the same bytes, with no hand (seed ${seed})`, {
  tags: 'slow',
}, async () => {
  const root = scratch('队 rounds');
  const random = chance(seed);
  const clones = await threeClones(root);
  const written = new Set<string>();
  const did = new Map<string, number>();
  for (let round = 1; round <= rounds; round++) {
    const clone = clones[random(3)] as Clone;
    for (let times = 1 + random(3); times > 0; times--) {
      const [name, act] = acts[random(acts.length)] as (typeof acts)[number];
      if (await tried(() => act(clone, round * 10 + times, random)))
        did.set(name, (did.get(name) ?? 0) + 1);
    }
    for (const line of linesOf(clone)) written.add(line);
    if (random(3) === 0) await synced(clone, round);
  }
  for (const clone of [...clones, ...clones]) await synced(clone, rounds + 1);

  const [first, ...others] = clones as [Clone, Clone, Clone];
  for (const other of others) expect(tracked(other)).toEqual(tracked(first));
  for (const clone of clones) {
    expect(
      JSON.parse((await call(clone, compile, rounds + 2, [], { json: true })).out).written,
    ).toEqual([]);
    const { code, talk } = await call(clone, check, rounds + 2);
    expect(code, talk).toBe(0);
    expect(git(clone.cwd, 'status', '--porcelain', '-uno')).toBe('');
  }
  const kept = new Set(linesOf(first));
  expect([...written].filter((line) => !kept.has(line))).toEqual([]);
  // Chance must not have left a kind of act out.
  expect([...did.keys()].sort()).toEqual(acts.map(([name]) => name).sort());
  expect(git(first.cwd, 'log', '--merges', '--format=%h').split('\n').length).toBeGreaterThan(5);
});

interface Clone {
  readonly cwd: string;
  readonly name: string;
  /** Its clock, against that of the others. */
  readonly minutes: number;
}

type Act = (
  clone: Clone,
  round: number,
  random: (most: number) => number,
) => Promise<Ran | undefined>;

const acts: readonly (readonly [string, Act])[] = [
  [
    'add',
    (clone, round) =>
      call(clone, add, round, ['gene'], { file: '-' }, ruleText(`r${round}-${clone.name}`)),
  ],
  [
    'add what others add',
    (clone, round, random) =>
      call(clone, add, round, ['gene'], { file: '-' }, ruleText(`shared-${random(9)}`)),
  ],
  ['validate', (clone, round, random) => judge(clone, round, random, true)],
  ['invalidate', (clone, round, random) => judge(clone, round, random, false)],
  [
    'reword',
    async (clone, round, random) => {
      const id = anyId(clone, random);
      return call(
        clone,
        revise,
        round,
        [id],
        { file: '-' },
        ruleText(id, `words of ${clone.name} in ${round}`),
      );
    },
  ],
  [
    'merge',
    (clone, round, random) =>
      call(clone, merge, round, [anyId(clone, random)], { into: anyId(clone, random) }),
  ],
  [
    'retire',
    (clone, round, random) =>
      call(clone, deprecate, round, [anyId(clone, random)], { reason: 'no use' }),
  ],
  [
    'undo',
    (clone, round, random) => {
      const lines = linesOf(clone).filter((line) => !line.includes('inject_reflection'));
      return call(clone, undo, round, [
        (JSON.parse(lines[random(lines.length)] as string) as Event).id as string,
      ]);
    },
  ],
  [
    'import',
    (clone, round, random) => {
      const file = join(clone.cwd, '../portable.json');
      const asset = JSON.parse(ruleText(`imported-${random(6)}`)) as Asset;
      writeFileSync(
        file,
        JSON.stringify({ schema_version: '1.0', assets: { genes: [{ ...asset, type: 'gene' }] } }),
      );
      return call(clone, importFile, round, [file], { yes: true });
    },
  ],
];

/** Done, and not refused: what chance asks for is often impossible. */
async function tried(act: () => Promise<Ran | undefined>): Promise<boolean> {
  try {
    return (await act())?.code === 0;
  } catch (error) {
    if (error instanceof MadnessError) return false;
    throw error;
  }
}

async function judge(
  clone: Clone,
  round: number,
  random: (most: number) => number,
  works: boolean,
): Promise<Ran> {
  const session = `s${random(40)}`;
  const event = (works ? proved : refuted)(anyId(clone, random), session, {
    ts: instant(clone, round),
    project: 'team',
  });
  appendFileSync(join(clone.cwd, 'memory/evolution.jsonl'), `${serializeEvent(event)}\n`);
  return call(clone, compile, round);
}

async function synced(clone: Clone, round: number): Promise<void> {
  const { code, talk } = await call(clone, sync, round);
  expect(code, talk).toBe(0);
}

function call(
  clone: Clone,
  command: Command,
  round: number,
  args: string[] = [],
  options: Context['options'] = {},
  stdin = '',
) {
  return run(command, { cwd: clone.cwd, args, options, stdin, now: instant(clone, round) });
}

function instant({ minutes }: Clone, round: number): string {
  return new Date(Date.UTC(2026, 0, 1) + (round * 60 + minutes) * 60_000)
    .toISOString()
    .replace('.000', '');
}

function ruleText(id: string, title = `title of ${id}`): string {
  return JSON.stringify({
    id,
    title,
    domain: ['dev'],
    trigger: `scene_of_${id.replaceAll('-', '_')}`,
    method: [`do ${id}`],
  });
}

function anyId({ cwd }: Clone, random: (most: number) => number): string {
  const genes = JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')) as Asset[];
  return genes[random(genes.length)]?.id ?? 'none';
}

function linesOf({ cwd }: Clone): string[] {
  return readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8').split('\n').filter(Boolean);
}

/** Every file that git keeps, with its bytes. */
function tracked({ cwd }: Clone): Record<string, string> {
  const names = git(cwd, 'ls-files', '-z').split('\0').filter(Boolean);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, name), 'latin1')]));
}

async function threeClones(root: string): Promise<Clone[]> {
  git(root, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  const clones = ['ann', 'bo', 'cai'].map((name, index) => ({
    cwd: join(root, name),
    name,
    minutes: index * 700,
  }));
  const [first, ...others] = clones as [Clone, Clone, Clone];
  mkdirSync(first.cwd);
  git(first.cwd, 'init', '-q', '-b', 'main');
  git(first.cwd, 'remote', 'add', 'origin', join(root, 'remote.git'));
  writeFileSync(join(first.cwd, 'CLAUDE.md'), '# Team\n');
  await call(first, init, 0, [], { language: 'en' });
  for (const id of ['one', 'two', 'three'])
    await call(first, add, 0, ['gene'], { file: '-' }, ruleText(id));
  await synced(first, 0);
  for (const { cwd, name, minutes } of others) {
    git(root, 'clone', '-q', 'remote.git', name);
    await call({ cwd, name, minutes }, init, 0);
  }
  return clones;
}
