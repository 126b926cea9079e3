import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tidy } from '../../src/hooks/write-state.js';
import { logOf } from '../../src/learn/log/parse-log.js';
import { words } from '../../src/messages/memory/effect.js';
import type { Fact } from '../../src/observe/journal/journal.js';
import { countLines, countsName, readCounts } from '../../src/observe/journal/kept-counts.js';
import {
  countsOf,
  mergeCounts,
  type SessionCounts,
} from '../../src/observe/journal/session-counts.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import {
  differenceInterval,
  hintsByRule,
  type Measured,
  measureEffect,
  measureUnnamed,
  weeksOf,
  wilsonInterval,
} from '../../src/report/measure-effect.js';
import type { Event } from '../../src/schema.gen.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, proved, putMemory, refuted } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';

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
    reminders: [14, 24, 25, 26].includes(day)
      ? [
          {
            ...{ rule: 'gene:alpha', call: `r${day}` },
            outcome:
              day === 14 ? 'heeded' : day === 24 ? 'repeated' : day === 25 ? 'waived' : 'unknown',
          } as const,
        ]
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
    reminders: { given: 3, heeded: 1, repeated: 1, waived: 1 },
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
      watch: null,
      reminders: { given: 3, heeded: 1, repeated: 1, waived: 1 },
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
    'from to sessions holdout repeat first_try rules hints reminders guards'.split(' '),
  );
  expect(Object.keys(found.rules[0] ?? {})).toEqual(
    'id before after followed unfollowed uplift low high enough harm watch reminders'.split(' '),
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
    { ts: at(1), kind: 'guard', guard: 'gene:beta', action: 'remind', call: 'r', runs: ['test'] },
    { ts: at(2), kind: 'ran', run: 'test', call: 't' },
    { ts: at(3), kind: 'moment', moment: 'commit', call: 'u' },
    { ts: at(4), kind: 'guard', guard: 'gene:beta', action: 'remind', call: 's', runs: ['test'] },
    { ts: at(5), kind: 'guard', guard: 'gene:beta', action: 'repeated', call: 'v' },
    { ts: at(6), kind: 'guard', guard: 'gene:beta', action: 'waived', call: 'w' },
    { ts: at(7), kind: 'guard', guard: 'gene:gamma', action: 'remind', call: 'x' },
    { ts: at(7), kind: 'guard', guard: 'gene:delta', action: 'remind', call: 'y', runs: ['test'] },
    { ts: at(8), kind: 'ran', run: 'test', call: 'z' },
    { ts: at(8), kind: 'undone', call: 'z' },
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
    reminders: [
      { rule: 'gene:beta', call: 'r', outcome: 'heeded' },
      { rule: 'gene:beta', call: 's', outcome: 'repeated' },
      { rule: 'gene:beta', call: 'w', outcome: 'waived' },
      // Not heard of again, and a run that never began.
      { rule: 'gene:delta', call: 'y', outcome: 'unknown' },
      { rule: 'gene:gamma', call: 'x', outcome: 'heeded' },
    ],
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

test('of 1,000 users with rules that do nothing at most 6 % a rule and look are told that one helps', {
  tags: 'slow',
}, () => {
  const random = randomFrom(7);
  const told = Array.from({ length: 1000 }, () => {
    const share = 0.15 + random() * 0.7;
    return looks(userLog(random, 2, [share, share], 40), [15, 25, 40]);
  }).flat();
  expect(told.length).toBeGreaterThan(4000);
  const share = told.filter(Boolean).length / told.length;
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThanOrEqual(0.06);
});

test('a rule that halves a failure of every second session is seen in four of five users from 120 sessions on', {
  tags: 'slow',
}, () => {
  const random = randomFrom(11);
  const seen = Array.from({ length: 1000 }, () =>
    looks(userLog(random, 1, [0.25, 0.5], 120, 0.5), [80, 120]),
  );
  const shareAt = (look: number) => seen.filter((one) => one[look] === true).length / seen.length;
  expect(shareAt(0)).toBeLessThan(0.75);
  expect(shareAt(1)).toBeGreaterThanOrEqual(0.8);
  for (const language of ['en', 'zh'] as const) expect(words[language].power).toContain('120');
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

const effectIn = {
  en: {
    plain: [
      '9 of 10 sessions that followed it went well, 3 of 10 that did not follow it',
      '  it helps',
      'what it is about failed in 2 of 20 sessions; before it in 5 of 10',
      '2 of 3 kinds of failures came back in a later session',
      'Claude was reminded 3 times: heeded 1, ignored 1',
      'You let 1 reminder pass',
      '3 calls held back by your guards; you let 1 of them run',
      'madness effect --details',
    ],
    details: ['+60 points (95 %: +17 to +81)', '1 rule compared', 'hold-out', '67 %'],
    status: '2 of 3 failures came back later, 1 rule clearly helped (madness effect)',
  },
  zh: {
    plain: [
      '遵守它的会话 9/10 个顺利，没遵守的 3/10 个顺利',
      '  它有用',
      '它针对的失败出现在 2/20 个会话里；之前是 5/10',
      '记录到 3 种失败，其中 2 种后来又出现了',
      '提醒过 Claude 3 次：照做 1 次，没照做 1 次',
      '有 1 次提醒，你用自己的话放行了',
      '守卫拦下 3 次调用，其中 1 次你放行了',
      'madness effect --details',
    ],
    details: ['+60 个百分点（95 %：+17 至 +81）', '比较了 1 条规则', '留出', '67 %'],
    status: '3 种失败中 2 种后来又出现了，1 条规则明显有用（madness effect）',
  },
} as const;

test.each(['en', 'zh'] as const)(
  'effect says in plain words of %s what came of the rules, and intervals only with --details',
  async (language) => {
    const { plain, details, status } = effectIn[language];
    const root = scratchFolder(`effect-${language}`);
    const own = join(root, 'own');
    putMemory(root, {
      assets: [gene('alpha', { when: { signals: ['error:x'] } })],
      events,
      config: { language },
    });
    putCounts(own, root);
    const env = { MADNESS_HOME: own };
    const { out } = await madnessHere(root, ['effect'], { env });
    for (const words of plain) expect(out).toContain(words);
    expect(out).not.toMatch(/95 %|hold-out|留出|points|百分点/);
    const detailed = await madnessHere(root, ['effect', '--details'], { env });
    for (const words of [...plain.slice(0, -1), ...details]) expect(detailed.out).toContain(words);
    expect((await madnessHere(root, ['status'], { env })).out).toContain(status);
    const json = await madnessHere(root, ['effect', '--json'], { env });
    expect(JSON.parse(json.out)).toMatchObject({
      sessions: 30,
      repeat: { first: 3, again: 2 },
    });
  },
);

test('effect says how many sessions are missing before it can say whether a rule helps', async () => {
  const root = scratchFolder('effect-missing');
  const own = join(root, 'own');
  const few = events.filter(({ session }) => !/^s(?:1[3-9]|2[2-9])$/.test(session ?? ''));
  putMemory(root, { assets: [gene('alpha')], events: few });
  putCounts(own, root);
  const { out } = await madnessHere(root, ['effect'], { env: { MADNESS_HOME: own } });
  expect(out).toContain(
    'too early to say whether it helps: 2 more sessions that follow it, 3 more sessions that do not',
  );
});

type Ran = readonly [day: number, command: string, model?: string | undefined];

const dayMs = 86_400_000;
/** A day of the last weeks. */
const at = (day: number) => new Date(Date.now() - (40 - day) * dayMs).toISOString();

/** Sessions that ran these commands, four times each. */
function putSessions(root: string, claude: string, all: readonly Ran[]) {
  for (const [index, [day, command, model = 'claude-opus-4-6']] of all.entries()) {
    const timestamp = at(day);
    const base = { sessionId: `k${index}`, cwd: root, timestamp, version: '2.1.330' };
    const turns = [1, 2, 3, 4].flatMap((turn) => {
      const id = `toolu_${index}_${turn}`;
      const use = { type: 'tool_use', id, name: 'Bash', input: { command } };
      const result = { type: 'tool_result', tool_use_id: id, content: 'done' };
      return [
        { ...base, type: 'assistant', message: { role: 'assistant', model, content: [use] } },
        { ...base, type: 'user', message: { role: 'user', content: [result] } },
      ];
    });
    const first = { ...base, type: 'user', message: { role: 'user', content: `go ${index}` } };
    const rows = [first, ...turns];
    const slug = root.replace(/[^a-zA-Z0-9]/g, '-');
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    put(claude, `projects/${slug}/k${index}.jsonl`, lines);
  }
}

describe('a rule that a program counts', () => {
  const before = [3, 4, 5, 6, 7].map((day) => [day, 'npm install a'] as const);
  const since = [12, 13, 20, 21, 22].map((day) => [day, 'pnpm add b'] as const);

  async function counted(language: 'en' | 'zh', model?: string) {
    const root = scratchFolder('effect-counted');
    putMemory(root, {
      assets: [
        gene('pnpm', { title: 'use pnpm, never npm', watch: { use: 'pnpm', not: ['npm'] } }),
      ],
      events: [born('pnpm', 0.9, { ts: at(10).replace(/\.\d+Z/, 'Z') })],
      config: { language },
    });
    const claude = join(root, 'claude');
    const earlier = before.map((one): Ran => [...one, model]);
    putSessions(root, claude, [...earlier, ...since, [23, 'npm install c']]);
    const env = { MADNESS_HOME: join(root, 'own'), CLAUDE_CONFIG_DIR: claude };
    return { root, env };
  }

  test.each([
    ['en', 'kept 20, broken 4; before it broken 20', '64 % to 93 %'],
    ['zh', '遵守 20，违反 4；有这条规则之前违反 20', '64 % 至 93 %'],
  ] as const)('is told in %s with what was before it', async (language, said, interval) => {
    const { root, env } = await counted(language);
    const { out } = await madnessHere(root, ['effect'], { env });
    expect(out).toContain(`use pnpm, never npm\n  ${said}\n`);
    const { out: details } = await madnessHere(root, ['effect', '--details'], { env });
    expect(details).toContain(interval);
    expect((await madnessHere(root, ['page'], { env })).code).toBe(0);
    const page = readFileSync(join(root, 'memory/retrospectives/page.html'), 'utf8');
    // At least three weeks of bars, and a line where the rule was made.
    const chart = /aria-labelledby="counts">(.*?)<\/svg>/s.exec(page)?.[1] ?? '';
    expect(chart.match(/<title>/g)?.length).toBeGreaterThanOrEqual(6);
    expect(chart.match(/class="gate"/g)).toHaveLength(1);
    expect(chart).toContain(language === 'en' ? 'kept 20, broken 4' : '遵守 20，违反 4');
  });

  test('is not held against sessions of another model', async () => {
    const { root, env } = await counted('en', 'claude-haiku-4-5');
    const { out } = await madnessHere(root, ['effect'], { env });
    expect(out).toContain('  kept 20, broken 4\n');
  });
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
