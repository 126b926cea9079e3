import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideAll } from '../../src/application/approval/action-handlers.js';
import {
  askedChange,
  differenceOf,
  shownText,
} from '../../src/application/approval/pending-change.js';
import {
  askedQuestion,
  linesToLose,
  numbered,
  type Question,
} from '../../src/application/approval/question.js';
import type { Offer } from '../../src/application/approval/shown-difference.js';
import { linesOf, type Shown } from '../../src/application/approval/shown-difference.js';
import { parseAssets } from '../../src/learn/asset.js';
import type { Request } from '../../src/learn/change-request.js';
import { words } from '../../src/messages/approval.js';
import { type Language, MadnessError } from '../../src/problem.js';
import type { Asset, Event, Gene } from '../../src/schema.gen.js';
import { locationAt } from '../../src/store/location.js';
import { openMemory } from '../../src/store/store.js';
import { gene, putMemory } from '../support/memory.js';
import { randomRequests, randomRules, types, wording } from '../support/random-changes.js';
import { scratchFolder } from '../support/scratch.js';

/**
 * The texts in a value that madness did not make by itself: no ids, hashes, instants. A word of the schema stands in
 * that of a person, which is its own.
 */
function textsIn(value: unknown, language: Language, name = ''): string[] {
  if (typeof value === 'string')
    return /^(?:id|ts|created_at|asset_id|into|reverts)$/.test(name)
      ? []
      : [words[language].values[name]?.[value] ?? value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, language, Array.isArray(value) ? name : key),
  );
}

const plain = (language: Language): Shown => ({
  language,
  head: '',
  told: [],
  sessions: undefined,
  ownSkip: false,
});

test.each(['en', 'zh'] as const)(
  'in %s, each word of the schema has a word of its own',
  (language) => {
    for (const [field, table] of Object.entries(words[language].values)) {
      // A command of two names writes the event of that name.
      const { add, undo, ...others } = table as Record<string, string>;
      expect(new Set(Object.values(others)).size, field).toBe(Object.keys(others).length);
      for (const [text, said] of Object.entries(table))
        expect(said, text).toMatch(field === 'trigger' ? /^$/ : /\S/);
    }
  },
);

test('only the field of a word of the schema says it in other words', () => {
  const texts = ['gene', 'user', 'always', 'create', 'add'];
  const asset = { ...gene('alpha'), tags: texts, mood: texts };
  const difference = {
    found: { alpha: null },
    comes: { alpha: asset },
    writes: [{ reason: 'undo' }],
    unread: [],
  };
  for (const language of ['en', 'zh'] as const) {
    const lines = Object.values(linesOf(difference, 'alpha', plain(language)))
      .flat()
      .join(' ');
    expect(lines.split(texts.join(', ')).length - 1).toBe(2);
    expect(lines).toContain('undo');
  }
});

const bare = (text: string): string =>
  text
    .replace(/\[[0-9a-f]{8}\]/g, '')
    .replace(/\s/gu, '')
    .toLowerCase();

test('of 800 random changes every text that differs stands in the question', {
  tags: 'slow',
}, () => {
  const cwd = scratchFolder();
  const { rules, events } = randomRules();
  putMemory(cwd, { assets: rules, events });
  const opened = openMemory(locationAt(join(cwd, 'memory'), {}), () => true);
  expect(opened.problems).toEqual([]);
  const requests = randomRequests(rules, events);
  const kinds = Object.keys(requests);
  const before = parseAssets(opened.memory.texts).assets;
  const counts: Record<string, number> = {};
  let asked = 0;
  for (let round = 0; asked < 800; round++) {
    expect(round).toBeLessThan(1600);
    const kind = kinds[round % kinds.length] as string;
    const request = requests[kind]?.() as Request;
    const decision = decisionOf(opened, request);
    if (decision?.change === undefined) continue;
    asked++;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const requestsNow = decision.requests;
    const difference = differenceOf(opened, requestsNow, decision.change);
    const made_at = '2026-01-01T00:00:00.000Z';
    const change = askedChange(
      { id: 'abcdef01', made_at, requests: requestsNow, ...difference },
      undefined,
    );
    for (const language of [round % 3 === 0 ? 'zh' : 'en'] as const) {
      const text = bare(shownText(change, language));
      const after = parseAssets(
        new Map([...opened.memory.texts, ...(decision.change.texts ?? [])]),
      ).assets;
      const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
        const [one, other] = [before.get(id), after.get(id)].map((asset) =>
          textsIn(asset, language),
        ) as [string[], string[]];
        return [
          ...one.filter((text) => !other.includes(text)),
          ...other.filter((text) => !one.includes(text)),
        ];
      });
      // The memory's own project is no news.
      const written = (decision.change.events ?? []).flatMap(
        ({ before, after, project, ...event }) =>
          textsIn(project === 'home' ? event : { ...event, project }, language),
      );
      const unsaid = [...differing, ...written].filter((one) => !text.includes(bare(one)));
      expect([unsaid, unsaid.length && text]).toEqual([[], 0]);
    }
  }
  expect(Object.keys(counts).sort()).toEqual([...kinds].sort());
});

function decisionOf(opened: ReturnType<typeof openMemory>, request: Request) {
  try {
    return decideAll(opened, [request], { now: '2026-03-04T05:06:07Z', say: () => {} });
  } catch (error) {
    if (error instanceof MadnessError) return undefined;
    throw error;
  }
}

test('a field that no line of the code names is shown', () => {
  for (const rule of types.map((type) => wording('alpha', type))) {
    const asset = {
      ...rule,
      mood: 'angry at the moon',
      nested: { deep: [{ far: 'under the sea' }, { far: 'constructor' }] },
    };
    const difference = {
      found: { [rule.id]: null },
      comes: { [rule.id]: asset },
      writes: [{ note: 'of an event' }],
      unread: [],
    };
    for (const language of ['en', 'zh'] as const) {
      const lines = Object.values(linesOf(difference, rule.id, plain(language)))
        .flat()
        .join('');
      for (const text of ['angry at the moon', 'under the sea', 'far constructor', 'of an event'])
        expect(bare(lines)).toContain(bare(text));
    }
  }
});

test('a question that is too long is none, and says how many lines are to go', () => {
  const ofLength = (steps: number) => {
    const asset = {
      ...gene('alpha'),
      method: Array.from({ length: steps }, (_, at) => `${at} ${'do this '.repeat(8)}`.trim()),
    };
    return {
      id: 'abcdef01',
      requests: [{ action: 'add', asset_type: 'gene', asset }] as const,
      first: 'alpha',
      difference: { found: { alpha: null }, comes: { alpha: asset }, writes: [], unread: [] },
    };
  };
  const lines = askedQuestion(ofLength(2), 'en')?.question.split('\n') ?? [];
  expect(lines.every((line) => line.length <= 76)).toBe(true);
  expect([lines.length, linesToLose(ofLength(2), 'en')]).toEqual([6, 0]);
  expect(askedQuestion(ofLength(12), 'en')).toBeUndefined();
  expect(linesToLose(ofLength(12), 'en')).toBe(5);
});

const session = '6685e1f7-e6a5-4a6f-a1e6-f1796fd3acd7';
const other = '7e55a004-e6a5-4a6f-a1e6-f1796fd3acd7';
const tests: Record<Language, Gene> = {
  en: {
    id: 'tests-here',
    type: 'gene',
    title: 'tests here',
    trigger: 'you run tests',
    skip_when: 'one named file that needs no database',
    watch: { use: 'make test-fast', not: ['pytest'] },
    method: ['make test-fast, never pytest'],
  },
  zh: {
    id: 'tests-here',
    type: 'gene',
    title: '跑测试',
    trigger: '要跑测试',
    skip_when: '只跑一个不用数据库的文件',
    watch: { use: 'make test-fast', not: ['pytest'] },
    method: ['用 make test-fast，不要用 pytest'],
  },
};
const said: Record<Language, string> = {
  en: 'not the whole suite, plain pytest talks to the staging database. use make test-fast here, always',
  zh: '不要跑整套，pytest 会连到预发数据库。这里一律用 make test-fast',
};
/** A new rule as a retrospective asks about it. */
const lesson = (language: Language, more: Partial<Gene> = {}, offer: Offer = {}) => {
  const evidence = [
    { session, line: 24, role: 'user' as const, quote: said[language] },
    { session: other, line: 8, role: 'user' as const },
  ];
  const asset = { ...tests[language], evidence, ...more };
  return {
    id: '3f2a91c0',
    requests: [{ action: 'add', asset_type: 'gene', asset }] as const,
    first: asset.id,
    difference: {
      found: { [asset.id]: null },
      comes: { [asset.id]: asset },
      writes: [
        {
          event: 'create',
          asset_type: 'gene',
          asset_id: asset.id,
          detail: asset.title,
          confidence_delta: 0.7,
          by: 'add',
          session,
          quotes: [{ text: said[language], line: 24, role: 'user' }],
        },
      ],
      unread: [],
    },
    offer: {
      remind: { pins: true },
      past: { broken: 2, sessions: 8 },
      isDraft: true as const,
      reads: 'block' as const,
      sessions: { [session]: { s: 1, day: '2026-11-20' }, [other]: { s: 4, day: '2026-11-24' } },
      ...offer,
    },
  };
};

test.each([
  [
    'en' as const,
    `[3f2a91c0] New rule: tests here
IF you run tests AND NOT (one named file that needs no database):
    make test-fast, never pytest
you, 20 Nov: “not the whole suite, plain pytest talks to the staging
database. use make test-fast here, always” (1:24, also 4:8)
So far: pytest instead of make test-fast 2 times in 8 sessions
Claude will read it in CLAUDE.md, in every session`,
    ['Rule', 'Keep', 'Keep and remind', 'Question it first', 'Drop'],
  ],
  [
    'zh' as const,
    `[3f2a91c0] 新规则：跑测试
IF 要跑测试 AND NOT (只跑一个不用数据库的文件):
    用 make test-fast，不要用 pytest
你 11 月 20 日说：“不要跑整套，pytest 会连到预发数据库。这里一律用 make
test-fast”（1:24，另 4:8）
至今 8 个会话里，有 2 次该用 make test-fast 却用了 pytest
会写进 CLAUDE.md，Claude 每个会话都会读到`,
    ['规则', '保留', '保留并提醒', '先追问', '放弃'],
  ],
])('a lesson is one question, in %s', (language, text, labels) => {
  const asked = askedQuestion(lesson(language), language);
  expect(asked?.question).toBe(text);
  expect([asked?.header, ...(asked?.options.map(({ label }) => label) ?? [])]).toEqual(labels);
  expect(asked?.options[0]?.description).toContain('0.70');
});

test('why, check, price, hint, paths and area stand in it, each under its name', () => {
  const more = {
    checkpoint: 'the log names no staging host',
    expected_outcome: 'no write to staging',
    when: { commands: ['make test'], paths: ['app/**'] },
    domain: ['dev'],
    tags: ['tests'],
  };
  const { question = '' } = askedQuestion(lesson('en', more), 'en') ?? {};
  const lines = question.split('\n');
  expect(lines.length).toBeLessThanOrEqual(9);
  for (const one of [
    'check: the log names no staging host',
    'expect: no write to staging',
    'hint: make test',
    'paths: app/**',
    'area: dev',
    'tags: tests',
  ])
    expect(question.replace(/\n/g, ' ')).toContain(one);
});

test('an exception that nobody spoke of says so in its line', () => {
  const { question = '' } = askedQuestion(lesson('en', {}, { ownSkip: true }), 'en') ?? {};
  expect(question.replace(/\n/g, ' ')).toContain("no database): ← Claude's own words");
});

const changing = (before: Asset, after: Asset, more: Partial<Event> = {}) => ({
  id: '3f2a91c0',
  requests: [
    { action: 'revise', asset_id: before.id, asset_type: before.type, asset: after },
  ] as const,
  first: before.id,
  difference: {
    found: { [before.id]: before },
    comes: { [before.id]: after },
    writes: [
      {
        event: 'revise',
        asset_type: before.type,
        asset_id: before.id,
        detail: after.title,
        by: 'revise',
        ...more,
      },
    ],
    unread: [],
  },
});

test('a sharper wording shows the lines that differ, old and new, and offers to change or to leave', () => {
  const before: Asset = {
    ...tests.en,
    evidence: [{ session, line: 24, role: 'user', quote: said.en }],
  };
  const evidence = [
    ...(before.evidence ?? []),
    { session: other, line: 8, role: 'user' as const, quote: 'that holds for checks too' },
  ];
  const after = { ...before, trigger: 'you run tests or checks', evidence };
  const asked = askedQuestion(changing(before, after), 'en');
  expect(asked?.question).toBe(`[3f2a91c0] Change the rule tests-here
− IF you run tests:
+ IF you run tests or checks:
you: “that holds for checks too” (7e55a004:8)`);
  expect(asked?.options.map(({ label }) => label)).toEqual(['Change', 'Leave']);
});

test('more evidence shows the rule as it stands, and the new place', () => {
  const before: Asset = {
    ...tests.en,
    evidence: [{ session, line: 24, role: 'user', quote: said.en }],
  };
  const after = {
    ...before,
    evidence: [...(before.evidence ?? []), { session: other, line: 8, role: 'user' as const }],
  };
  expect(
    askedQuestion(changing(before, after), 'en')?.question,
  ).toBe(`[3f2a91c0] Change the rule tests-here: more evidence
IF you run tests AND NOT (one named file that needs no database):
    make test-fast, never pytest
# tests here
you: 7e55a004:8`);
});

test('a rule that takes the place of another shows both, and offers to keep both', () => {
  const old: Asset = {
    id: 'run-pytest',
    type: 'gene',
    title: 'Run pytest',
    trigger: 'always',
    method: ['run pytest'],
  };
  const { requests, difference, ...one } = lesson('en');
  const asked = askedQuestion(
    {
      ...one,
      requests: [...requests, { action: 'deprecate', asset_id: old.id, reason: 'replaced' }],
      difference: {
        ...difference,
        found: { ...difference.found, [old.id]: old },
        comes: { ...difference.comes, [old.id]: old },
        writes: [
          ...difference.writes,
          {
            event: 'deprecate',
            asset_type: 'gene',
            asset_id: old.id,
            detail: old.title,
            reason: 'replaced',
          },
        ],
      },
    },
    'en',
  );
  expect(asked?.question.split('\n')[0]).toBe(
    '[3f2a91c0] New rule in place of run-pytest: tests here',
  );
  expect(asked?.options.map(({ label }) => label)).toEqual(['Replace it', 'Keep both', 'Drop']);
});

test('of several questions about rules, each says in twelve columns which it is', () => {
  const one = askedQuestion(lesson('en'), 'en') as Question;
  const all = numbered([one, one, one, one]).map(({ header }) => header);
  expect(all).toEqual(['Rule 1/4', 'Rule 2/4', 'Rule 3/4', 'Rule 4/4']);
  expect(numbered([one])[0]?.header).toBe('Rule');
});
