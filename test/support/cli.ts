import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  spawnSync,
} from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../../src/problem.js';

export const cliFile = join(import.meta.dirname, '../../dist/cli.mjs');

/** What Node is given to run the built program, which then sees no process but those of the tests. */
export const program: readonly string[] = [
  '--require',
  join(import.meta.dirname, 'own-processes.cjs'),
  cliFile,
];

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Nothing of the machine that runs the tests reaches the program, neither its settings nor its git's. */
export const cleanEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: join(tmpdir(), `madness-test-home-${process.pid}`),
  LANG: 'C',
  TZ: 'UTC',
  GIT_CONFIG_GLOBAL: join(import.meta.dirname, 'gitconfig'),
  GIT_CONFIG_NOSYSTEM: '1',
};

process.once('exit', () => rmSync(cleanEnvironment.HOME ?? '', { recursive: true, force: true }));

/** Runs the built program to its end. */
export function madness(cwd: string, args: readonly string[], options: RunOptions = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    cwd,
    env: { ...cleanEnvironment, ...options.env },
    input: options.input ?? '',
    maxBuffer: 1 << 28,
  });
  return { code: status, out: stdout.toString('utf8'), err: stderr.toString('utf8') };
}

/** The same, while others run. */
export function madnessAside(
  cwd: string,
  args: readonly string[],
  { input = '', env = {} }: RunOptions = {},
): { child: ChildProcess; ended: Promise<Ran> } {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...cleanEnvironment, ...env },
  });
  const ended = endOf(child);
  child.stdin.end(input);
  return { child, ended };
}

/** What a program printed, once it has ended; a killed one leaves its standard input closed. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {});
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

export interface Compiled {
  readonly code: number | null;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly rules: readonly string[];
  readonly block_version: number;
  readonly problems: readonly Problem[];
}

/** `madness compile --json …`, read. */
export function compileJson(cwd: string, ...args: readonly string[]): Compiled {
  return compiledOf(madness(cwd, ['compile', '--json', ...args]));
}

export function compiledOf({ code, out, err }: Ran): Compiled {
  if (out === '') throw new Error(`compile printed no JSON (exit ${code}): ${err}`);
  return { code, ...(JSON.parse(out) as Omit<Compiled, 'code'>) };
}

interface Checked {
  readonly code: number | null;
  readonly problems: readonly Problem[];
}

/** `madness check --json`, read. */
export function checkJson(cwd: string): Checked {
  return checkOf(madness(cwd, ['check', '--json']));
}

export function checkOf({ code, out, err }: Ran): Checked {
  if (out === '') throw new Error(`check printed no JSON (exit ${code}): ${err}`);
  return { code, ...(JSON.parse(out) as { problems: Problem[] }) };
}
