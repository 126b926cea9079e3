import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { born } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
import { at, classifyFirst, type Desk, makeDesk } from '../support/reflect-home.js';
import { assistantLine, callLine, userLine } from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

describe('a session that went on after its review', () => {
  const asked = [
    userLine('what is the capital of France', at(1)),
    callLine('Read', { file_path: '/a' }, 'read', at(2)),
  ];
  const review = (day: number) =>
    desk.ask('retro start', ['mid'], undefined, { now: `2026-11-${day}T12:00:00Z` });
  const end = (more: object = {}) =>
    desk.ask('retro add', [], { sessions: [{ s: 1, outcome: 'done' }], ...more });
  const goOn = (...lines: readonly Record<string, unknown>[]) => {
    const file = writeSession(desk.home, 's-1', ...asked, ...lines);
    const later = Date.now() / 1000 + 60;
    utimesSync(file, later, later);
  };
  const kinds = () => desk.events().flatMap(({ event, session }) => (session ? event : []));
  const sorting = [
    userLine('sort these 40 issues into categories', at(11)),
    assistantLine('I define the standard on three samples', at(12)),
    userLine('thanks, that standard is what I meant', at(14)),
  ];

  beforeEach(async () => {
    desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
    writeSession(desk.home, 's-1', ...asked);
    await review(22);
    await end();
    expect(kinds()).toEqual(['no_match']);
  });

  test('is read again from there on, and what was said of an absent scene goes', async () => {
    goOn(...sorting);
    await review(23);
    expect(desk.retro().sessions).toMatchObject([{ session: 's-1', since: 2, lines: 5 }]);
    const { out } = await desk.ask('digest', ['s-1'], undefined, { options: { json: false } });
    expect(out).toContain('sort these 40 issues');
    expect(out).not.toContain('France');
    for (const after of ['-1', '1.5', 'x']) {
      const { talk } = await desk.ask('digest', ['s-1'], undefined, { options: { after } });
      expect(talk).toContain(`--after takes the number of a line, not "${after}".`);
    }
    const verdict = {
      rule: 'classify-first',
      scene: '1:3',
      done: true,
      went: 'well',
      result: '1:5',
    };
    expect((await end({ verdicts: [verdict] })).json.refused).toEqual([]);
    expect(kinds()).toEqual(['no_match', 'validate']);
    expect(desk.events().filter(({ event }) => event === 'revert')).toHaveLength(1);
  });

  test('may be said to hold no scene again', async () => {
    goOn(...sorting);
    await review(23);
    await end();
    expect(kinds()).toEqual(['no_match', 'no_match']);
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
    await review(23);
    expect(desk.retro().finished_at).toBeDefined();
  });
});
