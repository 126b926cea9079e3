import { describe, expect, test } from 'vitest';
import { countedIn } from '../../src/application/decisions/new-rule.js';
import { relationsOf, sharingWords } from '../../src/learn/likeness.js';
import type { Gene, Pref, Watch } from '../../src/schema.gen.js';
import { cpuTime } from '../support/cpu-time.js';

const rule = (id: string, sentence: string, more: Partial<Gene> = {}): Gene => {
  const watch = countedIn(sentence);
  const counted = watch === undefined ? {} : { watch };
  return {
    id,
    type: 'gene',
    title: sentence,
    trigger: 'always',
    method: [sentence],
    ...counted,
    ...more,
  };
};
const between = (a: string, b: string) => {
  const [one, other] = [rule('a', a), rule('b', b)];
  const [found] = relationsOf(one, [other]);
  // It holds in both directions.
  expect(relationsOf(other, [one])[0]?.kind).toBe(found?.kind);
  return found?.kind ?? null;
};

describe('two rules', () => {
  test.each([
    ['Use the Oxford comma.', 'use Oxford comma'],
    ['用“中文”写提交信息。', '请用中文写提交信息'],
    ['Keep ＰＲｓ small!', 'keep PRs small'],
    ['每次提交前跑一遍测试', '每次提交前，跑一遍测试吧。'],
  ])('say the same where only form differs: %s', (a, b) => {
    expect(between(a, b)).toBe('same-words');
  });

  test.each([
    ['use pnpm, never npm', 'prefer `pnpm` over `npm`'],
    ['用 pnpm，不要用 npm', 'use pnpm, never npm'],
    ['Run `make lint` before committing.', '提交前先跑 `make lint`'],
  ])('count the same where their watches are equal: %s', (a, b) => {
    expect(between(a, b)).toBe('same-watch');
  });

  test.each([
    ['use pnpm, never npm', 'use npm, never pnpm'],
    ['use pnpm, never npm or yarn', 'use yarn, not pnpm'],
    ['never run `make lint`', 'Run `make lint` before every commit.'],
    ['不要用 docker，用 podman', '用 docker，不要用 podman'],
  ])('contradict where one bans what the other demands: %s', (a, b) => {
    expect(between(a, b)).toBe('contradicts');
  });

  test.each([
    ['never run git push --force', 'never run git commit --no-verify'],
    ['use feature flags for new screens', 'do not use feature flags in migrations'],
    ['write tests for the parser', 'do not write tests against the live API'],
    ['新接口要写文档', '旧接口不要写文档到首页'],
    ['keep pull requests under 400 lines', 'keep pull requests to not more than 400 lines'],
    ['提交信息用中文写', '提交信息用英文写'],
    ['answer in German', 'answer in English'],
    ['indent with tabs', 'indent with two spaces'],
    ['log before you retry', 'retry before you log'],
    ['tests come after code', 'code comes after tests'],
    ['run `git add .` first', 'run `git add` first'],
    ['delete branches with `git branch -d`', 'delete branches with `git branch -D`'],
    ['never run `npm publish`', 'use npm, never yarn'],
    ['use pnpm, never npm', 'use podman, never docker'],
    ['do not push on Fridays', 'push on Fridays'],
  ])('have nothing established between them: %s / %s', (a, b) => {
    expect(between(a, b)).toBeNull();
  });

  test.each<[string, Watch, Watch]>([
    ['other branches', { never: ['git push'], on: ['main'] }, { before: 'pr', run: ['git push'] }],
    [
      'an exception',
      { never: ['npm'], unless: ['npm test'] },
      { before: 'commit', run: ['npm test'] },
    ],
    [
      'one of several',
      { never: ['npm test'] },
      { before: 'commit', run: ['npm test', 'make test'], any: true },
    ],
    ['a narrower ban', { never: ['git push --force'] }, { before: 'pr', run: ['git push'] }],
  ])('do not contradict by %s', (_, one, other) => {
    const [a, b] = [rule('a', 'one', { watch: one }), rule('b', 'other', { watch: other })];
    expect(relationsOf(a, [b])).toEqual([]);
  });

  test('are no duplicates because a preference names the two things in one order', () => {
    const pref: Pref = {
      id: 'p',
      type: 'pref',
      title: 'x',
      trigger: 'always',
      prefer: 'tabs',
      reject: 'spaces',
      rationale: 'y',
    };
    expect(relationsOf(rule('a', 'tabs', { method: ['tabs', 'spaces'] }), [pref])).toEqual([]);
  });
});

test('rules of the same words are shown without a word on what they mean, three at most', () => {
  const others = ['one', 'two', 'three', 'four'].map((word) =>
    rule(word, `write tests for the parser ${word}`),
  );
  expect(sharingWords(rule('a', 'write tests for the parser'), others)).toHaveLength(3);
  expect(
    sharingWords(rule('a', 'write tests for the parser'), [rule('b', 'deploy on Monday')]),
  ).toEqual([]);
});

test('200 rules are compared with 200 in little time', () => {
  const many = (name: string) =>
    Array.from({ length: 200 }, (_, n) => ({
      ...rule(`${name}-${n}`, `rule ${n}`),
      watch: { use: `tool${n}`, not: [`${name}${n}`] },
    }));
  const [left, right] = [many('a'), many('b')];
  const time = cpuTime(() => left.map((one) => relationsOf(one, right)));
  expect(time).toBeLessThan(4000);
});
