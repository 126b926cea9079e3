#!/usr/bin/env node
import module from 'node:module';
import { type Given, readPlain } from './argv.js';
import type { Command, Context } from './commands/context.js';
import { MadnessError } from './problem.js';

declare const VERSION: string;

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly string[];
  /** Flags and what each does; a flag with <value> takes one. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly json?: boolean;
  readonly hidden?: boolean;
  readonly load: () => Promise<Command>;
}

const commands: readonly Entry[] = [
  {
    name: 'archive',
    summary: 'Keep transcripts past the day the client deletes them (only when switched on).',
    options: [
      ['--on', 'switch the archive on, and copy what is there'],
      ['--off', 'switch it off; what it holds stays'],
      ['--list', 'show what it holds'],
      ['--restore <session>', 'write a transcript back to where the client looks for it'],
      ['--to <path>', 'with --restore: write it there instead'],
      ['--forget <session>', 'remove the copies, and make none again'],
    ],
    json: true,
    load: async () => (await import('./commands/archive.js')).archive,
  },
  {
    name: 'recall',
    summary: 'Find the past sessions that these words are about; also when: "last week", 昨天.',
    args: ['[words...]'],
    options: [
      ['--limit <number>', 'how many results (default: 10)'],
      ['--granularity <unit>', 'session or turn (default: session)'],
      ['--project <dir>', 'the project to look in (default: the one at the working directory)'],
      ['--all', 'every project'],
    ],
    json: true,
    load: async () => (await import('./commands/recall.js')).recall,
  },
  {
    name: 'sessions',
    summary: 'List the transcripts of this project and how much of each could be read.',
    options: [
      ['--project <dir>', 'the project to list (default: the one at the working directory)'],
      ['--all', 'every project'],
      ['--since <date>', 'only sessions that went on after it: 2026-11-21, 7d, 36h'],
    ],
    json: true,
    load: async () => (await import('./commands/sessions.js')).sessions,
  },
  {
    name: 'digest',
    summary: 'Say what happened in a session, briefly: what the user said, failures, loops, calls.',
    args: ['<session>'],
    options: [['--budget <tokens>', 'at most so many tokens (default: 4000)']],
    json: true,
    load: async () => (await import('./commands/digest.js')).digest,
  },
  {
    name: 'quote',
    summary: 'Check that words were said or shown in a session, and by whom.',
    args: ['<session>'],
    options: [['--text <words>', 'the words, exactly as they stood']],
    json: true,
    load: async () => (await import('./commands/quote.js')).quote,
  },
  {
    name: 'signals',
    summary: "Name what failed in a command's output, read from a file or standard input.",
    options: [['--file <file>', 'the output to read (default: standard input)']],
    json: true,
    load: async () => (await import('./commands/signals.js')).signals,
  },
];

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  // Node 22 and newer keep the compiled code between runs.
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  return (await program(argv)) ?? 0;
}

async function program(argv: readonly string[]): Promise<number | undefined> {
  const entry = commands.find(({ name }) => name === argv[0]);
  const plain = entry && readPlain(entry, argv.slice(1));
  if (entry && plain) return (await entry.load())(contextOf(plain));
  const { Command: Commander, CommanderError } = await import('commander');
  let exitCode: number | undefined;
  const root = new Commander('madness')
    .description(
      'Turns what really happened in your Claude Code sessions into rules you can prove.',
    )
    .version(VERSION)
    .option('--memory <dir>', 'the memory to use (default: the nearest memory/)')
    .exitOverride()
    .showHelpAfterError('(madness --help lists the commands)');
  for (const entry of commands) {
    const command = root.command(entry.name, { hidden: entry.hidden ?? false });
    command.description(entry.summary).exitOverride();
    for (const argument of entry.args ?? []) command.argument(argument);
    for (const [flags, description] of entry.options ?? []) command.option(flags, description);
    if (entry.json) command.option('--json', 'print the result as JSON');
    command.action(async () => {
      const run = await entry.load();
      exitCode = await run(contextOf({ args: command.args, options: command.optsWithGlobals() }));
    });
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function contextOf({ args, options }: Given): Context {
  return {
    args,
    options,
    cwd: process.cwd(),
    env: process.env,
    now: () => new Date(),
    stdin: readStandardInput,
    print: (text) => process.stdout.write(`${text}\n`),
    say: (text) => process.stderr.write(`${text}\n`),
  };
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = 2;
    if (!(error instanceof MadnessError)) throw error;
    process.stderr.write(`error: ${error.message}\n${error.hint ? `    ${error.hint}\n` : ''}`);
  },
);
