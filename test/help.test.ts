import { expect, test } from 'vitest';
import { commands, groupSummaries, helpGroupOf, helpGroups } from '../src/cli/command-table.js';
import { chineseHelp } from '../src/messages/help.js';
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

test('no Chinese is left of a sentence that the help no longer prints', () => {
  const named = new Set(sentences);
  const own = Object.keys(chineseHelp).slice(-8);
  const general = [/^Turns what/, /^the memory to use/, /^print the result/];
  const stale = Object.keys(chineseHelp).filter(
    (one) => !named.has(one) && !own.includes(one) && !general.some((start) => start.test(one)),
  );
  expect(stale).toEqual([]);
});

test('the help begins with what a new user needs, and ends with what the agent runs', () => {
  const { out } = madness(scratchFolder(), ['--help'], { env: { LC_ALL: 'C' } });
  const places = ['To begin:\n  init', '\n  add ', 'Rules:\n', 'For the agent:\n'].map((words) =>
    out.indexOf(words),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const visible = commands.filter(({ hidden }) => !hidden);
  expect(visible.filter(({ name }) => helpGroupOf(name) < 0)).toEqual([]);
});

test.each([
  ['of the program', ['--help'], '从这里开始：'],
  ['of a command', ['pin', '--help'], '把规则立即放进规则块'],
  ['of a group', ['retro', '--help'], '复盘：开始、查看下一步'],
])('the help %s is Chinese where the terminal is', (_, args, words) => {
  const { out, code } = madness(scratchFolder(), args, { env: { LC_ALL: 'zh_CN.UTF-8' } });
  expect(code).toBe(0);
  expect(out).toContain(words);
  expect(out).not.toMatch(/Usage:|Options:|Commands:/);
});
