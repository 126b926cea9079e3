import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandedLeftOut, HandIn } from '../../src/schema.gen.js';
import { born, gene } from '../support/memory.js';
import {
  at,
  classifyFirst,
  type Desk,
  makeDesk,
  quietSession,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { put } from '../support/scratch.js';
import { userLine } from '../support/transcript-lines.js';

const other = gene('use-pnpm', { title: 'pnpm', trigger: 'installing', method: ['use pnpm'] });
let desk: Desk;
beforeEach(() => {
  desk = makeDesk([classifyFirst, other], [born('classify-first', 0.7), born('use-pnpm', 0.7)]);
});
afterEach(() => desk.home.remove());

async function started(...sessions: readonly string[]): Promise<void> {
  for (const name of sessions) sortingSession(desk.home, name);
  await desk.ask('retro start', ['mid']);
}
const add = (value: unknown) => desk.ask('retro add', [], value);
const judged = () => desk.events().filter(({ session }) => session !== undefined);

describe('the end of a retrospective', () => {
  test('writes verdicts, rules without a scene and what a session was; before, the log has none', async () => {
    await started('s-1');
    const { verdicts, sessions } = sortingReading();
    const first = await add({ verdicts });
    expect(first).toMatchObject({
      code: 0,
      json: { noted: { verdicts: 1 }, refused: [], ask: null },
    });
    expect(judged()).toEqual([]);
    expect(first.json.noted.sessions).toBe(0);
    expect(desk.retro().finished_at).toBeUndefined();
    await add({ sessions });
    expect(desk.retro().finished_at).toBeDefined();
    expect(judged()).toMatchObject([
      {
        ...{ event: 'validate', asset_id: 'classify-first', session: 's-1', by: 'retrospective' },
        cell: { followed: 'full', outcome: 'achieved' },
        confidence_delta: 0.1,
        ts: '2026-11-20T08:09:00.000Z',
      },
      { event: 'no_match', asset_ids: ['use-pnpm'], session: 's-1' },
    ]);
    const [event] = judged();
    expect(event?.quotes?.map(({ line }) => line)).toEqual([4, 9]);
    expect(JSON.parse(desk.read('facets/s-1.json'))).toMatchObject({
      ...{ session: 's-1', project: 'shop', goal: 'sort the issues', outcome: 'done' },
      ...{ loops: 0, refusals: 1, read: 'whole' },
    });
  });

  test('comes once: the same hand-in in the next one changes nothing', async () => {
    await started('s-1');
    await add(sortingReading());
    const before = desk.read('evolution.jsonl');
    expect((await add(sortingReading())).code).toBe(2);
    sortingSession(desk.home, 's-2');
    await desk.ask('retro start', ['mid']);
    expect(desk.retro().sessions.map(({ session }) => session)).toEqual(['s-2']);
    expect(desk.read('evolution.jsonl')).toBe(before);
  });

  test('waits while a session is not in, and while something was refused', async () => {
    await started('s-1', 's-2');
    await add(sortingReading(1));
    expect(desk.retro().finished_at).toBeUndefined();
    const bad = { verdicts: [{ rule: 'no-such-rule', scene: '2:1', done: true }] };
    const refused = await add({ ...sortingReading(2), ...bad });
    expect(refused).toMatchObject({ code: 1, json: { refused: [{ at: 'verdicts[0].rule' }] } });
    expect(desk.retro().finished_at).toBeUndefined();
    expect((await add({})).code).toBe(0);
    expect(desk.retro().finished_at).toBeDefined();
  });

  test('never comes where it is dropped: no verdict, no absent scene, no facet', async () => {
    await started('s-1', 's-2');
    await add(sortingReading(1));
    const before = desk.read('evolution.jsonl');
    expect((await desk.ask('retro drop')).code).toBe(0);
    expect(desk.read('evolution.jsonl')).toBe(before);
    expect(desk.has('facets/s-1.json')).toBe(false);
    await desk.ask('retro start', ['mid']);
    expect(desk.retro().sessions.map(({ session }) => session)).toEqual(['s-1', 's-2']);
  });

  test('keeps what was left in sight in the log', async () => {
    await started('s-1');
    const left: HandedLeftOut = {
      what: 'labels by a script',
      why: 'pending_observation',
      lines: ['1:4'],
    } as const;
    await add(sortingReading(1, { left_out: [left] }));
    expect(desk.events().at(-1)).toMatchObject({
      ...{ event: 'pending_observation', detail: 'labels by a script', session: 's-1' },
    });
  });
});

test('praise moves no number', async () => {
  const more = [userLine('great', at(10))];
  sortingSession(desk.home, 's-1', ...more);
  await desk.ask('retro start', ['mid']);
  const [verdict] = sortingReading().verdicts as NonNullable<HandIn['verdicts']>;
  await add({ ...sortingReading(), verdicts: [{ ...verdict, result: '1:10' }] });
  expect(judged()[0]).toMatchObject({ event: 'observe', confidence_delta: 0 });
  expect(judged()[0]?.cell?.outcome).toBe('unclear');
});

test('a session without a word on a rule counts as seen only where it is listed', async () => {
  quietSession(desk.home, 's-q');
  await started('s-1');
  const s = desk.retro().sessions.find(({ session }) => session === 's-1')?.s ?? 0;
  await add(sortingReading(s));
  expect(judged()).toEqual([]);
});

test('open work of an older version is kept aside, and said once', async () => {
  sortingSession(desk.home, 's-1');
  const work = join(desk.home.shop, 'memory/work');
  put(work, 'candidates/12345678.json', '{"kind":"rule"}');
  const first = await desk.ask('retro start', ['mid']);
  expect(first.talk).toContain('1 draft of an older version lies in memory/work/aside/ now');
  expect(desk.read('work/aside/12345678.json')).toBe('{"kind":"rule"}');
  expect(desk.has('work/candidates/12345678.json')).toBe(false);
  const { noted: _, ...older } = desk.retro();
  put(work, 'retro.json', JSON.stringify(older));
  const { code, talk } = await desk.ask('retro start', ['mid']);
  expect([code, talk.includes('aside')]).toEqual([0, false]);
  expect(desk.retro().noted).toBeDefined();
});

test.each([
  ['{', 2],
  ['[]', 2],
  ['{"lessens":[]}', 1],
])('%s is answered with %i', async (text, code) => {
  await started('s-1');
  expect((await desk.ask('retro add', [], text)).code).toBe(code);
});
