import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { correctedTo } from '../../src/observe/scan/standing-instruction.js';
import { columns } from '../../src/validation.js';
import { cleanEnvironment, cliFile, program } from '../support/cli.js';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolder } from '../support/scratch.js';

const session = '0d9c1a52-0000-4000-8000-00000000ba4d';
const other = '0d9c1a52-0000-4000-8000-00000000ba4e';

/** A client as the kernel sees one: it notes its process, then runs our program in the way that is named. */
const clientSource = `
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
const [, , way, folder, cli, input, ...args] = process.argv;
mkdirSync(folder, { recursive: true });
const pid = way === 'of another process' ? process.ppid : process.pid;
writeFileSync(folder + '/client.json', JSON.stringify({ pid, ended: way === 'of a client that has ended' }));
const press = [process.execPath, ...${JSON.stringify(program.slice(0, -1))}, cli, 'press', ...args];
const quoted = press.map((word) => "'" + word + "'").join(' ');
const run = ([program, ...rest], env = {}) =>
  spawnSync(program, rest, { input, env: { ...process.env, ...env }, encoding: 'utf8' });
const ways = {
  'below a shell': () => run(['sh', '-c', quoted + '; exit $?']),
  'in a kernel session of its own, as a tool is': () => run(['setsid', '--wait', 'sh', '-c', 'exec ' + quoted]),
  'with a terminal of its own': () => run(['script', '-qec', quoted, '/dev/null']),
  'with the marks of the client': () => run(press, { CLAUDECODE: '1' }),
};
const { stdout, stderr, status } = (ways[way] ?? (() => run(press)))();
process.stdout.write(JSON.stringify({ code: status, out: stdout, err: stderr }) + '\\n');
`;

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let cwd: string;
let own: string;
let env: Record<string, string>;
let desk: string;

function setUp(): void {
  cwd = scratchFolder();
  own = join(cwd, 'home/madness');
  env = {
    HOME: join(cwd, 'home'),
    MADNESS_HOME: own,
    CLAUDE_CONFIG_DIR: join(cwd, 'home/.claude'),
  };
  put(cwd, 'client.mjs', clientSource);
  // A terminal emulator by its name, so that it does not matter what started the tests.
  desk = join(cwd, 'xterm');
  copyFileSync('/usr/bin/script', desk);
  spawnSync('chmod', ['+x', desk]);
}

function pressed(args: readonly string[], way = '', input = '', more = {}): Answer {
  const words = [way, join(own, 'state', session), cliFile, input, ...args];
  const command = [process.execPath, join(cwd, 'client.mjs'), ...words]
    .map((word) => `'${word}'`)
    .join(' ');
  const run = spawnSync(desk, ['-qec', command, '/dev/null'], {
    cwd,
    env: { ...cleanEnvironment, SHELL: '/bin/sh', ...env, ...more },
    encoding: 'utf8',
  });
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '');
}

const rows = () => JSON.parse(pressed(['list', 'all', session]).out).rows;

/** As an agent's command does, in the session of that id. */
async function filed(args: readonly string[], by = session, input = ''): Promise<void> {
  const marks = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: by };
  const { err, code } = await madnessHere(cwd, args, { env: { ...env, ...marks }, input });
  if (code !== 0) throw new Error(err);
}

const log = () =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const genes = () => JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8'));

describe.skipIf(process.platform !== 'linux')('a key of the band', () => {
  beforeEach(async () => {
    setUp();
    await madnessHere(cwd, ['init'], { env });
  });

  test('keeps what an agent filed, and the event says that it was pressed', {
    tags: 'slow',
  }, async () => {
    await filed(['add', 'Run the linter before every commit.']);
    const [row] = rows();
    expect(row.head).toContain('Claude proposes “Run the linter before every commit.”');
    expect(row.lines.join('\n')).toContain('Run the linter before every commit.');
    expect(row.keys.map(({ verb }: { verb: string }) => verb)).toEqual([
      'keep',
      expect.stringMatching(/^(?:pin|remind)$/),
      'drop',
      'edit',
    ]);
    const { code, out } = pressed(['keep', row.id, session]);
    const undo = /to take it back: madness undo [0-9a-f]{8}/;
    expect([code, out]).toEqual([0, expect.stringMatching(undo)]);
    expect(out).toContain('Run the linter');
    const born = log().find(({ event }: { event: string }) => event === 'create');
    expect(born.approval).toEqual({ by: 'pressed', choice: 'keep', session });
    expect(rows()).toEqual([]);
    expect(pressed(['keep', row.id, session]).code).toBe(2);
  });

  test('takes the sentence as the person edited it, and nothing waits any more', async () => {
    await filed(['add', 'Run the linter before every commit.']);
    const [{ id }] = rows();
    expect(pressed(['edit', id, session], '', '   ').code).toBe(2);
    expect(pressed(['edit', id, session], '', 'Run the linter before each push.').code).toBe(0);
    expect(genes()).toMatchObject([
      { title: 'Run the linter before each push.', method: ['Run the linter before each push.'] },
    ]);
    expect(rows()).toEqual([]);
  });

  test('an edited sentence that holds a secret is refused, and the change still waits', {
    tags: 'slow',
  }, async () => {
    await filed(['add', 'Run the linter before every commit.']);
    const [{ id }] = rows();
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    expect(pressed(['edit', id, session], '', `Log in with ${secret}`).code).not.toBe(0);
    expect(rows()).toHaveLength(1);
  });

  test('drops it, without an event', { tags: 'slow' }, async () => {
    await filed(['add', 'Run the linter before every commit.']);
    const [{ id }] = rows();
    expect(pressed(['drop', id, session]).code).toBe(0);
    expect([rows(), genes()]).toEqual([[], []]);
  });

  test('is offered for a longer rule only behind the whole of its text', async () => {
    const method = Array.from(
      { length: 5 },
      (_, at) => `Step ${at + 1} of the release is its own.`,
    );
    const asset = {
      type: 'gene',
      id: 'release-in-steps',
      title: 'Release',
      trigger: 'release',
      method,
    };
    await filed(['add', 'gene', '--file', '-'], session, JSON.stringify(asset));
    const [row] = rows();
    for (const step of method) expect(row.lines.join(' ').replace(/\s+/g, ' ')).toContain(step);
    expect(row.sentence).toBeUndefined();
  });

  test('a sentence too long for the line of the band is whole in the pane', {
    tags: 'slow',
  }, async () => {
    const sentence = `Run ${'the very long check of everything and '.repeat(2)}then also push.`;
    await filed(['add', sentence]);
    expect(rows()[0].lines.join('\n').replace(/\s+/g, ' ')).toContain(sentence);
  });

  test('a long Chinese rule leaves no single character on a line of the pane', {
    tags: 'slow',
  }, async () => {
    await madnessHere(cwd, ['config', 'set', 'language', 'zh'], { env });
    const method = Array.from(
      { length: 5 },
      (_, at) => `第${at + 1}步：检查发布清单里的第${at + 1}项并记录结果`,
    );
    const asset = { type: 'gene', id: 'release-steps', title: '发布', trigger: '发布之前', method };
    await filed(['add', 'gene', '--file', '-'], session, JSON.stringify(asset));
    const lines: string[] = rows()[0].lines;
    const steps = lines.filter((line) => line.startsWith('    '));
    expect(steps.length).toBeGreaterThan(3);
    for (const line of steps.slice(0, -1)) expect(columns(line)).toBeGreaterThan(20);
    for (const line of steps) expect(columns(line)).toBeLessThanOrEqual(48);
  });

  test('speaks the language of the memory', { tags: 'slow' }, async () => {
    await madnessHere(cwd, ['config', 'set', 'language', 'zh'], { env });
    await filed(['add', '提交前先跑一遍测试。']);
    expect(rows()[0].head).toBe('madness：Claude 提议“提交前先跑一遍测试。”，留作规则吗？');
    expect(rows()[0].keys.map(({ label }: { label: string }) => label)).toContain('修改');
  });

  test('a change of another session is neither shown nor answered', { tags: 'slow' }, async () => {
    await filed(['add', 'Run the linter before every commit.'], other);
    expect(rows()).toEqual([]);
    const [name = ''] = await readdirIds();
    expect(pressed(['keep', name, session]).code).toBe(2);
    expect(genes()).toEqual([]);
  });

  test('is pressed by nothing that an agent’s tool, a hook or another client starts', async () => {
    await filed(['add', 'Run the linter before every commit.']);
    const [{ id }] = rows();
    const ways = [
      ['below a shell', /not started by the client itself/],
      [
        'in a kernel session of its own, as a tool is',
        /not in the client’s own session|may not run/,
      ],
      ['with a terminal of its own', /not started by the client itself/],
      ['with the marks of the client', /agent\/not-offered/],
      ['of a client that has ended', /client of this session is not known/],
      ['of another process', /not started by the client itself/],
    ] as const;
    for (const [way, why] of ways) {
      const { code, out, err } = pressed(['keep', id, session], way);
      expect([way, code, `${out}${err}`]).toEqual([way, 2, expect.stringMatching(why)]);
    }
    // Its terminal is opened by a program that is no desk.
    desk = '/usr/bin/script';
    const { code, err } = pressed(['keep', id, session], '', '', { CLAUDECODE: '1' });
    expect([code, err]).toEqual([2, expect.stringContaining('agent/not-offered')]);
    expect(genes()).toEqual([]);
    expect(await readdirIds()).toEqual([id]);
  });

  test('is off where the person switched it off', { tags: 'slow' }, async () => {
    await madnessHere(cwd, ['config', 'set', 'band', 'off'], { env });
    const { code, err } = pressed(['list', 'all', session]);
    expect([code, err]).toEqual([2, expect.stringContaining('the band is off')]);
  });
});

async function readdirIds(): Promise<string[]> {
  const { out } = await madnessHere(cwd, ['review', '--json'], { env });
  return JSON.parse(out).waiting.map(({ id }: { id: string }) => id);
}

describe('a correction', () => {
  test.each([
    ['No, run the tests with vitest, not jest', 'run the tests with vitest, not jest'],
    ['wait, no: write instead of append there please', 'write instead of append there please'],
    ['不对，用 pnpm 装依赖，不要用 npm', '用 pnpm 装依赖，不要用 npm'],
  ])('%s names what takes the place of what was done', (said, sentence) => {
    expect(correctedTo([said])).toBe(sentence);
  });

  test.each([
    'No, that is wrong',
    'No',
    'wrong file, look in src',
    'Why not use vitest, not jest?',
  ])('%s names nothing to keep', (said) => {
    expect(correctedTo([said])).toBeUndefined();
  });
});
