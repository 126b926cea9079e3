import { MadnessError } from '../problem.js';
import type { Context } from './context.js';

/** The result of a command run by another one: its exit code and its JSON. */
export interface Called {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Runs a command with `--json`, as if alone. `input` is its standard input. An error that stops it becomes one of its
 * problems.
 */
export async function callCommand(
  context: Context,
  name: string,
  args: readonly string[],
  input?: unknown,
): Promise<Called> {
  const command = await context.commandNamed?.(name);
  if (command === undefined) throw new Error(`no command ${name}`);
  const printed: string[] = [];
  const { terminal, collect, ...rest } = context;
  const { memory, user } = context.options;
  const run: Context = {
    ...rest,
    args,
    options: { memory, user, json: true, ...(input === undefined ? {} : { file: '-' }) },
    stdin: async () => JSON.stringify(input),
    print: (text) => printed.push(text),
    say: () => {},
  };
  try {
    return { code: await command(run), json: parsed(printed.join('\n')) };
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    const { message } = error;
    const problem = { rule: 'command/refused', severity: 'error', file: name, message };
    return { code: 2, json: { problems: [problem] } };
  }
}

function parsed(text: string): Called['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
