import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { digest } from '../../src/commands/sessions/digest.js';
import { type Draft, draftDigest } from '../../src/observe/digest/digest.js';
import { estimateTokens, fitDigest } from '../../src/observe/digest/fit-budget.js';
import { asJson, asText } from '../../src/observe/digest/format.js';
import { isCorrection } from '../../src/observe/evidence/user-corrections.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { leastCpuTime } from '../support/cpu-time.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { filesBelow, jsonLines } from '../support/real-files.js';
import { run as runCommand } from '../support/run-command.js';
import { scratchFiles, scratchFolders } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  queuedLines,
  type Record,
  refusalLine,
  resultLine,
  thinkingLine,
  userLine,
} from '../support/transcript-lines.js';

const folder = scratchFolders()();
const fileOf = scratchFiles();

function draft(...records: readonly Record[]): Draft {
  return draftDigest('s1', readTranscript(fileOf(jsonl(...records))).turns);
}

const bash = (id: string, command: string, output: string, failed = false) => [
  callLine('Bash', { command, description: 'Run it' }, id),
  resultLine(id, output, failed ? { is_error: true } : {}),
];

describe('what the user said', () => {
  test('rejections and corrections come first, the rest after, each in order', () => {
    const { user } = draft(
      userLine('add a shop'),
      callLine('Bash', { command: 'npm i' }, 't1'),
      refusalLine('t1', 'use pnpm here'),
      assistantLine('Done.'),
      userLine('now add a cart'),
      userLine('no, not in that folder'),
      userLine('<command-name>/review</command-name><command-args>12</command-args>'),
    );
    expect(user).toEqual([
      { line: 3, kind: 'rejection', text: 'use pnpm here' },
      { line: 6, kind: 'correction', text: 'no, not in that folder' },
      { line: 1, kind: 'prompt', text: 'add a shop' },
      { line: 5, kind: 'prompt', text: 'now add a cart' },
      { line: 7, kind: 'command', text: '/review 12' },
    ]);
  });

  test('what follows an interrupt or a refusal without a reason is a correction', () => {
    const { user, cues } = draft(
      userLine('go'),
      callLine('Bash', { command: 'npm publish' }, 't1'),
      refusalLine('t1'),
      userLine('[Request interrupted by user for tool use]'),
      userLine('dry run first'),
    );
    expect(user[0]).toEqual({ line: 5, kind: 'correction', text: 'dry run first' });
    expect(cues).toEqual([
      { line: 3, kind: 'rejected', text: 'Bash npm publish' },
      { line: 4, kind: 'interrupted', text: '[Request interrupted by user for tool use]' },
    ]);
  });

  test('words typed while the model worked are said once, also when they are sent later', () => {
    const { user } = draft(
      userLine('go'),
      assistantLine('ok'),
      ...queuedLines('wait, tabs'),
      ...queuedLines('a test too'),
      userLine('a test too'),
    );
    expect(user.map(({ text, kind }) => [text, kind])).toEqual([
      ['wait, tabs', 'correction'],
      ['go', 'prompt'],
      ['a test too', 'prompt'],
    ]);
  });

  test('reminders, meta lines, skills and summaries are not their words', () => {
    const { user } = draft(
      userLine('<system-reminder>\nx\n</system-reminder>\nhello'),
      userLine('meta', { isMeta: true }),
      userLine('summary', { isCompactSummary: true }),
      userLine('<task-notification>done</task-notification>'),
    );
    expect(user.map(({ text }) => text)).toEqual(['hello']);
  });

  test('a sub-agent’s task is shown as such', () => {
    expect(draft(userLine('find it', { isSidechain: true })).user).toEqual([
      { line: 1, kind: 'agent_prompt', text: 'find it' },
    ]);
  });

  test.each([
    'No, use tabs',
    'wait - not yet',
    "don't commit",
    'Why did you remove it?',
    'that’s wrong',
    'I said pnpm',
    'please use pnpm instead of npm',
    'still broken',
    'hmm, the other file',
    'the tests should not reach the network',
    '《no》，用空格',
    '不对，应该用制表符',
    '别提交',
    '为什么删掉它',
    '还是不行',
    '不，应该先写测试',
    '嗯，不太对',
    '这样不对，重写一遍',
    '重来，把刚才的改动都撤掉',
    '我说过了，先写测试',
    '我让你先备份数据库',
    '你没有备份就开始迁移了？',
    '你忘记写测试了',
    '先别提交',
    '其实不用加缓存',
    '还没修好',
    '又报错了',
    '但是表头没有改',
    '换个思路，先备份再迁移',
    '理解错了，只改文档',
    '不對，應該用 pnpm',
    '停下，先别跑迁移',
    '先停一下',
    '这个方案太重了，直接写个脚本',
    '感觉不太对，总数少了一半',
    '算了，不用做这个了',
    '谁叫你改生产配置的',
    '说过多少遍了，提交信息用英文',
    '我之前就说过这个表不能动',
    '我没看到改动啊',
    '重写这个函数',
    '测试还是报错',
    '字段名写错了，是 user_id',
    '位置搞反了',
    '不能这样写，会死锁',
  ])('“%s” corrects', (words) => {
    expect(isCorrection(words)).toBe(true);
  });

  test.each([
    'add a cart',
    'now commit',
    'thanks, looks good',
    'can you explain the parser?',
    'yes',
    '好的，继续',
    '加一个购物车',
    'notes on the design: x',
    'no-cache headers for the API, please',
    '修复 undo 按钮',
    '看一下 stop 钩子',
    '别的文件也改一下',
    '不错，就这样',
    '不同的环境用不同的配置',
    '再加一个测试',
    '先看看代码结构',
    '检查一下有没有生效',
    '错误：找不到模块',
    '我说一下需求',
    '停机维护页面做一个',
    '停用的账号要过滤掉',
    '重新跑一下测试',
    '重命名一下这个变量',
    '又快又稳',
    '又一个问题：怎么限流',
    '但愿没问题',
    '应该没问题了，合并吧',
    '应该怎么测试这个接口？',
    '换个话题，怎么做分页',
    '我没意见',
    '别忘了更新文档',
    '不用谢',
    '不要紧',
    '这个太棒了',
    '没错，就用这个方案',
    '哪里写错了帮我看看',
    '出错了，日志在 a.log',
    'nobody uses it',
  ])('“%s” does not', (words) => {
    expect(isCorrection(words)).toBe(false);
  });
});

describe('what happened', () => {
  test('one line a call, with what failed', () => {
    const { tools } = draft(
      ...bash('t1', 'npm  test\n  --watch', 'ok'),
      ...bash(
        't2',
        'tsc',
        'src/a.ts(3,5): error TS2345: Argument of type x is not assignable.',
        true,
      ),
      callLine('Read', { file_path: '/home/dev/shop/src/a.ts' }, 't3'),
      callLine('Grep', { pattern: 'foo', path: '/home/dev/shop/src' }, 't4'),
      callLine('Task', { description: 'Find it', subagent_type: 'Explore', prompt: 'long' }, 't5'),
      callLine('mcp__x__y', { id: 'E-1' }, 't6'),
      callLine('TodoWrite', { todos: [{ status: 'completed' }, { status: 'pending' }] }, 't7'),
    );
    expect(tools.map(({ tool, summary, failed }) => [tool, summary, failed])).toEqual([
      ['Bash', 'npm test --watch', false],
      ['Bash', 'tsc', true],
      ['Read', 'src/a.ts', false],
      ['Grep', 'foo in src', false],
      ['Task', 'Explore: Find it', false],
      ['mcp__x__y', 'E-1', false],
      ['TodoWrite', '1 of 2 done', false],
    ]);
    expect(tools.map(({ line }) => line)).toEqual([1, 3, 5, 6, 7, 8, 9]);
  });

  test('a failure that a pipeline hid is a failure', () => {
    const { tools, failures } = draft(
      ...bash('t1', 'npm test 2>&1 | tail -5', '--- FAIL: TestCart (0.01s)\nFAIL'),
    );
    expect(tools[0]?.failed).toBe(true);
    expect(failures).toEqual([
      { line: 2, signal: 'error:test', text: expect.stringContaining('TestCart') },
    ]);
  });

  test('tests of which some failed have not passed, though the pipeline went well', () => {
    const tail = ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 40 passed (42)';
    const { tools, cues } = draft(...bash('t1', 'npx vitest run 2>&1 | tail -3', tail));
    expect(cues).toEqual([]);
    expect(tools[0]?.failed).toBe(true);
  });

  test('the same failure again is a loop, whatever the command and the numbers in it', () => {
    const failure = (line: number, path: string) =>
      `${path}:${line}:7: error TS2304: Cannot find name 'cart'.`;
    const { failures, loops } = draft(
      ...bash('t1', 'npm run build', failure(3, 'src/a.ts'), true),
      ...bash('t2', 'npx tsc', failure(41, 'src/a.ts'), true),
      ...bash('t3', 'make', failure(9, 'src/a.ts'), true),
      ...bash('t4', 'cat x', 'cat: x: No such file or directory', true),
    );
    expect(loops).toEqual([{ signal: 'error:typescript', count: 3, lines: [2, 4, 6] }]);
    expect(failures.map(({ line, signal }) => [line, signal])).toEqual([
      [2, 'error:typescript'],
      [8, 'error:file_not_found'],
    ]);
  });

  test('what our own program refuses is neither a failure of the session nor a loop', () => {
    const refused = 'error: Expected a transcript, got none.';
    const { failures, loops } = draft(
      ...bash('t1', 'madness digest nothing', refused, true),
      ...bash('t2', 'cd web && madness digest nothing', refused, true),
      ...bash('t3', 'ls madness', 'ls: madness: No such file or directory', true),
    );
    expect(loops).toEqual([]);
    expect(failures).toMatchObject([{ line: 6, signal: 'error:file_not_found' }]);
  });

  test.each([
    ['failed', 'failed with exit code 1', 1],
    ['failed', 'failed with exit code 137', 1],
    ['failed', 'was stopped by an error', 1],
    ['completed', 'completed (exit code 0)', 0],
  ])('a command in the background that %s: it %s', (status, said, count) => {
    const { failures } = draft(
      userLine('go'),
      callLine('Bash', { command: 'npm start', run_in_background: true }, 't1'),
      resultLine('t1', 'Command running in background with ID: b1.'),
      userLine(
        `<task-notification>\n<task-id>b1</task-id>\n<status>${status}</status>\n<summary>Background command "npm start" ${said}</summary>\n</task-notification>`,
      ),
    );
    expect(failures).toHaveLength(count);
  });

  test('what its output says stands in place of the notification', () => {
    const { failures } = draft(
      userLine('go'),
      userLine(
        '<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n<summary>Background command "npm start" failed with exit code 1</summary>\n</task-notification>',
      ),
      callLine('TaskOutput', { task_id: 'b1' }, 't2'),
      resultLine(
        't2',
        '<task_id>b1</task_id>\n<status>failed</status>\n<exit_code>1</exit_code>\n<output>\nError: listen EADDRINUSE: address already in use :::80\n</output>',
      ),
    );
    expect(failures).toMatchObject([{ line: 4, signal: 'infra:port_in_use' }]);
  });

  test('a refusal by the person is no failure', () => {
    const { failures, tools } = draft(
      callLine('Bash', { command: 'x' }, 't1'),
      refusalLine('t1', 'error: no'),
    );
    expect(failures).toEqual([]);
    expect(tools[0]?.failed).toBe(true);
  });

  test('files written, once each, relative to the session’s folder', () => {
    const { files } = draft(
      callLine('Edit', { file_path: '/home/dev/shop/src/a.ts' }, 't1'),
      callLine('Write', { file_path: '/tmp/x.md' }, 't2'),
      callLine('Edit', { file_path: '/home/dev/shop/src/a.ts' }, 't3'),
      callLine('Read', { file_path: '/home/dev/shop/src/b.ts' }, 't4'),
      callLine('Edit', { file_path: '/home/dev/shop-two/c.ts' }, 't5'),
    );
    expect(files).toEqual(['src/a.ts', '/tmp/x.md', '/home/dev/shop-two/c.ts']);
  });

  test('what a call was refused or failed to write was not written, unless another did', () => {
    const mismatch = '<tool_use_error>String to replace not found in file.</tool_use_error>';
    const { files } = draft(
      callLine('Write', { file_path: '/home/dev/shop/refused.ts' }, 't1'),
      refusalLine('t1'),
      callLine('Edit', { file_path: '/home/dev/shop/mismatch.ts' }, 't2'),
      resultLine('t2', mismatch, { is_error: true }),
      callLine('Edit', { file_path: '/home/dev/shop/again.ts' }, 't3'),
      resultLine('t3', mismatch, { is_error: true }),
      callLine('Edit', { file_path: '/home/dev/shop/again.ts' }, 't4'),
      resultLine('t4', 'The file has been updated. a.ts(1,1): error TS1005: expected.'),
    );
    expect(files).toEqual(['again.ts']);
  });

  test('cues of how it went', () => {
    const { cues } = draft(
      ...bash('t1', 'npm test', ' Tests  12 passed (12)'),
      ...bash('t2', 'git commit -m x', '[main 0a1b2c3] Add a cart\n 1 file changed'),
      ...bash('t3', 'gh pr create', 'https://github.com/x/y/pull/7'),
      userLine('great, thank you'),
      assistantLine('Glad to help.'),
      thinkingLine('hm'),
    );
    expect(cues.map(({ line, kind, text }) => [line, kind, text])).toEqual([
      [2, 'tests_passed', 'Tests 12 passed (12)'],
      [4, 'commit', '[main 0a1b2c3] Add a cart'],
      [6, 'pull_request', 'https://github.com/x/y/pull/7'],
      [7, 'thanks', 'great, thank you'],
      [8, 'last_words', 'Glad to help.'],
    ]);
  });

  test.each([
    ['git push', 'To github.com:x/y.git\n   1234567..89abcde  main -> main', true],
    ['git push -u origin HEAD', ' * [new branch]      HEAD -> feat/a', true],
    ['git push --dry-run', 'To github.com:x/y.git\n   1234567..89abcde  main -> main', false],
    [
      'git fetch && git push',
      'From github.com:x/y\n   1234567..89abcde  main       -> origin/main\nEverything up-to-date',
      false,
    ],
  ])('%s: pushed is what says so', (command, output, pushed) => {
    const { cues } = draft(...bash('t1', command, output));
    expect(cues.map(({ kind }) => kind)).toEqual(pushed ? ['pushed'] : []);
  });

  const thanked = (words: string) =>
    draft(userLine('go'), assistantLine('Done.'), userLine(words)).cues.some(
      ({ kind }) => kind === 'thanks',
    );

  test.each([
    'thanks, looks good',
    'ok, works. great',
    'Thank you! Can you also check the docs?',
    'perfect, but the header is not great',
    'could you add a test? thanks',
    '谢谢，继续',
    '很好，提交吧',
    '不错，可以了',
    '不错',
    '辛苦了',
    '多謝，先這樣',
    '太棒了，搞定！',
    '这下没问题了',
  ])('“%s” says that it went well', (words) => {
    expect(thanked(words)).toBe(true);
  });

  test.each([
    'hmm but panics in code are not great either',
    'this isn’t perfect',
    'no thanks',
    'make sure it works',
    'does it look right? is it perfect?',
    'read/write would be awesome',
    '不是很好，改一下',
    '改好了吗？',
    '现在可以了吗',
    '还没好了',
    '改好了再提交',
    '搞定登录功能',
    '写得不错的话就合并',
    '错误提示太棒了是什么意思？',
  ])('“%s” does not', (words) => {
    expect(thanked(words)).toBe(false);
  });

  test('secrets are masked wherever they stand', () => {
    const key = ['sk', 'ant', 'api03', 'Zx81kQpL0vRt'.repeat(7)].join('-');
    const made = draft(
      userLine(`use ${key}`),
      ...bash('t1', `curl -H "x-api-key: ${key}"`, `curl: (22) error: 401 ${key}`, true),
      callLine('Bash', { command: `export K=${key}` }, 't2'),
      refusalLine('t2', `no, ${key} is old`),
      assistantLine(`Done with ${key}`),
    );
    for (const form of [asText, asJson]) {
      const text = form.whole(fitDigest(made, 4000, form));
      expect(text).not.toContain(key);
      expect(text).not.toContain(key.slice(0, 40));
      expect(text).toContain('[secret:');
    }
  });

  test.each([
    ['a line', (text: string) => `Error: ${text}`],
    ['JSON', (text: string) => JSON.stringify({ status: 'error', message: text })],
  ])('a secret is masked also where %s is cut before its end', (_name, output) => {
    const word = ['Zq9xK2mP', 'w7Lt4'].join('');
    for (let before = 200; before < 310; before += 5) {
      const text = `cannot connect to ${'the server '.repeat(40)}`.slice(0, before);
      const url = `postgres://app:${word}@db.internal:5432/shop`;
      const made = draft(...bash('t1', 'npm start', output(`${text} ${url} is refused`), true));
      expect(made.failures).not.toEqual([]);
      expect(JSON.stringify(made)).not.toContain(word.slice(0, 6));
    }
  });

  test('a secret is masked also in the name of a file', () => {
    const key = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'].join('_');
    const { files } = draft(callLine('Write', { file_path: `/home/dev/shop/${key}.txt` }, 't1'));
    expect(files).toEqual(['[secret:github_token].txt']);
  });
});

describe('the budget', { tags: 'slow' }, () => {
  const words = fc.oneof(
    fc.string({ maxLength: 3000 }),
    fc.stringMatching(/^[a-z ]{0,2000}$/),
    fc.stringMatching(/^[一-龥，。]{0,2000}$/),
    fc.base64String({ maxLength: 2000 }),
  );
  const session = fc.record({
    prompts: fc.array(words, { maxLength: 40 }),
    rejections: fc.array(words, { maxLength: 20 }),
    commands: fc.array(words, { maxLength: 60 }),
    repeat: fc.integer({ min: 1, max: 20 }),
  });

  test('is kept for any session, in both forms, and what is left out is told', () => {
    fc.assert(
      fc.property(
        session,
        fc.constantFrom(500, 1500, 4000),
        ({ prompts, rejections, commands, repeat }, budget) => {
          const records = prompts.map((prompt) => userLine(prompt));
          rejections.forEach((reason, index) => {
            records.push(
              callLine('Bash', { command: 'x' }, `r${index}`),
              refusalLine(`r${index}`, reason),
            );
          });
          for (let round = 0; round < repeat; round++) {
            commands.forEach((command, index) => {
              records.push(...bash(`t${round}-${index}`, command, command, index % 3 === 0));
            });
          }
          const made = draft(...records);
          for (const form of [asText, asJson]) {
            const fitted = fitDigest(made, budget, form);
            const text = form.whole(fitted);
            expect(fitted.tokens).toBeLessThanOrEqual(budget);
            expect(estimateTokens(text)).toBeLessThanOrEqual(budget + 3);
            if (fitted.tools.length < made.tools.length && fitted.tools.length > 0) {
              expect(text).toMatch(/×|calls|more entries/);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a short session is shown whole', () => {
    const made = draft(userLine('go'), ...bash('t1', 'ls', 'a'), assistantLine('ok'));
    const { tokens, ...rest } = fitDigest(made, 4000, asText);
    expect(rest).toEqual(made);
    expect(tokens).toBeLessThan(200);
  });

  test('a long one keeps every rejection whole, all failed calls named, and says what it merged', {
    tags: 'slow',
  }, () => {
    const records: Record[] = [userLine('go'), assistantLine('ok')];
    for (let index = 0; index < 5000; index++) {
      records.push(...bash(`t${index}`, `command number ${index}`, 'fine'));
      if (index % 500 === 0) {
        records.push(
          callLine('Edit', { file_path: `f${index}.ts` }, `e${index}`),
          refusalLine(`e${index}`, `never touch f${index}.ts, it is generated`),
        );
      }
      if (index % 100 === 0)
        records.push(userLine(`${'a long prompt of many words '.repeat(40)} ${index}`));
    }
    const fitted = fitDigest(draft(...records), 4000, asText);
    expect(fitted.user.filter(({ kind }) => kind === 'rejection').map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `never touch f${index * 500}.ts, it is generated`),
    );
    expect(asText.whole(fitted)).toMatch(/Bash ×\d+/);
    expect(fitted.user.some(({ text }) => text.includes('characters)'))).toBe(true);
  });

  test('what the user said goes before a line a call', () => {
    const prompts = Array.from(
      { length: 8 },
      (_, index) => `${'It is to be so. '.repeat(60)}${index}`,
    );
    const calls = Array.from({ length: 60 }, (_, index) =>
      bash(
        `t${index}`,
        `command of a hundred characters that goes well ${'and well '.repeat(6)}${index}`,
        'fine',
      ),
    );
    const records = [...prompts.map((prompt) => userLine(prompt)), ...calls.flat()];
    const fitted = fitDigest(draft(...records), 4000, asText);
    expect(fitted.user.map(({ text }) => text)).toEqual(prompts);
    expect(asText.whole(fitted)).toMatch(/Bash ×\d+/);
  });

  test('the same session gives the same bytes', () => {
    const records = [userLine('go'), ...bash('t1', 'ls', 'a'), assistantLine('ok')];
    const once = asJson.whole(fitDigest(draft(...records), 4000, asJson));
    expect(asJson.whole(fitDigest(draft(...records), 4000, asJson))).toBe(once);
  });

  test.each([
    ['English prose', 'The quick brown fox jumps over the lazy dog near the river bank. ', 14],
    ['Chinese', '提交之前必须先运行全部测试，否则返工率很高。', 22],
    ['code', 'const total = items.reduce((sum, { price }) => sum + price, 0);', 20],
    ['a hash', '0498affa87c692282f1c9e0b7d3a5e6f', 20],
  ])('%s counts at least what tokenizers make of it', (_name, text, tokens) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
    expect(estimateTokens(text)).toBeLessThan(3 * tokens);
  });

  test('a name of many humps takes hardly more time to count than words', () => {
    const times =
      leastCpuTime(() => estimateTokens('aBcD'.repeat(25_000))) /
      leastCpuTime(() => estimateTokens('a b '.repeat(25_000)));
    expect(times).toBeLessThan(25);
  });
});

describe('madness digest', () => {
  const config = () => join(folder, 'config');
  const run = (options: { [key: string]: string | boolean }, args = ['5e55']) =>
    runCommand(digest, {
      args,
      options,
      cwd: '/home/dev/shop',
      env: { CLAUDE_CONFIG_DIR: config() },
    });

  beforeAll(() => {
    const place = join(config(), 'projects', '-home-dev-shop');
    mkdirSync(place, { recursive: true });
    const records = [
      userLine('add \u001b[31ma cart\u001b[0m'),
      ...bash('t1', 'ls', 'a'),
      callLine('Bash', { command: 'npm i' }, 't2'),
      refusalLine('t2', 'use pnpm'),
    ];
    writeFileSync(join(place, '5e55a000.jsonl'), jsonl(...records));
    writeFileSync(join(place, 'torn.jsonl'), `${jsonl(...records)}{"type":`);
    writeFileSync(join(place, 'foreign.jsonl'), 'x\n');
  });

  test('prints the documented shape as JSON', async () => {
    const { code, out } = await run({ json: true });
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual([
      'session',
      'tokens',
      'user',
      'tools',
      'failures',
      'loops',
      'files',
      'cues',
    ]);
    expect(result).toMatchObject({
      session: '5e55a000',
      user: [
        { line: 5, kind: 'rejection', text: 'use pnpm' },
        { line: 1, kind: 'prompt' },
      ],
      tools: [
        { line: 2, tool: 'Bash', summary: 'ls', failed: false },
        { line: 4, failed: true },
      ],
    });
  });

  test('prints text no terminal stumbles over', async () => {
    const { out } = await run({});
    expect(out).toContain('5 rejection: use pnpm');
    expect(out).toContain('1 prompt: add a cart');
    expect(out).toContain('4 Bash npm i ✗');
  });

  test('says where a transcript had gaps, refuses one that is none', async () => {
    expect((await run({}, ['torn'])).talk).toContain('could not be read whole: cut off');
    await expect(run({}, ['foreign'])).rejects.toThrow('was skipped: not JSON Lines');
  });

  test.each(['12', 'many', '1e9999', '-4000'])('refuses a budget of %s', async (budget) => {
    await expect(run({ budget })).rejects.toThrow('takes a whole number of tokens');
  });
});

const data = realData('transcripts');
describe.skipIf(data === undefined)(`real sessions (${noRealData})`, () => {
  interface Friction {
    file: string;
    line: number;
    kind: string;
    quote: string | null;
  }
  const friction: Friction[] =
    data === undefined ? [] : jsonLines<Friction>(join(data, 'friction_gold_rejections.jsonl'));

  test('every digest keeps 4,000 tokens', { tags: 'slow' }, () => {
    for (const name of ['projects', 'derived-zh']) {
      for (const file of filesBelow(join(data ?? '', 'dev', name), '.jsonl')) {
        const made = draftDigest('s', readTranscript(file).turns);
        const text = fitDigest(made, 4000, asText);
        expect(Math.max(text.tokens, fitDigest(made, 4000, asJson).tokens)).toBeLessThanOrEqual(
          4000,
        );
      }
    }
  });

  test('at least 95 % of the rejections with words stand whole in it', { tags: 'slow' }, () => {
    const worded = friction.filter(
      ({ kind, quote }) => quote !== null && kind.startsWith('tool_rejected'),
    );
    const whole = worded.filter(({ file, line, quote }) => {
      const turns = readTranscript(join(data ?? '', '..', file)).turns;
      const { user } = fitDigest(draftDigest('s', turns), 4000, asText);
      return user.some((said) => said.line === line && said.text.includes(quote ?? ''));
    });
    expect(worded.length).toBeGreaterThan(50);
    expect(whole.length / worded.length).toBeGreaterThanOrEqual(0.95);
  });
});
