import type { Command, Context } from '../src/commands/context.js';

export interface Outcome {
  readonly code: number;
  readonly printed: string;
  readonly said: string;
}

/** Runs a command as `cli.ts` does, with the world given. */
export async function runCommand(
  command: Command,
  given: Partial<Pick<Context, 'args' | 'options' | 'cwd' | 'env' | 'now'>>,
): Promise<Outcome> {
  const printed: string[] = [];
  const said: string[] = [];
  const code = await command({
    args: [],
    options: {},
    cwd: '/',
    env: {},
    now: () => new Date('2026-11-22T12:00:00Z'),
    stdin: async () => '',
    ...given,
    print: (text) => printed.push(text),
    say: (text) => said.push(text),
  });
  return { code, printed: printed.join('\n'), said: said.join('\n') };
}
