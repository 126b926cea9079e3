// Records what the README shows: real commands in a scratch project with made sessions.
// node scripts/record-screen.mjs [--check] writes docs/screen.txt, docs/screen.zh-CN.txt and their pictures, or compares.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

const said = {
  en: {
    file: '# Shop\n\n- Use pnpm, never npm.\n- Run `pnpm test` before every commit.\n- Write small functions.\n',
    sentence: 'use pnpm, never npm',
    language: 'en',
    title: 'madness audit, and the first reminder',
  },
  'zh-CN': {
    file: '# 商店\n\n- 用 pnpm，不要用 npm。\n- 每次提交前运行 `pnpm test`。\n- 函数要短。\n',
    sentence: '用 pnpm，不要用 npm',
    language: 'zh',
    title: 'madness audit 的结果，以及第一次提醒',
  },
};
/** What each session of the past ran; the two models differ. */
const past = [
  ['claude-opus-4-5', 'npm install zod', 'EDIT', 'git commit -m "Parse carts"'],
  ['claude-opus-4-5', 'npm install dayjs', 'EDIT', 'pnpm test', 'git commit -m "Dates"'],
  ['claude-opus-4-5', 'EDIT', 'git commit -m "Prices"'],
  ['claude-opus-4-5', 'pnpm add nanoid', 'EDIT', 'pnpm test', 'git commit -m "Ids"'],
  ['claude-opus-4-5', 'npm ci', 'EDIT', 'git commit -m "Taxes"'],
];

/** Of the picture: a longer line goes on below, at a word, as in a terminal. */
const columns = 96;

let isSame = true;
for (const [name, { file, sentence, language, title }] of Object.entries(said)) {
  const lines = record(file, sentence, language);
  keep(`docs/screen${name === 'en' ? '' : `.${name}`}.txt`, `${lines.join('\n')}\n`);
  keep(`docs/screen${name === 'en' ? '' : `.${name}`}.svg`, picture(lines, title));
}
if (!isSame) process.exitCode = 1;

function keep(path, text) {
  const file = join(root, path);
  if (!isCheck) return writeFileSync(file, text);
  let before = '';
  try {
    before = readFileSync(file, 'utf8');
  } catch {}
  if (before !== text) {
    isSame = false;
    console.error(`${path} is not what the commands print: node scripts/record-screen.mjs`);
  }
}

function record(file, sentence, language) {
  const top = mkdtempSync(join(tmpdir(), 'madness-test-screen-'));
  const shop = join(top, 'shop');
  mkdirSync(shop);
  const env = {
    PATH: process.env.PATH,
    HOME: top,
    TZ: 'UTC',
    LANG: language === 'zh' ? 'zh_CN.UTF-8' : 'en_US.UTF-8',
    MADNESS_HOME: join(top, 'own'),
    CLAUDE_CONFIG_DIR: join(top, 'claude'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_DATE: '2026-11-01T08:00:00Z',
    GIT_COMMITTER_DATE: '2026-11-01T08:00:00Z',
  };
  const run = (program, args, more = {}) =>
    execFileSync(program, args, {
      cwd: shop,
      env: { ...env, ...more },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  // Of all that runs it sees only itself: an agent that records would be told other things than a person.
  const apart = ['--require', join(root, 'test/support/own-processes.cjs')];
  const madness = (...args) =>
    run(process.execPath, [...apart, join(root, 'dist/cli.mjs'), ...args]);
  const git = (...args) => run('git', args);
  git('init', '-q');
  writeFileSync(join(shop, 'CLAUDE.md'), file);
  writeFileSync(join(shop, 'package.json'), '{"scripts":{"test":"vitest run"}}\n');
  git('add', '-A');
  git('-c', 'user.name=Kim', '-c', 'user.email=kim@example.org', 'commit', '-qm', 'Begin');
  for (const [at, steps] of past.entries()) writeSession(env.CLAUDE_CONFIG_DIR, shop, at, steps);
  const lines = [];
  const type = (shown, text) => {
    lines.push(`$ ${shown}`);
    for (const line of text.replaceAll(top, '~').trimEnd().split('\n')) lines.push(line);
  };
  type('madness audit', madness('audit'));
  madness('init', '--language', language);
  const quoted = `"${sentence}"`;
  type(`madness add ${quoted} --remind`, madness('add', sentence, '--remind'));
  // The next session, where Claude forgets it.
  const payload = {
    session_id: 'next',
    transcript_path: join(top, 'next.jsonl'),
    cwd: shop,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'npm install left-pad' },
  };
  const answer = JSON.parse(
    execFileSync(process.execPath, [join(root, 'dist/hook.cjs'), 'pre-shell'], {
      cwd: shop,
      env,
      encoding: 'utf8',
      input: JSON.stringify(payload),
    }),
  );
  lines.push('', '● Bash(npm install left-pad)', `  ⎿  ${answer.systemMessage}`);
  rmSync(top, { recursive: true, force: true });
  return lines;
}

function writeSession(config, cwd, at, [model, ...steps]) {
  const sessionId = `0000000${at}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;
  const folder = join(config, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  let second = 0;
  const row = (type, message) => ({
    type,
    uuid: `${sessionId}-${second}`,
    sessionId,
    cwd,
    version: '2.1.330',
    timestamp: `2026-11-${String(10 + at).padStart(2, '0')}T09:00:${String(second++).padStart(2, '0')}.000Z`,
    message,
  });
  const rows = [row('user', { role: 'user', content: 'Go on with the shop.' })];
  for (const [index, step] of steps.entries()) {
    const id = `toolu_${at}_${index}`;
    const isEdit = step === 'EDIT';
    const input = isEdit
      ? { file_path: join(cwd, 'src/cart.ts'), old_string: 'a', new_string: 'b' }
      : { command: step };
    const use = { type: 'tool_use', id, name: isEdit ? 'Edit' : 'Bash', input };
    rows.push(
      row('assistant', { role: 'assistant', model, id: `msg_${at}_${index}`, content: [use] }),
    );
    rows.push(
      row('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }],
      }),
    );
  }
  writeFileSync(
    join(folder, `${sessionId}.jsonl`),
    `${rows.map((one) => JSON.stringify(one)).join('\n')}\n`,
  );
}

function columnsOf(text) {
  return [...text].reduce((sum, sign) => sum + (/[\u1100-\uffdc]/.test(sign) ? 2 : 1), 0);
}

function wrapped(line) {
  const lines = [''];
  for (const part of line.match(/[\u2e80-\uffdc]|[^\s\u2e80-\uffdc]+\s*|\s+/g) ?? [])
    if (columnsOf(lines.at(-1) + part.trimEnd()) <= columns) lines[lines.length - 1] += part;
    else lines.push(`     ${part}`);
  return lines;
}

function picture(given, title) {
  const lines = given.flatMap(wrapped);
  const wide = lines.find((line) => columnsOf(line.trimEnd()) > columns);
  if (wide !== undefined) throw new Error(`wider than the picture: ${wide}`);
  const rowHeight = 20;
  // Characters of 14 px are 8.5 px wide at most in the named fonts.
  const width = columns * 8.5 + 32;
  const height = lines.length * rowHeight + 32;
  const inXml = (text) =>
    text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
  const rows = lines.map((line, at) => {
    const tone = line.startsWith('$') ? '#7ee787' : line.startsWith('  ⎿') ? '#f2cc60' : '#e6edf3';
    return `<text x="16" y="${at * rowHeight + 34}" fill="${tone}" xml:space="preserve">${inXml(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace" font-size="14">
<title>${title}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`;
}
