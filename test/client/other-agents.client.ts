import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allDefinitions } from '../../src/cli/program.js';
import { agentPaths, withPaths } from '../support/agent-paths.js';
import { cliFile, madness } from '../support/cli.js';
import { put, removeFolder, snapshot } from '../support/scratch.js';
import { quoted } from './terminal.js';

const root = join(import.meta.dirname, '../..');
const programs = {
  codex: process.env.MADNESS_CODEX ?? '',
  opencode: process.env.MADNESS_OPENCODE ?? '',
};

/** What the model does at each request after a prompt: a command, a tool of ours, or the end. */
type Step =
  | { readonly sh: string }
  | { readonly tool: string; readonly args: object }
  | { readonly say: string };

let steps: Step[] = [];
let requests: string[] = [];
let server: Server;
let port = 0;

const boom = 'ConfigError: DATABASE_URL is not set, see config/README.md';

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of request) text += part;
  if (request.method !== 'POST') return void response.writeHead(404).end();
  const body = JSON.parse(text);
  // In code mode the tools stand in the history.
  body.tools ??= body.input?.flatMap((one: { tools?: Offered[] }) => one.tools ?? []);
  const isTitle = !JSON.stringify(body.tools ?? []).includes('"');
  if (!isTitle) requests.push(text);
  const step = isTitle ? { say: 'A title' } : (steps.shift() ?? { say: 'Done.' });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (request.url?.endsWith('/responses')) responses(step, body, response);
  else chat(step, body, response);
}

let count = 0;
function callOf(step: Step, names: readonly string[]): { name: string; args: object } | undefined {
  if ('say' in step) return undefined;
  if ('tool' in step)
    return { name: names.find((one) => one.endsWith(step.tool)) ?? step.tool, args: step.args };
  if (names.includes('exec')) return { name: 'exec', args: { cmd: step.sh } };
  return names.includes('exec_command')
    ? { name: 'exec_command', args: { cmd: step.sh } }
    : { name: 'bash', args: { command: step.sh, description: 'runs it' } };
}

/** In code mode the model writes a script that calls the tools. */
function scriptOf(args: object): string {
  return `const r = await tools.exec_command(${JSON.stringify(args)});\ntext(r.output ?? r);`;
}

interface Offered {
  readonly name: string;
  readonly type?: string;
  readonly tools?: readonly Offered[];
}

function responses(
  step: Step,
  { tools = [] }: { tools?: Offered[] },
  response: ServerResponse,
): void {
  const event = (type: string, more: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const all = tools.flatMap((one) =>
    (one.tools ?? [one]).map(({ name }) => ({ name, of: one.tools ? one.name : undefined })),
  );
  const call = callOf(
    step,
    all.map(({ name }) => name),
  );
  const namespace = all.find(({ name }) => name === call?.name)?.of;
  const id = `item_${count++}`;
  const common = { id, call_id: `call_${id}`, name: call?.name, status: 'completed' };
  const item = call
    ? call.name === 'exec'
      ? { ...common, type: 'custom_tool_call', input: scriptOf(call.args) }
      : {
          ...common,
          type: 'function_call',
          ...(namespace && { namespace }),
          arguments: JSON.stringify(call.args),
        }
    : {
        type: 'message',
        id,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'say' in step ? step.say : '', annotations: [] }],
      };
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 18,
  };
  const head = { id: `resp_${id}`, object: 'response' };
  event('response.created', { response: { ...head, status: 'in_progress', output: [] } });
  event('response.output_item.added', { output_index: 0, item });
  event('response.output_item.done', { output_index: 0, item });
  event('response.completed', {
    response: { ...head, status: 'completed', output: [item], usage },
  });
  response.end();
}

function chat(
  step: Step,
  body: { tools?: { function: Offered }[] },
  response: ServerResponse,
): void {
  const call = callOf(
    step,
    (body.tools ?? []).map((one) => one.function.name),
  );
  const base = {
    id: `chat_${count++}`,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
  };
  const send = (delta: object, finish_reason: string | null) =>
    response.write(
      `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    );
  send({ role: 'assistant', content: 'say' in step ? step.say : '' }, null);
  if (call)
    send(
      {
        tool_calls: [
          {
            index: 0,
            id: `call_${count++}`,
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.args) },
          },
        ],
      },
      null,
    );
  send({}, call ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}

interface Desk {
  readonly home: string;
  readonly project: string;
  readonly env: { readonly [name: string]: string };
  readonly run: (prompt: string) => Promise<string>;
}

/**
 * A project with a rule on trial that names a failure, one with a guard and one with a reminder; the client has our
 * plugin.
 */
async function newDesk(agent: 'codex' | 'opencode', model: string): Promise<Desk> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'madness-other-agent-')));
  const project = join(home, 'shop');
  mkdirSync(project);
  writeFileSync(join(project, 'check.sh'), `echo "${boom}" >&2; exit 1\n`);
  writeFileSync(join(project, 'Makefile'), 'check:\n\t@echo fine\n');
  for (const args of ['init -q', 'config user.name t', 'config user.email t@example.org'])
    execFileSync('git', args.split(' '), { cwd: project });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CODEX_HOME: join(home, '.codex'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.data'),
    XDG_STATE_HOME: join(home, '.state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    // It would fetch 64 MB for any plugin file; ours needs none of it.
    npm_config_registry: `http://127.0.0.1:${port}/`,
    SHELL: '/bin/bash',
  };
  const byHand = (args: string[], input = '') => {
    const { code, err } = madness(project, args, { env, input });
    expect([args, code, err]).toEqual([args, 0, expect.anything()]);
  };
  const rule = (asset: object) =>
    byHand(
      ['add', 'gene', '--file', '-'],
      JSON.stringify({ type: 'gene', trigger: 'always', ...asset }),
    );
  byHand(['init']);
  byHand(['config', 'set', 'targets', 'CLAUDE.md', 'AGENTS.md']);
  byHand(['init']);
  rule({
    id: 'address',
    title: 'Set the address first',
    method: ['Run it with DATABASE_URL set'],
    when: { commands: ['sh check.sh'] },
  });
  rule({
    id: 'no-npm',
    title: 'No npm here',
    method: ['Install with pnpm'],
    guard: { on: 'command', match: ['npm install'], action: 'deny' },
  });
  byHand(['guard', 'no-npm', '--on']);
  byHand(['add', 'Run `make check` before every commit.', '--remind']);
  const plugin = pluginFolder(home);
  // The model is in this process, so that the client cannot be waited for in one go.
  const inProject = async (args: string[]) => {
    const options = { cwd: project, env, timeout: 300_000 } as const;
    const child = spawn(programs[agent], args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (shown += data));
    await once(child, 'close');
    return shown;
  };
  if (agent === 'codex') {
    mkdirSync(env.CODEX_HOME, { recursive: true });
    writeFileSync(join(env.CODEX_HOME, 'config.toml'), codexConfig(project, model));
    await inProject(['plugin', 'marketplace', 'add', plugin]);
    await inProject(['plugin', 'add', 'madness@madness']);
    const flags = ['--dangerously-bypass-hook-trust', '--skip-git-repo-check'];
    return { home, project, env, run: (prompt) => inProject(['exec', ...flags, prompt]) };
  }
  const plugins = join(env.XDG_CONFIG_HOME, 'opencode/plugins');
  mkdirSync(plugins, { recursive: true });
  symlinkSync(join(plugin, 'opencode/madness.js'), join(plugins, 'madness.js'));
  writeFileSync(join(env.XDG_CONFIG_HOME, 'opencode/opencode.json'), opencodeConfig());
  return { home, project, env, run: (prompt) => inProject(['run', prompt]) };
}

function pluginFolder(home: string): string {
  const plugin = join(home, 'plugin');
  for (const name of [
    '.claude-plugin',
    '.codex-plugin',
    'bin',
    'dist',
    'hooks',
    'opencode',
    'rules',
    'skills',
    'package.json',
  ])
    cpSync(join(root, name), join(plugin, name), { recursive: true });
  return plugin;
}

function codexConfig(project: string, model: string): string {
  return `model = "${model}"\nmodel_provider = "loop"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.loop]\nname = "Loopback"\nbase_url = "http://127.0.0.1:${port}/v1"\nwire_api = "responses"\nsupports_websockets = false\n[projects."${project}"]\ntrust_level = "trusted"\n`;
}

function opencodeConfig(): string {
  const models = {
    scripted: { name: 'Scripted', limit: { context: 100_000, output: 4000 }, tool_call: true },
  };
  const options = { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'test-key-not-real' };
  return JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    model: 'loop/scripted',
    small_model: 'loop/scripted',
    provider: { loop: { npm: '@ai-sdk/openai-compatible', name: 'Loopback', options, models } },
    enabled_providers: ['loop'],
    permission: { bash: 'allow', edit: 'allow' },
    mcp: { madness: { type: 'local', command: [process.execPath, cliFile, 'mcp'], enabled: true } },
  });
}

const off = (words: string) => ({ sh: `${process.execPath} ${cliFile} ${words}` });
const commit = (message: string) => ({
  sh: `git add app.js && git commit --allow-empty -m ${message}`,
});

/** What the model of each client does after one prompt; a request comes after each step. */
const story = {
  'fails first': { sh: 'sh check.sh' },
  'fails again': { sh: 'sh check.sh ' },
  'is held': { sh: 'npm install x' },
  'changes code': { sh: 'echo go >app.js' },
  'commits unchecked': commit('a'),
  'commits again': commit('b'),
  checks: { sh: 'make check' },
  'commits checked': commit('c'),
  'switches the guard off': off('guard no-npm --off'),
  'pins its rule': off('pin address'),
  'withdraws the trust': off('trust --off'),
  'is held still': { sh: 'npm install y' },
  ends: { say: 'The flamingo is pink.' },
} satisfies Record<string, Step>;

describe.each([
  ['codex', 'codex', 'scripted'],
  ['codex in code mode', 'codex', 'gpt-6.1-sol'],
  ['opencode', 'opencode', 'scripted'],
] as const)('in %s', (_name, agent, model) => {
  describe.skipIf(!existsSync(programs[agent]))(`(skipped without ${agent})`, () => {
    let desk: Desk;
    let shown = '';
    let heard: readonly string[] = [];
    /** The request in which the model hears what came of a step. */
    const heardAfter = (step: keyof typeof story) =>
      heard[Object.keys(story).indexOf(step) + 1] ?? '';
    const ours = (...args: string[]) => madness(desk.project, args, { env: desk.env }).out;
    const told = (request: string, words: RegExp) =>
      request.match(new RegExp(words.source, 'g'))?.length ?? 0;

    beforeAll(async () => {
      desk = await newDesk(agent, model);
      requests = [];
      steps = Object.values(story);
      shown = await desk.run('Please check.');
      heard = requests;
    }, 600_000);
    afterAll(() => desk && removeFolder(desk.home));

    test('the client starts without a word about our hooks, and the rule that the person kept is in its first request', () => {
      expect(shown).not.toMatch(/invalid matcher|running async|hook: \w+ Failed/);
      expect(heard[0]).toContain('Set the address first');
      expect(heard).toHaveLength(Object.keys(story).length);
    });

    test('the second like failure brings the hint', () => {
      expect(heardAfter('fails first')).not.toContain('madness hint');
      expect(heardAfter('fails again')).toContain('madness hint');
    });

    test('a guard holds a command back', () => {
      expect(heardAfter('is held')).toMatch(/Guard of gene:no-npm/);
    });

    test('a reminder refuses a commit once, the next one passes, and so does one after the check', () => {
      const reminder = /Not run since the last time: `make check`/;
      expect(told(heardAfter('is held'), reminder)).toBe(0);
      expect(told(heardAfter('commits unchecked'), reminder)).toBe(1);
      expect(told(heardAfter('commits checked'), reminder)).toBe(1);
      const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: desk.project });
      expect(String(subjects)).toBe('c\nb\n');
    });

    test('what the model approves changes nothing: the guard, the trust and the rule stay', () => {
      const held = /Guard of gene:no-npm/;
      expect(told(heardAfter('is held still'), held)).toBe(
        told(heardAfter('withdraws the trust'), held) + 1,
      );
      const [rule] = JSON.parse(ours('list', '--json')).filter(
        ({ id }: { id: string }) => id === 'address',
      );
      expect(rule).toMatchObject({ pinned: false });
      expect(JSON.parse(ours('log', '--json'))).not.toContainEqual(
        expect.objectContaining({ kind: 'pinned' }),
      );
    });

    test.skipIf(model !== 'scripted')(
      'MCP lists three tools, recalls and proposes; an invented quote is refused by name',
      async () => {
        const [{ session }] = JSON.parse(ours('sessions', '--json')) as [{ session: string }];
        requests = [];
        const propose = (quote: string) => ({
          tool: 'propose',
          args: { text: 'Mind the pink flamingo.', quote, session },
        });
        steps = [
          { tool: 'recall', args: { words: 'flamingo' } },
          { tool: 'rules', args: { scene: 'npm' } },
          propose('never said'),
          propose('The flamingo is pink.'),
        ];
        await desk.run('Please look back.');
        for (const tool of ['recall', 'rules', 'propose']) expect(requests[0]).toContain(tool);
        expect(requests[1]).toContain(session);
        expect(requests[2]).toContain('No npm here');
        expect(requests[3]).toContain('stand nowhere in session');
        const [, id = 'none'] = /Filed as ([0-9a-f]{8})/.exec(requests[4] ?? '') ?? [];
        expect(ours('review', '--json')).toContain(id);
      },
      600_000,
    );

    test.skipIf(model !== 'scripted')(
      'no command of the whole table changes anything but what is free',
      async () => {
        const { home, project } = desk;
        const other = join(home, 'other');
        const named = {
          ...{ VICTIM_FOLDER: other, NEW: join(other, 'new/memory') },
          ...{ VICTIM: join(home, '.bashrc'), RULE: join(home, 'rule.json') },
          EXPORT: join(home, 'rule.json'),
        };
        put(home, 'rule.json', JSON.stringify([{ id: 'gamma', title: 'Take gamma' }]));
        put(home, '.bashrc', 'mine\n');
        put(other, 'notes.txt', 'mine too\n');
        const free = new Set(
          (await allDefinitions()).flatMap(({ name, agent }) => (agent === 'free' ? [name] : [])),
        );
        const asked = Object.entries(agentPaths).filter(([name]) => !free.has(name));
        const calls = asked.flatMap(([name, [, ...tries]]) =>
          tries.map((args) => {
            const words = withPaths([...name.split(' '), ...args], named).map(quoted);
            return off(`${words.join(' ')} </dev/null >>${home}/told.txt 2>&1`).sh;
          }),
        );
        expect(calls.length).toBeGreaterThan(30);
        const files = () =>
          Object.entries(snapshot(home)).filter(
            ([name]) => compared.test(name) && !waits.test(name),
          );
        const compared = /^(?:shop|other|\.claude)\/|^\.bashrc$/;
        const waits =
          /^shop\/(?:memory\/work\/|\.git\/)|^\.claude\/madness\/(?:state|archive|recall|node)/;
        const before = files();
        steps = [];
        while (calls.length > 0) steps.push({ sh: calls.splice(0, 6).join('; ') });
        await desk.run('Please tidy up.');
        expect(steps).toEqual([]);
        expect(files()).toEqual(before);
        const told = readFileSync(join(home, 'told.txt'), 'utf8');
        expect(told.split('agent/not-offered').length).toBeGreaterThan(5);
        rmSync(join(project, 'memory/work/pending'), { recursive: true, force: true });
      },
      600_000,
    );
  });
});
