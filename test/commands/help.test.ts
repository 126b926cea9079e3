import { describe, expect, test } from 'vitest';
import { commandFiles } from '../../src/cli/command-list.js';
import { allDefinitions, runProgram } from '../../src/cli/program.js';
import { words } from '../../src/messages/help.js';
import { summaries } from '../../src/terminal/command-summaries.gen.js';
import { madness } from '../support/cli.js';
import { madnessHere } from '../support/in-process.js';
import { scratchFolder } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const definitions = await allDefinitions();

test('every sentence of the help has its Chinese', () => {
  const sentences = definitions.flatMap(({ summary, options = [] }) => [
    summary.zh,
    ...options.map(([, , zh]) => zh),
  ]);
  const { titles, headings, groups, ...others } = words.zh;
  const all = [...sentences, ...[titles, headings, groups, others].flatMap(Object.values)];
  expect(all.filter((one) => !/\p{Script=Han}/u.test(one))).toEqual([]);
});

test('the generated summaries are those of the definitions', () => {
  const visible = definitions.filter(({ hidden }) => hidden !== true);
  const told = visible.map(({ name, group, listed, agent, summary }) => [
    name,
    JSON.parse(JSON.stringify({ group, listed, agent, ...summary })),
  ]);
  expect(Object.entries(summaries)).toEqual(told);
});

const helpOf = (args: readonly string[], language: string) =>
  madness(scratchFolder(), args, { env: { LC_ALL: language } });

/** As a terminal shows them: a Chinese character takes two columns. */
const widthOf = (line: string) => line.length + (line.match(/[^\x20-\x7e’“”–…]/g)?.length ?? 0);

describe.each(['en_GB.UTF-8', 'zh_CN.UTF-8'])('in %s', (language) => {
  test("a person's help fits on one screen of 24 lines and 80 columns", () => {
    const { out, code } = helpOf(['--help'], language);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    const listed = definitions.filter(
      ({ hidden, group, listed }) => !hidden && group !== 'agent' && listed !== 'all',
    );
    for (const { name } of listed) expect(out).toMatch(new RegExp(`\\b${name.split(' ')[0]}\\b`));
  });

  test.each([['--help'], ['--help', '--all'], ['agent', '--help']])(
    'no line of %s %s is wider than a narrow terminal',
    async (...args) => {
      const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
      Object.defineProperty(process.stdout, 'columns', { value: 60, configurable: true });
      const { out } = await madnessHere(scratchFolder(), args, { env: { LC_ALL: language } });
      Object.defineProperty(process.stdout, 'columns', columns ?? { value: undefined });
      const lines = out.split('\n');
      expect([lines.length > 9, lines.filter((line) => widthOf(line) > 60)]).toEqual([true, []]);
    },
  );

  test.each(
    definitions.filter(({ group, agent }) => group !== 'agent' || agent).map(({ name }) => [name]),
  )('no line of %s --help is wider than a narrow terminal, but for JSON', async (name) => {
    const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
    Object.defineProperty(process.stdout, 'columns', { value: 60, configurable: true });
    const args = [...name.split(' '), '--help'];
    const { out } = await madnessHere(scratchFolder(), args, { env: { LC_ALL: language } });
    Object.defineProperty(process.stdout, 'columns', columns ?? { value: undefined });
    const wide = out.split('\n').filter((line) => widthOf(line) > 60);
    expect(wide.filter((line) => !/^\s*["{[\]}]/.test(line))).toEqual([]);
  });

  test('--help --all lists every command of a person', () => {
    const { out } = helpOf(['--help', '--all'], language);
    const listed = (out.match(/^ {2}[a-z-]+(?= {2})/gm) ?? []).map((name) => name.trim());
    const meant = definitions.filter(({ hidden, group }) => !hidden && group !== 'agent');
    expect(listed.toSorted()).toEqual(
      [...new Set(meant.map(({ name }) => name.split(' ')[0]))].toSorted(),
    );
  });

  test('madness agent --help lists what a model may run, and nothing else', () => {
    const { out } = helpOf(['agent', '--help'], language);
    const listed = (out.match(/^ {2}[a-z-]+(?: [a-z-]+)?(?= {2})/gm) ?? []).map((one) =>
      one.trim(),
    );
    const meant = definitions.filter(({ hidden, agent }) => !hidden && agent !== undefined);
    expect(listed.toSorted()).toEqual(meant.map(({ name }) => name).toSorted());
  });

  test('no line of a help is wider than 80 columns', () => {
    const all = [['--help'], ['--help', '--all'], ['agent', '--help']].map(
      (args) => helpOf(args, language).out,
    );
    const lines = all.join('\n').split('\n');
    expect(lines.filter((line) => widthOf(line) > 80)).toEqual([]);
  });
});

test.each(
  definitions.filter(({ hidden, group }) => !hidden && group !== 'agent').map(({ name }) => [name]),
)('no line of %s --help is English where the terminal is Chinese', async (name) => {
  const args = [...name.split(' '), '--help'];
  const { out } = await madnessHere(scratchFolder(), args, { env: { LC_ALL: 'zh_CN.UTF-8' } });
  expect(out.match(/^(?!\s*["{[\]}]|\s+madness)(?=.*\w+ \w+ \w+ \w+)[\x20-\x7e…]+$/gm)).toBeNull();
});

firstQuick(['rm', 'delete', 'deprecate', 'unpin'])('%s is understood and not listed', (name) => {
  expect(helpOf([name, '--help'], 'C').code).toBe(0);
  expect(helpOf(['--help', '--all'], 'C').out).not.toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test.each([
  ['of the program', ['--help'], '规则：'],
  ['of a command', ['pin', '--help'], '把规则立即放进规则块'],
  ['of a group', ['retro', '--help'], '复盘：开始、查看下一步'],
  ['that is asked for by its word', ['help', 'retro', 'start'], '逐行输出以往会话的内容'],
])('the help %s is Chinese where the terminal is', (_, args, words) => {
  const { out, code } = helpOf(args, 'zh_CN.UTF-8');
  expect(code).toBe(0);
  expect(out).toContain(words);
  expect(out).not.toMatch(/Usage:|Options:|Commands:|Rules:/);
});

test.each([
  ['without a word of agents', {}, false],
  ['that is free', { agent: 'free' }, true],
  [
    'with an option of a person',
    { agent: 'free', options: [['--all', 'all', '全部', 'person']] },
    false,
  ],
])('a new command %s is refused to an agent or not', async (_, more, isOffered) => {
  let runs = 0;
  const wipe = {
    usage: 'wipe',
    summary: { en: 'Empty the memory.', zh: '清空记忆库。' },
    group: 'rules',
    ...more,
    run: () => {
      runs++;
      return 0;
    },
  };
  const call = (env: Record<string, string>, door: readonly string[] = []) => {
    const said: string[] = [];
    const world = {
      cwd: scratchFolder(),
      env,
      now: () => new Date(),
      stdin: async () => '',
      print: () => {},
      say: (text: string) => void said.push(text),
    };
    const args = [...door, 'wipe', ...('options' in more ? ['--all'] : [])];
    const files = { ...commandFiles, wipe: async () => ({ wipe }) };
    return runProgram(args, world, files).then((code) => ({ code, said: said.join('\n') }));
  };
  expect((await call({})).code).toBe(0);
  expect(runs).toBe(1);
  const { code, said } = await call({ CLAUDECODE: '1' });
  expect(runs).toBe(isOffered ? 2 : 1);
  expect(code).toBe(isOffered ? 0 : 2);
  if (!isOffered) expect(said).toMatch(/agent\/not-offered[\s\S]*madness wipe/);
  const door = await call({}, ['agent']);
  expect(door.code).toBe(code);
});
