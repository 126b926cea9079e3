import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { maskSecrets } from '../observe/secrets.js';
import { type Environment, withNodeOptions } from '../platform/folders.js';
import { readPart } from '../platform/fs.js';
import { jsonIn, read } from '../platform/read-object.js';
import type { Cost, Job } from '../store/reading-queue.js';
import { oneLine } from '../text.js';
import { receiptForm } from './receipt-form.gen.js';

/** Why a client gave no answer. Failures that may pass are tried once more. */
export interface ClientFailure {
  readonly kind: 'failure';
  readonly error: string;
  readonly mayPass: boolean;
}

export interface ClientAnswer {
  readonly kind: 'answer';
  readonly receipt: unknown;
  readonly model: string;
  readonly cost: Cost;
}

/** How a client is asked to read a session. */
interface Backend {
  readonly args: (job: Job, child: string) => readonly string[];
  /** The working directory. Undefined: the folder of the run, where no project speaks to the client. */
  readonly cwd: (job: Job) => string | undefined;
}

/** Denies and records every tool but the receipt, whatever the person's settings allow. */
function denyTools(folder: string): string {
  const script =
    "require('fs').openSync(process.argv[1],'w');process.stderr.write('No tool may be called here.');process.exitCode=2";
  const hook = {
    type: 'command',
    command: process.execPath,
    args: ['-e', script, join(folder, calledName)],
    onFailure: 'block',
  };
  const PreToolUse = [{ matcher: '^(?!StructuredOutput$).*$', hooks: [hook] }];
  return JSON.stringify({ hooks: { PreToolUse } });
}

/** One request without tools, or a fork that shares the parent's prompt cache while that is warm. */
const backends: Readonly<Record<Job['backend'], Backend>> = {
  digest: {
    args: ({ model }) => [
      ...['--model', model, '--tools', '', '--setting-sources', 'user', '--strict-mcp-config'],
      ...['--json-schema', receiptForm],
    ],
    cwd: () => undefined,
  },
  fork: {
    args: ({ session }) => [
      ...['--resume', session, '--fork-session', '--permission-mode', 'dontAsk'],
    ],
    cwd: ({ cwd }) => cwd,
  },
};

const calledName = 'called.txt';
/** A desktop application starts sessions without the PATH of a terminal. */
const notFound =
  'claude was not found on the PATH of the program that ran the session; install Claude Code where that program finds it';
const maxAnswerBytes = 4 << 20;

/** Variables of the session that started us. The new client must not take itself for a part of it. */
const ofParent =
  /^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_ENV_FILE|CLAUDE_EFFORT|CLAUDE_CODE_(?:ALWAYS_ENABLE_EFFORT|EFFORT_LEVEL)|AI_AGENT|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_.*|CLAUDE_CODE_(?:ENTRYPOINT|SESSION_ID|CHILD_SESSION|SESSION_ATTENDED|MESSAGING_.*))$/;

function childEnvironment(env: Environment): Record<string, string> {
  const own = Object.entries(withNodeOptions(env)).flatMap(([name, value]) =>
    value === undefined || ofParent.test(name) ? [] : [[name, value] as const],
  );
  // A client of ours retries once with us, and reads no instructions of a project.
  const ours = { MADNESS_CHILD: '1', CLAUDE_CODE_MAX_RETRIES: '0' };
  return { ...Object.fromEntries(own), ...ours };
}

/**
 * Runs `claude` on the prompt in `folder` and writes its output there. Kills it after `timeout_ms`, or when `isWanted`
 * returns false. `started` receives the process id.
 */
export async function runClient(
  job: Job & { readonly child: string },
  env: Environment,
  folder: string,
  control: {
    readonly timeoutMs: number;
    readonly isWanted: () => boolean;
    readonly started: (pid: number) => void;
  },
): Promise<ClientFailure | undefined> {
  const { args, cwd } = backends[job.backend];
  const common = ['-p', '--session-id', job.child, '--no-session-persistence'];
  const output = ['--output-format', 'json', '--verbose', '--settings', denyTools(folder)];
  const files = [
    openSync(join(folder, 'prompt.txt'), 'r'),
    openSync(join(folder, responseName), 'w', 0o600),
    openSync(join(folder, 'stderr.txt'), 'w', 0o600),
  ] as const;
  const extra = job.backend === 'digest' ? { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' } : {};
  const client = spawn('claude', [...common, ...args(job, job.child), ...output], {
    cwd: cwd(job) ?? folder,
    env: { ...childEnvironment(env), ...extra },
    stdio: [...files],
    windowsHide: true,
  });
  for (const file of files) closeSync(file);
  if (client.pid !== undefined) control.started(client.pid);
  let stopped: ClientFailure | undefined;
  const stop = (error: string, mayPass: boolean) => {
    stopped ??= { kind: 'failure', error, mayPass };
    client.kill('SIGKILL');
  };
  const timeout = setTimeout(
    () => stop(`no answer after ${control.timeoutMs / 1000} s`, true),
    control.timeoutMs,
  );
  const watch = setInterval(() => control.isWanted() || stop('switched off', false), 500);
  const ended = await new Promise<ClientFailure | undefined>((resolve) => {
    client.on('error', (error: NodeJS.ErrnoException) =>
      resolve({
        kind: 'failure',
        error: error.code === 'ENOENT' ? notFound : error.message,
        mayPass: false,
      }),
    );
    client.on('close', () => resolve(undefined));
  });
  clearTimeout(timeout);
  clearInterval(watch);
  return stopped ?? ended;
}

const responseName = 'response.json';

/** The client's answer; undefined if it is incomplete. */
export function readAnswer(folder: string, job: Job): ClientAnswer | ClientFailure | undefined {
  const text = readPart(join(folder, responseName), maxAnswerBytes)?.bytes.toString('utf8') ?? '';
  const value = jsonIn(text) as Message | Message[] | undefined;
  if (value === undefined) return undefined;
  const messages = Array.isArray(value) ? value : [value];
  const result = messages.findLast(({ type }) => type === 'result');
  if (result === undefined) return undefined;
  const called = [...callsIn(messages), ...noted(folder), ...(result.permission_denials ?? [])];
  if (called.length > 0)
    return { kind: 'failure', error: 'it called a tool, which it may not', mayPass: false };
  if (result.is_error === true) return failureOf(String(result.result ?? result.subtype ?? ''));
  return {
    kind: 'answer',
    receipt: result.structured_output ?? objectInText(result.result ?? ''),
    model: Object.keys(result.modelUsage ?? {}).at(-1) ?? job.model,
    cost: costOf(result, job),
  };
}

/** The client's own words about its failure, for the person. */
export function failureIn(folder: string): ClientFailure {
  return failureOf(
    read(join(folder, 'stderr.txt')).trim() || read(join(folder, responseName)).trim(),
  );
}

/** Waiting mends none of these. */
const lasting =
  /\b(?:401|403)\b|log ?in|logged in|authenticat|api key|credit|(?:weekly|usage|session|5-hour) limit|unknown option|max_turns|not found|no conversation/i;

function failureOf(words: string): ClientFailure {
  const error = oneLine(maskSecrets(words), 300) || 'it ended without an answer';
  return { kind: 'failure', error, mayPass: !lasting.test(words) };
}

interface Message {
  readonly type?: string;
  readonly subtype?: string;
  readonly is_error?: boolean;
  readonly result?: string;
  readonly structured_output?: unknown;
  readonly permission_denials?: readonly unknown[];
  readonly total_cost_usd?: number;
  readonly usage?: Readonly<Record<string, unknown>>;
  readonly modelUsage?: Readonly<Record<string, unknown>>;
  readonly message?: { readonly content?: unknown };
}

function callsIn(messages: readonly Message[]): unknown[] {
  return messages
    .filter(({ type }) => type === 'assistant')
    .flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []))
    .filter((block) => block?.type === 'tool_use' && block.name !== 'StructuredOutput');
}

function noted(folder: string): readonly unknown[] {
  return existsSync(join(folder, calledName)) ? [calledName] : [];
}

/** A fork's total begins with what its parent had cost when it last ended. */
function costOf({ usage = {}, total_cost_usd: total = 0 }: Message, job: Job): Cost {
  const number = (name: string) => (typeof usage[name] === 'number' ? (usage[name] as number) : 0);
  const read = number('cache_read_input_tokens') + number('cache_creation_input_tokens');
  const before = job.backend === 'fork' ? parentCost(job.transcript) : 0;
  return {
    input_tokens: number('input_tokens') + read,
    output_tokens: number('output_tokens'),
    usd: Math.max(0, total - before),
  };
}

function parentCost(transcript: string): number {
  const tailBytes = 64 << 10;
  const part = readPart(transcript, tailBytes, (size) => Math.max(0, size - tailBytes));
  const text = part?.bytes.toString('utf8') ?? '';
  const last = text.split('\n').findLast((line) => line.includes('"type":"cost-state"')) ?? '';
  return Number(/"totalCostUSD":([\d.e-]+)/.exec(last)?.[1] ?? 0);
}

/** The object in an answer that may have words or a fence around it. */
function objectInText(text: string): unknown {
  return jsonIn(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}
