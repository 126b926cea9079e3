import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eastAsianWidth } from 'get-east-asian-width';
import { afterAll, describe, expect, test } from 'vitest';
import { shellWord } from '../../src/text.js';
import { program } from '../support/cli.js';
import { firstQuick } from '../support/slow.js';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'madness-demo-test-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The built program, with a temporary folder of its own so that leftovers are seen. */
function demo(args: readonly string[] = [], more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(scratch, 'run-'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    // Node's own, where the system keeps such things.
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, 'demo', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...more },
  });
  return { stdout, stderr, status, folder, left: readdirSync(folder) };
}

function width(line: string): number {
  return [...line].reduce((sum, one) => sum + eastAsianWidth(one.codePointAt(0) ?? 0), 0);
}

const shown = { en: demo(['--language', 'en']), zh: demo(['--language', 'zh']) };

describe.each(['en', 'zh'] as const)('madness demo in %s', (language) => {
  const { stdout, stderr, status, left } = shown[language];
  const lines = stdout.trimEnd().split('\n');

  test('says nothing on standard error and exits with 0', () => {
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  test('fits one screen of 40 lines and 100 columns', () => {
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => width(line) > 100)).toEqual([]);
  });

  test('leaves nothing behind', () => {
    expect(left).toEqual([]);
  });

  test('prints no colour where no terminal is', () => {
    expect(stdout).not.toContain('\u001b');
  });

  test('goes from transcripts to a report that was checked', () => {
    const steps = lines.flatMap((line) => /^([1-9]) /.exec(line)?.[1] ?? []);
    expect(steps).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(stdout).toContain('lessons[0].lines[0]: ');
    expect(stdout).toContain('memory/retrospectives/');
  });

  test('begins with what audit counts of CLAUDE.md, as the command prints it', () => {
    const words = {
      en: /~ 6\/8 {2}Use pnpm, not npm {3}CLAUDE.md:21 +\d+ Nov {3}\(\w{4}\)$/,
      zh: /~ 6\/8 {2}用 pnpm，不要用 npm {3}CLAUDE.md:21 +11 月 \d+ 日 {3}\(\w{4}\)$/,
    };
    expect(lines[3]).toMatch(/^1 /);
    expect(lines[4]).toMatch(words[language]);
  });

  test('goes on with what scan finds, in the words of the person', () => {
    const words = {
      en: '“no, stop running it again.” (line 26)',
      zh: '「不对，别再重跑了。」（第 26 行）',
    };
    expect(stdout).toContain(words[language]);
  });

  test('shows where each judged rule went, with the numbers of the log', () => {
    expect(stdout).toMatch(/^ +plan-before-edit +0\.55 → 0\.40 /m);
    expect(stdout).toMatch(/^ +migration-rehearsal +0\.65 {2}/m);
    expect(stdout).toMatch(/^ +reproduce-before-fix +0\.90 → 0\.95 {2}/m);
    expect(stdout).toMatch(/^ +pnpm-over-npm +0\.85 {2}/m);
  });

  test('shows the block before and after, and the rule that was learnt as it stands there', () => {
    const rule = { en: 'read-the-error-before-running', zh: 'rule-\\d{4}-\\d+' }[language];
    expect(stdout).toMatch(/R4 reproduce-before-fix 0\.90 +R4 pnpm-over-npm 0\.85$/m);
    expect(stdout).toMatch(new RegExp(`\\+ # R2 \\[gene:${rule}, c:0\\.70, v:1, pinned\\]\n`));
    expect(stdout).toMatch({ en: /\+ IF a command failed/, zh: /\+ IF 命令失败/ }[language]);
  });
});

firstQuick([
  ['Chinese in a Chinese terminal', { LANG: 'zh_CN.UTF-8' }, '过程与 /madness 相同'],
  [
    'what LC_ALL says before LANG',
    { LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' },
    'gone through as /madness',
  ],
])('the demo speaks %s', (_, env, words) => {
  expect(demo([], env).stdout).toContain(words);
});

test('a language that it does not speak is refused, and nothing is left behind', () => {
  const { status, stderr, left } = demo(['--language', 'fr']);
  expect({ status, left }).toEqual({ status: 2, left: [] });
  expect(stderr).toContain('--language takes en or zh, not fr.');
});

test('started by npm start it names commands that a fresh clone has', { tags: 'slow' }, () => {
  expect(demo([], { npm_lifecycle_event: 'start' }).stdout).toContain('npm start -- --keep');
});

test('started by an agent it shows the same, and proposes nothing to anybody', {
  tags: 'slow',
}, () => {
  const { stdout, status } = demo([], { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'x' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: shown.en.stdout });
});

test('the Chinese demo has no English word but ids, commands and names', () => {
  const names =
    /npm install iconv-lite --legacy-peer-deps|madness|demo|init|--keep|CLAUDE\.md|memory\/\S+\.md|lantern|pnpm|npm|kB|IF|AND NOT|error ==|pinned|lessons\[0\]\.lines\[0\]|gene|[a-z0-9]+(?:[-_][a-z0-9]+)+|[0-9a-f]{8}|\b\d\w{3}\b/g;
  expect(shown.zh.stdout.replace(names, '').match(/[a-z]{2,}/gi)).toBeNull();
});

describe('--keep', () => {
  const { stdout, left, folder } = demo(['--keep']);
  const kept = join(folder, left[0] ?? '', 'lantern');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...program, ...args, '--memory', join(kept, 'memory')], {
      cwd: folder,
      encoding: 'utf8',
    });

  test('keeps the folder and says where it is', () => {
    expect(left).toHaveLength(1);
    expect(stdout).toContain(`Kept in ${kept}\n`);
    expect(readdirSync(kept).sort()).toEqual(['CLAUDE.md', 'memory']);
  });

  test('the command that it names shows the quotes', () => {
    const memory = shellWord(join(kept, 'memory'));
    expect(stdout).toContain(`madness why plan-before-edit --memory ${memory}\n`);
    const { stdout: why, status } = run('why', 'plan-before-edit');
    expect(status).toBe(0);
    expect(why).toContain(
      '“Stop. You are editing files I did not expect. Tell me the plan first.” (user, line 64)',
    );
  });

  test('the memory in it is in order, and the report says what was recorded', {
    tags: 'slow',
  }, () => {
    const { stdout: said, stderr, status } = run('check');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(said).toContain('nothing is wrong');
    const reports = readdirSync(join(kept, 'memory/retrospectives'));
    const report = reports.find((name) => name.endsWith('.md')) ?? '';
    expect(run('report', 'check', join(kept, 'memory/retrospectives', report)).status).toBe(0);
  });

  test('CLAUDE.md is the user’s text with our block behind it', () => {
    const own = readFileSync(join(import.meta.dirname, '../../examples/en/CLAUDE.md'), 'utf8');
    const text = readFileSync(join(kept, 'CLAUDE.md'), 'utf8');
    expect(text.startsWith(`${own}\n<!-- madness:memory-inject start -->\n`)).toBe(true);
    expect(text.endsWith('\n<!-- madness:memory-inject end -->\n')).toBe(true);
    expect(existsSync(join(kept, 'memory/views/dev.md'))).toBe(true);
  });
});
