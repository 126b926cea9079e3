// Makes examples/<language>/sessions/*.jsonl anew: the real client plays them against a scripted model, in a
// project whose pnpm and npm only print. Needs Node ≥ 22.18 (it imports TypeScript) and the client:
//   MADNESS_CLIENT=…/cli-wrapper.cjs MADNESS_CLIENT_NODE=…/node node scripts/example-sessions.mjs
// What names the machine is replaced; what the client itself tells the model is left out.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runClient } from '../test/client/client.ts';
import { startModel } from '../test/client/scripted-model.ts';

const home = '/home/dev';
const lockTimeout = [
  '> lantern@ db:migrate /home/dev/lantern',
  'applying 0042_ticket_priority.sql …',
  'error: canceling statement due to lock timeout',
  '    at migrate (packages/db/src/migrate.ts:58:11)',
].join('\n');
const unsupported = [
  'npm error code EUNSUPPORTEDPROTOCOL',
  'npm error Unsupported URL Type "workspace:": workspace:*',
  'npm error A complete log of this run can be found in: /home/dev/.npm/_logs/debug-0.log',
].join('\n');
const redTest = [
  ' FAIL  packages/export/csv.test.ts > keeps umlauts',
  "AssertionError: expected 'Gru?,Graz' to be 'Gruß,Graz'",
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 3 passed (4)',
].join('\n');
const allGreen = [' Test Files  212 passed (212)', '      Tests  1480 passed (1480)'].join('\n');

/** What the tools of the project print: [arguments, output, exit code], the first that fits. */
const tools = {
  pnpm: [
    ['db:migrate', lockTimeout, 1],
    ['db:restore-dump', 'restored 2.1 million tickets from the dump of last night', 0],
    ['db:locks', 'ACCESS EXCLUSIVE on tickets held for 41 s', 0],
    ['test csv', redTest, 1],
    ['test', allGreen, 0],
  ],
  npm: [['install', unsupported, 1]],
};

const csvTest =
  "import { expect, test } from 'vitest';\nimport { toCsv } from './csv.js';\n\ntest('keeps umlauts', () => {\n  expect(toCsv([['Gruß', 'Graz']])).toBe('Gruß,Graz');\n});\n";
const csvWriter =
  "export const toCsv = (rows) => Buffer.from(rows.join('\\n'), 'utf8').toString();\n";
const migration = "ALTER TABLE tickets ADD COLUMN priority text NOT NULL DEFAULT 'normal';\n";

const write = (file_path, content) => ({ name: 'Write', input: { file_path, content } });
const bash = (command, description) => ({ name: 'Bash', input: { command, description } });
const say = (text) => ({ say: text });

/** Prompts of the person, each with what the model does next. */
const scripts = {
  en: {
    '3f6c1b80-52a7-4d19-9c55-1e0b7a94d201': [
      [
        'Tickets need a priority. More than three files will change: the migration, the API, the worker and the web app. Show me a plan before the first edit.',
        say(
          'The files, in this order: 1. packages/db/migrations/0042_ticket_priority.sql adds the column, 2. apps/api/src/tickets/contract.ts, 3. apps/worker/src/alerts.ts, 4. apps/web/src/routes/ticket.tsx. I wait for your yes.',
        ),
      ],
      [
        'yes, go ahead in that order',
        write('packages/db/migrations/0042_ticket_priority.sql', migration),
        bash('pnpm db:migrate', 'Apply the migration'),
        bash('pnpm db:migrate', 'Apply the migration again'),
        say(
          'The first file of the plan is written. The plan was wrong about the migration: it waits for a lock, because the table is not idle.',
        ),
      ],
      [
        'no, stop running it again. Read the error, restore the dump and time the locks before you touch that table',
        bash('pnpm db:restore-dump', 'Restore the dump'),
        bash('pnpm db:locks', 'Time the locks'),
        say(
          'An exclusive lock for 41 seconds: I do not run this migration on the real table. A column without a default would not rewrite the rows.',
        ),
      ],
      [
        'then we leave it for today, the priority is not done',
        say('Nothing was migrated. The file of the migration is on disk and not committed.'),
      ],
    ],
    'b1d94e27-8c03-4f6e-a3d8-60c2f5e7a902': [
      [
        'Bug: the CSV export is broken, umlauts arrive as question marks. A customer in Graz sees it.',
        say('I write the smallest failing test first.'),
      ],
      [
        'good',
        write('packages/export/csv.test.ts', csvTest),
        bash('pnpm test csv', 'See the test fail'),
        bash('npm install iconv-lite', 'Install a converter'),
        bash('npm install iconv-lite --legacy-peer-deps', 'Install a converter again'),
        say('The test fails for the reported reason. The converter cannot be installed.'),
      ],
      [
        'no, pnpm. npm cannot read our workspace links, and the second try could not end differently. Do you need that converter at all?',
        write('packages/export/csv.js', csvWriter),
        bash('pnpm test', 'Run the whole suite'),
        say('No converter is needed: the writer used latin1, now it writes UTF-8.'),
      ],
      [
        'perfect, the test fails without the fix and the whole suite is green',
        say('Then I am done with the export.'),
      ],
    ],
  },
  zh: {
    '5a20d7c4-1b9e-4e83-8f47-2c6d0b8e1301': [
      [
        '工单要加优先级，要改的文件超过三个：迁移、接口、后台任务和网页。动手之前先给我看计划。',
        say(
          '按这个顺序改四个文件：1. packages/db/migrations/0042_ticket_priority.sql 加列，2. apps/api/src/tickets/contract.ts，3. apps/worker/src/alerts.ts，4. apps/web/src/routes/ticket.tsx。等你点头再动手。',
        ),
      ],
      [
        '可以，就按这个顺序改',
        write('packages/db/migrations/0042_ticket_priority.sql', migration),
        bash('pnpm db:migrate', '执行迁移'),
        bash('pnpm db:migrate', '再执行一次迁移'),
        say('计划里的第一个文件写好了。计划漏了一点：这张表一直有人在用，迁移在等锁。'),
      ],
      [
        '不对，别再重跑了。先读报错，恢复备份，量一下锁要占多久，再碰那张表',
        bash('pnpm db:restore-dump', '恢复备份'),
        bash('pnpm db:locks', '量锁的时间'),
        say('独占锁要占 41 秒，我不在真实的表上执行这个迁移。不带默认值的列不会重写数据。'),
      ],
      ['那今天先到这里，优先级没有做完', say('没有迁移任何数据。迁移文件在磁盘上，没有提交。')],
    ],
    'c8e3f1a6-7d24-4b95-b06a-94d1e2c7f502': [
      [
        '有个报错：CSV 导出的变音字母都成了问号，一位格拉茨的客户反馈的，导出有问题。',
        say('我先写一个最小的失败测试。'),
      ],
      [
        '好',
        write('packages/export/csv.test.ts', csvTest),
        bash('pnpm test csv', '确认测试失败'),
        bash('npm install iconv-lite', '安装转码库'),
        bash('npm install iconv-lite --legacy-peer-deps', '再装一次转码库'),
        say('测试失败的原因与客户反馈的一致。转码库装不上。'),
      ],
      [
        '不对，用 pnpm。npm 读不了工作区链接，第二次重试也不可能成功。真的需要转码库吗？',
        write('packages/export/csv.js', csvWriter),
        bash('pnpm test', '跑全量测试'),
        say('不需要转码库：原来按 latin1 写文件，现在改成 UTF-8。'),
      ],
      ['很好，去掉修复测试就会失败，全量测试也都绿了', say('导出这件事做完了。')],
    ],
  },
};

let calls = 0;
const model = await startModel();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'madness-example-')));
try {
  for (const [language, sessions] of Object.entries(scripts)) {
    const out = join('examples', language, 'sessions');
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    for (const [session, turns] of Object.entries(sessions)) {
      const person = newPerson(join(folder, language));
      let transcript;
      for (const [prompt, ...steps] of turns) {
        model.add(
          ...steps.map((step, index) => scripted(step, `${session.slice(0, 8)}_${index}`, person)),
        );
        ({ transcript } = await runClient(person, model, session, prompt));
      }
      const text = neutral(readFileSync(transcript, 'utf8'), person);
      writeFileSync(join(out, `${session}.jsonl`), text);
      console.log(`${join(out, session)}.jsonl: ${text.length} characters`);
    }
  }
} finally {
  model.close();
  rmSync(folder, { recursive: true, force: true });
}

function scripted(step, prefix, { project }) {
  if ('say' in step) return step;
  calls += 1;
  const { file_path } = step.input;
  const input =
    file_path === undefined ? step.input : { ...step.input, file_path: join(project, file_path) };
  return { id: `toolu_${prefix}_${calls}`, name: step.name, input };
}

function newPerson(folder) {
  const project = join(folder, 'lantern');
  const claude = join(folder, '.claude');
  const bin = join(folder, 'bin');
  for (const path of [project, claude, bin]) mkdirSync(path, { recursive: true });
  for (const [name, outputs] of Object.entries(tools)) {
    const cases = outputs.map(
      ([args, text, code]) => `${quoted(args)}*) cat <<'END'\n${text}\nEND\nexit ${code};;`,
    );
    writeFileSync(join(bin, name), `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    CLAUDE_CONFIG_DIR: claude,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test-key-not-real',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  return { folder, claude, project, env };
}

function quoted(args) {
  return `'${args}'`;
}

/**
 * Without what names this machine, and without the client's own prompts and its copies of requests. The sessions are
 * those of a person at a terminal, whom a program plays.
 */
function neutral(text, { folder }) {
  return text
    .replaceAll(folder, home)
    .replaceAll('"entrypoint":"sdk-cli"', '"entrypoint":"cli"')
    .replaceAll('"promptSource":"sdk"', '"promptSource":"typed"')
    .replaceAll('"turnOrigin":"sdk"', '"turnOrigin":"human"')
    .replaceAll(folder.replace(/[^a-z0-9]/gi, '-'), home.replaceAll('/', '-'))
    .split('\n')
    .filter((line) => line === '' || !/^(?:attachment|api-request.*)$/.test(JSON.parse(line).type))
    .join('\n');
}
