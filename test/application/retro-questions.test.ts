import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dialog, type Json, session } from '../support/dialog.js';
import { madnessHere } from '../support/in-process.js';
import { born } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
import {
  at,
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { userLine } from '../support/transcript-lines.js';

let desk: Desk;
beforeEach(() => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
});
afterEach(() => desk.home.remove());

const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
const by = async (name: Parameters<Desk['ask']>[0], args?: readonly string[], input?: unknown) =>
  desk.ask(name, args, input, { env: agent });

/** Answers the questions of a dialog a moment after they were asked. */
function answer(ask: Json, ...labels: readonly (string | undefined)[]): void {
  const rows = dialog(ask.questions, labels, `call-${ask.questions[0].question.slice(1, 9)}`);
  const later = rows.map((one) => ({ ...one, timestamp: '2026-11-22T12:00:01.000Z' }));
  writeSession(desk.home, session, ...later);
}

const title = (index: number) => `wish ${index} of the person`;
const lesson = (index: number, more: object = {}) => ({
  title: title(index),
  if: `case ${index} comes up`,
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: `do what wish number ${index} says`,
  lines: ['1:4'],
  ...more,
});
const headers = (ask: Json): string[] => ask.questions.map(({ header }: Json) => header);
const labels = (ask: Json, index = 0): string[] =>
  ask.questions[index].options.map(({ label }: Json) => label);
const states = () => desk.retro().noted?.lessons.map(({ state }) => state);

async function started(mode = 'mid'): Promise<void> {
  sortingSession(desk.home, 's-1');
  await by('retro start', [mode]);
}

describe('a dialog of a retrospective', () => {
  test('asks about four rules at once, each with its line, day and place, and then about the others', async () => {
    await started();
    const lessons = [0, 1, 2, 3, 4].map((index) => lesson(index));
    const { ask } = (await by('retro add', [], { ...sortingReading(), lessons })).json;
    expect(headers(ask)).toEqual(['Rule 1/4', 'Rule 2/4', 'Rule 3/4', 'Rule 4/4']);
    expect(labels(ask)).toEqual(['Keep', 'Keep and pin', 'Question it first', 'Drop']);
    expect(ask.questions[0].question.split('\n').slice(1)).toEqual([
      'IF case 0 comes up:',
      '    do what wish number 0 says',
      'you refused, 20 Nov: “no, first agree what counts as a bug” (1:4)',
      'Claude will read it in CLAUDE.md, in every session',
    ]);
    answer(ask, 'Keep', 'Drop', undefined, 'Keep and pin');
    const { json } = await by('decide');
    const byChoice = (a: Json, b: Json) => (a.choice < b.choice ? -1 : 1);
    expect(json.decided.sort(byChoice)).toMatchObject([
      { choice: 'Drop', done: true, reads: null },
      { choice: 'Keep', done: true, reads: 'block' },
      { choice: 'Keep and pin', done: true, reads: 'block' },
    ]);
    // What was left out comes again, with the fifth.
    expect(headers(json.ask)).toEqual(['Rule 1/2', 'Rule 2/2']);
    expect(states()).toEqual(['kept', 'dropped', 'asked', 'kept', 'asked']);
    answer(json.ask, 'Drop', 'Keep');
    const last = await by('decide');
    expect(last.json.ask).toBeNull();
    expect(states()).toEqual(['kept', 'dropped', 'dropped', 'kept', 'kept']);
    expect(desk.retro().finished_at).toBeDefined();
  });

  test('comes once: not beside a refusal, not before every session is in, not again with the next piece', async () => {
    await started();
    const { sessions, ...rest } = sortingReading();
    const bad = lesson(1, { lines: ['1:99'] });
    const first = await by('retro add', [], { ...rest, lessons: [lesson(0), bad] });
    expect([first.code, first.json.ask, states()]).toEqual([1, null, ['waiting']]);
    const second = await by('retro add', [], { lessons: [lesson(1)] });
    expect([second.json.refused, second.json.ask]).toEqual([[], null]);
    const third = await by('retro add', [], { sessions });
    expect(headers(third.json.ask)).toEqual(['Rule 1/2', 'Rule 2/2']);
    const { out } = await madnessHere(desk.home.shop, ['agent', 'retro', 'add', '--file', '-'], {
      env: { ...desk.home.env, ...agent },
      input: JSON.stringify({ left_out: [{ what: 'a yellow bar', why: 'one_off' }] }),
    });
    expect(out).toContain('the dialog that was printed before still waits');
    expect(out).not.toContain('"question"');
  });

  test('comes without what was refused and what is not in, where nothing more is handed in', async () => {
    await started();
    const bad = lesson(1, { lines: ['1:99'] });
    await by('retro add', [], { lessons: [lesson(0), bad] });
    expect(headers((await by('retro add', [], {})).json.ask)).toEqual(['Rule']);
  });

  test('ends with one screen, whose whole is checked, and each kept rule names it', async () => {
    await started();
    const left_out = [{ what: 'fees of 1.5 %', why: 'one_off', lines: ['1:4'] }];
    const given = { ...sortingReading(), lessons: [lesson(0)], left_out };
    const { ask } = (await by('retro add', [], given)).json;
    answer(ask, 'Keep');
    const env = { ...desk.home.env, ...agent };
    const { out } = await madnessHere(desk.home.shop, ['agent', 'decide'], { env });
    expect(out).toContain('Keep, done. Claude reads it from now on: CLAUDE.md');
    expect(out).toMatch(/^Retrospective of \d+ \w+ · 1 session, 20 Nov/m);
    expect(out).toMatch(/^learnt {5}wish 0 of the person {3}CLAUDE\.md$/m);
    expect(out).toMatch(/^followed {3}classify-first 1 of 1$/m);
    expect(out).toMatch(/^left out {3}fees of 1\.5 % \(one-off\)$/m);
    const [file = ''] = readdirSync(join(desk.home.shop, 'memory/retrospectives')).filter((name) =>
      name.endsWith('.md'),
    );
    const checked = await by('report check', [`memory/retrospectives/${file}`]);
    expect([checked.code, checked.rules]).toEqual([0, []]);
    expect(desk.read('genes.json')).toContain(`"created_from": "retrospectives/${file}"`);
    const { out: again } = await madnessHere(desk.home.shop, ['report'], { env: desk.home.env });
    expect(out).toContain(again.trim().split('\n')[0]);
    expect(again.trim().split('\n').at(-1)).toBe(`whole      memory/retrospectives/${file}`);
  });

  test('finds what was answered in a terminal of the person', async () => {
    await started();
    const given = { ...sortingReading(), lessons: [lesson(0), lesson(1)] };
    const { ask } = (await by('retro add', [], given)).json;
    const id = ask.questions[0].question.slice(1, 9);
    await desk.ask('decide', [], undefined, { env: agent });
    // As `review` leaves it: the rule is there, and nothing waits.
    answer({ questions: [{ ...ask.questions[0], header: 'Rule' }] }, 'Keep');
    expect((await by('decide', [id])).json.decided).toMatchObject([{ id, done: true }]);
    expect(states()).toEqual(['kept', 'asked']);
  });
});

describe('“Question it first”', () => {
  const rounds = [12, 13, 14, 15].map((line) => ({ challenge: 'Why?', answer: `9:${line}` }));
  const answersOfThePerson = () =>
    writeSession(
      desk.home,
      session,
      ...Array.from({ length: 15 }, (_, index) =>
        userLine(`answer number ${index + 1}`, at(index)),
      ),
    );

  test('keeps nothing, says what to do, and takes the lesson again with four rounds only', async () => {
    await started();
    const { ask } = (await by('retro add', [], { ...sortingReading(), lessons: [lesson(0)] })).json;
    const before = desk.events();
    answer(ask, 'Question it first');
    const { json } = await by('decide');
    expect(json.decided).toMatchObject([
      { choice: 'Question it first', done: false, next: expect.stringMatching(/three rounds/) },
    ]);
    expect([states(), json.ask, desk.events()]).toEqual([['question'], null, before]);
    answersOfThePerson();
    const without = await by('retro add', [], { lessons: [lesson(0, { why: 'it came back' })] });
    expect(without.json.refused).toMatchObject([{ at: 'lessons[0].rounds' }]);
    const again = await by('retro add', [], { lessons: [lesson(0, { rounds })] });
    expect(again.json.refused).toEqual([]);
    expect(labels(again.json.ask)).toEqual(['Keep', 'Keep and pin', 'Drop']);
  });

  test('is due in a final retrospective for a rule that a verdict speaks against', async () => {
    await started('final');
    const [verdict] = sortingReading().verdicts ?? [];
    const against = {
      ...sortingReading(),
      verdicts: [{ ...verdict, done: false, went: 'unclear' }],
    };
    const { out } = await madnessHere(desk.home.shop, ['agent', 'retro', 'add', '--file', '-'], {
      env: { ...desk.home.env, ...agent },
      input: JSON.stringify(against),
    });
    expect(out).toContain('still to be questioned: classify-first');
    expect(desk.retro().finished_at).toBeUndefined();
    const sharper = lesson(0, { sharpens: 'classify-first', title: 'Agree first' });
    const refused = (await by('retro add', [], { lessons: [sharper] })).json.refused;
    expect(refused).toMatchObject([{ at: 'lessons[0].rounds' }]);
    const left_out = [{ what: 'agreeing first', why: 'clarified', lines: ['1:3'] }];
    const settled = await by('retro add', [], { left_out });
    expect([settled.code, settled.json.refused]).toEqual([
      1,
      [
        {
          at: 'findings',
          message: 'a final retrospective needs one of kind growth',
          hint: expect.stringContaining('{"findings":[{"kind":"growth",'),
        },
      ],
    ]);
    expect(desk.retro().finished_at).toBeUndefined();
    const findings = [{ kind: 'growth', text: 'a standard comes first now', lines: ['1:3'] }];
    expect((await by('retro add', [], { findings })).code).toBe(0);
    expect(desk.retro().finished_at).toBeDefined();
    const [file = ''] = readdirSync(join(desk.home.shop, 'memory/retrospectives')).filter((name) =>
      name.endsWith('.md'),
    );
    expect(desk.read(`retrospectives/${file}`)).toContain('## What became of every rule');
  });
});
