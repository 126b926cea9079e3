import { join } from 'node:path';
import { type Command, type Context, runAndPrint } from '../../src/terminal/context.js';
import { languageHere } from '../../src/terminal/language.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly talk: string;
}

/** Runs a command in this process, as the CLI would. It loads no other command, so that a change selects few tests. */
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
      QWEN_HOME: join(cwd, '.qwen-home'),
      XDG_DATA_HOME: join(cwd, '.data-home'),
      ...env,
    },
    now: () => new Date(now),
    stdin: async () => stdin,
    print: (text) => out.push(text),
    say: (text) => talk.push(text),
    ...(ancestors === undefined ? {} : { ancestors }),
    ...(terminal === undefined ? {} : { terminal }),
  };
  const whole = { ...context, language: () => languageHere(context) };
  const code = await runAndPrint(whole, command);
  return { code, out: out.join('\n'), talk: talk.join('\n') };
}
