import { runProgram } from '../../src/cli/program.js';
import {
  type Compiled,
  checkOf,
  cleanEnvironment,
  cliFile,
  compiledOf,
  type Ran as ProgramRan,
  type RunOptions,
} from './cli.js';

export { type Ran, run } from './run-command.js';

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
      // What started the tests is no part of them, nor is a client that runs beside them.
      ancestors: () => [],
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
