import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { born } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
import {
  at,
  classifyFirst,
  type Desk,
  facetOf,
  findNoScene,
  makeDesk,
  sortingVerdict,
} from '../support/reflect-home.js';
import { assistantLine, callLine, userLine } from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

describe('a session that went on after its review', () => {
  const asked = [
    userLine('what is the capital of France', at(1)),
    callLine('Read', { file_path: '/a' }, 'read', at(2)),
  ];
  const review = (day: number) =>
    desk.ask('retro start', ['mid'], undefined, {
      options: { abandon: true },
      now: `2026-11-${day}T12:00:00Z`,
    });
  const goOn = (...lines: readonly Record<string, unknown>[]) => {
    const file = writeSession(desk.home, 's-1', ...asked, ...lines);
    const later = Date.now() / 1000 + 60;
    utimesSync(file, later, later);
  };
  const facets = async () =>
    (await desk.ask('retro status')).json.steps.find(
      ({ step }: { step: string }) => step === 'facets',
    );
  const listed = async () => (await desk.ask('verdict list', ['s-1'])).json.rules;
  const sorting = [
    userLine('sort these 40 issues into categories', at(11)),
    assistantLine('I define the standard on three samples', at(12)),
    assistantLine('I classify all of them by the standard', at(13)),
    userLine('thanks, that is what I meant', at(14)),
  ];

  beforeEach(async () => {
    desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
    writeSession(desk.home, 's-1', ...asked);
    await review(22);
    await desk.ask('facet add', ['s-1'], facetOf({ loops: [], learnings: [], signals: [] }));
    expect(await facets()).toMatchObject({ state: 'done' });
    await findNoScene(desk, 's-1');
    expect(await listed()).toEqual([]);
  });

  test('is read again from there on, and its rules are judged', async () => {
    goOn(...sorting);
    const { json } = await review(23);
    expect(json.sessions).toMatchObject([{ session: 's-1', since: 2, lines: 6 }]);
    expect(await facets()).toMatchObject({ state: 'open', open: 1 });
    const text = { options: { json: false } };
    const { out } = await desk.ask('digest', ['s-1'], undefined, text);
    expect(out).toContain('3 prompt: sort these 40 issues');
    expect(out).toContain('2 left_out: up to here (--after 0 shows it)');
    expect(out).not.toContain('France');
    const whole = await desk.ask('digest', ['s-1'], undefined, {
      options: { json: false, after: '0' },
    });
    expect(whole.out).toContain('France');
    expect(whole.out).not.toContain('left_out');

    for (const after of ['-1', '1.5', 'x']) {
      const { talk } = await desk.ask('digest', ['s-1'], undefined, { options: { after } });
      expect(talk).toContain(`--after takes the number of a line, not "${after}".`);
    }
    await desk.ask('facet add', ['s-1'], facetOf({ loops: [], learnings: [], signals: [] }));
    expect(await facets()).toMatchObject({ state: 'done' });
    expect(await listed()).toMatchObject([{ asset: 'classify-first' }]);
    const { json: judged } = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(judged.recorded).toHaveLength(1);
    expect(await listed()).toEqual([]);
    expect((await review(24)).talk).toContain('a retrospective has read all 1');
  });

  test('may be said to hold no scene again', async () => {
    goOn(...sorting);
    await review(23);
    await desk.ask('facet add', ['s-1'], facetOf({ loops: [], learnings: [], signals: [] }));
    const none = { session: 's-1', asset: 'classify-first', scene: { occurred: false } };
    expect((await desk.ask('verdict add', [], none)).json.recorded).toHaveLength(1);
    expect(await listed()).toEqual([]);
    expect((await desk.ask('verdict add', [], none)).json.unchanged).toHaveLength(1);
  });

  test.each<[string, readonly Record<string, unknown>[]]>([
    ['nothing the person said', [assistantLine('Paris', at(11))]],
    [
      'a retrospective alone',
      [
        userLine('/madness mid, please', at(11)),
        callLine('Bash', { command: 'madness retro start mid', description: 'x' }, 'r1', at(12)),
      ],
    ],
  ])('by %s is not read again', async (_, lines) => {
    goOn(...lines);
    expect((await review(23)).talk).toContain('a retrospective has read all 1');
  });
});
