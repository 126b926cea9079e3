import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Audit } from '../../src/application/watches/audit.js';
import { auditCommand } from '../../src/commands/sessions/audit.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { came } from '../../src/messages/rules/watch.js';
import { guarded } from '../../src/terminal/command.js';
import type { Terminal } from '../../src/terminal/context.js';
import { person } from '../support/person.js';
import { noRealData, realData, shared } from '../support/real-data.mjs';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';
import {
  callLine,
  type Record as Line,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
  rmSync(join(home.shop, '.git'), { recursive: true });
});
afterEach(() => home.remove());

const who = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.org' };
const also = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.org' };
function git(cwd: string, args: readonly string[], date = '2026-01-01T00:00:00Z'): void {
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { ...process.env, ...who, ...also, ...dates, GIT_CONFIG_GLOBAL: '/dev/null' };
  execFileSync('git', [...args], { cwd, env, stdio: 'pipe' });
}
function committed(name: string, text: string, date: string): void {
  if (!existsSync(join(home.shop, '.git'))) git(home.shop, ['init', '-q']);
  put(home.shop, name, text);
  git(home.shop, ['add', '-A']);
  git(home.shop, ['commit', '-qm', 'x'], date);
}

let calls = 0;
function at(day: string, model: string) {
  const time = { timestamp: `${day}T10:00:00.000Z` };
  const call = (name: string, input: object): Line[] => {
    const id = `toolu_audit_${calls++}`;
    const line = callLine(name, input, id, time);
    const message = { ...(line.message as object), model };
    return [{ ...line, message }, resultLine(id, '[main abc1234] x', time)];
  };
  return {
    say: (text: string) => userLine(text, time),
    sh: (command: string) => call('Bash', { command }),
    edit: (path: string) => call('Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
  };
}
function worked(
  session: string,
  day: string,
  commands: readonly string[],
  model = 'claude-opus-4-6',
) {
  const { say, sh, edit } = at(day, model);
  const steps = commands.flatMap((one) => (one.startsWith('edit ') ? edit(one.slice(5)) : sh(one)));
  writeSession(home, session, say('go'), ...steps);
}
const commit = 'git commit -m x';

const audited = (args: readonly string[] = [], options = {}, more = {}) =>
  run(auditCommand.run, { cwd: home.shop, args, options, env: { ...home.env, ...more } });
const json = async (args: readonly string[] = [], options = {}): Promise<Audit> =>
  JSON.parse((await audited(args, { json: true, ...options })).out) as Audit;

describe('a file that is too much to read', () => {
  const ban = '- Never run `npm install`.\n';
  test.each([
    ['of 9 MB', ban.repeat(400_000), 'Larger than 1 MB'],
    ['of thousands of definitions in a line', '[a]: <'.repeat(60_000), 'takes too long to read'],
    ['that nests 5,000 deep', `${'>'.repeat(5000)} x\n`, 'nests too deeply'],
  ])('%s is named and no line of it counts as gone', async (_, text, said) => {
    committed('CLAUDE.md', ban, '2026-01-10T00:00:00Z');
    committed('CLAUDE.md', text, '2026-02-01T00:00:00Z');
    worked('bad', '2026-02-11', ['npm install']);
    const before = process.cpuUsage();
    const { out, talk } = await audited([], { json: true });
    const { user, system } = process.cpuUsage(before);
    const { files, rows } = JSON.parse(out) as Audit;
    expect(talk).toContain(said);
    expect(files).toEqual([{ path: 'CLAUDE.md', left_out: true }]);
    expect(rows.filter(({ until }) => until !== null)).toEqual([]);
    expect((await audited()).out).not.toContain('No CLAUDE.md');
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test('an earlier version of it ends no line', async () => {
    committed('CLAUDE.md', ban, '2026-01-10T00:00:00Z');
    committed('CLAUDE.md', `${'>'.repeat(5000)} x\n`, '2026-02-01T00:00:00Z');
    committed('CLAUDE.md', ban, '2026-03-01T00:00:00Z');
    const { out, talk } = await audited([], { json: true });
    expect(talk).toContain('1 of its earlier versions');
    expect((JSON.parse(out) as Audit).rows).toMatchObject([{ since: '2026-01-10', until: null }]);
  });
});

describe('audit', () => {
  test('counts a line from the day it was written, by model, and writes nothing', async () => {
    committed('CLAUDE.md', '# Shop\n', '2026-01-01T00:00:00Z');
    committed(
      'CLAUDE.md',
      '# Shop\n\nRun `make lint` before committing.\n',
      '2026-02-01T00:00:00Z',
    );
    worked('early', '2026-01-20', ['edit a.ts', commit]);
    worked('good', '2026-02-10', ['edit a.ts', 'make lint', commit], 'claude-opus-4-5-20251101');
    worked('bad', '2026-02-11', ['edit a.ts', commit]);
    const before = snapshot(home.root);
    const { rows, ...rest } = await json();
    expect(rest).toMatchObject({
      sessions: 3,
      lines: { all: 1, understood: 1, by_model: 0 },
      models: ['claude-opus-4-6', 'claude-opus-4-5-20251101'],
    });
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[a-z0-9]{4}$/),
        kind: 'before',
        text: 'Run `make lint` before every commit.',
        file: 'CLAUDE.md',
        line: 3,
        on: null,
        read_by: 'table',
        since: '2026-02-01',
        until: null,
        sessions: 2,
        ...{ kept: 1, stopped: 0, broken: 1 },
        not_judged: {},
        by_model: {
          'opus-4-5': { kept: 1, stopped: 0, broken: 0 },
          'opus-4-6': { kept: 0, stopped: 0, broken: 1 },
        },
        last_broken: { session: 'bad', line: 4, command: commit, date: '2026-02-11' },
        contradicts: [],
        next: expect.stringMatching(/^madness audit --take [a-z0-9]{4}$/),
      },
    ]);
    const { out } = await audited();
    expect(out.split('\n')[0]).toBe('3 sessions, 20 Jan to 11 Feb · 1 of 1 lines understood');
    expect(out).toContain('~ 1/2  Run make lint before every commit   CLAUDE.md:3   11 Feb');
    expect(snapshot(home.root)).toEqual(before);
  });

  test('keeps what it read where our own folder is there, and reads it again where a session changed', async () => {
    mkdirSync(home.own);
    committed('CLAUDE.md', 'Use `pnpm`, not `npm`.\n', '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', ['pnpm i', 'npm i']);
    const first = await json();
    expect(readdirSync(join(home.own, 'summaries'))).toHaveLength(1);
    expect(await json()).toEqual(first);
    worked('one', '2026-02-10', ['pnpm i', 'npm i', 'npm test']);
    expect((await json()).rows[0]).toMatchObject({ kept: 1, broken: 2 });
  });

  test('says in two lines that nothing can be counted', async () => {
    committed('CLAUDE.md', '# Shop\n\nAlways write clear errors.\n', '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', ['ls']);
    const { out, code } = await audited();
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(out).toContain('madness add');
  });

  test('speaks of an empty project and of a file that is not there', async () => {
    expect((await audited()).out).toContain('No CLAUDE.md');
    await expect(audited(['NO.md'])).rejects.toThrow('There is no file NO.md');
  });

  test('reads imports in circles, rules, nested and named files, and tells them apart', async () => {
    committed('CLAUDE.md', '@docs/a.md\n', '2026-01-01T00:00:00Z');
    committed(
      'docs/a.md',
      '@../CLAUDE.md\nNever run `git push --force`.\n',
      '2026-01-01T00:00:00Z',
    );
    committed('.claude/rules/x.md', '不要修改 `dist/`。\n', '2026-01-01T00:00:00Z');
    committed('web/CLAUDE.md', 'Run `make web` before committing.\n', '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', [
      'edit dist/a.js',
      'edit api/a.ts',
      commit,
      'edit web/a.ts',
      commit,
      'git push -f',
    ]);
    const { rows, files } = await json();
    expect(files.map(({ path }) => path).sort()).toEqual([
      '.claude/rules/x.md',
      'CLAUDE.md',
      'docs/a.md',
      'web/CLAUDE.md',
    ]);
    expect(
      rows.map(({ kind, file, broken, not_judged }) => [kind, file, broken, not_judged]).sort(),
    ).toEqual([
      ['before', 'web/CLAUDE.md', 1, { 'no-edits': 1 }],
      ['never', 'docs/a.md', 1, {}],
      ['no_edit', '.claude/rules/x.md', 1, {}],
    ]);
    expect((await json(['web/CLAUDE.md'])).files).toHaveLength(1);
  });

  test('without git counts from the day the file was last written; a shallow clone from its first commit', async () => {
    put(home.shop, 'CLAUDE.md', 'Use `pnpm`, not `npm`.\n');
    worked('one', '2026-02-10', ['npm i']);
    expect((await json()).rows[0]).toMatchObject({ kind: 'use', broken: 0 });
  });

  test('follows a file that was renamed, and a line that was dropped', async () => {
    const duty = 'Use `pnpm`, not `npm`, and read the long text about it that stands here.\n';
    committed('AGENTS.md', duty, '2026-01-01T00:00:00Z');
    git(home.shop, ['mv', 'AGENTS.md', 'CLAUDE.md']);
    git(home.shop, ['commit', '-qm', 'x'], '2026-03-01T00:00:00Z');
    worked('one', '2026-02-10', ['npm i']);
    expect((await json()).rows[0]).toMatchObject({ broken: 1, since: '2026-01-01', until: null });
    committed('CLAUDE.md', '# none\n', '2026-04-01T00:00:00Z');
    expect((await json()).rows[0]).toMatchObject({ broken: 1, until: '2026-04-01' });
  });

  test('names a task that is gone and the file that has another extension', async () => {
    committed('package.json', '{"scripts":{"lint":"x"}}', '2026-01-01T00:00:00Z');
    committed('.golangci.yaml', 'x', '2026-01-01T00:00:00Z');
    committed(
      'CLAUDE.md',
      'See `.golangci.yml`; `npm run format` formats.\n',
      '2026-01-01T00:00:00Z',
    );
    const { rows } = await json();
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['stale', '.golangci.yml: the file is .golangci.yaml'],
      ['stale', 'npm run format: no such task'],
    ]);
    expect(rows[0]?.next).toBe(`\${EDITOR:-vi} +1 CLAUDE.md`);
  });

  test('prints as many rows as one screen holds, all of them through a pipe and with --all, in Chinese as well', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `- 提交前运行 \`make t${n}\`。\n`);
    committed('CLAUDE.md', lines.join(''), '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', ['edit a.ts', commit]);
    const { rows } = await json();
    expect(rows).toHaveLength(60);
    expect(rows.every(({ id, next }) => next === `madness audit --take ${id}`)).toBe(true);
    const env = { ...home.env, LANG: 'zh_CN.UTF-8' };
    const shown = async (options: object, more = {}) => {
      const ran = await run(auditCommand.run, {
        cwd: home.shop,
        options: { ...options },
        env,
        ...more,
      });
      return ran.out.split('\n');
    };
    const screen = await shown({}, { terminal: person() });
    expect(screen).toHaveLength(24);
    expect(screen.slice(-3, -1)).toEqual([
      '其余：还有 42 行违反过',
      '全部列出：madness audit --all',
    ]);
    expect(screen.at(-1)).toMatch(/^下一步：madness audit --show \w{4}$/);
    for (const lines of [await shown({}), await shown({ all: true }, { terminal: person() })])
      expect(lines).toHaveLength(64);
  });
});

describe('lines that a model reads', () => {
  const text = `# Shop

Use \`pnpm\`, never \`npm\`.

## Cluster

Humans alone do these:

- taking things down with \`kubectl delete\`
- be careful

## Free for all

Everybody does these:

- taking things down with \`kubectl delete\`
`;
  const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' };
  const never = { never: ['kubectl delete'] };
  const shown = async () => (await audited([], {}, agent)).out;
  const idsOf = (out: string, part: string) =>
    out
      .split('\n')
      .flatMap((one) => (one.includes(part) ? (/^[0-9a-f]{8}(?= )/.exec(one) ?? []) : []));
  const handIn = (list: unknown, more = {}) =>
    run(guarded(auditCommand), {
      ...{ cwd: home.shop, args: [], options: { file: '-' }, stdin: JSON.stringify(list) },
      env: { ...home.env, ...agent },
      ...more,
    });
  const ready = (words = text) => {
    committed('CLAUDE.md', words, '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', ['npm i', 'kubectl delete pod x', 'kubectl delete pod y']);
  };

  test('are printed with the page to a model alone, and counted once they were handed in', async () => {
    ready();
    expect((await audited()).out).toContain(
      '1 of 6 lines understood (/madness audit reads the rest)',
    );
    const out = await shown();
    expect(out).toContain('## CLAUDE.md · Shop > Cluster · Humans alone do these:');
    expect(out).toContain('# watch: what a program can count');
    const [mine = '', other = ''] = idsOf(out, 'kubectl delete');
    expect(mine).not.toBe(other);
    const before = snapshot(home.shop);
    const done = await handIn([{ line: mine, watch: never }]);
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining('kept: 1 line read by Claude'),
    ]);
    expect(done.out).toContain('Read by Claude: 1 line, broken 2 times.');
    expect(snapshot(home.shop)).toEqual(before);
    expect(statSync(join(home.own, 'readings.json')).mode & 0o777).toBe(0o600);
    // A person's later audit has it, dated by the file; the equal line under the opposite intro is none.
    const { rows, lines } = await json();
    expect(lines).toEqual({ all: 6, understood: 1, by_model: 1 });
    expect(rows.filter(({ read_by }) => read_by === 'model')).toMatchObject([
      { kind: 'never', line: 9, broken: 2, since: '2026-01-01' },
    ]);
    expect(idsOf(await shown(), 'kubectl delete')).toEqual([other]);
  });

  firstQuick<[string, unknown, string]>([
    [
      'an operand from nowhere',
      { never: ['helm uninstall'] },
      '"helm uninstall" does not stand in the text',
    ],
    ["another line's command", { never: ['pnpm'] }, '"pnpm" does not stand in the text'],
    ['a path outside', { no_edit: ['../x/'] }, 'lies outside the project'],
    ['a number', { ...never, broken: 2 }, 'a watch holds no number'],
    ['two forms', { ...never, no_edit: ['x/'] }, 'exactly one form'],
    ['a branch', { ...never, on: ['main'] }, 'the text names no branch "main"'],
    ['3 kB', { never: [`kubectl delete ${'x'.repeat(3000)}`] }, 'too long'],
  ])('are refused with %s, and others of the same hand-in are kept', async (_, watch, fault) => {
    ready();
    const [line, other] = idsOf(await shown(), 'kubectl delete');
    const { code, out, talk } = await handIn([
      { line, watch },
      { line: other, watch: never },
    ]);
    expect(code).toBe(1);
    expect(talk).toContain(fault);
    expect(talk).toContain(String(line));
    expect(out).toContain('kept: 1 line read by Claude');
  });

  test('keep their date where they are reworded with an equal watch, and are refused where they changed', async () => {
    ready();
    const [line = ''] = idsOf(await shown(), 'kubectl delete');
    await handIn([{ line, watch: never }]);
    const reworded = text.replace('taking things down with', 'deleting, be it small, by');
    committed('CLAUDE.md', reworded, '2026-02-20T00:00:00Z');
    const { code, talk } = await handIn([{ line, watch: never }]);
    expect([code, talk]).toEqual([1, expect.stringContaining('has changed since')]);
    const [again = ''] = idsOf(await shown(), 'deleting, be it small');
    await handIn([{ line: again, watch: never }]);
    const rows = (await json()).rows.filter(({ read_by }) => read_by === 'model');
    expect(rows).toMatchObject([{ since: '2026-01-01', until: null, broken: 2 }]);
  });

  test('say with the path that they cannot be kept', async () => {
    ready();
    const [line = ''] = idsOf(await shown(), 'kubectl delete');
    rmSync(home.own, { recursive: true, force: true });
    writeFileSync(home.own, 'a file');
    const { code, talk } = await handIn([{ line, watch: never }]);
    expect([code, talk]).toEqual([1, expect.stringContaining(home.own)]);
  });

  test('are dropped by a person alone, and become a rule by --take', { tags: 'slow' }, async () => {
    ready();
    const [line = ''] = idsOf(await shown(), 'kubectl delete');
    await handIn([{ line, watch: never }]);
    await expect(handIn([], { options: { forget: true } })).rejects.toThrow('An agent may not run');
    await run(init, { cwd: home.shop, env: home.env });
    const row = (await json()).rows.find(({ read_by }) => read_by === 'model')?.id;
    const taken = {
      cwd: home.shop,
      env: home.env,
      options: { take: row },
      terminal: person(['y']),
    };
    expect((await run(auditCommand.run, taken)).code).toBe(0);
    const [rule] = JSON.parse(readFileSync(join(home.shop, 'memory/genes.json'), 'utf8'));
    expect(rule).toMatchObject({ watch: never });
    expect((await audited([], { forget: true })).out).toContain('forgotten: 1 line');
    expect(existsSync(join(home.own, 'readings.json'))).toBe(false);
  });

  test('fit into one print, the rest counted, however many there are', async () => {
    ready(
      Array.from(
        { length: 300 },
        (_, n) => `- Take care of \`thing ${n}\` ${'with thought '.repeat(30)}\n`,
      ).join(''),
    );
    const out = await shown();
    expect(Buffer.byteLength(out)).toBeLessThan(28_000);
    expect(out).toMatch(/\(\d{3} more wait\)/);
  });
});

describe('audit --take', () => {
  const first = '# Shop\r\n\r\nTabs, not spaces.\r\n\r\n';
  const line = '- Use `pnpm`, never `npm`: the lock file\r\n  is one.\r\n';
  const rest = '- Naïve wörds 你好.\r\n\r\n\r\n\tEnd';
  const mark = '\uFEFF';
  const rules = () => readFileSync(join(home.shop, 'memory/genes.json'), 'utf8');
  const claude = () => readFileSync(join(home.shop, 'CLAUDE.md'), 'utf8');
  const adopted = async (row: string, terminal?: () => Terminal, more = {}) =>
    run(auditCommand.run, {
      cwd: home.shop,
      options: { take: row === '1' ? ((await json()).rows[0]?.id ?? 'none') : row },
      env: { ...home.env, ...more },
      ...(terminal === undefined ? {} : { terminal }),
    });
  const ready = async (text: string) => {
    committed('CLAUDE.md', text, '2026-01-01T00:00:00Z');
    worked('one', '2026-02-10', ['pnpm i', 'npm i']);
    await run(init, { cwd: home.shop, env: home.env });
  };

  test('shows the diff, asks, and moves the line: every other byte is as it was', async () => {
    await ready(`${mark}${first}${line}${rest}`);
    const { out, code } = await adopted('1', person(['y']));
    expect(code).toBe(0);
    expect(out).toContain('-- Use `pnpm`, never `npm`: the lock file\n-  is one.\n');
    expect(out).toContain('goes into CLAUDE.md again by hand');
    expect(claude().startsWith(`${mark}${first}${rest}`)).toBe(true);
    const [rule] = JSON.parse(rules());
    expect(rule).toMatchObject({
      title: 'Use `pnpm`, never `npm`: the lock file is one.',
      watch: { use: 'pnpm', not: ['npm'] },
    });
    expect(claude().slice(`${mark}${first}${rest}`.length)).toContain(`gene:${rule.id}`);
  });

  test('changes nothing where the person says no, and refuses where nobody can be asked', {
    tags: 'slow',
  }, async () => {
    await ready(`${first}${line}${rest}`);
    const before = snapshot(home.shop);
    expect((await adopted('1', person(['n']))).code).toBe(1);
    await expect(adopted('1')).rejects.toThrow('there is no terminal');
    await expect(adopted('9', person(['y']))).rejects.toThrow('There is no row 9.');
    await expect(adopted('0', person(['y']))).rejects.toThrow('There is no row 0');
    expect(snapshot(home.shop)).toEqual(before);
  });

  test('is refused to an agent', async () => {
    await ready(`${first}${line}${rest}`);
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' };
    const asked = run(guarded(auditCommand), {
      cwd: home.shop,
      options: { take: '1' },
      env: { ...home.env, ...env },
      terminal: person(['y']),
    });
    await expect(asked).rejects.toThrow('An agent may not run madness audit --take 1');
  });

  test.each([
    [
      'an item of a list under its moment',
      'Before every commit:\n\n- `make lint`\n- `x`\n',
      '- `make lint`\n',
    ],
    [
      'a row of a table',
      '| never | why |\n|---|---|\n| Never run `git push --force` | lost |\n| b | c |\n',
      '| Never run `git push --force` | lost |\n',
    ],
    ['a line of code', 'Before every commit:\n\n```sh\nmake lint\nmake x\n```\n', 'make lint\n'],
    ['a paragraph in Chinese', '# 店\n\n不要修改 `dist/`。\n\n完。\n', '不要修改 `dist/`。\n'],
    ['a last line without its end', '# S\n\n- a\n- Never edit `dist/`.', '- Never edit `dist/`.'],
  ])('moves %s', async (_, text, gone) => {
    await ready(text);
    worked('two', '2026-02-11', ['edit dist/a.js', 'edit a.ts', commit, 'git push --force']);
    await run(auditCommand.run, { cwd: home.shop, env: home.env });
    expect((await adopted('1', person(['y']))).code).toBe(0);
    expect(claude().startsWith(text.replace(gone, ''))).toBe(true);
    expect(JSON.parse(rules())[0].watch).toBeDefined();
  });

  test.each([
    ['an item with a list in it', '- Use `pnpm`, never `npm`:\n  - always\n', 'cannot go without'],
    ['a line that is gone', 'See `gone.md`.\n', 'no line that a program counts'],
  ])('leaves %s where it is', async (_, text, why) => {
    committed('gone.md', 'x', '2025-01-01T00:00:00Z');
    git(home.shop, ['rm', '-q', 'gone.md']);
    await ready(text);
    const before = snapshot(home.shop);
    await expect(adopted('1', person(['y']))).rejects.toThrow(why);
    expect(snapshot(home.shop)).toEqual(before);
  });
});

describe('init', () => {
  const lines = [
    '`pnpm`, never `npm`',
    '`uv`, never `pip`',
    '`bun`, never `deno`',
    '`rg`, never `grep`',
  ];
  const text = lines.map((one) => `- Use ${one}.\n`).join('');
  const used = ['npm i', 'pip install x', 'deno run x', 'grep x y'];

  test.each(['en', 'zh'] as const)(
    'begins with the three best rows, at a terminal and without: %s',
    async (language) => {
      committed('CLAUDE.md', text, '2026-01-01T00:00:00Z');
      worked('one', '2026-02-10', used);
      const env = { ...home.env, LANG: language === 'zh' ? 'zh_CN.UTF-8' : 'en_US.UTF-8' };
      const { out } = await run(init, { cwd: home.shop, env });
      expect(out.split('\n')[0]).toContain('madness audit');
      expect(out.match(/\([a-z0-9]{4}\)$/gm)).toHaveLength(3);
      expect(out.indexOf('CLAUDE.md:1')).toBeLessThan(out.indexOf('memory/'));
    },
  );

  test('says nothing of it where nothing was counted, nor with --json', async () => {
    committed('CLAUDE.md', text, '2026-01-01T00:00:00Z');
    const json = await run(init, { cwd: home.shop, env: home.env, options: { json: true } });
    expect(Object.keys(JSON.parse(json.out))).toEqual(['problems']);
    rmSync(join(home.shop, 'memory'), { recursive: true });
    const { out } = await run(init, { cwd: home.shop, env: home.env });
    expect(out).not.toContain('madness audit');
  });
});

const transcripts = realData('transcripts/dev/projects');
const history = shared('data/audit/entireio-cli-CLAUDE.md.history.jsonl');
describe.skipIf(!transcripts || !history)(`on a real project (${noRealData})`, () => {
  test('prints the figures that were read by hand', { tags: 'slow' }, async () => {
    const shop = scratchFolder();
    git(shop, ['init', '-q']);
    for (const line of readFileSync(history as string, 'utf8')
      .trim()
      .split('\n')) {
      const { date, text } = JSON.parse(line) as { date: string; text: string };
      put(shop, 'CLAUDE.md', text);
      git(shop, ['add', '-A'], date);
      git(shop, ['commit', '-qm', 'x', '--allow-empty'], date);
    }
    const sessions = scratchFolder('sessions');
    const isOfProject = /-cli|cli--worktrees|entireio-cli|status-cmd-output/;
    for (const name of readdirSync(transcripts as string))
      if (isOfProject.test(name) && !/completion-stanza|claude-code|JSSound|coderabbit/.test(name))
        cpSync(join(transcripts as string, name), join(sessions, name), { recursive: true });
    const { out } = await run(auditCommand.run, {
      cwd: shop,
      options: { json: true, sessions },
      env: home.env,
    });
    const { rows } = JSON.parse(out) as Audit;
    const of = (task: string) => {
      const row = rows.find(({ text }) => text.includes(`\`mise run ${task}\` before`));
      return [row?.kept, row && came(row), row?.by_model];
    };
    expect(of('test:ci')).toEqual([
      25,
      43,
      {
        'opus-4-5': { kept: 3, stopped: 0, broken: 12 },
        'opus-4-6': { kept: 22, stopped: 0, broken: 6 },
      },
    ]);
    expect(of('lint').slice(0, 2)).toEqual([60, 71]);
    expect(of('fmt').slice(0, 2)).toEqual([37, 69]);
    expect(of('test').slice(0, 2)).toEqual([19, 26]);
  });
});
