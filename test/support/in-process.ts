import { join } from 'node:path';
import { commands } from '../../src/cli/command-table.js';
import type { Command, Context } from '../../src/terminal/context.js';

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
  const code = await command({
    args,
    options,
    cwd,
    // Nobody's own settings and sessions are looked at.
    env: {
      MADNESS_HOME: `${cwd}.madness-home`,
      CLAUDE_CONFIG_DIR: join(cwd, '.claude-home'),
      ...env,
    },
    now: () => new Date(now),
    stdin: async () => stdin,
    commandNamed: async (name) => commands.find((one) => one.name === name)?.load(),
    print: (text) => out.push(text),
    say: (text) => talk.push(text),
    ...(ancestors === undefined ? {} : { ancestors }),
    ...(terminal === undefined ? {} : { terminal }),
  });
  return { code, out: out.join('\n'), talk: talk.join('\n') };
}
