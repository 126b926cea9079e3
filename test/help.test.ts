import { expect, test } from 'vitest';
import { commands, groupSummaries, helpGroups } from '../src/cli/command-table.js';
import { chineseHelp } from '../src/messages/help-zh.js';
import { madness } from './support/cli.js';
import { scratchFolder } from './support/scratch.js';

const sentences = [
  ...Object.values(groupSummaries),
  ...helpGroups.map(([heading]) => heading),
  ...commands.flatMap(({ summary, options = [] }) => [
    summary,
    ...options.map(([, description]) => description),
  ]),
];

test('every sentence of the help has its Chinese', () => {
  expect(sentences.filter((one) => !/\p{Script=Han}/u.test(chineseHelp[one] ?? ''))).toEqual([]);
});

test('the help lists every command under one heading, those for the agent last', () => {
  const visible = commands.filter(({ hidden }) => hidden !== true);
  const names = new Set(visible.map(({ name }) => name.split(' ')[0]));
  const listed = helpGroups
    .flatMap(([, words]) => words.split(' '))
    .filter((name) => name !== 'help');
  expect(listed.toSorted()).toEqual([...names].toSorted());
  const { out } = madness(scratchFolder(), ['--help']);
  const headings = out.match(/^\S.*:$/gm) ?? [];
  expect(headings).toEqual(['Options:', ...helpGroups.map(([heading]) => heading)]);
});

test('no Chinese is left of a sentence that the help no longer prints', () => {
  const named = new Set(sentences);
  const own = Object.keys(chineseHelp).slice(-8);
  const general = [/^Turns what/, /^the memory to use/, /^print the result/];
  const stale = Object.keys(chineseHelp).filter(
    (one) => !named.has(one) && !own.includes(one) && !general.some((start) => start.test(one)),
  );
  expect(stale).toEqual([]);
});

test.each([
  ['of the program', ['--help'], '从这里开始：'],
  ['of a command', ['pin', '--help'], '把规则立即放进规则块'],
  ['of a group', ['retro', '--help'], '复盘：开始、查看下一步'],
])('the help %s is Chinese where the terminal is', (_, args, words) => {
  const { out, code } = madness(scratchFolder(), args, { env: { LC_ALL: 'zh_CN.UTF-8' } });
  expect(code).toBe(0);
  expect(out).toContain(words);
  expect(out).not.toMatch(/Usage:|Options:|Commands:|Rules:/);
});
