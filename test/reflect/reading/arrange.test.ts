import { describe, expect, test } from 'vitest';
import { arrange, fitted } from '../../../src/reflect/reading/arrange.js';
import { levels } from '../../../src/reflect/reading/lines.js';
import type { Entry, SessionReading } from '../../../src/reflect/reading/session-reading.js';

const weight = { words: 0, corrections: 0, refusals: 0, changed: 0, stops: 0, mends: 0, calls: 0 };

function entry(line: number, more: Partial<Entry> = {}): Entry {
  const text = more.text ?? `words ${line}`;
  const base = {
    line,
    kind: 'you',
    by: 'person',
    role: 'user',
    at: undefined,
    quote: text,
  } as const;
  return { ...base, text, ...more };
}

/** A session of so many prompts of a hundred characters, as many calls, and corrections. */
function session(name: string, prompts: number, corrections = 0): SessionReading {
  const said = Array.from({ length: prompts }, (_, at) => [
    entry(2 * at + 1, { text: 'x'.repeat(100), short: ['x'.repeat(100), 'x'.repeat(60)] }),
    entry(2 * at + 2, { kind: 'well', by: 'program', text: 'y'.repeat(100), group: 'make' }),
  ]);
  return {
    session: name,
    day: '2026-11-01',
    entries: () => said.flat(),
    weight: { ...weight, words: prompts, corrections, calls: prompts },
    loops: 0,
    signals: [],
    files: [],
    ended: () => [],
    failures: () => [],
  };
}

describe('sessions and their parts', () => {
  test('all that fits one part is one part, in the order of time, and whole', () => {
    const { sessions, rest } = arrange([session('a', 2), session('b', 2, 3)], [5000, 5000, 5000]);
    expect(
      sessions.map(({ s, part, level, reading }) => [s, part, level, reading.session]),
    ).toEqual([
      [1, 1, levels.all, 'a'],
      [2, 1, levels.all, 'b'],
    ]);
    expect(rest).toEqual([]);
  });

  test('the first part holds those with most corrections; what has no room waits', () => {
    const all = [session('a', 8), session('b', 8, 1), session('c', 8, 9), session('d', 8, 5)];
    const { sessions, rest } = arrange(all, [1100, 1100, 1100]);
    const parts = Object.fromEntries(sessions.map(({ part, reading }) => [reading.session, part]));
    expect(parts).toEqual({ c: 1, d: 2, b: 3 });
    expect(rest.map(({ session: name }) => name)).toEqual(['a']);
    expect(sessions.map(({ s, reading }) => `${s}${reading.session}`)).toEqual(['1b', '2c', '3d']);
  });

  test('no part is longer than its room', () => {
    const all = Array.from({ length: 30 }, (_, at) => session(`s${at}`, 1 + (at % 9), at % 4));
    const rooms = [2000, 3000, 3000];
    const { sessions } = arrange(all, rooms);
    for (const [at, room] of rooms.entries()) {
      const texts = sessions.filter(({ part }) => part === at + 1).map(({ text }) => text);
      expect(Buffer.byteLength(texts.join('\n\n'))).toBeLessThanOrEqual(room);
    }
  });

  test('details are left out before another part is needed', () => {
    const { sessions } = arrange([session('a', 6, 1), session('b', 6)], [1700, 1700, 1700]);
    expect(sessions.map(({ part }) => part)).toEqual([1, 1]);
    expect(Math.max(...sessions.map(({ level }) => level))).toBeGreaterThan(levels.all);
  });

  test('a session in which nothing was said, refused, changed or mended is not printed', () => {
    const silent = { ...session('a', 1), weight: { ...weight, calls: 9 } };
    expect(arrange([silent], [5000])).toEqual({ sessions: [], rest: [] });
  });

  test('the first part has a session, though another has more room', () => {
    const { sessions } = arrange([session('a', 20, 1)], [2000, 9000]);
    expect(sessions.map(({ part }) => part)).toEqual([1]);
    expect(Buffer.byteLength(sessions[0]?.text ?? '')).toBeLessThanOrEqual(2000);
  });

  test('a session that no part holds is cut at its end, and says where', () => {
    const { sessions } = arrange([session('a', 100, 1)], [2000, 2000]);
    expect(sessions).toHaveLength(1);
    expect(Buffer.byteLength(sessions[0]?.text ?? '')).toBeLessThanOrEqual(2000);
    expect(sessions[0]?.until).toBe(sessions[0]?.printed.lines.at(-1)?.line);
  });
});

test('a single session is printed with as much of it as there is room for', () => {
  const one = session('abcdefgh', 10);
  expect(fitted(one, 'abcdefgh', 9000).level).toBe(levels.all);
  const less = fitted(one, 'abcdefgh', 1500);
  expect(less.level).toBeGreaterThan(levels.all);
  expect(Buffer.byteLength(less.text)).toBeLessThanOrEqual(1500);
});
