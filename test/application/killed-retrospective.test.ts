// biome-ignore-all lint/suspicious/noThenProperty: a lesson says what to do.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dialog, type Json, session } from '../support/dialog.js';
import { madnessHere } from '../support/in-process.js';
import { killedBeforeEachChange, letTimePass } from '../support/kills.js';
import { born } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { put, scratchFolder } from '../support/scratch.js';

let desk: Desk;
afterEach(() => desk.home.remove());

const steps = {
  start: ['agent', 'retro', 'start', 'mid'],
  add: ['agent', 'retro', 'add', '--file', '-'],
  ask: ['agent', 'ask'],
  decide: ['agent', 'decide'],
} as const;
type Step = keyof typeof steps;

const lesson = (index: number) => ({
  title: `wish ${index} of the person`,
  if: `case ${index} comes up`,
  then: `do what wish number ${index} says`,
  lines: ['1:4'],
});
const left_out = [{ what: 'labels by a script', why: 'pending_observation', lines: ['1:4'] }];
const handIn = JSON.stringify({
  ...sortingReading(),
  lessons: [lesson(0), lesson(1), lesson(2)],
  findings: [{ kind: 'decision', text: 'a standard first', lines: ['1:4'] }],
  left_out,
});

const environment = () => ({
  ...desk.home.env,
  ...{ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session },
});

async function go(step: Step): Promise<string> {
  const { code, out, err } = await madnessHere(desk.home.shop, steps[step], {
    ...{ env: environment(), input: handIn },
  });
  expect(code, `${step}: ${out}${err}`).toBe(0);
  return out;
}

/** The dialog to copy; one that was filed and not printed is printed by `ask`. */
async function printedBy(step: 'add' | 'ask'): Promise<string> {
  const out = await go(step);
  return out.includes('{"questions"') || step === 'ask' ? out : printedBy('ask');
}

/** The person keeps the first two and drops the third, in the dialog that was printed. */
function answer(printed: string): void {
  const asked = printed.slice(printed.indexOf('{"questions"'), printed.indexOf('\n]}') + 3);
  const { questions }: Json = JSON.parse(asked);
  const timestamp = new Date().toISOString();
  const rows = dialog(questions, ['Keep', 'Keep and pin', 'Drop']);
  writeSession(desk.home, session, ...rows.map((row) => ({ ...row, timestamp })));
}

/** What a retrospective left behind, without ids and times. */
function left() {
  const lines = desk
    .events()
    .map(
      ({ event, asset_id = '', asset_ids = [], detail = '' }) =>
        `${event} ${[asset_id, ...asset_ids].join()} ${detail}`,
    );
  const retro = desk.retro();
  const { lessons = [], findings = [], left_out: aside = [] } = retro.noted ?? {};
  const folder = join(desk.home.shop, 'memory');
  return {
    events: lines.sort(),
    lessons: lessons.map(({ title, state }) => `${title}: ${state}`),
    noted: [findings.length, aside.length],
    isOver: retro.finished_at !== undefined,
    facets: desk.has('facets/s-1.json'),
    reports: desk.has('retrospectives') && readdirSync(join(folder, 'retrospectives')).length,
    waiting: readdirSync(join(folder, 'work/pending')).filter((name) => name.endsWith('.json')),
    block: desk.home.shop && desk.read('../CLAUDE.md').match(/wish \d of the person/g),
    scratch: readdirSync(folder).filter((name) => name.includes('.madness-')),
  };
}

/** From a step on to the end, as the skill goes on. */
async function goOn(from: 'start' | 'add'): Promise<void> {
  if (from === 'start') await go('start');
  answer(await printedBy('add'));
  await go('decide');
}

function putBack(copy: string): void {
  const { root, shop } = desk.home;
  rmSync(root, { recursive: true });
  cpSync(copy, root, { recursive: true, verbatimSymlinks: true });
  letTimePass(shop);
}

test.each(['start', 'add'] as const)(
  'a retrospective that is killed just before any change of the disk of %s goes on: nothing lost, nothing twice',
  { tags: 'slow' },
  async (step) => {
    desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
    sortingSession(desk.home, 's-1');
    put(desk.home.shop, 'memory/work/candidates/12345678.json', '{"kind":"rule"}');
    if (step !== 'start') await go('start');
    const whole = scratchFolder('whole');
    cpSync(desk.home.root, whole, { recursive: true });
    await goOn(step);
    const expected = left();
    expect(expected).toMatchObject({
      lessons: [0, 1, 2].map((at) => `wish ${at} of the person: ${at < 2 ? 'kept' : 'dropped'}`),
      ...{ noted: [1, 1], isOver: true, reports: 2, waiting: [], scratch: [] },
    });
    putBack(whole);
    const copies = killedBeforeEachChange(desk.home.root, steps[step], {
      ...{ cwd: desk.home.shop, env: environment(), input: handIn },
    });
    expect(copies.length).toBeGreaterThan(5);
    for (const [index, copy] of copies.entries()) {
      putBack(copy);
      await goOn(step);
      expect(left(), `after a kill before change ${index + 1}`).toEqual(expected);
    }
  },
);
