import { join } from 'node:path';
import { commandFiles } from '../../src/cli/command-list.js';
import { commandNamed, runProgram } from '../../src/cli/program.js';
import { ancestors } from '../../src/platform/process-info.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { languageHere } from '../../src/terminal/language.js';
import {
  type Compiled,
  checkOf,
  cleanEnvironment,
  cliFile,
  compiledOf,
  type Ran as ProgramRan,
  type RunOptions,
} from './cli.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly talk: string;
}

/** Runs a command in this process, as the CLI would. */
export async function run(
  command: Command,
  {
    cwd,
    args = [],
    options = {},
    stdin = '',
    now = '2026-11-21T10:00:00Z',
    env = {},
    ancestors,
    terminal,
  }: {
    cwd: string;
    args?: readonly string[];
    options?: Context['options'];
    stdin?: string;
    now?: string;
    env?: Context['env'];
    ancestors?: NonNullable<Context['ancestors']>;
    terminal?: NonNullable<Context['terminal']>;
  },
): Promise<Ran> {
  const out: string[] = [];
  const talk: string[] = [];
  const context: Omit<Context, 'language'> = {
    args,
    options,
    cwd,
    // Nobody's own settings and sessions are looked at.
    env: {
      MADNESS_HOME: `${cwd}.madness-home`,
      CLAUDE_CONFIG_DIR: join(cwd, '.claude-home'),
      CODEX_HOME: join(cwd, '.codex-home'),
      XDG_DATA_HOME: join(cwd, '.data-home'),
      ...env,
    },
    now: () => new Date(now),
    stdin: async () => stdin,
    commandNamed: async (name) => (name in commandFiles ? commandNamed(name) : undefined),
    print: (text) => out.push(text),
    say: (text) => talk.push(text),
    ...(ancestors === undefined ? {} : { ancestors }),
    ...(terminal === undefined ? {} : { terminal }),
  };
  const code = await command({ ...context, language: () => languageHere(context) });
  return { code, out: out.join('\n'), talk: talk.join('\n') };
}

/** What `madness` of support/cli.js does, without the start of a process; one at a time. */
export async function madnessHere(
  cwd: string,
  args: readonly string[],
  { input = '', env: more = {} }: RunOptions = {},
): Promise<ProgramRan> {
  const env = { ...cleanEnvironment, ...more };
  let out = '';
  let err = '';
  const restore = standIn(env);
  try {
    const code = await runProgram(args, {
      cwd,
      env,
      ancestors,
      // A client that another run of tests has started is no part of this one.
      isDetached: () => false,
      now: () => new Date(),
      stdin: async () => Buffer.from(input).toString('utf8'),
      print: (text) => {
        out += `${text}\n`;
      },
      say: (text) => {
        err += `${text}\n`;
      },
    });
    return { code, out, err };
  } finally {
    restore();
  }
}

/** Git, the home folder and the path of the program are looked up in the process. */
function standIn(env: Readonly<Record<string, string>>): () => void {
  const before = { env: { ...process.env }, program: process.argv[1] };
  setEnvironment(env);
  process.argv[1] = cliFile;
  return () => {
    setEnvironment(before.env);
    process.argv[1] = before.program as string;
  };
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== process.env[name]) process.env[name] = value;
}

/** `madness compile --json …` in this process, read. */
export async function compileHere(cwd: string, ...args: readonly string[]): Promise<Compiled> {
  return compiledOf(await madnessHere(cwd, ['compile', '--json', ...args]));
}

/** `madness check --json` in this process, read. */
export async function checkHere(cwd: string): Promise<ReturnType<typeof checkOf>> {
  return checkOf(await madnessHere(cwd, ['check', '--json']));
}
