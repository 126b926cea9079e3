import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { merge } from '../../src/commands/rules/merge.js';
import { editCommand, revise } from '../../src/commands/rules/revise.js';
import { why } from '../../src/commands/rules/show.js';
import { deprecate, pin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { importFile } from '../../src/commands/sharing/import.js';
import { purge } from '../../src/commands/sharing/purge.js';
import { eventId, serializeEvent } from '../../src/learn/log/event.js';
import type { MadnessError } from '../../src/problem.js';
import type { Event, Gene } from '../../src/schema.gen.js';
import { mergeAssets } from '../../src/share/git/merge-assets.js';
import type { Command } from '../../src/terminal/context.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();

type Step =
  | { readonly kind: 'add' | 'pin' | 'deprecate' | 'validate'; readonly id: string }
  | { readonly kind: 'revise'; readonly id: string; readonly title: string }
  | { readonly kind: 'merge'; readonly id: string; readonly into: string };

const assetIds = ['alpha', 'beta', 'gamma'];
const anId = fc.constantFrom(...assetIds);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add', 'add', 'pin', 'deprecate', 'validate'),
    id: anId,
  }) as fc.Arbitrary<Step>,
  fc.record({
    kind: fc.constant('revise' as const),
    id: anId,
    title: fc.constantFrom('one', 'two', 'three'),
  }),
  fc.record({ kind: fc.constant('merge' as const), id: anId, into: anId }),
);

const gene = (id: string, title: string) =>
  JSON.stringify({
    id,
    type: 'gene',
    title,
    domain: ['dev'],
    trigger: `${id} occurs`,
    method: ['look', 'act'],
    evidence: [{ project: 'p', session: `born-${id}`, quote: `words about ${id}` }],
    created_at: '2026-01-01',
  });

/** Runs one step at its own minute; returns the id of the event it wrote, if it wrote one. */
async function take(cwd: string, step: Step, minute: number): Promise<string | undefined> {
  const now = new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString();
  const before = logOf(cwd).length;
  const call = (command: Command, args: string[], options = {}, stdin = '') =>
    run(command, { cwd, args, options, stdin, now }).catch(() => undefined);
  if (step.kind === 'add') await call(add, ['gene'], { file: '-' }, gene(step.id, 'born'));
  if (step.kind === 'pin') await call(pin, [step.id]);
  if (step.kind === 'deprecate') await call(deprecate, [step.id]);
  if (step.kind === 'revise')
    await call(revise, [step.id], { file: '-' }, gene(step.id, `${step.title} ${minute}`));
  if (step.kind === 'merge' && step.id !== step.into)
    await call(merge, [step.id], { into: step.into });
  if (step.kind === 'validate') validate(cwd, step.id, now);
  return logOf(cwd)
    .slice(before)
    .find((event) => event.event !== 'inject_reflection')?.id;
}

function validate(cwd: string, asset_id: string, ts: string): void {
  const event: Event = {
    ts,
    event: 'validate',
    asset_type: 'gene',
    asset_id,
    session: `s-${ts}`,
    cell: { shown: true, followed: 'full', outcome: 'achieved' },
  };
  appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(event)}\n`);
}

/** The newest line that takes something back; a new block is noted behind it. */
function lastUndo(cwd: string): Event {
  return logOf(cwd).findLast(({ event }) => event === 'revert') as Event;
}

function logOf(cwd: string): Event[] {
  return readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
}

/** The same events in another order, as a merge may leave them. */
function turnRound(cwd: string): void {
  const lines = logOf(cwd).reverse().map(serializeEvent);
  writeFileSync(join(cwd, 'memory/evolution.jsonl'), `${lines.join('\n')}\n`);
}

function genesOf(cwd: string): Gene[] {
  return JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')) as Gene[];
}

/** What a person sees of the rules, without the history of blocks. */
function rulesOf(cwd: string) {
  const read = (name: string) =>
    existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '';
  const fence = /```text\n([\s\S]*?)```/.exec(read('CLAUDE.md'))?.[1] ?? '';
  return [read('memory/genes.json'), read('memory/views/_all.md'), fence];
}

async function play(list: readonly (Step | undefined)[]) {
  const cwd = scratch();
  await run(init, { cwd, options: { language: 'en' } });
  const written: (string | undefined)[] = [];
  for (const [minute, step] of list.entries())
    written.push(step && (await take(cwd, step, minute)));
  await settle(cwd);
  return { cwd, written };
}

/** A first compile after lines that were appended by hand. */
async function settle(cwd: string): Promise<void> {
  await run(compile, { cwd, options: { date: '2026-06-01' } });
}

/** What a merge took from a rule stays where the birth of that rule is undone. */
function isSourceOfMerge(list: readonly Step[], index: number): boolean {
  const undone = list[index];
  return (
    undone?.kind === 'add' && list.some((step) => step.kind === 'merge' && step.id === undone.id)
  );
}

describe('undo, wording included', () => {
  test('of any event leaves what there would be if it had never happened', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 2, maxLength: 9 }),
        fc.nat(),
        async (list, at) => {
          const full: Step[] = [{ kind: 'add', id: 'alpha' }, { kind: 'add', id: 'beta' }, ...list];
          const index = at % full.length;
          const { cwd, written } = await play(full);
          const id = written[index];
          if (id === undefined) return;
          turnRound(cwd);
          const before = rulesOf(cwd);
          const undone = await run(undo, { cwd, args: [id], now: '2026-07-01T00:00:00Z' });
          expect(undone.code, undone.talk).toBe(0);
          // What was refused, or done already, was no event: it does not come to be one now.
          const others = full.map((step, i) =>
            i === index || written[i] === undefined ? undefined : step,
          );
          // Where the wording was changed again, the undo proposes the other one.
          if (!undone.out.includes('memory/work/undo-') && !isSourceOfMerge(full, index)) {
            const never = await play(others);
            expect(rulesOf(cwd)).toEqual(rulesOf(never.cwd));
            expect((await run(check, { cwd })).talk).not.toMatch(/not-(?:reworded|undone)/);
          }

          const revert = logOf(cwd).findLast(({ event }) => event === 'revert')?.id as string;
          await run(undo, { cwd, args: [revert], now: '2026-07-02T00:00:00Z' });
          expect(rulesOf(cwd)).toEqual(before);
        },
      ),
      // Whole memories on the disk: few, and the same ones in every run of CI; RUNS and SEED ask for more and for others.
      { numRuns: Number(process.env.RUNS ?? 30), seed: Number(process.env.SEED ?? 20261122) },
    );
  });

  test('a wording that somebody changed by hand stays, and the older one is kept for them', async () => {
    const { cwd, written } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'revise', id: 'alpha', title: 'two' },
    ]);
    const path = join(cwd, 'memory/genes.json');
    const edited = readFileSync(path, 'utf8').replace('"two 1"', '"by hand"');
    writeFileSync(path, edited);
    const { out } = await run(undo, {
      cwd,
      args: [written[1] as string],
      now: '2026-07-01T00:00:00Z',
    });
    expect(readFileSync(path, 'utf8')).toContain('"by hand"');
    const kept = /memory\/work\/\S+\.json/.exec(out)?.[0] as string;
    expect(JSON.parse(readFileSync(join(cwd, kept), 'utf8')).title).toBe('born');
  });

  test('an undone birth is not adopted again, and what is written anew outlives the undo of a verdict', async () => {
    const { cwd, written } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'validate', id: 'alpha' },
    ]);
    await run(undo, { cwd, args: [written[0] as string], now: '2026-07-01T00:00:00Z' });
    writeFileSync(join(cwd, 'memory/genes.json'), `[${gene('alpha', 'again')}]`);
    await settle(cwd);
    expect(logOf(cwd).filter(({ by }) => by === 'adopt')).toEqual([]);
    await run(undo, { cwd, args: [written[1] as string], now: '2026-07-02T00:00:00Z' });
    expect(genesOf(cwd)[0]?.title).toBe('again');
  });

  test('why of a rule that was taken back names the command that brings it back', async () => {
    const cwd = scratch();
    await run(init, { cwd, options: { language: 'en' } });
    await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: gene('alpha', 'born') });
    const [born] = logOf(cwd);
    await run(undo, { cwd, args: [born?.id as string] });
    const asked = run(why, { cwd, args: ['alpha'] });
    const { message, hint } = (await asked.catch((error) => error)) as MadnessError;
    expect(message).toContain('No rule is called alpha any more. It was taken back: ');
    const [, event = ''] = /^madness undo (\w+) brings it back\.$/.exec(hint ?? '') ?? [];
    await run(undo, { cwd, args: [event] });
    expect(await run(why, { cwd, args: ['alpha'] })).toMatchObject({ code: 0 });
  });

  test('a merge taken back, and brought back, is no reason for a warning', async () => {
    const { cwd, written } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'add', id: 'beta' },
      { kind: 'merge', id: 'alpha', into: 'beta' },
    ]);
    let id = written[2] as string;
    for (let minute = 0; minute < 3; minute++) {
      const { code, talk } = await run(undo, {
        cwd,
        args: [id],
        now: `2026-07-01T00:0${minute}:00Z`,
      });
      expect([code, talk]).toEqual([0, expect.not.stringContaining('warning')]);
      id = lastUndo(cwd).id as string;
    }
  });

  test('of an event whose line stands in the log twice takes it back', async () => {
    const { cwd, written } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'revise', id: 'alpha', title: 'two' },
    ]);
    const [line] = logOf(cwd).filter(({ event }) => event === 'revise');
    appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(line as Event)}\n`);
    const { out } = await run(undo, { cwd, args: [written[1] as string] });
    expect(out).toContain('undid: reworded');
    expect(genesOf(cwd)).toMatchObject([{ title: 'born', version: 1 }]);
  });

  test.each([
    ['a revision', 1, [{ title: 'born', version: 1 }], [{ title: 'two 1', version: 2 }]],
    ['a birth', 0, [], [{ title: 'two 1', version: 2 }]],
  ])(
    'of one of two undos of %s changes nothing, of both brings it back',
    async (_, step, undone, back) => {
      const { cwd, written } = await play([
        { kind: 'add', id: 'alpha' },
        { kind: 'revise', id: 'alpha', title: 'two' },
      ]);
      const undoAt = (id: string, minute: number) =>
        run(undo, { cwd, args: [id], now: `2026-07-01T00:0${minute}:00Z` });
      await undoAt(written[step] as string, 0);
      const mine = lastUndo(cwd);
      const theirs = { ...mine, ts: '2026-07-01T00:01:00Z' };
      appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(theirs)}\n`);
      await undoAt(mine.id as string, 2);
      expect(genesOf(cwd)).toMatchObject(undone);
      expect(genesOf(cwd)).toHaveLength(undone.length);
      await undoAt(eventId(theirs), 3);
      expect(genesOf(cwd)).toMatchObject(back);
    },
  );

  test('brought back and made again within a second counts', async () => {
    const { cwd, written } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'revise', id: 'alpha', title: 'two' },
    ]);
    const revision = written[1] as string;
    const now = '2026-07-01T00:00:00Z';
    const undoNow = (id: string) => run(undo, { cwd, args: [id], now });
    await undoNow(revision);
    await undoNow(lastUndo(cwd).id as string);
    expect(genesOf(cwd)).toMatchObject([{ title: 'two 1' }]);
    await undoNow(revision);
    expect(genesOf(cwd)).toMatchObject([{ title: 'born' }]);
  });

  test('twice says so and writes nothing', async () => {
    const { cwd, written } = await play([{ kind: 'add', id: 'alpha' }]);
    await run(undo, { cwd, args: [written[0] as string] });
    const lines = logOf(cwd).length;
    const { out, code } = await run(undo, { cwd, args: [written[0] as string] });
    expect([code, logOf(cwd).length]).toEqual([0, lines]);
    expect(out).toContain('was taken back before');
  });

  test('an id that is unknown or too short is refused with the remedy', async () => {
    const { cwd } = await play([{ kind: 'add', id: 'alpha' }]);
    await expect(run(undo, { cwd, args: ['beef'] })).rejects.toThrow('No event has the id');
    await expect(run(undo, { cwd, args: ['b'] })).rejects.toThrow('at least 4');
  });

  test('events have the ids that their content gives', async () => {
    const { cwd } = await play([
      { kind: 'add', id: 'alpha' },
      { kind: 'pin', id: 'alpha' },
    ]);
    for (const event of logOf(cwd)) expect(event.id).toBe(eventId(event));
  });
});

/** A project whose commands each run at their own minute, or all at one instant where `ticks` is 0. */
async function project({ ticks = 1, cwd = scratch() } = {}) {
  let minute = existsSync(join(cwd, 'memory')) ? logOf(cwd).length * 10 : 0;
  const tick = () => {
    minute += ticks;
    return new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString();
  };
  const call = (command: Command, args: string[], options = {}, stdin = '') =>
    run(command, { cwd, args, options, stdin, now: tick() });
  const file = { file: '-' };
  /** The event that the command wrote. */
  const wrote = async (ran: Promise<{ code: number; talk: string }>): Promise<string> => {
    const { code, talk } = await ran;
    expect(code, talk).toBe(0);
    return logOf(cwd).findLast(({ event }) => event !== 'inject_reflection')?.id as string;
  };
  if (!existsSync(join(cwd, 'memory'))) await call(init, [], { language: 'en' });
  return {
    cwd,
    add: (id: string, more: object = {}) => wrote(call(add, ['gene'], file, words(id, more))),
    revise: (id: string, more: object) => wrote(call(revise, [id], file, words(id, more))),
    merge: (id: string, into: string, more?: object) =>
      wrote(
        more === undefined
          ? call(merge, [id], { into })
          : call(merge, [id], { into, ...file }, words(into, more)),
      ),
    undo: (event: string) => wrote(call(undo, [event])),
    /** What undo says. */
    tell: async (event: string) => (await call(undo, [event])).out,
    purge: (source: string) => wrote(call(purge, [], { source })),
    import: (content: string) => {
      writeFileSync(join(cwd, 'portable.json'), content);
      return wrote(call(importFile, ['portable.json'], { yes: true }));
    },
    byHand: (id: string, change: object) => {
      const edited = genesOf(cwd).map((one) => (one.id === id ? { ...one, ...change } : one));
      writeFileSync(join(cwd, 'memory/genes.json'), JSON.stringify(edited));
      return call(compile, []);
    },
    rule: (id: string) => genesOf(cwd).find((one) => one.id === id),
  };
}

type Project = Awaited<ReturnType<typeof project>>;

const words = (id: string, more: object): string =>
  JSON.stringify({ ...JSON.parse(gene(id, 'A')), ...more });

/** What two people wrote since `base`, in one memory, as git and the merge driver join it. */
async function joined(base: string, ours: Project, theirs: Project): Promise<Project> {
  const cwd = scratch();
  cpSync(ours.cwd, cwd, { recursive: true });
  const assets = [base, ...[ours, theirs].map(({ cwd }) => genesText(cwd))];
  const { text } = mergeAssets(...(assets as [string, string, string])) ?? {};
  writeFileSync(join(cwd, 'memory/genes.json'), text as string);
  const lines = new Set([ours, theirs].flatMap((one) => logOf(one.cwd).map(serializeEvent)));
  writeFileSync(join(cwd, 'memory/evolution.jsonl'), `${[...lines].join('\n')}\n`);
  await settle(cwd);
  return project({ cwd });
}

async function clone(from: Project): Promise<Project> {
  const cwd = scratch();
  cpSync(from.cwd, cwd, { recursive: true });
  return project({ cwd });
}

const genesText = (cwd: string) => readFileSync(join(cwd, 'memory/genes.json'), 'utf8');

describe('undo last takes a rewording back whatever the rule counts', () => {
  test.each([
    ['use pnpm, never npm', 'use pnpm only, never npm'],
    ['run `npm test` before every commit', 'run `npm test` and `npm run lint` before every commit'],
    ['never edit files in src/generated', 'never edit files in src/gen'],
  ])('%s', async (first, second) => {
    const cwd = scratch('counted');
    await run(init, { cwd });
    await run(add, { cwd, args: [first] });
    const read = () => readFileSync(join(cwd, 'memory/genes.json'), 'utf8');
    const before = read();
    const [{ id }] = JSON.parse(before);
    await run(editCommand.run, { cwd, args: [id, second] });
    expect(read()).toContain(second.replaceAll('\n', ''));
    const { out } = await run(undo, { cwd, args: ['last'] });
    expect(out).toContain('undid: reworded');
    expect(read()).toBe(before);
  });
});

describe('a stranger’s words that nobody has read never come into the block', () => {
  const foreign = (id: string) =>
    JSON.stringify({
      schema_version: '1.0',
      exported_by: 'bob',
      assets: {
        genes: [
          { id, type: 'gene', title: 'Lint', trigger: 'packages', method: ['FOREIGN words'] },
        ],
      },
    });
  test.each([
    ['undo last', (cwd: string) => run(undo, { cwd, args: ['last'] })],
    [
      'purge',
      (cwd: string) => {
        const source = /"sha256":"([0-9a-f]{64})"/.exec(
          readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8'),
        )?.[1];
        return run(purge, { cwd, options: { source } });
      },
    ],
  ])('by %s, though the rule was changed by hand since', async (_, takeBack) => {
    const cwd = scratch('foreign');
    await run(init, { cwd });
    await run(add, { cwd, args: ['run the linter first'] });
    const id = 'run-the-linter-first';
    await run(pin, { cwd, args: [id] });
    writeFileSync(join(cwd, 'x.json'), foreign(id));
    await run(importFile, { cwd, args: ['x.json'], options: { merge: id } });
    const genes = join(cwd, 'memory/genes.json');
    expect(readFileSync(genes, 'utf8')).toContain('FOREIGN');
    writeFileSync(
      genes,
      readFileSync(genes, 'utf8').replace('FOREIGN words', 'FOREIGN words, changed'),
    );
    const { code, out } = await takeBack(cwd);
    expect(code).toBe(0);
    expect(readFileSync(genes, 'utf8')).not.toContain('FOREIGN');
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).toContain('run the linter first');
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).not.toContain('FOREIGN');
    if (out.includes('undid')) expect(out).toContain('reads as before the import');
  });
});

describe('undo of what two people reworded', () => {
  async function twoClones(ours: object, theirs: object) {
    const mine = await project();
    await mine.add('r');
    const base = genesText(mine.cwd);
    const other = await clone(mine);
    const earlier = await mine.revise('r', ours);
    // A clock of its own: the later of the two.
    await other.add('elsewhere', { method: ['quite', 'different'] });
    const later = await other.revise('r', theirs);
    return { memory: await joined(base, mine, other), earlier, later };
  }

  test.each([
    ['earlier', { title: 'B' }, { method: ['look', 'leap'] }],
    ['later', { title: 'B' }, { method: ['look', 'leap'] }],
  ] as const)(
    'of the %s of two whose fields were joined proposes the older wording, and writes nothing',
    async (which, ours, theirs) => {
      const { memory, ...event } = await twoClones(ours, theirs);
      const before = memory.rule('r');
      expect(before).toMatchObject({ ...ours, ...theirs });
      const said = await memory.tell(event[which]);
      const [kept = ''] = /memory\/work\/\S+\.json/.exec(said) ?? [];
      expect(JSON.parse(readFileSync(join(memory.cwd, kept), 'utf8'))).toMatchObject({
        title: 'A',
        method: ['look', 'act'],
      });
      expect(memory.rule('r')).toMatchObject({ ...ours, ...theirs });
      await memory.undo(logOf(memory.cwd).at(-1)?.id as string);
      expect(memory.rule('r')).toMatchObject({ ...ours, ...theirs });
    },
  );

  test('of one field takes back the words that the asset still has', async () => {
    const { memory, later } = await twoClones({ title: 'B' }, { title: 'C' });
    // The driver lets the greater text stand.
    expect(memory.rule('r')?.title).toBe('C');
    const undone = await memory.undo(later);
    expect(memory.rule('r')?.title).toBe('A');
    await memory.undo(undone);
    expect(memory.rule('r')?.title).toBe('C');
  });

  test('says that the wording stays where a later revision changed it again', async () => {
    const memory = await project();
    await memory.add('r');
    const first = await memory.revise('r', { title: 'B' });
    await memory.revise('r', { title: 'C' });
    expect(await memory.tell(first)).toContain('the wording of r has changed since and stays');
    expect(memory.rule('r')?.title).toBe('C');
  });
});

describe('undo and edits by hand', () => {
  test('of a revision leaves what was written by hand before it', async () => {
    const memory = await project();
    await memory.add('r');
    const first = await memory.revise('r', { title: 'B' });
    await memory.byHand('r', { title: 'C by hand' });
    const undone = await memory.undo(await memory.revise('r', { title: 'D' }));
    expect(memory.rule('r')?.title).toBe('C by hand');
    await memory.undo(first);
    expect(memory.rule('r')?.title).toBe('C by hand');
    await memory.undo(undone);
    expect(memory.rule('r')?.title).toBe('D');
  });

  test('of a birth that is brought back brings back what was written by hand', async () => {
    const memory = await project();
    const born = await memory.add('r');
    await memory.revise('r', { title: 'B' });
    await memory.byHand('r', { title: 'C by hand' });
    await memory.undo(await memory.undo(born));
    expect(memory.rule('r')?.title).toBe('C by hand');
  });
});

describe('undo of merges', () => {
  test('of a revision that was made in the second of a merge into the rule', async () => {
    const memory = await project({ ticks: 0 });
    await memory.add('r');
    await memory.add('a', { title: 'another thing', method: ['unlike'] });
    await memory.merge('a', 'r', { title: 'B' });
    await memory.undo(await memory.revise('r', { title: 'C' }));
    expect(memory.rule('r')?.title).toBe('B');
  });

  test('takes back the evidence that came with it, whatever the order of its keys', async () => {
    const memory = await project();
    const evidence = [{ project: 'p', session: 'other', quote: 'q', lesson: 'l' }];
    for (const [id, method] of [
      ['r', 'look'],
      ['a', 'unlike'],
      ['b', 'other'],
    ] as const)
      await memory.add(id, { title: `about ${method}`, method: [method] });
    await memory.merge('a', 'r');
    const before = memory.rule('r');
    const second = await memory.merge('b', 'r', { title: 'B', evidence });
    expect(await memory.tell(second)).not.toMatch(/stays/);
    expect(memory.rule('r')).toEqual(before);
  });
});

describe('undo within a second', () => {
  test('of a birth that was brought back', async () => {
    const memory = await project({ ticks: 0 });
    const born = await memory.add('r');
    await memory.undo(await memory.undo(born));
    const again = await memory.undo(born);
    expect(memory.rule('r')).toBeUndefined();
    await memory.undo(again);
    expect(memory.rule('r')?.title).toBe('A');
    await memory.undo(born);
    expect(memory.rule('r')).toBeUndefined();
  });
});

test.each([
  ['en', /what it had undone stays undone, by [0-9a-f]{8} as well/],
  ['zh', /仍未恢复，因为 [0-9a-f]{8} 也撤销了/],
])('undo of one of two undos says in %s that the other counts', async (language, expected) => {
  const memory = await project();
  await memory.add('r');
  const revision = await memory.revise('r', { title: 'B' });
  const undone = await memory.undo(revision);
  const mine = logOf(memory.cwd).find(({ id }) => id === undone) as Event;
  const theirs = serializeEvent({ ...mine, ts: '2026-03-01T00:00:00Z' });
  appendFileSync(join(memory.cwd, 'memory/evolution.jsonl'), `${theirs}\n`);
  const config = join(memory.cwd, 'memory/config.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace('"en"', `"${language}"`));
  expect(await memory.tell(undone)).toMatch(expected);
  expect(memory.rule('r')?.title).toBe('A');
});

test('without an event the last decision goes, also of several within one second', async () => {
  const cwd = scratch();
  const at = (command: Command, args: string[], stdin = '') =>
    run(command, { cwd, args, stdin, now: '2026-02-01T10:00:00Z', options: {} });
  await at(init, []);
  for (const id of assetIds)
    await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: gene(id, id) });
  // Each decision about a rule is dated behind the one before it.
  for (const command of [pin, deprecate]) await at(command, ['alpha']);
  await at(pin, ['beta']);
  expect((await at(undo, [])).out).toContain('undid: pinned');
  expect((await at(undo, [])).out).toContain('undid: removed');
});
