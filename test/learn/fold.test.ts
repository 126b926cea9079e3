import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, type RuleState, timeline } from '../../src/learn/fold/fold.js';
import { statusOf } from '../../src/learn/fold/rank.js';
import { eventId } from '../../src/learn/log/event.js';
import { logOf } from '../../src/learn/log/parse-log.js';
import type { Event } from '../../src/schema.gen.js';
import { events } from '../support/events.js';

const runs = { numRuns: 3000 };
const lists = fc.array(events, { maxLength: 40 });

/** Everything that the state says, for comparison. */
function stateOf(list: readonly Event[]) {
  const { states, blocks, newest } = fold(logOf(list));
  const plain = [...states.values()].map(({ baseline, ...ruleState }: RuleState) => ({
    ...ruleState,
    baseline,
    status: statusOf({ ...ruleState, ...(baseline ? { baseline } : {}) }),
  }));
  return {
    states: plain.sort((a, b) => (a.id < b.id ? -1 : 1)),
    blocks: [...blocks].sort(),
    newest,
  };
}

/** Assets that only events without effect name do not matter to anyone. */
function born(state: ReturnType<typeof stateOf>) {
  return { ...state, states: state.states.filter(({ baseline }) => baseline !== undefined) };
}

describe('the state is a function of the set of events', () => {
  test('any order and any duplication of the lines gives the same state', () => {
    fc.assert(
      fc.property(
        lists.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }),
          ),
        ),
        ([list, shuffled]) => {
          expect(stateOf(shuffled)).toEqual(stateOf(list));
        },
      ),
      runs,
    );
  });

  test('two logs that diverged are the same after either merges the other', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(lists, lists, lists, (common, ours, theirs) => {
        const merged = stateOf([...common, ...ours, ...theirs]);
        expect(stateOf([...common, ...theirs, ...ours])).toEqual(merged);
        expect(stateOf([...ours, ...common, ...theirs, ...common])).toEqual(merged);
      }),
      runs,
    );
  });

  test('confidence stays between 0 and 100 hundredths and is whole', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const { confidence } of fold(logOf(list)).states.values()) {
          expect(Number.isInteger(confidence)).toBe(true);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(100);
        }
      }),
      runs,
    );
  });

  test('the timeline of an asset ends where the fold ends', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const log = logOf(list);
        for (const { id, confidence, baseline } of fold(log).states.values())
          if (baseline) expect(timeline(log, id).at(-1)?.confidence).toBe(confidence);
      }),
      runs,
    );
  });
});

describe('undo', () => {
  const revertOf = (event: Event, ts: string): Event => ({
    ts,
    event: 'revert',
    reverts: eventId(event),
  });

  test('of any event equals its never having happened', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 30 }), fc.nat(), (list, at) => {
        const gone = list[at % list.length] as Event;
        const without = list.filter((event) => eventId(event) !== eventId(gone));
        const undone = stateOf([...list, revertOf(gone, '2026-01-01T00:00:00Z')]);
        const never = stateOf(without);
        expect({ ...born(undone), newest: 0 }).toEqual({ ...born(never), newest: 0 });
      }),
      runs,
    );
  });

  test('of the undo brings the event back, however often', () => {
    fc.assert(
      fc.property(
        fc.array(events, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        (list, at, times) => {
          const target = list[at % list.length] as Event;
          const reverts: Event[] = [];
          for (let i = 0; i < times; i++)
            reverts.push(revertOf(reverts.at(-1) ?? target, `2026-01-01T00:00:0${i}Z`));
          const state = { ...born(stateOf([...list, ...reverts])), newest: 0 };
          const expected =
            times % 2 === 0 ? list : list.filter((event) => eventId(event) !== eventId(target));
          expect(state).toEqual({ ...born(stateOf(expected)), newest: 0 });
        },
      ),
      runs,
    );
  });

  test('an undo of an undo ten thousand times over is no problem', () => {
    const birth: Event = {
      ts: '2026-01-01',
      event: 'create',
      asset_type: 'gene',
      asset_id: 'a',
    };
    const list: Event[] = [birth];
    for (let i = 0; i < 10_000; i++) list.push(revertOf(list.at(-1) as Event, '2026-01-02'));
    expect(fold(logOf(list)).states.get('a')?.baseline).toBeDefined();
  });
});

describe('merges', () => {
  const birth = (asset_id: string): Event => ({
    ts: '2026-01-01',
    event: 'create',
    asset_type: 'gene',
    asset_id,
  });
  const merge = (asset_id: string, into: string): Event => ({
    ...birth(asset_id),
    event: 'merge',
    into,
  });
  const absorbed = (list: readonly Event[]) =>
    Object.fromEntries(
      [...fold(logOf(list)).states.values()].map(({ id, absorbedInto }) => [id, absorbedInto]),
    );
  const all = ['a', 'b', 'c', 'd'].map(birth);

  test.each([
    ['a chain ends at its end', [merge('a', 'b'), merge('b', 'c')], { a: 'c', b: 'c' }],
    [
      'in a cycle the smallest id survives',
      [merge('b', 'c'), merge('c', 'a'), merge('a', 'b')],
      { b: 'a', c: 'a' },
    ],
    [
      'what leads into a cycle ends at its survivor',
      [merge('d', 'c'), merge('c', 'b'), merge('b', 'c')],
      { d: 'b', c: 'b' },
    ],
    ['an asset cannot absorb itself', [merge('a', 'a')], {}],
    ['a merge into nothing hides nothing', [merge('a', 'z')], {}],
  ])('%s', (_, merges, expected) => {
    expect(absorbed([...all, ...merges])).toEqual({
      a: undefined,
      b: undefined,
      c: undefined,
      d: undefined,
      ...expected,
    });
  });

  test('ten thousand merges in a row are resolved quickly', () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `r${String(i).padStart(5, '0')}`);
    const chain = names.slice(1).map((into, i) => merge(names[i] as string, into));
    const { states } = fold(logOf([...names.map(birth), ...chain]));
    expect(states.get('r00000')?.absorbedInto).toBe('r09999');
  });
});
