import { copyFileSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { findSessions } from '../../src/observe/sessions/sessions.js';
import type { Verdict } from '../../src/schema.gen.js';
import { born } from '../support/memory.js';
import { fileOf, writeSession } from '../support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingSession,
  sortingVerdict,
} from '../support/reflect-home.js';
import { assistantLine, userLine } from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

function fresh(): Desk {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7, { project: 'shop' })]);
  return desk;
}

const judgements = () => desk.events().filter(({ cell }) => cell !== undefined);
const step = (name: string, text: string) => ({ step: name, done: true, quote: { text } });
const achieved = (text: string): Partial<Verdict> => ({
  outcome: { result: 'achieved', quote: { text } },
});
const scene = (text: string): Partial<Verdict> => ({ scene: { occurred: true, quote: { text } } });

const first = 'I define the standard on three';
const second = 'I classify all of them by the standard';

describe('a verdict is refused', () => {
  test.each<[string, Partial<Verdict>, string]>([
    ['the scene and a step', scene(first), '/steps/0/quote'],
    [
      'two steps',
      { steps: [step('define the standard', second), step('sort', second)] },
      '/steps/1/quote',
    ],
    [
      'a step and a part of it',
      { steps: [step('define the standard', first), step('sort', 'define the standard on')] },
      '/steps/1/quote',
    ],
    [
      'the scene and another part of its row',
      scene('A bug is what worked before'),
      '/steps/0/quote',
    ],
    [
      'the scene and the outcome',
      achieved('sort these 40 issues into categories'),
      '/outcome/quote',
    ],
  ])('where one passage is %s', async (_name, more, at) => {
    fresh();
    sortingSession(desk.home, 's-1');
    const { code, json } = await desk.ask('verdict add', [], sortingVerdict('s-1', more));
    expect(code).toBe(1);
    expect(json.problems).toMatchObject([{ rule: 'verdict/incomplete', at }]);
    expect(judgements()).toEqual([]);
  });

  test.each<[string, Partial<Verdict>]>([
    ['before the last step', achieved('no, first agree what counts as a bug')],
    [
      'before the scene',
      { ...scene('thanks, that is what I meant'), ...achieved('no, first agree what counts') },
    ],
  ])('where the outcome is %s', async (_name, more) => {
    fresh();
    sortingSession(desk.home, 's-1');
    const { json } = await desk.ask('verdict add', [], sortingVerdict('s-1', more));
    expect(json.problems).toMatchObject([{ rule: 'verdict/incomplete', at: '/outcome/quote' }]);
    expect(json.problems[0].message).toMatch(
      /^The outcome is quoted from line 4, before the end of .* line \d+\.$/,
    );
  });

  test('where three sessions of one prompt hold all of it', async () => {
    fresh();
    const task =
      'When you sort issues, define the standard, sort all of them, and it worked every time.';
    for (const name of ['t-1', 't-2', 't-3']) {
      writeSession(desk.home, name, userLine(task), assistantLine('Understood.'));
      const { json } = await desk.ask('verdict add', [], {
        session: name,
        asset: 'classify-first',
        scene: { occurred: true, quote: { text: 'When you sort issues' } },
        steps: [
          step('define the standard', 'define the standard'),
          step('sort', 'sort all of them'),
        ],
        outcome: { result: 'achieved', quote: { text: 'it worked every time' } },
      });
      expect(json.recorded).toEqual([]);
    }
    expect(judgements()).toEqual([]);
  });
});

describe('a verdict is recorded', () => {
  test('where each passage proves one thing and the outcome is behind the steps', async () => {
    fresh();
    sortingSession(desk.home, 's-1');
    const { code } = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(code).toBe(0);
    expect(judgements()).toHaveLength(1);
  });

  test('where two sentences of one message show two steps', async () => {
    fresh();
    writeSession(
      desk.home,
      's-1',
      userLine('sort these 40 issues'),
      assistantLine('I defined a standard. Then I sorted all of them.'),
      userLine('thanks, well done'),
    );
    const { code } = await desk.ask('verdict add', [], {
      session: 's-1',
      asset: 'classify-first',
      scene: { occurred: true, quote: { text: 'sort these 40 issues' } },
      steps: [
        step('define the standard', 'I defined a standard'),
        step('sort', 'Then I sorted all of them'),
      ],
      outcome: { result: 'achieved', quote: { text: 'thanks, well done' } },
    });
    expect(code).toBe(0);
  });
});

describe('a transcript that was copied under another name', () => {
  test('gives no second verdict', async () => {
    fresh();
    copyFileSync(sortingSession(desk.home, 's-1'), fileOf(desk.home, 's-2'));
    const one = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(one.json.recorded).toHaveLength(1);
    const again = await desk.ask('verdict add', [], sortingVerdict('s-2'));
    expect(again.json).toMatchObject({ recorded: [], unchanged: [{ session: 's-1' }] });
    expect(judgements()).toHaveLength(1);
  });

  test('is listed once, also where the first is gone', () => {
    fresh();
    const { home } = desk;
    const file = sortingSession(home, 's-1');
    copyFileSync(file, fileOf(home, 's-2'));
    copyFileSync(file, fileOf(home, 's-3'));
    const listed = () => findSessions(home.claude).sessions.map(({ session }) => session);
    expect(listed()).toEqual(['s-1']);
    rmSync(file);
    expect(listed()).toEqual(['s-1']);
  });

  test('keeps the name of its records where only copies are left', async () => {
    fresh();
    const { home } = desk;
    const file = sortingSession(home, 's-1');
    copyFileSync(file, fileOf(home, 'copy-a'));
    copyFileSync(file, fileOf(home, 'copy-c'));
    rmSync(file);
    expect(findSessions(home.claude).sessions.map(({ session }) => session)).toEqual(['s-1']);
    const { json } = await desk.ask('verdict add', [], sortingVerdict('copy-c'));
    expect(json.recorded).toMatchObject([{ session: 's-1' }]);
    const again = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(again.json).toMatchObject({ recorded: [], unchanged: [{ session: 's-1' }] });
  });
});
