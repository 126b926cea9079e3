import { spawn, spawnSync } from 'node:child_process';
import fs, { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { Fact } from '../../src/observe/journal/journal.js';
import { cleanEnvironment, endOf, type Ran } from './cli.js';

export const hookFile = join(import.meta.dirname, '../../dist/hook.cjs');

export type Answer = Ran;

type Env = Readonly<Record<string, string>>;

interface Registered {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string }[];
}

const registered = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../hooks/hooks.json'), 'utf8'),
).hooks as Readonly<Record<string, readonly Registered[]>>;

/** The handler that hooks.json names for an event; none for what is no event of ours. */
export function handlerFor(payload: unknown): string | undefined {
  const { hook_event_name: event = '', ...fields } = payload as Record<string, string>;
  const matched = fields.tool_name ?? fields.source ?? fields.reason ?? '';
  const group = registered[event]?.find(({ matcher = '' }) => new RegExp(matcher).test(matched));
  return group?.hooks.flatMap(
    ({ command }) => / ([\w-]+)(?: guarded)?; exit 0'/.exec(command)?.[1] ?? [],
  )[0];
}

/** As PowerShell starts it; what is no event of ours goes to the bundle of a tool call. */
function started(payload: object | string | Uint8Array): string[] {
  const isEvent = typeof payload === 'object' && !(payload instanceof Uint8Array);
  const handler = isEvent ? handlerFor(payload) : undefined;
  return [hookFile, handler ?? 'post-tool-use'];
}

/** One hook, as the client runs it, without the start of a process. Throws for a logged fault. */
export function runHook(payload: object | string | Uint8Array, env: Env): Answer {
  return withoutFault(env, () => runFaultyHook(payload, env));
}

/** The same where something is wrong: the hook is silent, and its own log may say why. */
export function runFaultyHook(payload: object | string | Uint8Array, env: Env): Answer {
  return callHook(started(payload)[1] as string, asInput(payload), env);
}

/** One hook process: the payload on standard input, then its end. Throws for a logged fault. */
export function spawnHook(payload: object | string | Uint8Array, env: Env): Answer {
  return withoutFault(env, () => spawnFaultyHook(payload, env));
}

/** The same where something is wrong. */
export function spawnFaultyHook(payload: object | string | Uint8Array, env: Env): Answer {
  const { status, stdout, stderr } = spawnSync(process.execPath, started(payload), {
    env: { ...cleanEnvironment, ...env },
    input: asInput(payload),
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const ended = Symbol('process.exit');
const compiled = new Map<string, ReturnType<typeof compileFunction>>();

/** Calls the built bundle of an event with a process, a standard input and outputs of its own. */
export function callHook(name: string, input: string | Uint8Array, env: Env): Answer {
  const file = join(dirname(hookFile), 'hooks', `${name}.cjs`);
  let bundle = compiled.get(file);
  if (bundle === undefined) {
    bundle = compileFunction(readFileSync(file, 'utf8'), ['process', 'require', '__dirname'], {
      filename: file,
    });
    compiled.set(file, bundle);
  }
  const said = { 1: '', 2: '' };
  let code: number | null = null;
  const ownFs = Object.assign(Object.create(fs), {
    readFileSync: (path: number | string, ...more: never[]) =>
      path === 0 ? Buffer.from(input).toString('utf8') : readFileSync(path, ...more),
    writeSync: (to: number, bytes: Uint8Array, ...more: never[]) => {
      if (to !== 1 && to !== 2) return fs.writeSync(to, bytes, ...more);
      const rest = Buffer.from(bytes).subarray(more[0] ?? 0);
      said[to] += rest.toString('utf8');
      return rest.length;
    },
  });
  const load = (from: (id: string) => unknown) => (id: string) =>
    /^(?:node:)?fs$/.test(id) ? ownFs : from(id);
  const ownProcess = Object.create(process, {
    env: { value: { ...cleanEnvironment, ...env } },
    getBuiltinModule: { value: load(process.getBuiltinModule) },
    exit: {
      value: (status: number) => {
        code = status;
        throw ended;
      },
    },
  });
  try {
    bundle(ownProcess, load(createRequire(file)), dirname(file));
  } catch (thrown) {
    if (thrown !== ended) throw thrown;
  }
  return { code, out: said[1], err: said[2] };
}

function withoutFault(env: Env, run: () => Answer): Answer {
  const before = faultsIn(env).length;
  const answer = run();
  const faults = faultsIn(env).slice(before);
  if (faults !== '') throw new Error(`Expected no fault, got ${faults}`);
  return answer;
}

function faultsIn({ MADNESS_HOME = '' }: Env): string {
  const log = join(MADNESS_HOME, 'state', 'hooks.log');
  return MADNESS_HOME !== '' && existsSync(log) ? readFileSync(log, 'utf8') : '';
}

/** The same, while others run; `hold` leaves standard input open. */
export function startHook(
  payload: object | string | Uint8Array,
  env: Env,
  hold: 'hold' | 'close' = 'close',
): { readonly kill: () => void; readonly ended: Promise<Answer> } {
  const child = spawn(process.execPath, started(payload), {
    env: { ...cleanEnvironment, ...env },
  });
  const ended = endOf(child);
  child.stdin.write(asInput(payload));
  if (hold === 'close') child.stdin.end();
  return { kill: () => child.kill('SIGKILL'), ended };
}

function asInput(payload: object | string | Uint8Array): string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
    ? payload
    : JSON.stringify(payload);
}

/** What the model is told; empty where nothing is said. Throws for what is no valid output. */
export function contextOf({ code, out, err }: Answer): string {
  if (code !== 0 || err !== '') throw new Error(`Expected a silent 0, got ${code}: ${err}`);
  if (out === '') return '';
  const { hookSpecificOutput, systemMessage, ...rest } = JSON.parse(out);
  if (Object.keys(rest).length > 0) throw new Error(`Expected one field, got ${out}`);
  if (hookSpecificOutput === undefined && typeof systemMessage === 'string') return '';
  const { hookEventName, additionalContext, permissionDecisionReason } = hookSpecificOutput;
  if (typeof hookEventName !== 'string') throw new Error(`Expected the event's name, got ${out}`);
  return additionalContext ?? permissionDecisionReason ?? '';
}

/** What the person alone is shown; empty where nothing is. */
export function shownTo(answer: Answer): string {
  return answer.out === '' ? '' : (JSON.parse(answer.out).systemMessage ?? '');
}

/** The facts in a session's journal. */
export function factsIn(own: string, session: string): Fact[] {
  const file = join(own, 'state', session, 'journal.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
