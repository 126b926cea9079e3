// biome-ignore-all lint/suspicious/noThenProperty: a lesson says what to do.
import { expect, test } from 'vitest';
import { questionFits } from '../../src/application/retrospective/ask-lessons.js';
import { checkHandIn } from '../../src/application/retrospective/hand-in/check-hand-in.js';
import type { Language } from '../../src/problem.js';
import { lessonBudgets, overBudget } from '../../src/reflect/hand-in/lesson.js';
import { emptyNoted } from '../../src/reflect/hand-in/noted.js';
import type { Asset, Lesson } from '../../src/schema.gen.js';
import type { Opened } from '../../src/store/store.js';
import { columns, cutToColumns } from '../../src/validation.js';
import { madeReading } from '../support/made-reading.js';
import { born, gene, memoryOf } from '../support/memory.js';

const said = {
  en: 'no, not the whole suite here, plain pytest talks to the staging database and locks it for everybody; use make test-fast here, always, as I said last week and the week before',
  zh: '不要直接跑 pytest，它会连到预发布数据库，把所有人都锁住；以后一律用 make test-fast，上周我已经说过一次了，再上一周也说过，请记住，任何时候都不要在这里跑整套测试，除非我明确要求',
};
const reading = (language: Language) => `
123:57 you ${said[language]}
124:58 you ${said[language]}
125:59 failed alembic upgrade head → OperationalError
126:60 failed alembic upgrade head → OperationalError
127:61 you yes, like that
128:51 you like that
`;
const places = ['123:57', '124:58', '125:59', '126:60', '127:61', '128:51'];
const wide = 'a step that takes as many columns as a step of the block may take and a little more';
const standing: Asset[] = [
  gene('an-old-rule-with-a-rather-long-name-of-its-own', {
    ...{ title: 'An old rule', trigger: `the old scene, which was ${'long '.repeat(18)}` },
    method: [`make old ${'very '.repeat(36)}`],
  }),
  {
    ...{ id: 'an-old-procedure-with-a-rather-long-name', type: 'sop', title: 'An old procedure' },
    ...{ trigger: 'about to release', created_at: '2026-01-02' },
    steps: [1, 2, 3].map((seq) => ({ seq, action: `${wide} ${seq}` })),
  },
];

function opened(): Opened {
  const events = standing.map(({ id, type }) => born(id, 0.7, { asset_type: type }));
  const memory = memoryOf(standing, events);
  return { memory, kept: [], location: { isUser: false }, config: {} } as unknown as Opened;
}

/** The same numbers on each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const texts = {
  en: 'run make test-fast before web/src/components/accounts/AccountTable.test.tsx goes to the staging database again ',
  zh: '提交前先运行 make test-fast，不要直接跑整套测试，web/src/components/accounts/AccountTable.test.tsx 除外；',
};

/** A text of exactly so many columns, or one less. */
function textOf(language: Language, most: number, next: () => number): string {
  const long = texts[language].repeat(8);
  const from = [...long]
    .slice(Math.floor(next() * 90))
    .join('')
    .trim();
  return cutToColumns(from, most);
}

/** A lesson that uses its budgets up, with everything a lesson may have. */
function fullLesson(language: Language, next: () => number): Lesson {
  const text = (most: number) => textOf(language, most, next);
  const is = (share: number) => next() < share;
  const hasSkip = is(0.6);
  const hasSteps = is(0.3);
  const isPref = !hasSteps && is(0.4);
  const scene = hasSkip ? lessonBudgets.scene / 2 : lessonBudgets.scene;
  return {
    if: text(scene),
    ...(hasSkip && { skip: text(scene), ...(is(0.5) && { skip_line: places[0] as string }) }),
    ...(hasSteps
      ? {
          steps: [42, 42, 42].map((most) =>
            is(0.5) ? text(most) : { do: text(most), check: text(100) },
          ),
        }
      : { then: text(isPref ? lessonBudgets.act / 2 : lessonBudgets.act) }),
    ...(isPref && { over: text(lessonBudgets.act / 2) }),
    ...(is(0.8) && { title: text(lessonBudgets.title) }),
    ...(is(0.6) && { why: text(200) }),
    ...(isPref && is(0.5) && { price: text(120) }),
    ...(is(0.4) && { check: text(120), expect: text(120) }),
    ...(is(0.4) && { tags: ['tests', 'staging database'], domain: ['dev'] }),
    ...(is(0.3) && { hint: ['make test-fast', 'pytest -q'] }),
    ...(is(0.5) && { watch: { use: 'make test-fast', not: ['pytest'] } }),
    ...(is(0.15) && { opposes: standing[0]?.id as string }),
    lines: places.slice(0, 1 + Math.floor(next() * 6)),
  };
}

const languages = ['en', 'zh'] as const;

function handedIn(lesson: Lesson, language: Language) {
  const retro = { sessions: [], mode: 'mid' } as never;
  const source = madeReading(reading(language), {
    fits: (one, before) => questionFits(one, before, retro, language),
  });
  const checked = checkHandIn(opened(), emptyNoted, { lessons: [lesson] }, source);
  if (checked.noted === undefined) throw new Error('no hand-in');
  return checked;
}

const keepsBudgets = (rounds: number) => (language: Language) => {
  const next = random(rounds);
  for (let round = 0; round < rounds; round++) {
    const lesson = fullLesson(language, next);
    expect(overBudget(lesson, 'lessons[0]')).toEqual([]);
    const { refused, without } = handedIn(lesson, language);
    expect(refused, JSON.stringify(lesson)).toEqual([]);
    // What it is called by and what it says is never left out.
    expect(without.flatMap(({ fields }) => fields)).not.toContain('title');
  }
};

test.each(languages)('in %s, a lesson that keeps its budgets is taken', keepsBudgets(8));
test.each(languages)(
  'in %s, any lesson that keeps its budgets is taken',
  { tags: 'slow' },
  keepsBudgets(200),
);

test.each(languages)('in %s, one correction of what is refused is enough', (language) => {
  const text = (most: number) => textOf(language, most, () => 0.1);
  const lines = places.slice(0, 3);
  const watch = { use: 'make test-fast', not: ['pytest'] };
  const long = { if: text(160), then: text(230), skip: text(80), watch, lines };
  const { refused } = handedIn(long, language);
  expect(refused.map(({ at, message, hint }) => `${at}: ${message}; ${hint}`)).toEqual([
    `lessons[0].if: if + skip have ${columns(long.if + long.skip)} columns, at most 100; say it in ${columns(long.if + long.skip) - 100} columns less`,
    `lessons[0].then: ${columns(long.then)} columns, at most 130; say it in ${columns(long.then) - 130} columns less`,
  ]);
  const mended = { ...long, if: text(50), skip: text(50), then: text(130) };
  expect(handedIn(mended, language).refused).toEqual([]);
});

test.each(languages)('in %s, a procedure can be worded anew as a whole', (language) => {
  const text = (most: number) => textOf(language, most, () => 0.2);
  const lesson = {
    ...{ sharpens: 'an-old-procedure-with-a-rather-long-name', title: text(lessonBudgets.title) },
    ...{ if: text(lessonBudgets.scene), steps: [text(44), text(42), text(40)], lines: places },
  };
  const { refused, without } = handedIn(lesson, language);
  expect([refused, without]).toEqual([[], []]);
});

test('what has no room is named, and the lesson is without it', () => {
  const lesson = {
    ...{ if: textOf('en', 100, () => 0), then: textOf('en', 130, () => 0.3) },
    ...{ why: textOf('en', 200, () => 0.1), check: textOf('en', 120, () => 0.2), tags: ['tests'] },
    ...{
      title: 'make test-fast',
      lines: places,
      watch: { use: 'make test-fast', not: ['pytest'] },
    },
  };
  const { without, noted } = handedIn(lesson, 'en');
  const [{ asset }] = noted.lessons as unknown as [{ asset: object }];
  expect(without).toEqual([{ at: 'lessons[0]', fields: ['check'] }]);
  expect(asset).toMatchObject({ title: 'make test-fast', tags: ['tests'] });
  expect(asset).not.toHaveProperty('checkpoint');
});

test('a short lesson loses nothing, and its quote is whole', () => {
  const lesson = { if: 'you run tests here', then: 'make test-fast, never pytest', lines: places };
  const { without, noted } = handedIn(
    { ...lesson, why: 'it locks staging', tags: ['tests'] },
    'en',
  );
  expect(without).toEqual([]);
  expect(noted.lessons[0]?.asset).toMatchObject({
    tags: ['tests'],
    evidence: [{ quote: said.en.slice(30), lesson: 'it locks staging' }, {}, {}, {}, {}, {}],
  });
});
