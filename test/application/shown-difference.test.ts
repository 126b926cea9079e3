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
import { words } from '../../src/messages/approval.js';
import { type Language, MadnessError } from '../../src/problem.js';
import type { Asset } from '../../src/schema.gen.js';
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

test.each(['en', 'zh'] as const)(
  'in %s, each word of the schema has a word of its own',
  (language) => {
    for (const [field, table] of Object.entries(words[language].values)) {
      // A command of two names writes the event of that name.
      const { add, undo, ...others } = table as Record<string, string>;
      expect(new Set(Object.values(others)).size, field).toBe(Object.keys(others).length);
      for (const [text, said] of Object.entries(table)) expect(said, text).toMatch(/\S/);
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
    const lines = Object.values(linesOf(difference, 'alpha', language, [], false))
      .flat(2)
      .join(' ');
    expect(lines.split(texts.join(', ')).length - 1).toBe(2);
    expect(lines).toContain('undo');
  }
});

const bare = (text: string): string =>
  text.replace(/\[[0-9a-f]{8}(?: \d\/\d)?\]/g, '').replace(/\s/gu, '');

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
      const written = (decision.change.events ?? []).flatMap(({ before, after, ...event }) =>
        textsIn(event, language),
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

const quote =
  'Stop. You are editing files that I did not expect: tell me the plan first, and wait for my yes.';
const session = '6685e1f7-e6a5-4a6f-a1e6-f1796fd3acd7';
test.each([
  [
    'one step',
    'bug_reported',
    undefined,
    ['write a failing test first'],
    'A failing test before a fix',
  ],
  [
    'two steps and an exception',
    'files_to_touch > 3 OR public_api_changes',
    'one_file_fix',
    ['list the files with the change in each', 'wait for a yes'],
    'Show the plan before the first edit',
  ],
  [
    'three steps',
    'migration_touches_existing_rows',
    'table_is_new',
    ['restore a dump of production size', 'time every lock', 'migrate and roll back'],
    'Rehearse a migration on a copy of the data',
  ],
  [
    'three steps in Chinese',
    '改表结构 OR 已有数据要迁移',
    '新表',
    ['先恢复一份与生产同量级的备份', '记录每把锁的持有时间', '执行迁移并回滚'],
    '迁移先在副本上演练，再碰真实数据',
  ],
])(
  'a usual draft of a review, with %s and one quote, is asked in one part',
  (_, trigger, skip, method, title) => {
    const skip_when = skip === undefined ? {} : { skip_when: skip };
    const evidence = [{ project: 'lantern', session, line: 1064, quote, role: 'user' as const }];
    const asset = {
      type: 'gene' as const,
      id: 'agree-first',
      title,
      domain: ['dev'],
      trigger,
      ...skip_when,
      method,
      evidence,
    };
    const event = {
      event: 'create',
      asset_type: 'gene',
      detail: title,
      confidence_delta: 0.7,
      project: 'lantern',
      by: 'add',
    };
    const change = {
      id: 'abcdef01',
      requests: [{ action: 'add', asset_type: 'gene', asset }] as const,
      first: asset.id,
      difference: {
        found: { [asset.id]: null },
        comes: { [asset.id]: asset },
        writes: [event],
        unread: [],
      },
      offer: { isDraft: true },
    };
    for (const language of ['en', 'zh'] as const) {
      const asked = askedQuestions(change, language) ?? [];
      expect(asked.map(({ question }) => question)).toHaveLength(1);
      const text = bare(asked[0]?.question ?? '');
      const [first] = evidence;
      // A quote of the person's own may end in …; every other text stands whole.
      const rest = textsIn(
        {
          ...asset,
          evidence: [
            { ...first, quote: [...quote].slice(0, 60).join(''), session: session.slice(0, 8) },
          ],
        },
        language,
      );
      for (const one of [...rest, ...textsIn(event, language), '0.70', '1064'])
        expect(text).toContain(bare(one));
    }
  },
);
