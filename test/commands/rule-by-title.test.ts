import { beforeEach, expect, test } from 'vitest';
import { madnessHere } from '../support/in-process.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();
const title = '数据库迁移先在预发环境执行';
let cwd = '';

beforeEach(async () => {
  cwd = scratch();
  await madnessHere(cwd, ['init', '--language', 'en']);
  await madnessHere(cwd, ['add', title]);
  await madnessHere(cwd, ['add', 'run the tests before you push']);
});

test.each([
  [['show', title], title],
  [['pin', title], 'is pinned'],
  [['remove', title, '--reason', 'it is done by the pipeline'], 'is removed'],
  [['edit', title, '数据库迁移一律先在预发环境执行'], 'revised gene:rule-'],
  [['show', ' run the tests before you push '], 'run-the-tests-before-you — '],
])('%s finds the one rule with that title', async (args, said) => {
  const { code, out } = await madnessHere(cwd, args);
  expect([code, out]).toEqual([0, expect.stringContaining(said)]);
});

test.each([
  ['show', 'run the test before you push'],
  ['remove', 'Run the tests'],
  ['edit', 'run the tests before you pull'],
  ['pin', '迁移先在预发环境'],
])('%s %s is no title, and the nearest is suggested', async (...args) => {
  const { code, err } = await madnessHere(cwd, args);
  expect([code, err]).toEqual([2, expect.stringMatching(/Did you mean (?:run-the|rule-)/)]);
});

test('a title that two rules have finds neither', async () => {
  const rule = { title: 'run the tests before you push', trigger: 'always', method: ['look'] };
  const input = JSON.stringify({ ...rule, id: 'another' });
  const { code } = await madnessHere(
    cwd,
    ['add', 'gene', '--file', '-', '--not-like', 'run-the-tests-before-you'],
    { input },
  );
  expect(code).toBe(0);
  const { code: shown, err } = await madnessHere(cwd, ['show', rule.title]);
  expect([shown, err]).toEqual([2, expect.stringContaining('Did you mean')]);
});
