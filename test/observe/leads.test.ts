import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { candidateAdd } from '../../src/commands/retrospective/candidate-add.js';
import { retroStart } from '../../src/commands/retrospective/retro-start.js';
import { askFirst, type Desk, makeDesk, sortingSession } from '../support/reflect-home.js';
import { run } from '../support/run-command.js';

let desk: Desk;
afterEach(() => desk.home.remove());

/** As the form of the hook has it. */
const observed = {
  kind: 'pending_observation',
  constraint: askFirst.constraint,
  rounds: [],
  sessions: ['s-2'],
};

describe('what a look back left to be watched', () => {
  const correction = {
    kind: 'correction',
    title: 'Sorting',
    words: 'Again.',
    constraint: askFirst.constraint,
    quotes: askFirst.quotes,
  };
  const later = { now: '2026-11-22T13:00:00Z' };
  const status = async () => (await desk.ask('retro status')).json;
  const all = async () =>
    (await desk.ask('candidate list', [], undefined, { options: { all: true } })).json;
  let id: string;
  beforeEach(async () => {
    desk = makeDesk();
    sortingSession(desk.home, 's-1');
    sortingSession(desk.home, 's-2');
    id = (await desk.ask('candidate add', [], observed)).json.id;
  });

  test('is a lead of the next review, which is still to be analysed', async () => {
    const begun = { ...later, options: { json: false } };
    const { out: start } = await desk.ask('retro start', ['mid'], undefined, begun);
    const { out: told } = await desk.ask('status', [], undefined, begun);
    expect(told).toMatch(/^noticed {8}1, for the next retrospective$/m);
    expect(start).toContain('1 observation of before: madness retro status lists them');
    const { observations, steps, candidates } = await status();
    expect(observations).toEqual([{ id, constraint: askFirst.constraint, sessions: ['s-2'] }]);
    expect(candidates).toEqual([]);
    expect(steps.find(({ step }: { step: string }) => step === 'analysis').open).toBe(1);
    const { out } = await desk.ask('retro status', [], undefined, { options: { json: false } });
    expect(out).toContain(`observed   ${id} in s-2: ${askFirst.constraint}`);
  });

  test('is told by its report, and by no other, and stays a lead', async () => {
    await desk.ask('retro start', ['mid'], undefined, later);
    expect(await all()).toMatchObject([{ id, retrospective: '2026-11-22-mid', state: 'open' }]);
    await desk.ask('retro skip', ['s-1'], undefined, { options: { reason: 'no' } });
    await desk.ask('retro skip', ['s-2'], undefined, { options: { reason: 'no' } });
    const end = await desk.ask('retro finish', [], undefined, later);
    expect(desk.read(end.json.report)).toContain(askFirst.constraint);
    sortingSession(desk.home, 's-3');
    await desk.ask('retro start', ['mid'], undefined, { now: '2026-11-23T12:00:00Z' });
    expect(await all()).toMatchObject([{ id, retrospective: '2026-11-22-mid' }]);
    expect((await status()).observations).toHaveLength(1);
  });

  test('ends where a rule comes of it, with the sessions in which it showed', async () => {
    await desk.ask('retro start', ['mid'], undefined, later);
    const { id: rule } = (await desk.ask('candidate add', [], askFirst, later)).json;
    expect(await all()).toMatchObject([{ id: rule, sessions: ['s-1', 's-2'] }]);
    expect((await status()).observations).toEqual([]);
  });

  test('is no lead any more where the user dropped it, and the report says so', async () => {
    await desk.ask('retro start', ['mid'], undefined, later);
    await desk.ask('retro note', [], correction);
    await desk.ask('candidate add', [], observed, later);
    await desk.ask('candidate drop', [id], undefined, { options: { reason: 'forget it' } });
    const { observations, questions } = await status();
    expect([observations, questions]).toEqual([[], []]);
    for (const session of ['s-1', 's-2'])
      await desk.ask('retro skip', [session], undefined, { options: { reason: 'no' } });
    const end = await desk.ask('retro finish', [], undefined, later);
    expect(desk.read(end.json.report)).toMatch(/\| dropped \|[\s\S]*Why it was dropped: forget it/);
    sortingSession(desk.home, 's-3');
    await desk.ask('retro start', ['mid'], undefined, { now: '2026-11-23T12:00:00Z' });
    expect((await status()).observations).toEqual([]);
  });

  test('answers the question that it became, where it is only to be watched on', async () => {
    await desk.ask('retro start', ['mid'], undefined, later);
    await desk.ask('retro note', [], correction);
    expect((await status()).questions).toHaveLength(1);
    expect((await desk.ask('candidate add', [], observed, later)).json.changed).toBe(false);
    expect((await status()).questions).toEqual([]);
  });

  test('stands behind a newer one, and what this review leaves is none of its leads', async () => {
    const other = { ...observed, constraint: 'No release on a Friday.' };
    const early = { now: '2026-11-22T12:30:00Z' };
    const { id: newer } = (await desk.ask('candidate add', [], other, early)).json;
    await desk.ask('retro start', ['mid'], undefined, later);
    const third = { ...observed, constraint: 'No merge without a review.' };
    await desk.ask('candidate add', [], third, { now: '2026-11-22T13:30:00Z' });
    const { observations } = await status();
    expect(observations.map((one: { id: string }) => one.id)).toEqual([newer, id]);
  });

  test('goes where it was a mistake', async () => {
    await desk.ask('retro start', ['mid'], undefined, later);
    await desk.ask('candidate drop', [id], undefined, { options: { reason: 'a one-off' } });
    expect((await status()).observations).toEqual([]);
  });
});

describe('in a second worktree', () => {
  let side: string;
  beforeEach(() => {
    desk = makeDesk();
    const { root, shop } = desk.home;
    side = join(root, 'side');
    const gitdir = join(shop, '.git/worktrees/side');
    mkdirSync(gitdir, { recursive: true });
    cpSync(join(shop, 'memory'), join(side, 'memory'), { recursive: true });
    writeFileSync(join(side, '.git'), `gitdir: ${gitdir}\n`);
    sortingSession(desk.home, 's-2');
  });
  const here = (more: object = {}) => ({
    cwd: side,
    env: desk.home.env,
    stdin: JSON.stringify(observed),
    ...more,
  });
  const candidatesOf = (folder: string) => {
    const kept = join(folder, 'memory/work/candidates');
    return existsSync(kept) ? readdirSync(kept).length : 0;
  };

  test.each([
    ['goes to the main one', { file: '-' }, [1, 0]],
    ['stays where a memory is named', { file: '-', memory: 'memory' }, [0, 1]],
  ])('what a look back keeps %s', async (_, options, counts) => {
    await run(candidateAdd, here({ options }));
    expect([candidatesOf(desk.home.shop), candidatesOf(side)]).toEqual(counts);
  });

  test('a review is one of this worktree, and is told that it goes with it', async () => {
    const { talk } = await run(retroStart, here({ args: ['mid'] }));
    expect(talk).toContain(`To keep it, run it in ${desk.home.shop}`);
    await run(candidateAdd, here({ options: { file: '-' } }));
    expect([candidatesOf(desk.home.shop), candidatesOf(side)]).toEqual([0, 1]);
    const { talk: main } = await run(retroStart, here({ args: ['mid'], cwd: desk.home.shop }));
    expect(main).not.toContain('worktree');
  });
});
