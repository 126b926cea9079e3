import type { Command as Commander } from 'commander';
import { words } from '../messages/problem-line.js';
import { ancestors, isDetached } from '../platform/process-info.js';
import { Interrupted, MadnessError, messageIn, problem } from '../problem.js';
import { painter, paintSeverity } from '../terminal/colour.js';
import type { CommandDefinition } from '../terminal/command.js';
import type { Command, CommandName, Context } from '../terminal/context.js';
import { standardError, standardOutput, writeLine } from '../terminal/write-line.js';
import { aliases, commandFiles } from './command-list.js';
import type { HelpTexts } from './help-texts.js';

declare const VERSION: string;

/** Runs the command that the arguments name and leaves its exit code in the process. */
export async function main(argv: readonly string[]): Promise<void> {
  const world = thisProcess();
  // A client starts the server with every session, whether or not it calls it.
  if (argv.length === 1 && argv[0] === 'mcp') {
    const { serve } = await import('../mcp/server.js');
    await serve({ ...world, options: {} }, VERSION);
  } else process.exitCode = await runProgram(argv, world);
}

/** The part of a command's context that the process provides. */
export type World = Omit<Context, 'args' | 'options' | 'commands' | 'language'>;

interface Program {
  readonly world: World;
  readonly files: typeof commandFiles;
  readonly began: (context: Context) => void;
}

/** Runs the command that the arguments name; returns its exit code, 2 for what it refuses or throws. */
export async function runProgram(
  argv: readonly string[],
  world: World,
  files = commandFiles,
): Promise<number> {
  const isAgents = argv[0] === 'agent';
  const through: World = isAgents ? { ...world, door: 'agent' } : world;
  let context: Context | undefined;
  const began = (found: Context) => {
    context = found;
  };
  try {
    const typed = isAgents ? argv.slice(1) : argv;
    return (await program(typed, { world: through, files, began })) ?? 0;
  } catch (thrown) {
    if (thrown instanceof Interrupted) return 130;
    const error = (await import('../platform/fs.js')).asRefusal(thrown);
    if (error instanceof MadnessError) {
      const here = context ?? (await contextOf(through));
      const { isChineseTerminal } = await import('../terminal/context.js');
      const language = isChineseTerminal(here.env) ? 'zh' : here.language();
      if (argv.includes('--json')) {
        const { rule = 'run/refused', wording } = error;
        const found = problem(rule, { file: '' }, wording);
        world.print(JSON.stringify({ problems: [found] }, null, 2));
      }
      const { message, hint } = messageIn(error.wording, language);
      const { asTyped } = await import('../terminal/next-command.js');
      const remedy = error.rule === undefined && hint !== undefined ? asTyped(here, hint) : hint;
      world.say(words[language].error(message, remedy, error.rule));
    } else world.say(String((error as Error).stack ?? error));
    return 2;
  }
}

/** "--no-verify is never allowed" is a sentence and no option. */
function sentenceLast(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex(
    (word, i) => i > 0 && /^-[^\s=]+\s/.test(word) && !/^-/.test(argv[i - 1] ?? ''),
  );
  if (at < 0 || argv.includes('--')) return argv;
  return [...argv.slice(0, at), ...argv.slice(at + 1), '--', argv[at] as string];
}

/** `guard "one sentence"` adds the rule, its watch and its reminder at once. */
function guardedSentence(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  const isSentence = (word: string) =>
    !word.startsWith('-') && /\S\s+\S|\p{Script=Han}/u.test(word);
  if (first !== 'guard' || !rest.some(isSentence)) return argv;
  const others = rest.filter((word) => word !== '--on');
  return others.some((word) => /^--(?:off|show|export-permission|help)$/.test(word))
    ? argv
    : ['add', ...others, '--remind'];
}

/** Commander knows all names; what else there is to know of a command is loaded once it is named. */
async function program(
  argv: readonly string[],
  { world, files, began }: Program,
): Promise<number | undefined> {
  const { Command: Root, CommanderError } = await import('commander');
  const asked =
    argv[0] === 'help' ? [...argv.slice(1), '--help'] : guardedSentence(sentenceLast(argv));
  const names = Object.keys(files);
  const [word = ''] = asked;
  // `report` is a command of its own and has one below it.
  const isGroup =
    asked.length === 1 &&
    !names.includes(word) &&
    names.some((name) => name.startsWith(`${word} `));
  const asksForHelp =
    asked.length === 0 || isGroup || asked.some((word) => word === '--help' || word === '-h');
  const texts = asksForHelp
    ? (await import('./help-texts.js')).helpTexts(await contextOf(world))
    : undefined;
  const refusals: string[] = [];
  const prefix = world.door === undefined ? 'madness' : `madness ${world.door}`;
  const root = new Root(prefix)
    .helpCommand(false)
    .version(VERSION, '-v, --version')
    .option('--memory <dir>')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.print(text.trimEnd()),
      writeErr: (text) => void refusals.push(text.trimEnd()),
    })
    .showHelpAfterError(`(${prefix} --help lists the commands)`);
  texts?.ofProgram(root, asked.includes('--all'));
  let exitCode: number | undefined;
  const named = new Map<Commander, string>();
  const describeNamed = async (_: Commander, command: Commander): Promise<void> => {
    const name = named.get(command);
    if (name === undefined) return;
    command.showHelpAfterError(`(${prefix} ${name} --help says what it takes)`);
    describe(command, await definitionOf(name, files), texts);
  };
  root.hook('preSubcommand', describeNamed);
  for (const name of [...names, ...Object.keys(aliases)]) {
    const [first = '', second] = name.split(' ');
    const parent = second === undefined ? root : groupIn(root, first, describeNamed, texts);
    const command = parent.command(second ?? first);
    named.set(command, name);
    texts?.ofCommand(command, name);
    command.action(async () => {
      const given = { args: command.args, options: command.optsWithGlobals() };
      const [run, context, { runAndPrint }] = await Promise.all([
        commandNamed(name, files),
        contextOf(world, given),
        import('../terminal/context.js'),
      ]);
      began(context);
      exitCode = await runAndPrint(context, run);
    });
  }
  try {
    await root.parseAsync([...asked], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (refusals.length > 0) {
      const { usageIn } = await import('./help-texts.js');
      const here = await contextOf(world);
      // What is no command of ours has no JSON either.
      const isOurs = error.code !== 'commander.unknownCommand';
      if (error.exitCode !== 0 && isOurs && argv.includes('--json')) {
        const [message = '', hint = ''] = refusals.map((text) => text.replace(/^error: /, ''));
        const found = problem('run/usage', { file: '' }, [message, message, hint, hint]);
        world.print(JSON.stringify({ problems: [found] }, null, 2));
      }
      for (const text of refusals) world.say(usageIn(here, text));
    }
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Tells commander the arguments and options of a command. */
function describe(
  command: Commander,
  { args, options = [], plain, examples, summary }: NamedDefinition,
  texts: HelpTexts | undefined,
): void {
  for (const argument of args) command.argument(argument);
  for (const [flags, en, zh, kind] of options) {
    const option = command.createOption(flags, texts?.say({ en, zh }));
    command.addOption(kind === 'hidden' ? option.hideHelp() : option);
  }
  command.option('--memory <dir>', texts?.memory);
  if (plain !== true) command.option('--json', texts?.json);
  if (texts === undefined) return;
  command.description(texts.say(summary));
  if (examples !== undefined)
    command.addHelpText(
      'after',
      texts.folded(typeof examples === 'string' ? examples : texts.say(examples)),
    );
}

function groupIn(
  root: Commander,
  name: string,
  describeNamed: (group: Commander, command: Commander) => Promise<void>,
  texts: HelpTexts | undefined,
): Commander {
  const known = root.commands.find((one) => one.name() === name);
  if (known !== undefined) {
    // `report` is a command that has one below it: what it takes is read there, too, once.
    if (known.commands.length === 0) known.hook('preSubcommand', describeNamed);
    return known;
  }
  const group = root.command(name).helpCommand(false).hook('preSubcommand', describeNamed);
  texts?.ofGroup(group, name);
  return group;
}

type NamedDefinition = CommandDefinition & {
  readonly name: string;
  readonly args: readonly string[];
};

/** The definition of a command that the list names. */
async function definitionOf(name: string, files = commandFiles): Promise<NamedDefinition> {
  const real = aliases[name] ?? name;
  const [exported, { nameOf, argumentsOf }] = await Promise.all([
    files[real]?.() ?? {},
    import('../terminal/command.js'),
  ]);
  const found = (Object.values(exported) as Partial<CommandDefinition>[]).find(
    (one): one is CommandDefinition => one?.usage !== undefined && nameOf(one.usage) === real,
  );
  if (found === undefined) throw new Error(`no definition of ${name}`);
  return { ...found, name: real, args: argumentsOf(found.usage) };
}

/** The command, which keeps to what its definition offers to an agent. */
export async function commandNamed(name: string, files = commandFiles): Promise<Command> {
  const { guarded } = await import('../terminal/command.js');
  return guarded(await definitionOf(name, files));
}

/** Every command there is. */
export function allDefinitions(): Promise<NamedDefinition[]> {
  return Promise.all(Object.keys(commandFiles).map((name) => definitionOf(name)));
}

async function visibleCommands(): Promise<CommandName[]> {
  const all = await allDefinitions();
  return all.flatMap(({ name, hidden, plain, options = [] }) => {
    const long = options.flatMap(([flags]) => /--[\w-]+/.exec(flags) ?? []);
    return hidden ? [] : [{ name, flags: [...long, '--memory', ...(plain ? [] : ['--json'])] }];
  });
}

async function contextOf(
  world: World,
  given: Pick<Context, 'args' | 'options'> = { args: [], options: {} },
): Promise<Context> {
  const { languageHere } = await import('../terminal/language.js');
  const context = {
    ...world,
    ...given,
    commands: visibleCommands,
  };
  return { ...context, language: () => languageHere(context) };
}

function thisProcess(): World {
  return {
    cwd: process.cwd(),
    env: process.env,
    ancestors,
    isDetached,
    terminal,
    now: () => new Date(),
    stdin: readStandardInput,
    print: (text) => writeLine(standardOutput, text),
    say: (text) =>
      writeLine(standardError, paintSeverity(text, painter(process.stderr, process.env))),
    paint: painter(process.stdout, process.env),
  };
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function terminal(): { input: NodeJS.ReadStream; output: NodeJS.WriteStream } | undefined {
  const { stdin: input, stdout: output } = process;
  // A terminal that does not know its size, as in a container, would get one letter a line.
  if (output.isTTY && !output.columns) Object.assign(output, { columns: 80, rows: 24 });
  return input.isTTY && output.isTTY ? { input, output } : undefined;
}
