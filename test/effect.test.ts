import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidy } from '../src/hooks/write-state.js';
import { logOf } from '../src/learn/log/parse-log.js';
import { words } from '../src/messages/memory/effect.js';
import type { Fact } from '../src/observe/journal/journal.js';
import { countLines, countsName, readCounts } from '../src/observe/journal/kept-counts.js';
import {
  countsOf,
  mergeCounts,
  type SessionCounts,
} from '../src/observe/journal/session-counts.js';
import { projectKey } from '../src/observe/sessions/project-folder.js';
import {
  differenceInterval,
  hintsByRule,
  type Measured,
  measureEffect,
  measureUnnamed,
  weeksOf,
  wilsonInterval,
} from '../src/report/measure-effect.js';
import type { Event } from '../src/schema.gen.js';
import { madnessHere } from './support/in-process.js';
import { born, gene, proved, putMemory, refuted } from './support/memory.js';
import { scratchFolder } from './support/scratch.js';

test.each([
  // Newcombe 1998, table II, method 10.
  [[56, 70], [48, 80], 0.0524, 0.3339],
  [[9, 10], [3, 10], 0.1705, 0.809],
  [[6, 7], [2, 7], 0.0582, 0.8062],
  [[5, 56], [0, 29], -0.0381, 0.1926],
  [[0, 10], [0, 20], -0.1611, 0.2775],
  [[10, 10], [0, 10], 0.6075, 1],
] as const)('the interval of %j less %j is the published one', (a, b, low, high) => {
  const found = differenceInterval(a, b);
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test('without a trial a proportion may be anything', () => {
  expect(wilsonInterval([0, 0])).toEqual([0, 1]);
});

/** Day 1 to 29 at eight; the thirtieth session begins half an hour after the one before. */
function timeOf(day: number): string {
  return day === 30
    ? '2026-01-29T08:30:00.000Z'
    : `2026-01-${String(day).padStart(2, '0')}T08:00:00.000Z`;
}

const days = Array.from({ length: 30 }, (_, index) => index + 1);
/** error:x on seven days, error:y on three, error:z twice within the hour. */
const failing = { x: [1, 3, 5, 7, 9, 12, 20], y: [2, 6, 16], z: [29, 30] };

function countsOfDay(day: number, project = 'p'): SessionCounts {
  const at = timeOf(day);
  const hint = day === 12 ? 'helped' : day === 20 ? 'repeated' : undefined;
  return {
    session: `s${day}`,
    project,
    first: at,
    last: at,
    shown: day > 10 ? ['gene:alpha'] : [],
    failures: Object.entries(failing)
      .filter(([, on]) => on.includes(day))
      .map(([name]) => ({ signal: `error:${name}`, fingerprint: `f-${name}`, at })),
    hints:
      hint === undefined ? [] : [{ hint: `h${day}`, rule: 'gene:alpha', outcome: hint } as const],
    // Three calls were held back; the person allowed one of them.
    guards: [4, 14, 24].includes(day)
      ? [{ guard: 'gene:alpha', call: `c${day}`, overridden: day === 14 }]
      : [],
    // On from day 11: every fifth session is held out.
    holdout: day <= 10 ? [] : day % 5 === 0 ? ['held'] : ['told'],
  };
}

/** Followed on days 11 to 20, nine of them well; not followed on days 21 to 30, three of them well. */
const events: Event[] = [
  born('alpha', 0.9, { ts: '2026-01-11T07:00:00Z' }),
  ...days.slice(10).map((day): Event => {
    const ts = timeOf(day);
    if (day <= 20) return (day === 15 ? refuted : proved)('alpha', `s${day}`, { ts });
    const outcome = day <= 23 ? 'achieved' : 'not_achieved';
    const { confidence_delta: _, ...seen } = proved('alpha', `s${day}`, { ts });
    return { ...seen, event: 'observe', cell: { shown: true, followed: 'none', outcome } };
  }),
];

const counts = days.map((day) => countsOfDay(day));

function measured(all: readonly SessionCounts[], log: readonly Event[], since?: string) {
  return measureEffect(toMeasure(all, log, since));
}

function toMeasure(all: readonly SessionCounts[], log: readonly Event[], since?: string): Measured {
  return {
    ...(since === undefined ? {} : { since: Date.parse(since) }),
    counts: all,
    rules: [
      {
        id: 'alpha',
        born: Date.parse('2026-01-11T07:00:00Z'),
        home: 'home',
        signals: ['error:x'],
        entries: logOf(log).entries,
      },
    ],
  };
}

test('thirty sessions made by hand give the numbers worked out by hand', () => {
  const { rules, ...rest } = measured(counts, events);
  expect(rest).toEqual({
    from: timeOf(1),
    to: timeOf(30),
    sessions: 30,
    // error:x came on day 20 of 15, 20, 25 and 30, and on day 12 of the sixteen others.
    holdout: {
      share: 0,
      held: { sessions: 4, failures: 1 },
      told: { sessions: 16, failures: 1 },
      difference: 0.25 - 0.0625,
      low: expect.any(Number),
      high: expect.any(Number),
      enough: false,
      hints: { given: 0, helped: 0, repeated: 0 },
    },
    // x and y came back; z did within the hour.
    repeat: { first: 3, again: 2, rate: 2 / 3 },
    first_try: { met: 1, well: 1 },
    hints: { given: 2, helped: 1, repeated: 1 },
    guards: { stopped: 3, overridden: 1 },
  });
  expect(rules).toEqual([
    {
      id: 'alpha',
      before: { sessions: 10, failures: 5 },
      after: { sessions: 20, failures: 2 },
      followed: { achieved: 9, not: 1 },
      unfollowed: { achieved: 3, not: 7 },
      uplift: expect.closeTo(0.6, 10),
      low: expect.closeTo(0.1705, 4),
      high: expect.closeTo(0.809, 4),
      enough: true,
      harm: 1,
    },
  ]);
});

test('failures that no rule names show what time alone does', () => {
  // y: 2 of 6, then 1 of 24; z: 2 of 30, and none after.
  expect(measureUnnamed(toMeasure(counts, events))).toEqual({
    before: { sessions: 36, failures: 4 },
    after: { sessions: 24, failures: 1 },
  });
});

test('each week has the kinds that were new in it, and those that came back', () => {
  const monday = (at: string) => Date.parse(`${at}T00:00:00Z`);
  // x on days 1, 3, 5, 7, 9, 12, 20, y on 2, 6, 16, z on 29 and within the hour again.
  expect(weeksOf(toMeasure(counts, events))).toEqual([
    { from: monday('2025-12-29'), fresh: 2, again: 1 },
    { from: monday('2026-01-05'), fresh: 0, again: 4 },
    { from: monday('2026-01-12'), fresh: 0, again: 2 },
    { from: monday('2026-01-19'), fresh: 0, again: 1 },
    { from: monday('2026-01-26'), fresh: 1, again: 0 },
  ]);
});

test('a rule that was met before the span is not met for the first time in it', () => {
  expect(measured(counts, events, timeOf(12))).toMatchObject({
    sessions: 19,
    first_try: { met: 0, well: 0 },
    rules: [{ followed: { achieved: 8, not: 1 } }],
  });
});

test('the JSON has these fields and no others', () => {
  const found = measured(counts, events);
  expect(Object.keys(found)).toEqual(
    'from to sessions holdout repeat first_try rules hints guards'.split(' '),
  );
  expect(Object.keys(found.rules[0] ?? {})).toEqual(
    'id before after followed unfollowed uplift low high enough harm'.split(' '),
  );
});

/** All of them in any order, and some of them again. */
function mixed<T>(all: readonly T[]) {
  return fc.tuple(fc.shuffledSubarray([...all], { minLength: all.length }), fc.subarray([...all]));
}

test('order and repetition of the log and of the counts change no number', () => {
  const expected = measured(counts, events);
  const unnamed = measureUnnamed(toMeasure(counts, events));
  const weeks = weeksOf(toMeasure(counts, events));
  const hints = hintsByRule(toMeasure(counts, events));
  fc.assert(
    fc.property(mixed(counts), mixed(events), (some, log) => {
      expect(measured(some.flat(), log.flat())).toEqual(expected);
      const all = toMeasure(some.flat(), log.flat());
      expect(measureUnnamed(all)).toEqual(unnamed);
      expect(weeksOf(all)).toEqual(weeks);
      expect(hintsByRule(all)).toEqual(hints);
    }),
    { numRuns: 50 },
  );
});

test('order and repetition of what the hooks noted change no count of a session', () => {
  const at = (second: number) => timeOf(1).replace('00.000', `0${second}.000`);
  const about = { signal: 'error:x', fingerprint: 'f-x' };
  const hint = { ...about, hint: 'h', rule: 'gene:alpha' };
  const facts: Fact[] = [
    { ts: at(0), kind: 'holdout', held: false },
    { ts: at(1), kind: 'shown', rules: ['gene:alpha'], where: 'trial' },
    { ts: at(2), kind: 'signal', tool: 'Bash', ...about },
    { ts: at(3), kind: 'signal', tool: 'Bash', ...about },
    { ts: at(4), kind: 'hint', ...hint },
    { ts: at(5), kind: 'hint_outcome', hint: 'h', outcome: 'helped', inferred: true },
    { ts: at(6), kind: 'hint_outcome', hint: 'h', outcome: 'repeated', inferred: true },
    { ts: at(7), kind: 'guard', guard: 'gene:alpha', action: 'ask', call: 'c' },
    { ts: at(8), kind: 'guard', guard: 'gene:alpha', action: 'overridden', call: 'c' },
  ];
  const expected = {
    session: 's',
    project: 'p',
    first: at(0),
    last: at(8),
    shown: ['gene:alpha'],
    failures: [{ ...about, at: at(2) }],
    hints: [{ hint: 'h', rule: 'gene:alpha', outcome: 'repeated' }],
    guards: [{ guard: 'gene:alpha', call: 'c', overridden: true }],
    holdout: ['told'],
  };
  fc.assert(
    fc.property(mixed(facts), mixed(facts), (some, others) => {
      expect(countsOf('s', 'p', some.flat())).toEqual(expected);
      // Two hooks that fold parts of it at once lose nothing.
      const parts = [some, others].map((all) => countsOf('s', 'p', all.flat()) as SessionCounts);
      expect(mergeCounts(parts)).toEqual([expected]);
    }),
    { numRuns: 200 },
  );
});

/** A user's log: each session meets the scene of each rule or not; `fails`: shares that fail when followed, and when not. */
function userLog(
  random: () => number,
  rules: number,
  fails: readonly [number, number],
  sessions: number,
  share = 0.3 + random() * 0.4,
) {
  return Array.from({ length: rules }, (_, rule): Event[] => [
    born(`r${rule}`, 0.7, { ts: timeOf(1) }),
    ...Array.from({ length: sessions }, (_one, session): Event => {
      const ts = new Date(Date.parse(timeOf(2)) + session * 86_400_000).toISOString();
      const isFollowed = random() < share;
      const outcome = random() < fails[isFollowed ? 0 : 1] ? 'not_achieved' : 'achieved';
      const { confidence_delta: _, ...seen } = proved(`r${rule}`, `s${session}`, { ts });
      const followed = isFollowed ? 'full' : 'none';
      const kind = !isFollowed ? 'observe' : outcome === 'achieved' ? 'validate' : 'invalidate';
      return { ...seen, event: kind, cell: { shown: true, followed, outcome } };
    }),
  ]);
}

/** What `effect` tells of each rule that it compares, when so many sessions were judged. */
function looks(
  logs: readonly (readonly Event[])[],
  sessions: readonly number[],
): readonly boolean[] {
  return sessions.flatMap((count) => {
    const rules = logs.map((events, index) => ({
      ...{ id: `r${index}`, born: 0, home: 'home', signals: [] },
      entries: logOf(events.slice(0, 1 + count)).entries,
    }));
    const told = measureEffect({ rules, counts: [] }).rules.filter(({ enough }) => enough);
    return told.map(({ low }) => (low as number) > 0);
  });
}

function randomFrom(start: number): () => number {
  let seed = start;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

test('of 1,000 users with rules that do nothing at most 6 % a rule and look are told that one helps', () => {
  const random = randomFrom(7);
  const told = Array.from({ length: 1000 }, () => {
    const share = 0.15 + random() * 0.7;
    return looks(userLog(random, 2, [share, share], 40), [15, 25, 40]);
  }).flat();
  expect(told.length).toBeGreaterThan(4000);
  const share = told.filter(Boolean).length / told.length;
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThanOrEqual(0.06);
}, 120_000);

test('a rule that halves a failure of every second session is seen in four of five users from 120 sessions on', () => {
  const random = randomFrom(11);
  const seen = Array.from({ length: 1000 }, () =>
    looks(userLog(random, 1, [0.25, 0.5], 120, 0.5), [80, 120]),
  );
  const shareAt = (look: number) => seen.filter((one) => one[look] === true).length / seen.length;
  expect(shareAt(0)).toBeLessThan(0.75);
  expect(shareAt(1)).toBeGreaterThanOrEqual(0.8);
  for (const language of ['en', 'zh'] as const) expect(words[language].power).toContain('120');
}, 120_000);

test('four sessions on a side are too few', () => {
  const few = events.filter(
    ({ session }) => !['s21', 's22', 's23', 's24', 's25', 's26'].includes(session ?? ''),
  );
  expect(measured(counts, few).rules[0]).toMatchObject({ enough: false });
});

function putCounts(own: string, root: string): void {
  const lines = days.map((day) => JSON.stringify(countsOfDay(day, projectKey(root))));
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, countsName), `${lines.join('\n')}\n`);
}

test.each([
  [
    'en',
    [
      '9 of 10 when followed, 3 of 10 when not',
      '+60 points (95 %: +17 to +81): it helps',
      '5 of 10 sessions before it, 2 of 20 after',
      '1 rule compared',
    ],
    'effect         2 of 3 failures came back later; of 1 rule compared 1 helped, 0 harmed (madness effect)',
  ],
  [
    'zh',
    [
      '遵循时 9/10，未遵循时 3/10',
      '+60 个百分点（95 %：+17 至 +81）：有帮助',
      '之前 5/10 次会话，之后 2/20',
      '比较了 1 条规则',
    ],
    '效果      3 种失败中 2 种后来再次出现；比较的 1 条规则中 1 条有帮助、0 条有害（madness effect）',
  ],
] as const)('the command says so in %s, and status in a line', async (language, said, inStatus) => {
  const root = scratchFolder(`effect-${language}`);
  const own = join(root, 'own');
  putMemory(root, {
    assets: [gene('alpha', { when: { signals: ['error:x'] } })],
    events,
    config: { language },
  });
  putCounts(own, root);
  const ran = await madnessHere(root, ['effect'], { env: { MADNESS_HOME: own } });
  for (const words of said) expect(ran.out).toContain(words);
  const status = await madnessHere(root, ['status'], { env: { MADNESS_HOME: own } });
  expect(status.out).toContain(inStatus);
  const json = await madnessHere(root, ['effect', '--json'], { env: { MADNESS_HOME: own } });
  expect(JSON.parse(json.out)).toMatchObject({ sessions: 30, repeat: { first: 3, again: 2 } });
});

function putJournal(own: string, session: string, day: number): void {
  const folder = join(own, 'state', session);
  mkdirSync(folder, { recursive: true });
  const facts = [
    { ts: timeOf(day), kind: 'shown', rules: ['gene:alpha'], where: 'block' },
    {
      ts: timeOf(day),
      kind: 'signal',
      signal: 'error:x',
      fingerprint: 'f',
      tool: 'Bash',
      command: 'secret words',
    },
  ];
  writeFileSync(
    join(folder, 'journal.jsonl'),
    facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''),
  );
  const age = new Date(Date.parse(timeOf(day)));
  utimesSync(folder, age, age);
}

test('what the oldest sessions showed is kept when their state goes, once, without its words', () => {
  const own = scratchFolder('kept-counts');
  for (const session of ['old-1', 'old-2']) putJournal(own, session, 1);
  const record = join(own, 'state', 'projects', 'shop');
  mkdirSync(record, { recursive: true });
  writeFileSync(join(record, 'old-1.json'), '{}');
  for (let i = 0; i < 1000; i++) mkdirSync(join(own, 'state', `new-${i}`));
  const before = readCounts(own);
  const lines = countLines(own, ['old-1'], new Map([['old-1', 'shop']]));
  tidy(own);
  expect(readCounts(own)).toEqual(before);
  expect(before.map(({ session, project }) => [session, project])).toEqual([
    ['old-1', 'shop'],
    ['old-2', ''],
  ]);
  const file = join(own, countsName);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('secret words');
  // Another hook folded the same session at the same time, and a third was killed at it.
  const noTime = lines[0]?.replaceAll('2026-01-01', 'yesterday');
  writeFileSync(file, `${text}${lines.join('\n')}\n${noTime}\n{"session":"to`);
  expect(readCounts(own)).toEqual(before);
  rmSync(own, { recursive: true });
});
