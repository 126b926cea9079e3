import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eastAsianWidth } from 'get-east-asian-width';
import { afterAll, describe, expect, test } from 'vitest';

const cli = join(import.meta.dirname, '../dist/cli.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'madness-demo-test-'));
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
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'demo', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...more },
  });
  return { stdout, stderr, status, folder, left: readdirSync(folder) };
}

function width(line: string): number {
  return [...line].reduce((sum, one) => sum + eastAsianWidth(one.codePointAt(0) ?? 0), 0);
}

describe.each(['en', 'zh'])('madness demo in %s', (language) => {
  const { stdout, stderr, status, left } = demo(['--language', language]);
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

  test('tells three lives with the numbers of the log', () => {
    expect(stdout).toMatch(/^ {2}classify-first +0\.70 → 0\.75 → 0\.85 → 0\.90 /m);
    expect(stdout).toMatch(/^ {2}bisect-regressions +0\.60 → 0\.65 → 0\.75 → 0\.85 /m);
    expect(stdout).toMatch(/^ {2}rerun-flaky-tests +0\.70 → 0\.75 → 0\.60 → 0\.30 /m);
  });

  test('shows the rules of the design document as they stand in the block', () => {
    expect(stdout).toContain('+ # R2 [gene:classify-first, c:0.90, v:2]\n');
    expect(stdout).toContain('+     define_standard(samples=3) → classify → revise_if_mismatch\n');
    expect(stdout).toContain('+ # R3 [sop:phase0-checklist, c:0.90, v:2]\n');
  });
});

test.each([
  ['English where the terminal says nothing', {}, 'Three lives'],
  ['Chinese in a Chinese terminal', { LANG: 'zh_CN.UTF-8' }, '三条规则的经历'],
  ['what LC_ALL says before LANG', { LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' }, 'Three lives'],
])('the demo speaks %s', (_, env, words) => {
  expect(demo([], env).stdout).toContain(words);
});

test('a language that it does not speak is refused, and nothing is left behind', () => {
  const { status, stderr, left } = demo(['--language', 'fr']);
  expect({ status, left }).toEqual({ status: 2, left: [] });
  expect(stderr).toContain('Expected --language en or zh, got fr.');
});

test('started by npm start it names commands that a fresh clone has', () => {
  expect(demo([], { npm_lifecycle_event: 'start' }).stdout).toContain('npm start -- --keep');
});

describe('--keep', () => {
  const { stdout, left, folder } = demo(['--keep']);
  const kept = join(folder, left[0] ?? '');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args, '--memory', join(kept, 'memory')], {
      cwd: folder,
      encoding: 'utf8',
    });

  test('keeps the folder and says where it is', () => {
    expect(left).toHaveLength(1);
    expect(stdout).toContain(`Kept in ${kept}\n`);
    expect(readdirSync(kept).sort()).toEqual(['CLAUDE.md', 'memory']);
  });

  test('the command that it names shows the quotes', () => {
    expect(stdout).toContain(`madness why rerun-flaky-tests --memory ${join(kept, 'memory')}\n`);
    const { stdout: why, status } = run('why', 'rerun-flaky-tests');
    expect(status).toBe(0);
    expect(why).toContain(
      '“Green on the third run, and now it is in production.” (user, line 145)',
    );
  });

  test('the memory in it is in order', () => {
    const { stdout: said, stderr, status } = run('check');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(said).toContain('nothing is wrong');
  });

  test('CLAUDE.md is the user’s text with our block behind it', () => {
    const own = readFileSync(join(import.meta.dirname, '../examples/en/CLAUDE.md'), 'utf8');
    const text = readFileSync(join(kept, 'CLAUDE.md'), 'utf8');
    expect(text.startsWith(`${own}\n<!-- madness:memory-inject start -->\n`)).toBe(true);
    expect(text.endsWith('\n<!-- madness:memory-inject end -->\n')).toBe(true);
    expect(existsSync(join(kept, 'memory/views/dev.md'))).toBe(true);
  });
});
