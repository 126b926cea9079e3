import { expect, test } from 'vitest';
import { handle as handleFailure } from '../../src/hooks/events/post-tool-use-failure.js';
import { answerSuccess, callOf } from '../../src/hooks/failure-hints.js';
import type { NewFact, Session } from '../../src/hooks/handler.js';
import type { ResolvedFailure } from '../../src/observe/journal/resolved-failures.js';
import { noSettings, noted, sessionWith } from '../support/hook-session.js';

const failed = (command: string, id: string) => ({
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: id,
  error: 'src/a.ts(3,7): error TS2322: Type string is not assignable to type number.',
});

const past = (session: string) => (signal: string, fingerprint: string) =>
  ({
    signal,
    fingerprint,
    session,
    date: '2026-11-01T00:00:00Z',
    line: 42,
    followed: ['Edit src/a.ts'],
  }) satisfies ResolvedFailure;

/** These failures one after the other: what each answer said, and all facts that were noted. */
function fail(calls: readonly object[], more: Partial<Session>, settings = noSettings) {
  const facts: NewFact[] = [];
  const session = sessionWith({ ...more, journal: () => noted(facts) });
  const said = calls.map((call) => {
    let context = '';
    let part = handleFailure(call as never, session, settings);
    for (; part !== undefined; part = part.next?.(session)) {
      facts.push(...(part.facts ?? []));
      context += part.context ?? '';
    }
    return context;
  });
  return { said, facts, kinds: facts.map(({ kind }) => kind), session };
}

const thrice = ['one', 'two', 'three'].map((id) => failed('npx tsc', id));

test('the second like failure brings what overcame it once, the first and the third nothing', () => {
  const { said, kinds } = fail(thrice, { overcome: past('an-earlier-one') });
  expect(said).toEqual(['', expect.stringContaining('Edit src/a.ts'), '']);
  expect(said[1]).toContain('session an-earlier-one of 2026-11-01 (line 42)');
  expect(kinds).toEqual(['signal', 'signal', 'hint', 'signal', 'hint_outcome']);
});

test('a failure that only this session overcame brings no hint, and none without a past', () => {
  expect(fail(thrice, { overcome: past('session-1') }).said.join('')).toBe('');
  expect(fail(thrice, {}).said.join('')).toBe('');
});

test('an interrupted call is no failure', () => {
  const calls = thrice.map((call) => ({ ...call, is_interrupt: true }));
  expect(fail(calls, { overcome: past('an-earlier-one') }).kinds).toEqual([]);
});

test('a session that is held out gets a note in place of the hint', () => {
  const { said, kinds } = fail(
    thrice,
    { overcome: past('an-earlier-one') },
    { ...noSettings, holdout: 'held' },
  );
  expect(said.join('')).toBe('');
  expect(kinds).toContain('withheld');
  expect(kinds).not.toContain('hint');
});

test('the next like command that goes well judges the hint as helpful, an unlike one does not', () => {
  const { session } = fail(thrice.slice(0, 2), { overcome: past('an-earlier-one') });
  expect(answerSuccess(callOf(failed('npx tsc', 'four') as never), session).facts).toEqual([
    expect.objectContaining({ kind: 'hint_outcome', outcome: 'helped', inferred: true }),
  ]);
  expect(answerSuccess(callOf(failed('git status', 'five') as never), session).facts).toEqual([]);
});
