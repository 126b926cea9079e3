import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madness } from '../support/cli.js';
import { removeFolder } from '../support/scratch.js';

const root = join(import.meta.dirname, '../..');
/** The program, and the Node that runs it: it needs 22. */
const program = process.env.MADNESS_QWEN ?? '';
const node = process.env.MADNESS_QWEN_NODE ?? process.execPath;

const boom = 'ConfigError: DATABASE_URL is not set, see config/README.md';

/** What the model does after one prompt: a command, or the end. */
const story: Readonly<Record<string, string>> = {
  'fails first': 'sh check.sh',
  'fails again': 'sh check.sh ',
  'is held': 'npm install x',
  'changes code': 'echo go >app.js',
  'commits unchecked': 'git add app.js && git commit --allow-empty -m a',
  'commits again': 'git add app.js && git commit --allow-empty -m b',
  'switches the guard off': 'madness guard no-npm --off',
  'is held still': 'npm install y',
};
const last = 'The flamingo is pink.';

let commands: string[] = [];
const requests: string[] = [];
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of request) text += part;
  if (request.method !== 'POST') return void response.writeHead(404).end();
  const { tools = [] } = JSON.parse(text) as { tools?: unknown[] };
  const isTurn = tools.length > 0;
  if (isTurn) requests.push(text);
  const command = isTurn ? commands.shift() : undefined;
  const id = `call_${requests.length}`;
  const args = JSON.stringify({ command, description: 'runs it', is_background: false });
  const call = {
    index: 0,
    id,
    type: 'function',
    function: { name: 'run_shell_command', arguments: args },
  };
  const base = { id: `chat_${id}`, object: 'chat.completion.chunk', created: 1, model: 'scripted' };
  const send = (delta: object, finish_reason: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send({ role: 'assistant', content: command === undefined ? last : '' }, null);
  if (command !== undefined) send({ tool_calls: [call] }, null);
  send({}, command === undefined ? 'stop' : 'tool_calls');
  response.end('data: [DONE]\n\n');
}

describe.skipIf(!existsSync(program))('in Qwen Code (skipped without $MADNESS_QWEN)', () => {
  let home = '';
  let project = '';
  let env: Record<string, string> = {};
  const heardAfter = (step: string) => requests[Object.keys(story).indexOf(step) + 1] ?? '';
  const told = (request: string, words: RegExp) => request.match(words)?.length ?? 0;
  const ours = (args: string[], input = '') => {
    const { code, out, err } = madness(project, args, { env, input });
    expect([args, code, err]).toEqual([args, 0, expect.anything()]);
    return out;
  };
  const qwen = async (args: string[]) => {
    const options = { cwd: project, env, timeout: 300_000 } as const;
    const child = spawn(node, [program, ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (shown += data));
    await once(child, 'close');
    return shown;
  };

  beforeAll(async () => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    home = realpathSync(mkdtempSync(join(tmpdir(), 'madness-qwen-')));
    project = join(home, 'shop');
    const plugin = join(home, 'plugin');
    for (const name of [
      '.claude-plugin',
      'bin',
      'dist',
      'hooks',
      'rules',
      'skills',
      'package.json',
    ])
      cpSync(join(root, name), join(plugin, name), { recursive: true });
    env = {
      PATH: [dirname(node), join(plugin, 'bin'), process.env.PATH].join(delimiter),
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      OPENAI_API_KEY: 'test-key-not-real',
      OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      OPENAI_MODEL: 'scripted',
      SHELL: '/bin/bash',
    };
    mkdirSync(project);
    mkdirSync(join(home, '.qwen'));
    const settings = {
      security: { auth: { selectedType: 'openai' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    };
    writeFileSync(join(home, '.qwen/settings.json'), JSON.stringify(settings));
    writeFileSync(join(project, 'check.sh'), `echo "${boom}" >&2; exit 1\n`);
    writeFileSync(join(project, 'Makefile'), 'check:\n\t@echo fine\n');
    for (const args of ['init -q', 'config user.name t', 'config user.email t@example.org'])
      execFileSync('git', args.split(' '), { cwd: project });
    ours(['init']);
    // The block is not read there, so that trials are told at the start.
    ours(['config', 'set', 'trial', 'session']);
    const rule = (asset: object) =>
      ours(
        ['add', 'gene', '--file', '-'],
        JSON.stringify({ type: 'gene', trigger: 'always', ...asset }),
      );
    rule({
      id: 'address',
      title: 'Set the address first',
      method: ['Run it with DATABASE_URL set'],
      when: { signals: ['error:runtime'], commands: ['sh check.sh'] },
    });
    rule({ id: 'flamingo', title: 'Mind the flamingo', method: ['Mind it'] });
    rule({
      id: 'no-npm',
      title: 'No npm here',
      method: ['Install with pnpm'],
      guard: { on: 'command', match: ['npm install'], action: 'deny' },
    });
    ours(['guard', 'no-npm', '--on']);
    ours(['add', 'Run `make check` before every commit.', '--remind']);
    const installed = await qwen(['extensions', 'install', '--consent', `${plugin}:madness`]);
    expect(installed).toContain('installed successfully');
    commands = Object.values(story);
    await qwen(['-y', '-p', 'Please check the flamingo.']);
  }, 600_000);
  afterAll(() => {
    server?.close();
    if (home !== '') removeFolder(home);
  });

  test('the rule on trial is in the first request, and no line says that a guard does not hold', () => {
    expect(requests).toHaveLength(Object.keys(story).length + 1);
    expect(requests[0]).toContain('Mind the flamingo');
    expect(requests[0]).not.toMatch(/does not know this client|do not hold/);
  });

  test('the second like failure brings the hint', () => {
    expect(heardAfter('fails first')).not.toContain('madness hint');
    expect(heardAfter('fails again')).toContain('madness hint');
  });

  test('a guard holds a command back, and the model cannot switch it off', () => {
    const held = /Guard of gene:no-npm/g;
    expect(told(heardAfter('is held'), held)).toBe(1);
    expect(told(heardAfter('is held still'), held)).toBe(2);
  });

  test('a reminder refuses a commit once, and the next one passes', () => {
    const reminder = /Not run since the last time: `make check`/g;
    expect(told(heardAfter('changes code'), reminder)).toBe(0);
    expect(told(heardAfter('commits again'), reminder)).toBe(1);
    const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: project });
    expect(String(subjects)).toBe('b\n');
  });

  test('its session is listed, quoted and counted; what `-p` sent is marked as typed there, and counts as nobody’s', () => {
    const [row, ...rest] = JSON.parse(ours(['sessions', '--from', 'qwen', '--json']));
    expect([row, rest]).toMatchObject([{ agent: 'qwen', read: 'whole', unknown: {} }, []]);
    expect(readFileSync(row.file, 'utf8')).toContain('"provenance":"real_user"');
    const quoted = (words: string) =>
      madness(project, ['agent', 'quote', row.session, words, '--json'], { env });
    expect(quoted(last).out).toContain('assistant');
    expect(quoted('Please check the flamingo.').out).not.toMatch(/"(?:role|speaker|who)": ?"user"/);
    const { out } = madness(project, ['recall', 'flamingo', '--json'], { env });
    expect(out).toContain(`qwen --resume ${row.session}`);
    const counted = JSON.parse(ours(['list', '--json']));
    expect(counted).toContainEqual(
      expect.objectContaining({ id: 'no-npm', stopped: 2, broken: 0 }),
    );
  });
});
