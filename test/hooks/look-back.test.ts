import { describe, expect, test } from 'vitest';
import { lessonsOf, reasonsFor, repeatedIn } from '../../src/hooks/look-back-reasons.js';
import type { Fact } from '../../src/observe/journal/journal.js';

const ts = '2026-11-20T08:00:00.000Z';
const signal = (name: string, more: object = {}): Fact => ({
  ...{ ts, kind: 'signal', signal: `error:${name}`, fingerprint: name, tool: 'Bash', call: 't' },
  ...more,
});
const call = (key = 'ls'): Fact => ({ ts, kind: 'call', tool: 'Bash', key });
const correction: Fact = { ts, kind: 'correction', text: 'no' };
const hint: Fact = { ts, kind: 'hint', hint: '0a', signal: 'x', fingerprint: 'y', rule: 'r' };
const past: Fact = { ...hint, rule: null };
const review: Fact = { ts, kind: 'review', reasons: [], hints: [] };

describe('what is worth a look back', () => {
  test.each<[string, Fact[], string[]]>([
    ['nothing', [], []],
    ['a failure', [signal('a')], []],
    ['two failures that differ', [signal('a'), signal('b')], []],
    ['one signal of two causes', [signal('a'), signal('a', { fingerprint: 'b' })], []],
    ['the same failure twice', [signal('a'), signal('a')], []],
    ['a hint of a rule', [hint], ['hints']],
    ['a hint of a past session, whose outcome a program counts', [past], []],
    ['a correction', [correction], []],
    ['five calls, of which one failed', [call(), call(), call(), call(), signal('a')], []],
    ['what came before the last one', [signal('a'), signal('a'), hint, correction, review], []],
    ['a failure before the last one and after it', [signal('a'), review, signal('a')], []],
    ['what came after it', [review, hint], ['hints']],
  ])('%s', (_, journal, reasons) => {
    expect(reasonsFor(lessonsOf(journal))).toEqual(reasons);
  });

  test('failures are told most frequent first, then newest', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => signal(name)) as [Fact, Fact, Fact];
    const told = repeatedIn([a, a, b, c, c, c, b]).map(({ fingerprint, count }) => [
      fingerprint,
      count,
    ]);
    expect(told).toEqual([
      ['c', 3],
      ['b', 2],
      ['a', 2],
    ]);
  });

  test.each<[string, Fact[], boolean]>([
    ['at once', [call('npx tsc')], true],
    ['later', [call('ls'), call('npx tsc')], true],
    ['never', [call('ls')], false],
    ['by a like failure', [signal('b', { key: 'npx tsc' })], false],
  ])('whether the same command went well afterwards is told: %s', (_, later, overcome) => {
    const failed = signal('a', {
      key: 'npx tsc',
      line: 'src/a.ts: error',
      command: 'npx tsc -p .',
    });
    const told = repeatedIn([call('npx tsc'), failed, failed, ...later]);
    expect(told).toEqual([
      {
        ...{ signal: 'error:a', fingerprint: 'a', count: 2 },
        ...{ line: 'src/a.ts: error', command: 'npx tsc -p .', overcome },
      },
    ]);
  });
});
