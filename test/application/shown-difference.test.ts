import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideAll } from '../../src/application/approval/action-handlers.js';
import {
  askedChange,
  differenceOf,
  shownText,
} from '../../src/application/approval/pending-change.js';
import { askedQuestions } from '../../src/application/approval/question.js';
import { linesOf } from '../../src/application/approval/shown-difference.js';
import { parseAssets, wordingOf } from '../../src/learn/asset.js';
import type { Request } from '../../src/learn/change-request.js';
import { eventId } from '../../src/learn/log/event.js';
import { MadnessError } from '../../src/problem.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { locationAt } from '../../src/store/location.js';
import { openMemory } from '../../src/store/store.js';
import { born, gene, putMemory } from '../support/memory.js';
import { scratchFolder } from '../support/scratch.js';

/** The same numbers in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const types = ['gene', 'sop', 'pref'] as const;
const random = randomOf(20261126);
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
const maybe = <T>(make: () => T): T | undefined => (random(2) === 0 ? undefined : make());
const alphabets = [
  'abcdefghij klmno pqrst',
  '规则内容测试提交分支合并 确认',
  'Aa1 /._-*→"“”\'`',
  'é ß ñ 日本語 한국어 ',
];

function words(most: number): string {
  const letters = [...pick(alphabets)];
  const length = 1 + random(most);
  const text = Array.from({ length }, () => pick(letters)).join('');
  return `${text.replace(/\s+/g, ' ').trim()}x${random(1000)}`.slice(-most);
}
const word = () => `w${random(100_000)}`;
const list = <T>(most: number, make: () => T): T[] => [
  ...new Set(Array.from({ length: 1 + random(most) }, make)),
];

function wording(id: string, type: Asset['type']): Asset {
  const shared = {
    id,
    type,
    title: words(random(8) === 0 ? 160 : 60),
    domain: maybe(() => list(3, word)),
    tags: maybe(() => list(4, () => words(20))),
    trigger: words(random(8) === 0 ? 400 : 60),
    skip_when: maybe(() => words(60)),
    when: maybe(() => ({ commands: list(2, () => words(30)), prompts: list(2, () => words(20)) })),
    guard: maybe(() => ({
      on: 'command',
      match: [`git ${word()}`],
      action: 'deny',
      instead: words(40),
    })),
    inject: random(5) === 0 ? { lines: list(3, () => words(60)), note: words(80) } : undefined,
    evidence: maybe(() =>
      list(2, () => ({ quote: words(80), lesson: words(60), project: word() })),
    ),
    created_from: maybe(() => words(40)),
  };
  const own = {
    gene: () => ({
      method: list(4, () => words(60)),
      checkpoint: maybe(() => words(80)),
      expected_outcome: maybe(() => words(80)),
    }),
    sop: () => ({
      steps: Array.from({ length: 1 + random(4) }, (_, at) => ({
        seq: at + 1,
        action: words(60),
        ...(random(2) === 0 ? {} : { checkpoint: words(40) }),
      })),
    }),
    pref: () => ({
      prefer: words(60),
      reject: words(60),
      rationale: words(80),
      tradeoff: maybe(() => words(60)),
    }),
  }[type]();
  return JSON.parse(JSON.stringify({ ...shared, ...own })) as Asset;
}

/** The texts in a value that madness did not make by itself: no ids, hashes, instants. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return /^(?:id|ts|created_at|asset_id|into|reverts)$/.test(name) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, Array.isArray(value) ? name : key),
  );
}

const decided = (asset_id: string, asset_type: Asset['type'], event: Event['event']): Event => ({
  ts: '2026-02-02T08:00:00Z',
  event,
  asset_type,
  asset_id,
  detail: 'decided',
  confidence_delta: 0,
});

const bare = (text: string): string =>
  text.replace(/\[[0-9a-f]{8}(?: \d\/\d)?\]/g, '').replace(/\s/gu, '');

test('of 2,000 random changes every text that differs stands in the question', () => {
  const cwd = scratchFolder();
  const rules = types.flatMap((type) =>
    ['one', 'two', 'gone', 'held'].map((name) => wording(`${type}-${name}`, type)),
  );
  const events: Event[] = rules.flatMap(({ id, type }) => [
    { ...born(id, 0.9), asset_type: type },
    ...(id.endsWith('gone') ? [decided(id, type, 'deprecate')] : []),
    ...(id === 'gene-held' ? [decided(id, type, 'pin')] : []),
  ]);
  putMemory(cwd, { assets: rules, events });
  const opened = openMemory(locationAt(join(cwd, 'memory'), {}), () => true);
  expect(opened.problems).toEqual([]);
  const ids = rules.map(({ id }) => id);
  const typeOf = (id: string) => id.split('-')[0] as Asset['type'];
  const requests: Record<string, () => Request> = {
    add: () => {
      const asset = wording(`new-${random(1e6)}`, pick(types));
      return { action: 'add', asset_type: asset.type, asset };
    },
    revise: () => {
      const id = pick(ids);
      return { action: 'revise', asset_id: id, asset: wording(id, typeOf(id)) };
    },
    merge: () => {
      const type = pick(types);
      const asset = maybe(() => wording(`${type}-two`, type));
      const more = asset === undefined ? {} : { asset };
      return {
        action: 'merge',
        asset_id: `${type}-one`,
        into: `${type}-two`,
        reason: words(60),
        ...more,
      };
    },
    deprecate: () => ({ action: 'deprecate', asset_id: pick(ids), reason: words(200) }),
    revive: () => ({ action: 'revive', asset_id: `${pick(types)}-gone`, reason: words(60) }),
    pin: () => ({ action: 'pin', asset_id: pick(ids), reason: words(60) }),
    unpin: () => ({ action: 'unpin', asset_id: 'gene-held' }),
    premise: () => ({ action: 'premise', asset_id: pick(ids), reason: words(60) }),
    undo: () => ({ action: 'undo', event: eventId(pick(events)), reason: words(60) }),
    promote: () => {
      const asset = wording(`new-${random(1e6)}`, pick(types));
      return { action: 'promote', asset_type: asset.type, asset, project: word() };
    },
  };
  const kinds = Object.keys(requests);
  const counts: Record<string, number> = {};
  let asked = 0;
  for (let round = 0; asked < 2000; round++) {
    expect(round).toBeLessThan(4000);
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
      const before = parseAssets(opened.memory.texts).assets;
      const after = parseAssets(
        new Map([...opened.memory.texts, ...(decision.change.texts ?? [])]),
      ).assets;
      const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
        const [one, other] = [before.get(id), after.get(id)].map((asset) => textsIn(asset)) as [
          string[],
          string[],
        ];
        return [
          ...one.filter((text) => !other.includes(text)),
          ...other.filter((text) => !one.includes(text)),
        ];
      });
      const written = (decision.change.events ?? []).flatMap(({ before, after, ...event }) =>
        textsIn(event),
      );
      for (const one of [...differing, ...written]) expect(text).toContain(bare(one));
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
      nested: { deep: [{ far: 'under the sea' }] },
    };
    const difference = {
      found: { [rule.id]: null },
      comes: { [rule.id]: asset },
      writes: [{ note: 'of an event' }],
      unread: [],
    };
    for (const language of ['en', 'zh'] as const) {
      const lines = Object.values(linesOf(difference, rule.id, language, [], false))
        .flat(2)
        .join('');
      for (const text of ['angry at the moon', 'under the sea', 'of an event'])
        expect(bare(lines)).toContain(bare(text));
    }
  }
});

test('every part of a long question has its number, the same options and at most nine lines', () => {
  const asset = {
    ...gene('alpha'),
    method: Array.from({ length: 4 }, (_, at) => `${at} ${'do this '.repeat(30)}`.trim()),
  };
  const change = {
    id: 'abcdef01',
    requests: [{ action: 'add', asset_type: 'gene', asset }] as const,
    first: 'alpha',
    difference: { found: { alpha: null }, comes: { alpha: asset }, writes: [], unread: [] },
  };
  const questions = askedQuestions(change, 'en') ?? [];
  expect(questions.length).toBeGreaterThan(1);
  expect(questions.length).toBeLessThanOrEqual(4);
  questions.forEach(({ question, options }, at) => {
    expect(question.startsWith(`[abcdef01 ${at + 1}/${questions.length}]`)).toBe(true);
    expect(question.split('\n').length).toBeLessThanOrEqual(9);
    expect(options).toEqual(questions[0]?.options);
  });
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
});

test('the rules of this project and of the examples are asked, none is left to review', () => {
  const folders = ['memory', 'examples/en/memory', 'examples/zh/memory'];
  const rules = folders.flatMap((folder) =>
    types.flatMap((type) => {
      const file = join(import.meta.dirname, '../..', folder, `${type}s.json`);
      return JSON.parse(readFileSync(file, 'utf8')) as Asset[];
    }),
  );
  expect(rules.length).toBeGreaterThanOrEqual(27);
  const parts = rules.flatMap((asset) =>
    (['en', 'zh'] as const).map((language) => {
      const { id, type } = asset;
      const { confidence, version, created_at, ...comes } = wordingOf(asset);
      const event = { event: 'create', asset_type: type, detail: asset.title, by: 'add' };
      const change = {
        id: 'abcdef01',
        requests: [{ action: 'add', asset_type: type, asset }] as const,
        first: id,
        difference: {
          found: { [id]: null },
          comes: { [id]: comes as Asset },
          writes: [event],
          unread: [],
        },
      };
      return askedQuestions(change, language)?.length ?? 0;
    }),
  );
  expect(parts).not.toContain(0);
});
