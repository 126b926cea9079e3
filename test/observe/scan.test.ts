import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quote } from '../../src/commands/sessions/quote.js';
import { scan } from '../../src/commands/sessions/scan.js';
import { init } from '../../src/commands/setup/make-memory.js';
import type { ScanRow } from '../../src/observe/scan/row.js';
import { standingInstruction, withoutOpener } from '../../src/observe/scan/standing-instruction.js';
import { enter, person } from '../support/person.js';
import { noRealData, realData, shared } from '../support/real-data.mjs';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  type Record as Line,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const scanned = async (options = {}): Promise<ScanRow[]> => {
  const ran = await run(scan, {
    args: [],
    options: { json: true, ...options },
    cwd: home.shop,
    env: home.env,
  });
  return JSON.parse(ran.out) as ScanRow[];
};

let calls = 0;
/** A command and what came of it. */
function bash(command: string, output: string, failed = false): Line[] {
  const id = `toolu_${calls++}`;
  return [callLine('Bash', { command }, id), resultLine(id, output, { is_error: failed })];
}

const unknownFlag = (command: string): Line[] =>
  bash(command, 'Exit code 1\nunknown flag: --stat', true);

describe('scan', () => {
  test('offers a guard for what was refused in two sessions, with every past use, until it is on', async () => {
    const refused = (command: string): Line[] => {
      const id = `toolu_${calls++}`;
      const words =
        "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nwe never do that";
      return [callLine('Bash', { command }, id), resultLine(id, words, { is_error: true })];
    };
    for (const session of ['one', 'two'])
      writeSession(home, session, userLine('go'), ...refused(`mise run test:${session}`));
    const rows = await scanned();
    expect(rows.find(({ kind }) => kind === 'guard')).toMatchObject({
      text: 'mise run test:*',
      count: 2,
      sessions: 2,
      quotes: [{ text: 'mise run test:one' }, { text: 'mise run test:two' }],
    });
    const guard = { on: 'command', match: ['mise run test:*'], action: 'ask' };
    const switched = (repository: string) =>
      put(home.own, 'guards.json', JSON.stringify({ guards: [{ repository, rule: 'x', guard }] }));
    switched('/elsewhere');
    expect((await scanned()).map(({ kind }) => kind)).toContain('guard');
    switched(home.shop);
    expect((await scanned()).map(({ kind }) => kind)).not.toContain('guard');
  });

  test('shows a failure of two sessions with the command that then worked', async () => {
    for (const session of ['one', 'two'])
      writeSession(
        home,
        session,
        userLine('what changed?'),
        ...unknownFlag('gh pr diff 7 --stat'),
        ...bash('gh pr diff 7 --name-only', 'src/a.ts'),
      );
    expect(await scanned()).toMatchObject([
      {
        kind: 'failure',
        text: 'unknown flag: --stat',
        count: 2,
        sessions: 2,
        overcome: 'gh pr diff 7 --name-only',
        quotes: [{ text: 'unknown flag: --stat' }, { text: 'unknown flag: --stat' }],
      },
    ]);
  });

  test.each([
    ['stands in one session alone', ['one'], unknownFlag('gh pr diff 7 --stat')],
    [
      'is a test of the project',
      ['one', 'two'],
      bash('npm test', 'Exit code 1\nFAIL test/a.test.ts\nTests: 1 failed, 2 passed', true),
    ],
    ['was no failure', ['one', 'two'], bash('gh pr diff 7 --stat', 'unknown flag: --stat')],
  ])('leaves out what %s', async (_, sessions, records) => {
    for (const session of sessions)
      writeSession(home, session, userLine('go on'), ...records, assistantLine('Done.'));
    expect(await scanned()).toEqual([]);
  });

  test.each([
    ['make build', 'make clean build'],
    ['ninja app', 'ninja clean app'],
    ['rake compile', 'rake clobber compile'],
  ])('%s was overcome by %s', async (failing, working) => {
    for (const session of ['one', 'two'])
      writeSession(
        home,
        session,
        userLine('build it'),
        ...bash(failing, 'Exit code 2\nerror: cache is stale: /tmp/c.bin', true),
        ...bash(working, 'ok'),
      );
    expect(await scanned()).toMatchObject([{ kind: 'failure', overcome: working }]);
  });

  test('names no command that overcame it where a file was edited before', async () => {
    for (const session of ['one', 'two'])
      writeSession(
        home,
        session,
        userLine('what changed?'),
        ...unknownFlag('gh pr diff 7 --stat'),
        callLine('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' }, `edit-${session}`),
        resultLine(`edit-${session}`, 'The file was updated.', {}),
        ...bash('gh pr diff 7 --name-only', 'src/a.ts'),
      );
    expect(await scanned()).toMatchObject([{ kind: 'failure', overcome: null }]);
  });

  test('shows no request of the task at hand, however often it came, and no question', async () => {
    for (const [session, words] of [
      ['one', 'please add a test for the empty cart'],
      ['two', 'Now write tests for this as well'],
      ['three', '补一下测试'],
      ['four', 'my local git config is messed up, and we always use ssh, right?'],
    ] as const)
      writeSession(home, session, userLine(words), assistantLine('Done.'));
    expect(await scanned()).toEqual([]);
  });

  test('shows a correction before an instruction that was repeated', async () => {
    writeSession(home, 'one', userLine('Please use British spelling everywhere.'));
    writeSession(home, 'two', userLine('British spelling here as well please'));
    writeSession(home, 'three', userLine('no, I did not say commit anything'));
    const rows = await scanned();
    expect(rows.map(({ text }) => text)[0]).toBe('no, I did not say commit anything');
    expect(rows).toHaveLength(2);
  });

  test('shows an instruction with the like of another session', async () => {
    writeSession(home, 'one', userLine('Please use British spelling everywhere.'));
    writeSession(home, 'two', userLine('British spelling here as well please'));
    writeSession(home, 'three', userLine('paint the flamingo'));
    expect(await scanned()).toMatchObject([{ kind: 'instruction', sessions: 2 }]);
  });

  test.each([
    [
      'English',
      [
        "no, don't use npm here, we use pnpm everywhere",
        'again npm! always use pnpm in this repo, never npm',
        'no, stop using npm. pnpm test. I told you twice',
      ],
    ],
    [
      'Chinese',
      ['不对，别用 npm，这里都用 pnpm', '怎么又 npm，用 pnpm 啊', '我说过了，npm 不行，换成 pnpm'],
    ],
    [
      'Chinese, one of them said calmly',
      ['不对，别用 npm，用 pnpm', '我们这里不用 npm，要用 pnpm', '说过了，不要用 npm，用 pnpm'],
    ],
  ])('corrections that name the same programs are one row, in %s', async (_, words) => {
    for (const [at, said] of words.entries())
      writeSession(
        home,
        `session-${at}`,
        userLine('install it'),
        ...bash('npm install left-pad', 'added 1 package'),
        userLine(said),
        ...bash('pnpm add left-pad', 'done'),
      );
    const [row] = await scanned();
    expect(row).toMatchObject({ kind: 'instruction', count: 3, sessions: 3 });
    expect(row?.quotes.map(({ text }) => text)).toHaveLength(3);
  });

  test('corrections that name other programs, or nothing, stay apart', async () => {
    const said = [
      'no, the lockfile of npm is wrong',
      'no, run vitest first',
      'no, that is the wrong file',
    ];
    for (const [at, words] of said.entries())
      writeSession(
        home,
        `session-${at}`,
        userLine('go on'),
        ...bash('npm ci', 'ok'),
        ...bash('vitest run', 'ok'),
        userLine(words),
      );
    expect(await scanned()).toEqual([]);
  });

  test.each(['Can you add this to CLAUDE.md?', '把这条写进 CLAUDE.md'])(
    'leaves out "%s", which says no rule itself',
    async (words) => {
      for (const session of ['one', 'two']) writeSession(home, session, userLine(words));
      expect(await scanned()).toEqual([]);
    },
  );

  test.each([
    'Why do we never use lazy loading here?',
    'the function should always return a list, not null',
    'no, the login form should only show two fields',
    'add a dark mode to the settings page, not a theme',
  ])('leaves out "%s", which asks nothing of how work is done', async (words) => {
    for (const session of ['one', 'two']) writeSession(home, session, userLine(words));
    expect((await scanned()).filter(({ kind }) => kind === 'instruction')).toEqual([]);
  });

  test("is led by the person's own words", async () => {
    const failing = () => unknownFlag('npm run build --stat');
    for (const session of ['one', 'two', 'three'])
      writeSession(
        home,
        session,
        userLine('what changed?'),
        ...failing(),
        ...bash('npm run build', 'built'),
        ...(session === 'one' ? [userLine('never use npm here, we use pnpm everywhere')] : []),
      );
    expect((await scanned()).map(({ kind }) => kind)).toEqual(['instruction', 'failure']);
  });

  test.each([
    ['From now on, use pnpm', 'use pnpm'],
    ['以后接口都要写单元测试', '接口都要写单元测试'],
    ['no, use pnpm, never npm', 'use pnpm, never npm'],
    ['I told you: use pnpm, never npm', 'use pnpm, never npm'],
    ['Wait, as I said, use pnpm, never npm', 'use pnpm, never npm'],
    ['不对，别用 npm，用 pnpm', '别用 npm，用 pnpm'],
    ['说过了，不要用 npm，用 pnpm', '不要用 npm，用 pnpm'],
    ['我说过很多次了，别用 npm', '别用 npm'],
    ['no', 'no'],
    ['no-verify is banned', 'no-verify is banned'],
  ])('%s asks for: %s', (said, rule) => {
    expect(withoutOpener(said)).toBe(rule);
  });

  test('keeps as rules what a person at a terminal chooses, with its quotes', async () => {
    await run(init, { cwd: home.shop, options: { language: 'en' }, env: home.env });
    for (const session of ['one', 'two'])
      writeSession(
        home,
        session,
        userLine('what changed?'),
        ...unknownFlag('gh pr diff 7 --stat'),
        ...bash('gh pr diff 7 --name-only', 'src/a.ts'),
      );
    const terminal = person([' ', enter]);
    const { out } = await run(scan, { cwd: home.shop, env: home.env, terminal });
    expect(out).toContain('added unknown-flag-stat-comes-up');
    const [gene] = JSON.parse(readFileSync(join(home.shop, 'memory/genes.json'), 'utf8'));
    expect(gene.method).toEqual(['"unknown flag: --stat" comes up? Use: gh pr diff 7 --name-only']);
    expect(gene.evidence).toMatchObject([
      { session: 'two', quote: 'unknown flag: --stat', role: 'tool_result' },
      { session: 'one', quote: 'unknown flag: --stat', role: 'tool_result' },
    ]);
  });

  test('never shows a secret', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    for (const session of ['one', 'two'])
      writeSession(
        home,
        session,
        userLine('push it'),
        ...bash('git push', `Exit code 1\nfatal: could not read from ${token}`, true),
        ...bash('git push --force', 'done'),
      );
    expect(JSON.stringify(await scanned())).not.toContain(token);
  });

  test('tells a person where nothing came back, and where there is no session', async () => {
    const told = async () => {
      const ran = await run(scan, { args: [], options: {}, cwd: home.shop, env: home.env });
      return `${ran.out}${ran.talk}`;
    };
    expect(await told()).toContain('There are no sessions of this project yet.');
    writeSession(home, 'one', userLine('paint the flamingo'));
    expect(await told()).toMatch(/^1 session.* · nothing came back/);
  });
});

describe('a standing instruction', () => {
  test.each([
    'Please remember to run the linter before you push.',
    "don't mock the database, it hides the bugs we look for",
    'From now on keep the changelog in English.',
    'Put that into AGENTS.md please',
    '以后接口都要写单元测试',
    '提交信息一律用英文',
    '不要再动 lock 文件了',
    'we deploy through the pipeline only, nobody runs helm by hand',
    'migrations are off limits for you',
    'Answers in German please, my boss reads along. No English in reports.',
    'run the formatter after each edit',
    '接口文档由后端维护，你别动',
    '金额都用分，别用浮点',
    '提 PR 前跑一遍 make check',
    'I prefer tabs myself, please use them everywhere',
    'I write the changelog myself, never touch it',
    '我自己用 pnpm，你也别用 npm',
    '我们这里不用 npm，要用 pnpm',
    '咱们这儿不用 Redux，用 zustand',
  ])('%s', (words) => {
    expect(standingInstruction(words)).toBeDefined();
  });

  test.each([
    'does it always list the files?',
    "don't commit for now, I want to look first",
    'This never happens on my machine.',
    'use the second option',
    'Why did you add this to the list?',
    '"Always use tabs" is what the linter says',
    '```\nremember to stop\n```',
    '以后再说',
    'now update the readme and push',
    'it says we never close the handle, is that right?',
    'the padding looks off, fix it please',
    '帮我看看这个报错',
    '我不要分页，直接全部显示',
    '这里用 map 不用 forEach',
    '这次先不要提交',
    '为什么每次都要重启？',
    '<task-notification>remember to stop</task-notification>',
    // How the person works asks for nothing.
    'I always use pnpm myself',
    'I personally prefer vim for that',
    'at home I never use npm, I use yarn on my own machine',
    '我自己一般用 pnpm',
    '我个人习惯用 vim，不用 emacs',
    '我平时用 yarn',
    // Nor does how a thing that is built should behave.
    'the function should always return a list, not null',
    '这个函数必须返回列表，不要返回 null',
  ])('is none: %s', (words) => {
    expect(standingInstruction(words)).toBeUndefined();
  });

  const prompts = shared('data/standing-prompts.jsonl');
  test.skipIf(prompts === undefined)(
    'is found in labelled prompts with precision ≥ 0.9 and recall ≥ 0.95',
    () => {
      const rows = readFileSync(prompts as string, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { text: string; standing: boolean });
      const found = rows.filter(({ text }) => standingInstruction(text) !== undefined);
      const right = found.filter(({ standing }) => standing).length;
      expect(right / found.length).toBeGreaterThanOrEqual(0.9);
      expect(right / rows.filter(({ standing }) => standing).length).toBeGreaterThanOrEqual(0.95);
    },
  );
});

describe('on real sessions', () => {
  const claude = realData('transcripts/dev');
  test.skipIf(claude === undefined)(
    `there are at most twenty rows, each with a quote that the quote check finds (${claude ?? noRealData})`,
    { tags: 'slow' },
    async () => {
      const env = {
        CLAUDE_CONFIG_DIR: claude as string,
        MADNESS_HOME: mkdtempSync(join(tmpdir(), 'madness-scan-')),
      };
      const listed = { args: [], options: { all: true, json: true }, cwd: home.shop, env };
      const rows = JSON.parse((await run(scan, listed)).out) as ScanRow[];
      expect(rows.map(({ kind }) => kind)).toContain('guard');
      expect(rows.length).toBeLessThanOrEqual(20);
      expect(rows.length).toBeGreaterThan(10);
      for (const { quotes } of rows)
        for (const { session, text } of quotes) {
          const options = { text, json: true };
          const ran = await run(quote, { args: [session], options, cwd: home.shop, env });
          expect(JSON.parse(ran.out), text).toMatchObject({ found: true });
        }
    },
  );
});
