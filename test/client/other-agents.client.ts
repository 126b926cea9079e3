import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliFile, madness } from '../support/cli.js';
import { scratchFolder } from '../support/scratch.js';

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
  return names.includes('exec_command')
    ? { name: 'exec_command', args: { cmd: step.sh } }
    : { name: 'bash', args: { command: step.sh, description: 'runs it' } };
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
  const item = call
    ? {
        type: 'function_call',
        id,
        call_id: `call_${id}`,
        name: call.name,
        ...(namespace && { namespace }),
        arguments: JSON.stringify(call.args),
        status: 'completed',
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

/** A project with a rule on trial that names a failure, and one with a guard; the client has our plugin. */
async function newDesk(agent: 'codex' | 'opencode'): Promise<Desk> {
  const home = scratchFolder();
  const project = join(home, 'shop');
  mkdirSync(project);
  writeFileSync(join(project, 'check.sh'), `echo "${boom}" >&2; exit 1\n`);
  execFileSync('git', ['init', '-q'], { cwd: project });
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
  rule({
    id: 'address',
    title: 'Set the address first',
    method: ['Run it with DATABASE_URL set'],
    when: { signals: ['error:runtime'] },
  });
  rule({
    id: 'no-npm',
    title: 'No npm here',
    method: ['Install with pnpm'],
    guard: { on: 'command', match: ['npm install'], action: 'deny' },
  });
  byHand(['guard', 'no-npm', '--on']);
  const plugin = pluginFolder(home);
  // The model is in this process, so that the client cannot be waited for in one go.
  const inProject = async (args: string[]) => {
    const options = { cwd: project, env, timeout: 100_000 } as const;
    const child = spawn(programs[agent], args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (shown += data));
    await once(child, 'close');
    return shown;
  };
  if (agent === 'codex') {
    mkdirSync(env.CODEX_HOME, { recursive: true });
    writeFileSync(join(env.CODEX_HOME, 'config.toml'), codexConfig(project));
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

function codexConfig(project: string): string {
  return `model = "scripted"\nmodel_provider = "loop"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.loop]\nname = "Loopback"\nbase_url = "http://127.0.0.1:${port}/v1"\nwire_api = "responses"\nsupports_websockets = false\n[projects."${project}"]\ntrust_level = "trusted"\n`;
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

describe.each(['codex', 'opencode'] as const)('%s', (agent) => {
  test.skipIf(!existsSync(programs[agent]))(
    `is told the trial, gets the hint, is held by the guard, and cannot approve (skipped without ${programs[agent]})`,
    async () => {
      const desk = await newDesk(agent);
      try {
        requests = [];
        const off = `${process.execPath} ${cliFile} guard no-npm --off`;
        steps = [
          { sh: 'sh check.sh' },
          { sh: 'sh check.sh ' },
          { sh: 'npm install x' },
          { sh: off },
          { sh: 'npm install y' },
        ];
        const shown = await desk.run('Please check.');
        expect(shown).not.toMatch(/invalid matcher|running async|SessionStart Failed/);
        expect(requests[0]).toContain('Set the address first');
        expect(requests[1]).not.toContain('madness hint');
        expect(requests[2]).toContain('madness hint');
        expect(requests[3]).toMatch(/Guard of gene:no-npm/);
        expect(requests[5]?.match(/Guard of gene:no-npm/g)?.length).toBeGreaterThan(1);
      } finally {
        rmSync(desk.home, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );

  test.skipIf(!existsSync(programs[agent]))(
    'recalls and proposes by MCP; an invented quote is refused by name',
    async () => {
      const desk = await newDesk(agent);
      try {
        steps = [{ say: 'The flamingo is pink.' }];
        await desk.run('Please mind the flamingo.');
        const list = madness(desk.project, ['sessions', '--json'], { env: desk.env }).out;
        const [{ session }] = JSON.parse(list) as [{ session: string }];
        requests = [];
        const propose = (quote: string) => ({
          tool: 'propose',
          args: { text: 'Mind the pink flamingo.', quote, session },
        });
        steps = [
          { tool: 'recall', args: { words: 'flamingo' } },
          propose('never said'),
          propose('The flamingo is pink.'),
        ];
        await desk.run('Please look back.');
        expect(requests[1]).toContain(session);
        expect(requests[2]).toContain('stand nowhere in session');
        expect(requests[3]).toMatch(/Filed as [0-9a-f]{8}/);
      } finally {
        rmSync(desk.home, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  );
});
