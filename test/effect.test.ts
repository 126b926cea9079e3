import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidy } from '../src/hooks/write.js';
import { logOf } from '../src/learn/log/parse-log.js';
import { countLines, countsName, readCounts } from '../src/observe/journal/kept-counts.js';
import type { SessionCounts } from '../src/observe/journal/session-counts.js';
import { projectKey } from '../src/observe/sessions/project-folder.js';
import {
  differenceInterval,
  type Measured,
  measureEffect,
  measureUnnamed,
  wilsonInterval,
} from '../src/report/effect.js';
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

test('order and repetition of the log and of the counts change no number', () => {
  const expected = measured(counts, events);
  const unnamed = measureUnnamed(toMeasure(counts, events));
  const mixed = <T>(all: readonly T[]) =>
    fc.tuple(fc.shuffledSubarray([...all], { minLength: all.length }), fc.subarray([...all]));
  fc.assert(
    fc.property(mixed(counts), mixed(events), (some, log) => {
      expect(measured(some.flat(), log.flat())).toEqual(expected);
      expect(measureUnnamed(toMeasure(some.flat(), log.flat()))).toEqual(unnamed);
    }),
    { numRuns: 50 },
  );
});

test('of 1,000 users with a rule that does nothing at most 6 % are told that it helps', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const draw = (share: number): number[] => {
    const trials = 5 + Math.floor(random() * 30);
    return [Array.from({ length: trials }, random).filter((one) => one < share).length, trials];
  };
  const helped = Array.from({ length: 1000 }, () => {
    const share = 0.2 + random() * 0.6;
    return differenceInterval(draw(share) as [number, number], draw(share) as [number, number]);
  }).filter(({ low }) => low > 0).length;
  expect(helped).toBeGreaterThan(0);
  expect(helped).toBeLessThanOrEqual(60);
});

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
    'helped         2 of 3 failures came back, 1 of 2 hints helped; of 1 rule compared 1 helped, 0 harmed',
  ],
  [
    'zh',
    [
      '遵循时 9/10，未遵循时 3/10',
      '+60 个百分点（95 %：+17 至 +81）：有帮助',
      '之前 5/10 次会话，之后 2/20',
      '比较了 1 条规则',
    ],
    '效果    3 种失败中 2 种再次出现，2 次提示中 1 次有用；比较的 1 条规则中 1 条有帮助、0 条有害',
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
  writeFileSync(file, `${text}${lines.join('\n')}\n{"session":"to`);
  expect(readCounts(own)).toEqual(before);
  rmSync(own, { recursive: true });
});
