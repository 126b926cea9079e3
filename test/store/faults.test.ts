import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { removeBlock } from '../../src/compile/managed-block.js';
import { parseLog } from '../../src/learn/log/parse-log.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { locationAt } from '../../src/store/location.js';
import { comparePlan, openMemory } from '../../src/store/store.js';
import { madness, madnessAside, type Ran } from '../support/cli.js';
import { checkHere, compileHere, madnessHere } from '../support/in-process.js';
import { age, killedBeforeEachChange, letTimePass, putBack } from '../support/kills.js';
import { born, gene, logText, proved, putMemory, refuted, unlike } from '../support/memory.js';
import { fillDisk, mountSmallDisk, remount } from '../support/mount.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';

const isWindows = process.platform === 'win32';
const mine = '# My project\r\n\r\nWords of mine, no line break at the end';
const domains = ['process', 'git', 'testing', 'writing', 'release'];
const ids = Array.from({ length: 20 }, (_, index) => `rule-${index}`);

/** Proved rules, and a target of the user's with CRLF. */
function busyProject(options: { folder?: string; rules?: number } = {}): string {
  const { folder = scratchFolder(), rules = ids.length } = options;
  const some = ids.slice(0, rules);
  const domainOf = (index: number) => domains[index % Math.ceil(rules / 4)] as string;
  putMemory(folder, {
    assets: some.map((id, index) => gene(id, { domain: [domainOf(index)] })),
    events: some.map((id) => born(id)),
    target: mine,
  });
  return folder;
}

/** A session that changes every number, and with them every file that compile writes. */
function judgeAll(folder: string, session: string, round: number): void {
  const ts = new Date(Date.UTC(2026, 2, 1) + round * 60_000).toISOString();
  const verdict = round % 5 === 0 ? refuted : proved;
  const events = assetsOf(folder).map(({ id }) => verdict(id, session, { ts }));
  appendFileSync(join(folder, 'memory/evolution.jsonl'), logText(events));
}

function linesOf(folder: string): string[] {
  return readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8').split('\n');
}

function assetsOf(folder: string): Asset[] {
  return JSON.parse(readFileSync(join(folder, 'memory/genes.json'), 'utf8')) as Asset[];
}

/** All wording that can still be found: in the assets, or in events that keep what was before. */
function wordsOf(folder: string): string {
  return JSON.stringify(assetsOf(folder)) + linesOf(folder).join();
}

function leftovers(folder: string): string[] {
  return Object.keys(snapshot(folder)).filter((path) => path.includes('.madness-'));
}

interface Before {
  readonly lines: readonly string[];
  readonly ids: readonly string[];
  /** Of rule-1. */
  readonly title: string;
}

function remember(folder: string): Before {
  return {
    lines: linesOf(folder).filter((line) => line !== ''),
    ids: assetsOf(folder).map(({ id }) => id),
    title: assetsOf(folder).find(({ id }) => id === 'rule-1')?.title ?? '',
  };
}

/** What must hold at every moment, also between a kill and the next run. */
function expectNothingLost(folder: string, before: Before, when: string): void {
  const lines = new Set(linesOf(folder));
  const lostLines = before.lines.filter((line) => !lines.has(line));
  expect(lostLines, `events lost ${when}`).toEqual([]);
  const now = new Set(assetsOf(folder).map(({ id }) => id));
  expect(
    before.ids.filter((id) => !now.has(id)),
    `assets lost ${when}`,
  ).toEqual([]);
  const target = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
  expect(removeBlock(target), `the user’s bytes ${when}`).toBe(mine);
}

/** The next run mends everything, and there is nothing left to do. */
async function expectCleanAgain(folder: string, when: string): Promise<void> {
  const { code, err } = await madnessHere(folder, ['compile']);
  expect(code, `compile ${when}: ${err}`).toBe(0);
  expect(await drift(folder), `compile --check ${when}`).toEqual([]);
  expect(leftovers(folder), `scratch files ${when}`).toEqual([]);
}

/** What `compile --check` would name, without the start of a process. */
async function drift(folder: string): Promise<readonly string[]> {
  const opened = openMemory(locationAt(join(folder, 'memory'), {}));
  const plan = await compile(opened.memory, '2026-12-01T00:00:00Z');
  expect([...opened.problems, ...plan.problems]).toEqual([]);
  return comparePlan(opened, plan).written;
}

const addArgs = ['add', 'gene', '--file', '-'];

function newGene(id: string): string {
  return JSON.stringify(unlike(id, { domain: ['added'] }));
}

// Windows does not say what ended a process.
describe.skipIf(isWindows)('kill −9', () => {
  const commands: [string, (round: number) => { args: string[]; input: string }][] = [
    ['compile', () => ({ args: ['compile'], input: '' })],
    ['add', (round) => ({ args: addArgs, input: newGene(`new-${round}`) })],
    [
      'revise',
      (round) => ({
        args: ['revise', 'rule-1', '--file', '-'],
        input: JSON.stringify(gene('rule-1', { title: `Reworded for the ${round}th time` })),
      }),
    ],
  ];

  async function expectEachKillHarmless(command: (typeof commands)[0][1], every: number) {
    const folder = busyProject({ rules: 3 });
    await compileHere(folder);
    judgeAll(folder, 'session-1', 1);
    const before = remember(folder);
    const { args, input } = command(1);
    const copies = killedBeforeEachChange(folder, args, { input });
    // Five changes a file, for assets, log, index, views and the target; and the lock.
    expect(copies.length).toBeGreaterThan(35);
    for (const [index, copy] of copies.entries()) {
      if (index % every > 0) continue;
      const when = `after a kill before change ${index + 1}`;
      putBack(copy, folder);
      expectNothingLost(folder, before, when);
      expect(wordsOf(folder), when).toContain(before.title);
      await expectCleanAgain(folder, when);
    }
  }

  test('just before every seventh change of the disk that compile makes loses nothing', () =>
    expectEachKillHarmless(commands[0]?.[1] as (typeof commands)[0][1], 7));

  test.each(commands)(
    'just before any change of the disk that %s makes loses nothing',
    { tags: 'slow' },
    (_, command) => expectEachKillHarmless(command, 1),
  );

  test('leaves nothing beside a target that then needs no change', async () => {
    const folder = busyProject({ rules: 3 });
    await compileHere(folder);
    put(folder, 'CLAUDE.md.madness-0123456789ab', 'half of a block');
    rmSync(join(folder, 'memory/INDEX.md'));
    await compileHere(folder);
    expect(leftovers(folder)).toEqual([]);
  });

  test('leaves no copy that others may read of a file that they may not', async () => {
    const folder = busyProject({ rules: 3 });
    await compileHere(folder);
    // Nothing but the target has to be written.
    put(folder, 'CLAUDE.md', '# Mine\n');
    chmodSync(join(folder, 'CLAUDE.md'), 0o600);
    const modes = killedBeforeEachChange(folder, ['compile']).flatMap((copy) =>
      readdirSync(copy)
        .filter((name) => name.includes('.madness-'))
        .map((name) => statSync(join(copy, name)).mode & 0o777),
    );
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  test('just before any change of the disk that undo makes keeps a wording that it removes', {
    tags: 'slow',
  }, async () => {
    const folder = busyProject({ rules: 3 });
    await compileHere(folder);
    const born = linesOf(folder).find((line) => line.includes('"create"')) ?? '';
    const { asset_id: id, id: birth } = JSON.parse(born) as { asset_id: string; id: string };
    const copies = killedBeforeEachChange(folder, ['undo', birth]);
    for (const [index, copy] of [...copies, folder].entries())
      expect(wordsOf(copy), `after a kill before change ${index + 1}`).toContain(
        `What ${id} taught`,
      );
    expect(assetsOf(folder).map((asset) => asset.id)).not.toContain(id);
  });

  test.each(commands.slice(0, 2))(
    'at ten random moments of %s loses nothing',
    { tags: 'slow' },
    async (_, command) => {
      const folder = busyProject();
      const whole = await timed(() => madnessAside(folder, ['compile']).ended);
      let died = 0;
      for (let round = 0; round < 10; round += 1) {
        judgeAll(folder, `session-${round}`, round);
        const before = remember(folder);
        const { args, input } = command(round);
        const { child, ended } = madnessAside(folder, args, { input });
        const kill = () => child.kill('SIGKILL');
        // Half of them by the clock, half soon after changes show on the disk.
        const stop = round % 2 ? after(Math.random() * whole * 1.2, kill) : atChange(folder, kill);
        const { code } = await ended;
        stop();
        if (code === null) died += 1;
        letTimePass(folder);
        expectNothingLost(folder, before, `in round ${round}`);
        if (round % 5 === 4) await expectCleanAgain(folder, `in round ${round}`);
      }
      expect(died).toBeGreaterThan(3);
      expect(madness(folder, ['compile', '--check']).code).toBe(0);
    },
  );
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

/** Acts when a random number of changes were seen in the memory. */
function atChange(folder: string, act: () => void): () => void {
  let left = Math.ceil(Math.random() * 30);
  const watcher = watch(join(folder, 'memory'), { recursive: true }, () => {
    left -= 1;
    if (left === 0) act();
  });
  return () => watcher.close();
}

describe('many at once', () => {
  test('two compiles and six adds: six assets, six births, nothing lost', {
    tags: 'slow',
  }, async () => {
    const folder = busyProject();
    judgeAll(folder, 'session-1', 1);
    const before = remember(folder);
    const names = Array.from({ length: 6 }, (_, index) => `new-${index}`);
    const runs: Promise<Ran>[] = [];
    for (const id of names)
      runs.push(madnessAside(folder, ['add', 'gene', '--file', '-'], { input: newGene(id) }).ended);
    for (let i = 0; i < 2; i += 1) runs.push(madnessAside(folder, ['compile']).ended);
    for (const { code, err } of await Promise.all(runs)) expect(code, err).toBe(0);

    expectNothingLost(folder, before, 'after eight runs at once');
    const added = assetsOf(folder).filter(({ id }) => id.startsWith('new-'));
    expect(added.map(({ id }) => id)).toEqual(names);
    const births = linesOf(folder)
      .filter((line) => line.includes('"event":"create"') && line.includes('"new-'))
      .map((line) => (JSON.parse(line) as Event).asset_id);
    expect(births.sort()).toEqual(names);
    await expectCleanAgain(folder, 'after eight runs at once');
  });

  test('six adds of one id: one is taken, five are refused', async () => {
    const folder = busyProject();
    const runs = Array.from({ length: 6 }, (_, index) =>
      madnessAside(folder, [...addArgs, '--json'], {
        input: JSON.stringify(unlike('the-one', { title: `Version ${index}` })),
      }),
    );
    const results = await Promise.all(runs.map(({ ended }) => ended));
    expect(results.map(({ code }) => code).sort()).toEqual([0, ...Array(5).fill(1)]);
    expect(assetsOf(folder).filter(({ id }) => id === 'the-one')).toHaveLength(1);
    const lines = linesOf(folder).filter((line) => line.includes('"the-one"'));
    expect(lines).toHaveLength(1);
  });
});

describe('a lock', () => {
  /** The id of a process that is no more. */
  function deadProcess(): number {
    return spawnSync(process.execPath, ['-e', '0']).pid;
  }

  function leaveLock(folder: string, owner: string | undefined, seconds: number): void {
    const lock = join(folder, 'memory/work/lock');
    mkdirSync(lock, { recursive: true });
    if (owner !== undefined) put(folder, 'memory/work/lock-owner.json', owner);
    age(lock, seconds);
  }

  /** Who waits for a lock says so. */
  async function expectTakenOver(folder: string): Promise<void> {
    expect((await madnessHere(folder, ['compile'])).err).not.toContain('Waiting');
    await expectCleanAgain(folder, 'behind a left lock');
  }

  test.each([
    ['a dead process', () => JSON.stringify({ pid: deadProcess(), host: hostname() }), 0],
    ['a process that died before it wrote its name', () => undefined, 6],
    ['a process that died while it wrote its name', () => '', 6],
    ['a process that died in the middle of its name', () => '{"pid":12', 6],
  ])('left by %s is taken over at once', async (_, owner, seconds) => {
    const folder = busyProject();
    leaveLock(folder, owner(), seconds);
    await expectTakenOver(folder);
    expect(existsSync(join(folder, 'memory/work/lock'))).toBe(false);
  });

  test('is taken over at once although a process died that was about to take it over', async () => {
    const folder = busyProject();
    leaveLock(folder, JSON.stringify({ pid: deadProcess(), host: hostname() }), 6);
    const takeover = join(folder, 'memory/work/lock-takeover');
    mkdirSync(takeover);
    age(takeover, 6);
    await expectTakenOver(folder);
    expect(existsSync(takeover)).toBe(false);
  });

  test('held by a living process is waited for, and the wait is said', async () => {
    const folder = busyProject();
    leaveLock(folder, JSON.stringify({ pid: process.pid, host: hostname() }), 0);
    const { child, ended } = madnessAside(folder, ['compile']);
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (data: Buffer) => {
        if (data.toString('utf8').includes('Waiting for another madness')) resolve();
      });
    });
    expect(existsSync(join(folder, 'memory/index.json'))).toBe(false);
    rmSync(join(folder, 'memory/work/lock'), { recursive: true });
    expect((await ended).code).toBe(0);
    expect(existsSync(join(folder, 'memory/index.json'))).toBe(true);
  });

  test('is not needed to see that there is nothing to do', async () => {
    const folder = busyProject();
    await compileHere(folder);
    leaveLock(folder, JSON.stringify({ pid: process.pid, host: hostname() }), 0);
    expect(await compileHere(folder)).toMatchObject({ code: 0, written: [] });
  });
});

/** A full disk says so; whatever was written is whole. */
function expectFullDisk({ code, err }: Ran): void {
  expect(code).toBe(2);
  expect(err).toMatch(/error: Cannot write \/.* \(ENOSPC\)\.\n {4}The disk is full\. /);
}

describe('a full disk', { tags: 'slow' }, () => {
  const page = 4096;

  test.for([0, 1, 2, 3, 5, 8, 12, 16, 20, 24])(
    'with %d pages left: a clear error, nothing half written, and all is well with space again',
    async (pages, context) => {
      const folder = scratchFolder();
      mountSmallDisk(context, folder, 1 << 20);
      busyProject({ folder });
      await compileHere(folder);
      judgeAll(folder, 'session-1', 1);
      const before = remember(folder);
      const filler = fillDisk(folder, pages * page);

      const input = newGene('new');
      for (const run of [
        await madnessHere(folder, addArgs, { input }),
        await madnessHere(folder, ['compile']),
      ]) {
        if (run.code !== 0) expectFullDisk(run);
        expectNothingLost(folder, before, 'on the full disk');
        const log = readFileSync(join(folder, 'memory/evolution.jsonl'));
        expect(parseLog([log]).problems).toEqual([]);
        for (const [path, text] of Object.entries(snapshot(join(folder, 'memory'))))
          if (path.endsWith('.json')) expect(() => JSON.parse(text), path).not.toThrow();
        expect(leftovers(folder)).toEqual([]);
      }

      rmSync(filler);
      await expectCleanAgain(folder, 'with space again');
      const isThere = assetsOf(folder).some(({ id }) => id === 'new');
      expect((await madnessHere(folder, addArgs, { input })).code).toBe(isThere ? 1 : 0);
      await expectCleanAgain(folder, 'at the end');
    },
  );

  test('with nothing left: compile with nothing to write is fine', async (context) => {
    const folder = scratchFolder();
    mountSmallDisk(context, folder, 1 << 20);
    busyProject({ folder });
    await compileHere(folder);
    fillDisk(folder, 0);
    expect(await compileHere(folder)).toMatchObject({ code: 0, written: [], problems: [] });
    expectFullDisk(madness(folder, addArgs, { input: newGene('new') }));
  });

  test('that takes half of an append: the log ends as it did before', async (context) => {
    const folder = scratchFolder();
    mountSmallDisk(context, folder, 1 << 20);
    busyProject({ folder });
    await compileHere(folder);
    const quote = 'x'.repeat(900);
    const evidence = Array.from({ length: 30 }, (_, line) => ({ line: line + 1, quote }));
    // The asset needs about nine pages, its event eight more.
    fillDisk(folder, 24 * page);
    const log = readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8');
    const addBig = (index: number) =>
      madnessHere(folder, addArgs, {
        input: JSON.stringify(unlike(`big-${index}`, { evidence })),
      });
    for (const index of [0, 1]) await addBig(index);
    expectFullDisk(await addBig(2));
    const after = readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8');
    expect(after.startsWith(log)).toBe(true);
    expect(after.endsWith('\n')).toBe(true);
    expect(parseLog([Buffer.from(after)]).problems).toEqual([]);
  });
});

describe('a read-only disk', () => {
  test('compile with nothing to write is fine, anything else a clear error, and nothing changes', async (context) => {
    const folder = scratchFolder();
    mountSmallDisk(context, folder, 1 << 20);
    busyProject({ folder });
    await compileHere(folder);
    remount(folder, 'ro');
    expect(await compileHere(folder)).toMatchObject({ code: 0, written: [], problems: [] });
    expect((await checkHere(folder)).code).toBe(0);
    const add = await madnessHere(folder, addArgs, { input: newGene('new') });
    expect(add.code).toBe(2);
    expect(add.err).toMatch(/^error: Cannot write \/.* \(EROFS\)\.\n {4}It lies on a read-only/);

    remount(folder, 'rw');
    judgeAll(folder, 'session-1', 1);
    remount(folder, 'ro');
    const before = snapshot(folder);
    const { code, err } = await madnessHere(folder, ['compile']);
    expect(code).toBe(2);
    expect(err).toMatch(/^error: Cannot write \/.* \(EROFS\)\./);
    expect(await compileHere(folder, '--check')).toMatchObject({ code: 1 });
    expect(snapshot(folder)).toEqual(before);
  });

  test('under a target: the change stands, and what is left to do is named', async (context) => {
    const folder = scratchFolder();
    busyProject({ folder });
    put(folder, 'memory/config.json', '{"targets": ["CLAUDE.md", "docs/AGENTS.md"]}');
    mkdirSync(join(folder, 'docs'));
    mountSmallDisk(context, join(folder, 'docs'), 1 << 20);
    put(folder, 'docs/AGENTS.md', '');
    await compileHere(folder);
    remount(join(folder, 'docs'), 'ro');
    const id = assetsOf(folder)[0]?.id as string;
    const pin = await madnessHere(folder, ['pin', id]);
    expect(pin.code).toBe(2);
    expect(pin.err).toMatch(/\(EROFS\)\.\n.* The change itself is written; run `madness compile`/);
    remount(join(folder, 'docs'), 'rw');
    expect(await compileHere(folder)).toMatchObject({ code: 0, written: ['docs/AGENTS.md'] });
    expect(await checkHere(folder)).toMatchObject({ code: 0 });
  });
});

describe('a file where a folder belongs', () => {
  test.each([
    [['init', '--memory', 'file']],
    [['init', '--memory', 'file/memory']],
    [['hooks', 'pause']],
    [['archive', '--on']],
    [['export', 'file/rules.json']],
  ])('is named by %j, with what to do', async (args) => {
    const folder = busyProject();
    writeFileSync(join(folder, 'file'), 'mine');
    const { code, err } = await madnessHere(folder, args, {
      env: { MADNESS_HOME: join(folder, 'file', 'own') },
    });
    expect(code).toBe(2);
    expect(err).toMatch(/^error: Cannot \w+ .*file.* \((?:ENOTDIR|EEXIST)\)\.\n {4}\S.*\n$/);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
  });
});

describe('a memory whose path has', () => {
  test.each([
    ['spaces', 'my own project'],
    ['Chinese', '规则 与 记忆'],
    // No name of Windows holds a double quote.
    ['quotes and signs', `it's ${isWindows ? '' : '"50%"'} & $HOME \`x\` #1`],
  ])('%s works like any other', async (_, name) => {
    const folder = scratchFolder(name);
    busyProject({ folder });
    await expectCleanAgain(folder, 'there');
    expect((await madnessHere(folder, addArgs, { input: newGene('new') })).code).toBe(0);
    expect(assetsOf(folder).some(({ id }) => id === 'new')).toBe(true);
    const memory = join(folder, 'memory');
    const byFlag = await madnessHere('/', ['--memory', memory, 'compile', '--check']);
    expect(byFlag).toMatchObject({ code: 0, err: '' });
    const byVariable = await madnessHere('/', ['compile', '--check'], {
      env: { MADNESS_MEMORY: memory },
    });
    expect(byVariable).toMatchObject({ code: 0, err: '' });
  });
});
