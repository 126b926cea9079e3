import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults } from '../../messages/problems/setup.js';
import { words } from '../../messages/setup/hooks-cost.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, text } from '../../terminal/context.js';

export const hooksCostCommand: CommandDefinition = {
  usage: 'hooks cost',
  summary: {
    en: 'Measure every hook on this machine beside bare node.',
    zh: '测量每个钩子在这台机器上的开销，与裸 node 对比。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  options: [['--runs <number>', 'how many pairs (default: 11)', '对比次数（默认：11）']],
  run: (context) => hooksCost(context),
};

/** One hook beside bare node, medians in milliseconds. */
interface Cost {
  readonly event: string;
  /** True if a call waits for it. */
  readonly waits: boolean;
  readonly bare: number;
  readonly hook: number;
  readonly ratio: number;
}

const defaultRuns = 11;

/** Measures every hook here, in turn with bare node, with a state of its own that is thrown away. */
const hooksCost: Command = (context) => {
  const runs = runsOf(text(context, 'runs'));
  const scratch = mkdtempSync(join(tmpdir(), 'madness-cost-'));
  try {
    const env = { ...context.env, MADNESS_HOME: scratch, CLAUDE_CODE_SESSION_ID: undefined };
    const switches = ownConfig(context);
    writeFileSync(join(scratch, 'config.json'), switches);
    const heard = everyEvent(context.cwd).filter(
      ({ tool_name }) => tool_name !== 'WebFetch' || pageCache.test(switches),
    );
    const costs = heard.map((one) => costOf(one, runs, env));
    const say = words[context.language()];
    const line = ({ event, waits, bare, hook, ratio }: Cost) =>
      `${event.padEnd(22)}${ms(bare)}${ms(hook)}  ${ratio.toFixed(2)}×${waits ? '' : say.unawaited}`;
    return { json: costs, text: [say.head, ...costs.map(line)], talk: [say.medians] };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

// The same test as in hooks/start.sh, except for line ends. If it is off, none of our processes starts.
const pageCache = /"page_cache"\s*:\s*true/;

/** The user's switches, but for the archive: each start of a session would copy every transcript into the scratch folder. */
function ownConfig({ env }: Context): string {
  try {
    const config = JSON.parse(readFileSync(join(ownFolder(env), 'config.json'), 'utf8')) as object;
    return JSON.stringify({ ...config, archive: false });
  } catch {
    return '{}\n';
  }
}

function runsOf(value: string | undefined): number {
  if (value === undefined) return defaultRuns;
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value);
  throw new MadnessError(faults.runs(value));
}

/** An event, and the handler that hooks.json names for it. */
interface Heard {
  readonly handler: string;
  readonly hook_event_name: string;
  readonly tool_name?: string;
  readonly [field: string]: unknown;
}

function everyEvent(cwd: string): Heard[] {
  const common = { session_id: 'madness-hooks-cost', transcript_path: '', cwd };
  const call = { ...common, tool_name: 'Bash', tool_input: { command: 'make' } };
  const input = { url: 'https://example.com/', prompt: 'What does it say?' };
  const fetch = { ...common, tool_name: 'WebFetch', tool_input: input };
  const page = { code: 200, result: 'A page of words. '.repeat(20) };
  const error = 'Exit code 2\nsrc/a.ts(3,5): error TS2345: Argument is not assignable.';
  return [
    on('session-start', 'SessionStart', common, { source: 'startup' }),
    on('post-tool-use', 'PostToolUse', call, { tool_response: { stdout: 'ok', stderr: '' } }),
    on('post-tool-use-failure', 'PostToolUseFailure', call, { error }),
    on('pre-web-fetch', 'PreToolUse', fetch, {}),
    on('post-web-fetch', 'PostToolUse', fetch, { tool_response: page }),
    on('subagent-start', 'SubagentStart', common, { agent_id: 'a', agent_type: 'Explore' }),
    on('stop', 'Stop', common, { stop_hook_active: false }),
    on('session-end', 'SessionEnd', common, { reason: 'other' }),
  ];
}

function on(handler: string, hook_event_name: string, fields: object, more: object): Heard {
  return { handler, hook_event_name, ...fields, ...more };
}

function costOf(heard: Heard, runs: number, env: NodeJS.ProcessEnv): Cost {
  const { handler, ...payload } = heard;
  const hook = [hookFile(handler)];
  const time = (args: readonly string[]): number => {
    const start = performance.now();
    const { status, signal } = spawnSync(process.execPath, args, {
      env,
      input: JSON.stringify(payload),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    if (status !== 0) throw new MadnessError(faults.runFailed(args.join(' '), status ?? signal));
    return performance.now() - start;
  };
  time(hook);
  const pairs = Array.from({ length: runs }, () => [time(['-e', '0']), time(hook)] as const);
  const bare = median(pairs.map(([first]) => first));
  const own = median(pairs.map(([, second]) => second));
  const { hook_event_name: name, tool_name: tool } = payload;
  const event = tool === 'WebFetch' ? `${name} WebFetch` : name;
  return { event, waits: !unawaited.has(name), bare, hook: own, ratio: own / bare };
}

/** Asynchronous in hooks.json: after a successful call, and at the end of a client. */
const unawaited: ReadonlySet<string> = new Set(['PostToolUse', 'SessionEnd']);

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Beside the bundle that this is a part of, or, when run from the sources, in dist/. */
function hookFile(handler: string): string {
  const found = ['hooks', '../hooks', '../../../dist/hooks']
    .map((folder) => join(import.meta.dirname, folder, `${handler}.cjs`))
    .find((file) => existsSync(file));
  if (found === undefined) throw new MadnessError(faults.noBundle(handler));
  return found;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(11);
}
