import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSimilar } from '../../src/learn/similarity/similarity.js';
import type { Asset, Gene, Pref, Sop } from '../../src/schema.gen.js';
import { cpuTime } from '../support/cpu-time.js';
import { OPPOSITES_CHINESE, OPPOSITES_ENGLISH } from '../support/opposite-preferences.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { filesBelow } from '../support/real-files.js';
import { compareTexts, type Match } from '../support/rule-sentences.js';
import { CHINESE, ENGLISH, type RuleFamily } from '../support/similarity-rules.js';

/** What a later schema may ask of every asset, and a comparison does not read. */
const common = { title: 'A rule' };
const gene = (id: string, trigger: string, ...method: string[]): Gene => ({
  ...common,
  id,
  type: 'gene',
  trigger,
  method,
});
const sop = (id: string, trigger: string, ...actions: string[]): Sop => ({
  ...common,
  id,
  type: 'sop',
  trigger,
  steps: actions.map((action, index) => ({ seq: index + 1, action })),
});
const pref = (id: string, trigger: string, prefer: string, reject: string): Pref => ({
  ...common,
  id,
  type: 'pref',
  trigger,
  prefer,
  reject,
  rationale: 'It was faster.',
});
const kindOf = (a: Asset, b: Asset) => findSimilar(a, [b])[0]?.kind ?? null;

type Texts = readonly (readonly [string, string])[];

function opposites(families: readonly RuleFamily[]): Texts {
  return families.flatMap(({ rule, edits, against }) =>
    [rule, ...edits].flatMap((text) => against.map((opposite) => [text, opposite] as const)),
  );
}

function named(pairs: Texts, kind: Match['kind']): Texts {
  return pairs.filter(([a, b]) => compareTexts(a, b).kind === kind);
}

function share(pairs: Texts, kind: Match['kind']): number {
  return named(pairs, kind).length / pairs.length;
}

describe.each([
  ['English', ENGLISH],
  ['Chinese', CHINESE],
])('rules written in %s', (_language, families) => {
  test('a light edit of a rule is found, 97 times in 100, and mostly as a possible duplicate', () => {
    const pairs = families.flatMap(({ rule, edits }) => edits.map((edit) => [rule, edit] as const));
    expect(1 - share(pairs, null)).toBeGreaterThanOrEqual(0.97);
    expect(share(pairs, 'duplicate')).toBeGreaterThanOrEqual(0.6);
  });

  test('flipping, swapping or reordering a rule is never a duplicate', () => {
    expect(named(opposites(families), 'duplicate')).toEqual([]);
  });

  test('the opposite of a rule is found, 95 times in 100, and mostly called the opposite', () => {
    expect(1 - share(opposites(families), null)).toBeGreaterThanOrEqual(0.95);
    expect(share(opposites(families), 'contradiction')).toBeGreaterThanOrEqual(0.9);
  });

  test('another rule on the same topic is no duplicate', () => {
    const pairs = families.map(({ rule, other }) => [rule, other] as const);
    expect(named(pairs, 'duplicate')).toEqual([]);
  });

  test('rules on different topics are suspected at most once in five hundred', () => {
    const rules = families.map(({ rule }) => rule);
    const pairs = rules.flatMap((a, i) => rules.slice(i + 1).map((b) => [a, b] as const));
    expect(share(pairs, null)).toBeGreaterThanOrEqual(0.998);
  });
});

test.each([
  ['English', OPPOSITES_ENGLISH],
  ['Chinese', OPPOSITES_CHINESE],
])('of two rules in %s that prefer opposite sides none is called a duplicate', (_, pairs) => {
  expect(named(pairs, 'duplicate')).toEqual([]);
});

describe('two assets', () => {
  const trigger = 'items > 10 AND categories_undefined';
  const classify = gene(
    'classify-first',
    trigger,
    'Take 3 samples',
    'Define the standard',
    'Classify',
  );

  test('the same method in other punctuation is a duplicate', () => {
    const other = gene(
      'b',
      'items > 10 and categories_undefined',
      'Take three samples.',
      'Define a standard.',
      'Classify.',
    );
    const [found] = findSimilar(classify, [other]);
    expect(found).toMatchObject({ id: 'b', kind: 'duplicate' });
    expect(found?.score).toBeGreaterThan(0.9);
  });

  test('the same scene with another demand is alike', () => {
    const other = gene('b', trigger, 'Ask the user to sort them by hand');
    expect(kindOf(classify, other)).toBe('alike');
  });

  test('the same demand for the opposite scene is never a duplicate', () => {
    const other = gene('b', 'items > 10 AND NOT categories_undefined', ...classify.method);
    expect(kindOf(classify, other)).toBe('contradiction');
  });

  test('the same demand beyond another amount is a contradiction', () => {
    const other = gene('b', 'items > 50 AND categories_undefined', ...classify.method);
    expect(kindOf(classify, other)).toBe('contradiction');
  });

  test.each([
    ['categories', 'severities', (name: string) => `items > 10 AND ${name}_undefined`],
    ['orders', 'users', (name: string) => `a migration of the ${name} table is written`],
    ['address', 'invoice', (name: string) => `a form for the ${name} is built`],
    ['订单', '用户', (name: string) => `新增${name}接口的时候`],
  ])('the same demand for two things is neither: %s and %s', (one, other, scene) => {
    const steps = ['Define the standard', 'Take 3 samples'];
    const about = (name: string) => ({
      ...gene(name, scene(name), ...steps),
      title: `Agree on ${name} first`,
    });
    expect(kindOf(about(one), about(other))).toBeNull();
    const untitled = gene('b', scene(other), ...steps);
    expect(kindOf(about(one), untitled)).toBe('alike');
    const opposite = { ...about(other), trigger: `${scene(other)}, not yet released` };
    expect(kindOf(about(one), opposite)).toBe('contradiction');
  });

  test('the same demand for another error code is never a duplicate', () => {
    const a = gene('a', 'API returns 429', 'Log the response and retry once');
    const b = gene('b', 'API returns 503', 'Log the response and retry once');
    expect(kindOf(a, b)).toBe('contradiction');
  });

  test('the same steps in another order are never a duplicate', () => {
    const steps = ['Back up the database', 'Run the migration', 'Restart the service'];
    const a = sop('a', 'a migration is deployed', ...steps);
    expect(kindOf(a, sop('b', 'a migration is deployed', ...steps.toReversed()))).toBe(
      'contradiction',
    );
    expect(kindOf(a, sop('c', 'migrations are deployed', ...steps))).toBe('duplicate');
  });

  test('one step of many that says the opposite is never a duplicate', () => {
    const steps = [
      'Back up the database',
      'Run the migration',
      'Notify the team',
      'Restart the service',
    ];
    const a = sop('a', 'a migration is deployed', ...steps);
    const b = sop('b', 'a migration is deployed', ...steps.with(2, 'Do not notify the team'));
    expect(kindOf(a, b)).toBe('contradiction');
  });

  test('swapping what a preference prefers and rejects is never a duplicate', () => {
    const a = pref('a', 'pnpm-lock.yaml exists', 'pnpm', 'npm');
    expect(kindOf(a, pref('b', 'pnpm-lock.yaml exists', 'npm', 'pnpm'))).toBe('contradiction');
    expect(kindOf(a, pref('c', 'a pnpm-lock.yaml file exists', 'pnpm', 'npm'))).toBe('duplicate');
  });

  test('a preference and a method that say the same are found across their kinds', () => {
    const a = pref('a', 'pnpm-lock.yaml exists', 'pnpm', 'npm');
    expect(kindOf(a, gene('b', 'pnpm-lock.yaml exists', 'Use pnpm, not npm'))).toBe('duplicate');
    expect(kindOf(a, gene('c', 'pnpm-lock.yaml exists', 'Use npm, not pnpm'))).toBe(
      'contradiction',
    );
  });

  test('a scene that one rule skips and the other is for is alike', () => {
    const a = {
      ...gene('a', 'editing a module', 'Run the whole test suite'),
      skip_when: 'only comments changed',
    };
    expect(kindOf(a, gene('b', 'only comments changed', 'Run the whole test suite'))).toBe('alike');
  });

  test('the same act demanded in one scene and forbidden in another is a contradiction', () => {
    const a = gene('a', 'a release is near', 'Squash the commits of the feature branch');
    const b = gene('b', 'history is audited', 'Do not squash the commits of the feature branch');
    expect(kindOf(a, b)).toBe('contradiction');
  });

  test('the Chinese steps of one rule are compared with those of another', () => {
    const a = gene('a', '条目超过10个且没有分类标准', '先用3个样本定标准', '再分类');
    expect(kindOf(a, gene('b', '条目>10且没有分类标准', '先用三个样本定下标准', '然后分类'))).toBe(
      'duplicate',
    );
    expect(kindOf(a, gene('c', '条目超过10个且没有分类标准', '直接分类'))).toBe('contradiction');
  });
});

describe('rules of one sentence', () => {
  const rule = (id: string, sentence: string): Gene => ({
    ...gene(id, 'always', sentence),
    title: sentence,
  });
  test.each([
    ['数据库迁移先在预发环境执行', '先在预发环境执行数据库迁移', 'duplicate'],
    ['use pnpm, never npm', 'never npm, use pnpm', 'duplicate'],
    ['Use pnpm instead of npm.', 'Prefer pnpm over npm.', 'alike'],
    // Its ban is part of the first: never the opposite.
    ['Use docker compose, not docker-compose', 'never use docker-compose', 'duplicate'],
    ['Use git flow, not git-flow', 'never use git-flow', 'duplicate'],
    [
      'Use docker compose, not docker-compose',
      'use docker-compose, never docker compose',
      'contradiction',
    ],
    ['use pnpm', 'never use pnpm', 'contradiction'],
    ['用 pnpm，不要用 npm', '用 npm，不要用 pnpm', 'contradiction'],
    ['Always squash before merging.', 'Never squash before merging.', 'contradiction'],
    ['提交前先跑测试', '提交前不要跑测试', 'contradiction'],
    ['日志里不要打印手机号', '不要在日志中输出手机号码', 'alike'],
    ['接口要加限流', '接口要写文档', null],
    ['组件要写单元测试', '组件要写文档', 'alike'],
    ['不要动 vendor 目录', '不要动 docs 目录', null],
    ['read the log before you change code', 'write a test before you change code', 'alike'],
    ['never push to main', 'use pnpm, never npm', null],
  ])('%s, and %s: %s', (a, b, kind) => {
    expect(kindOf(rule('a', a), rule('b', b))).toBe(kind);
  });
});

describe('the list', () => {
  test('is sorted by score, then by id, and leaves the asset itself out', () => {
    const a = gene('a', 'a test fails twice', 'Stop editing and read the stack trace');
    const near = gene('near', 'a test fails twice in CI', 'Stop editing and read the stack trace');
    const same = ['z', 'm'].map((id) => ({ ...a, id }));
    expect(findSimilar(a, [a, near, ...same]).map(({ id }) => id)).toEqual(['m', 'z', 'near']);
  });

  test('is empty where nothing is alike', () => {
    expect(findSimilar(gene('a', 'x', 'y'), [])).toEqual([]);
    expect(kindOf(gene('a', '', '—'), gene('b', '', '…'))).toBeNull();
  });

  test('of one asset against 2,000, or of 300 against each other, makes nobody wait', () => {
    const families = [...ENGLISH, ...CHINESE];
    const assets = Array.from({ length: 2000 }, (_, index) => {
      const { rule = '', edits = [] } = families[index % families.length] ?? {};
      return gene(`g${index}`, `${rule} ${index}`, rule, ...edits);
    });
    const one = cpuTime(() => findSimilar(assets[0] as Asset, assets));
    const some = assets.slice(0, 300);
    const all = cpuTime(() => {
      for (const asset of some) findSimilar(asset, some);
    });
    expect(one).toBeLessThan(5000);
    expect(all).toBeLessThan(5000);
  });
});

describe('whatever the text', () => {
  const words = fc.constantFrom(
    ...'use not never before after then , . ( ) prefer over instead of 5 lines `a.ts` unless tests commit skip'.split(
      ' ',
    ),
    ...'如果 则 不要 先 再 之前 后 测试 提交 三个 而不是 ， 。'.split(' '),
  );
  const text = fc.oneof(
    fc.array(words, { maxLength: 20 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary' }),
  );

  test('a rule never contradicts itself', () => {
    fc.assert(fc.property(text, (a) => compareTexts(a, a).kind !== 'contradiction'));
  });

  test('the order of the two rules does not matter', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareTexts(a, b)).toEqual(compareTexts(b, a));
      }),
    );
  });

  test('the score is between 0 and 1 with two decimals', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { score } = compareTexts(a, b);
        expect(score).toBe(Number(Math.min(1, Math.max(0, score)).toFixed(2)));
      }),
    );
  });
});

describe('what it does not see, so that the model must be shown the whole list', () => {
  test.each<[string, string, string, Match['kind']]>([
    ['a translation', 'Never hardcode secrets in the source', '切勿在源代码中硬编码密钥', null],
    [
      'a rule in wholly other words',
      'IF a test fails twice THEN stop editing and read the stack trace',
      'IF you hit the same failure again THEN pause and look at the complete traceback',
      null,
    ],
    [
      'half of a rule with another property',
      'Log detailed errors on the server and return generic messages to the client',
      'Return detailed errors to the client',
      'contradiction',
    ],
    [
      'an exception worded as a rule',
      'Only the store may write to memory/',
      'Every module but the store may write to memory/',
      'duplicate',
    ],
  ])('%s', (_what, a, b, kind) => {
    expect(compareTexts(a, b).kind).toBe(kind);
  });
});

// ---- real rules

/** Edits of one cue that turn any rule that has it into its opposite. */
const FLIPS: readonly (readonly [string, (rule: string) => string | null])[] = [
  [
    'forbidden',
    (rule) =>
      /^(?:Use|Prefer|Run|Add|Keep|Write|Check|Create|Include|Validate|Test|Store|Return|Set|Read|Log) /.test(
        rule,
      )
        ? `Do not ${rule[0]?.toLowerCase()}${rule.slice(1)}`
        : null,
  ],
  ['no longer forbidden', (rule) => replaced(rule, /^(?:Never|Do not|Don't) /i, '')],
  ['always for never', (rule) => replaced(rule, /^Never /i, 'Always ')],
  [
    'options swapped',
    (rule) =>
      replaced(
        rule,
        /^(Prefer|Use|Favor|Choose) (.+?) (over|instead of|rather than) ([^,.;:(—-]+?)(?=$|[,.;:(—-])/i,
        '$1 $4 $3 $2 ',
      ),
  ],
  [
    'before for after',
    (rule) =>
      once(rule, /\b(?:before|after)\b/g, (word) => (word === 'before' ? 'after' : 'before')),
  ],
  ['with for without', (rule) => replaced(rule, / without /, ' with ')],
  [
    '禁止',
    (rule) =>
      /^(?:使用|优先|运行|添加|保持|编写|检查|创建|包含|验证|测试|存储|返回|设置|读取)/.test(rule)
        ? `不要${rule}`
        : null,
  ],
  ['不再禁止', (rule) => replaced(rule, /^(?:不要|切勿|禁止|避免|绝不|永远不要)/, '')],
  [
    '之前与之后互换',
    (rule) => once(rule, /之前|之后/g, (word) => (word === '之前' ? '之后' : '之前')),
  ],
];

function replaced(rule: string, cue: RegExp, by: string): string | null {
  return cue.test(rule) ? rule.replace(cue, by) : null;
}

function once(rule: string, cue: RegExp, by: (word: string) => string): string | null {
  return rule.match(cue)?.length === 1 ? rule.replace(cue, by) : null;
}

const folder = realData('rules');

describe.skipIf(folder === undefined)(`real rules (${noRealData})`, () => {
  interface Sample {
    kind: string;
    label: 0 | 1;
    a: string;
    b: string;
    source_a: string;
  }
  const samples: Sample[] =
    folder === undefined
      ? []
      : readFileSync(join(folder, 'pairs.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  const isCjk = (text: string) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
  const oneLanguage = samples.filter(
    (s) => isCjk(s.a) === isCjk(s.b) && !s.kind.startsWith('translation'),
  );

  test.each([
    ['English', 0.97, (text: string) => !isCjk(text)],
    ['Chinese', 0.94, isCjk],
  ])(
    'revisions, copies and re-translations in %s are found, at least %d of them',
    (_, least, isIn) => {
      const pairs = oneLanguage.filter(({ label, a }) => label === 1 && isIn(a));
      expect(1 - share(textsOf(pairs), null)).toBeGreaterThanOrEqual(least);
    },
  );

  test('an exact copy is a duplicate', () => {
    const pairs = textsOf(oneLanguage.filter(({ kind }) => kind === 'exact_copy'));
    expect(share(pairs, 'duplicate')).toBe(1);
  });

  test('another rule of the same section is no duplicate, and hardly ever suspected', () => {
    const pairs = textsOf(oneLanguage.filter(({ label }) => label === 0));
    expect(named(pairs, 'duplicate')).toEqual([]);
    expect(share(pairs, 'contradiction')).toBeLessThan(0.06);
  });

  test.each([
    [
      'Run the linter and the tests before you commit.',
      'Before you commit, run the linter and the tests.',
    ],
    ['If a migration fails, stop the deploy.', 'Stop the deploy if a migration fails.'],
    ['如果测试失败，就不要合并分支。', '不要合并分支，如果测试失败的话。'],
    ['提交代码之前，先运行格式化工具。', '先运行格式化工具，再提交代码。'],
  ])('a sentence whose clauses changed places says the same: %s', (a, b) => {
    expect(compareTexts(a, b).kind).toBe('duplicate');
  });

  test.each([
    ['Replace callbacks with promises', 'Replace promises with callbacks'],
    [
      'Use tabs in Makefiles and spaces in Python files',
      'Use spaces in Makefiles and tabs in Python files',
    ],
    ['Never push before the tests ran', 'Push before the tests ran'],
  ])('a word in another place may turn it round: %s', (a, b) => {
    expect(compareTexts(a, b).kind).toBe('contradiction');
  });

  test('a translation is mostly missed', () => {
    const pairs = textsOf(samples.filter((s) => s.kind.startsWith('translation')));
    expect(named(pairs, 'duplicate').length).toBeLessThan(10);
    expect(share(pairs, 'contradiction')).toBeLessThan(0.1);
  });

  test.each(FLIPS)('a real rule is not its own opposite: %s', (_name, flip) => {
    const pairs = realRules(samples).flatMap((rule) => {
      const flipped = flip(rule);
      return flipped === null || flipped === rule ? [] : [[rule, flipped] as const];
    });
    expect(pairs.length).toBeGreaterThan(4);
    expect(share(pairs, 'duplicate')).toBeLessThan(0.02);
  });

  function textsOf(pairs: readonly Sample[]): Texts {
    return pairs.map(({ a, b }) => [a, b] as const);
  }

  function realRules(pairs: readonly Sample[]): string[] {
    const bullets = filesBelow(join(folder ?? '', 'assets'), '.md')
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .flatMap((line) => /^\s*[-*]\s+(.{15,220})$/.exec(line)?.[1] ?? []);
    return [...new Set([...bullets, ...pairs.flatMap(({ a, b }) => [a, b])])];
  }
});
