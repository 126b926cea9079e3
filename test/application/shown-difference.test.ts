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
import { MadnessError } from '../../src/problem.js';
import type { Asset } from '../../src/schema.gen.js';
import { locationAt } from '../../src/store/location.js';
import { openMemory } from '../../src/store/store.js';
import { gene, putMemory } from '../support/memory.js';
import { randomRequests, randomRules, types, wording } from '../support/random-changes.js';
import { scratchFolder } from '../support/scratch.js';

/** The texts in a value that madness did not make by itself: no ids, hashes, instants. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return /^(?:id|ts|created_at|asset_id|into|reverts)$/.test(name) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, Array.isArray(value) ? name : key),
  );
}

const bare = (text: string): string =>
  text.replace(/\[[0-9a-f]{8}(?: \d\/\d)?\]/g, '').replace(/\s/gu, '');

test('of 2,000 random changes every text that differs stands in the question', () => {
  const cwd = scratchFolder();
  const { rules, events } = randomRules();
  putMemory(cwd, { assets: rules, events });
  const opened = openMemory(locationAt(join(cwd, 'memory'), {}), () => true);
  expect(opened.problems).toEqual([]);
  const requests = randomRequests(rules, events);
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
      nested: { deep: [{ far: 'under the sea' }, { far: 'constructor' }] },
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
      for (const text of ['angry at the moon', 'under the sea', 'far constructor', 'of an event'])
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
