import type { Command as Commander } from 'commander';
import { ancestors, isDetached } from '../platform/process.js';
import { MadnessError } from '../problem.js';
import type { Command, Context } from '../terminal/context.js';
import { standardError, standardOutput, writeLine } from '../terminal/output.js';

declare const VERSION: string;

export interface Entry {
  /** Two words where several commands belong together. */
  readonly name: string;
  readonly summary: string;
  readonly args?: readonly string[];
  /** Flags and what each does; a flag with <value> takes one. */
  readonly options?: readonly (readonly [flags: string, description: string, hidden?: 'hidden'])[];
  readonly json?: boolean;
  readonly hidden?: boolean;
  readonly load: () => Promise<Command>;
}

const memoryOption = [
  '--memory <dir>',
  'the memory to use (default: the nearest memory/)',
] as const;
const ofUser = ['--user', 'the memory of all your projects'] as const;
const inLanguage = ['--language <language>', 'en or zh (default: that of your terminal)'] as const;
const fromFile = ['--file <path>', 'the JSON of one asset; - for standard input'] as const;
const findings = [
  '--file <path>',
  'a finding as JSON, or an array of them; - for standard input',
] as const;
const why = ['--reason <words>', 'why, for the log'] as const;
const dryRun = ['--dry-run', 'say what would be done and write nothing'] as const;
const ofSession = ['--session <id>', 'that session (default: the one it runs in)'] as const;
const pausing = [
  ['--project', 'this project, also inside a session'],
  ['--session <id>', 'that session'],
] as const;

/** Every command there is; those that belong together share their first word. */
export const commands: readonly Entry[] = [
  {
    name: 'init',
    summary: 'Make a memory here: its files, the merge driver of git, a missing target.',
    options: [
      ['--user', 'make the memory of all your projects'],
      inLanguage,
      ['--adopt <dir>', 'begin with the assets and the log of an older memory'],
      ['--share-reviews', 'commit facets and retrospectives instead of ignoring them'],
      ['--goal <goals>', 'what to measure against: "goal :: how it is seen ;; another goal"'],
      ['--interval <days>', 'days between two retrospectives (default: 14)'],
      ['--archive', 'keep copies of your sessions past the day Claude Code deletes them'],
      ['--allow', 'let Claude Code run madness here without asking, and nothing else'],
    ],
    json: true,
    load: async () => (await import('../commands/setup/init.js')).init,
  },
  {
    name: 'trust',
    summary: 'Let the memory of this project speak to Claude on this machine.',
    options: [['--off', 'take that back']],
    json: true,
    load: async () => (await import('../commands/setup/trust.js')).trust,
  },
  {
    name: 'config list',
    summary: 'Show every setting, its value and what it does.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/setup/config.js')).configList,
  },
  {
    name: 'config get',
    summary: 'Print one setting.',
    args: ['<key>'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/setup/config.js')).configGet,
  },
  {
    name: 'config set',
    summary: 'Change one setting.',
    args: ['<key>', '<value...>'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/setup/config.js')).configSet,
  },
  {
    name: 'compile',
    summary: 'Fold the log and write numbers, index, views and the rule block.',
    options: [
      ['--check', 'write nothing; exit 1 if something would be written'],
      ['--export', 'write exports/portable.json as well'],
      ['--date <day>', 'the day of a new block, YYYY-MM-DD (default: today)'],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/memory/compile.js')).compile,
  },
  {
    name: 'check',
    summary: 'Say everything that is wrong with a memory; write nothing.',
    options: [
      ['--secrets', 'look for secrets in every file of the memory and in its git history'],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/memory/check.js')).check,
  },
  {
    name: 'status',
    summary: 'Count the rules by status and say what waits and what comes next.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/memory/status.js')).status,
  },
  {
    name: 'add',
    summary: 'Keep a rule: one sentence in quotes, or gene, sop or pref with --file.',
    args: ['<words...>'],
    options: [
      fromFile,
      ['--not-like <ids>', 'rules that look alike and are not meant'],
      dryRun,
      ['--user', 'to the memory of all your projects'],
    ],
    json: true,
    load: async () => (await import('../commands/rules/add.js')).add,
  },
  {
    name: 'list',
    summary: 'List the rules, one a line.',
    options: [['--status <status>', 'only active, provisional or deprecated ones'], ofUser],
    json: true,
    load: async () => (await import('../commands/rules/list.js')).list,
  },
  {
    name: 'show',
    summary: 'Show one rule whole.',
    args: ['<id>'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/rules/show.js')).show,
  },
  {
    name: 'edit',
    summary: 'Change a rule in your $EDITOR; its confidence stays.',
    args: ['<id>'],
    options: [ofUser],
    load: async () => (await import('../commands/rules/edit.js')).edit,
  },
  {
    name: 'revise',
    summary: 'Give a rule another wording; its confidence stays.',
    args: ['<id>'],
    options: [fromFile, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/revise.js')).revise,
  },
  {
    name: 'merge',
    summary: 'Merge a rule into another one, which survives.',
    args: ['<id>', '[into]'],
    options: [
      ['--into <id>', 'the rule that survives'],
      ['--file <path>', 'its new wording as JSON; - for standard input'],
      why,
      dryRun,
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/rules/merge.js')).merge,
  },
  {
    name: 'deprecate',
    summary: 'Retire a rule: hidden from the agent, still judged.',
    args: ['<id>'],
    options: [why, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/status-change.js')).deprecate,
  },
  {
    name: 'revive',
    summary: 'Use a retired rule again, at 0.50 if it had less.',
    args: ['<id>'],
    options: [why, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/status-change.js')).revive,
  },
  {
    name: 'pin',
    summary:
      'Put a rule of 0.50 or more into the block now; one from outside once it has worked here.',
    args: ['<id>'],
    options: [why, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/status-change.js')).pin,
  },
  {
    name: 'unpin',
    summary: 'Let a pinned rule earn its place again.',
    args: ['<id>'],
    options: [why, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/status-change.js')).unpin,
  },
  {
    name: 'why',
    summary: 'Show the events behind the confidence of a rule, with their quotes.',
    args: ['<id>'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/memory/why.js')).why,
  },
  {
    name: 'effect',
    summary: 'Count what came of the rules: failures that came back, hints, what ended well.',
    options: [['--since <date>', 'only what came after it: 2026-11-21, 7d, 36h'], ofUser],
    json: true,
    load: async () => (await import('../commands/memory/effect.js')).effect,
  },
  {
    name: 'undo',
    summary: 'Take an event back, wording included; without one, the last decision.',
    args: ['[event]'],
    options: [why, dryRun, ofUser],
    json: true,
    load: async () => (await import('../commands/rules/undo.js')).undo,
  },
  {
    name: 'review',
    summary: 'Decide what waits for you: proposals, other wordings, blocks edited by hand.',
    options: [['--list', 'only show what waits'], ofUser],
    json: true,
    load: async () => (await import('../commands/memory/review.js')).review,
  },
  {
    name: 'ask',
    summary: 'Print the questions about changes that wait, as the input of AskUserQuestion.',
    args: ['[ids...]'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/memory/ask.js')).ask,
  },
  {
    name: 'decide',
    summary: 'Carry out what you chose in the dialogs of this session.',
    args: ['[ids...]'],
    options: [ofUser, ['--again', 'test the answers of these sessions again', 'hidden']],
    json: true,
    load: async () => (await import('../commands/memory/decide.js')).decide,
  },
  {
    name: 'similar',
    summary: 'Show possible duplicates and contradictions; never merge them.',
    args: ['[id]'],
    options: [fromFile, ofUser],
    json: true,
    load: async () => (await import('../commands/memory/similar.js')).similar,
  },
  {
    name: 'export',
    summary: 'Write the proved rules, without anything personal, for a teammate.',
    args: ['[file]'],
    options: [
      ['--domain <domain>', 'only rules of this domain'],
      [
        '--min-confidence <number>',
        'of the active rules only those of at least this confidence (default: 0.70)',
      ],
      ['--with-evidence', 'quotes and lessons too, secrets masked'],
      ['--by <name>', 'who exports (default: the project)'],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/sharing/export.js')).exportMemory,
  },
  {
    name: 'promote',
    summary: 'Take a proved rule of this project into the memory of all your projects.',
    args: ['<id>'],
    json: true,
    load: async () => (await import('../commands/sharing/promote.js')).promote,
  },
  {
    name: 'sync',
    summary: 'Pull, merge, compile, commit and push a memory that git keeps, as git would.',
    options: [
      [
        '--user',
        'the memory of all your projects; once, to keep it in git: git init in its folder, git remote add origin URL',
      ],
      ['--message <subject>', 'the subject of its commits, where a hook asks for a form'],
    ],
    json: true,
    load: async () => (await import('../commands/sharing/sync.js')).sync,
  },
  {
    name: 'import',
    summary: "Take a teammate's export: what is clean comes in on trial, the rest waits for you.",
    args: ['[file]'],
    options: [
      ['--yes', 'import what is new and clean without asking; never what is held'],
      ['--review', 'then walk through what is held and proposed'],
      ['--merge <id>', "give the rule here the file's words"],
      ['--user', 'to the memory of all your projects'],
    ],
    json: true,
    load: async () => (await import('../commands/sharing/import.js')).importFile,
  },
  {
    name: 'purge',
    summary: 'Take a whole import back, merges included.',
    options: [
      ['--source <sha>', 'the first digits of the SHA-256 of the imported file (at least 8)'],
      ['--user', 'from the memory of all your projects'],
    ],
    json: true,
    load: async () => (await import('../commands/sharing/purge.js')).purge,
  },
  {
    name: 'demo',
    summary: 'Play the whole loop with an example, in a scratch folder.',
    options: [inLanguage, ['--keep', 'keep the scratch folder and say where it is']],
    load: async () => (await import('../commands/setup/demo.js')).demo,
  },
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
    load: async () => (await import('../commands/sessions/archive.js')).archive,
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
      ['--weak', 'with --json: list the nearest where nothing fits well'],
    ],
    json: true,
    load: async () => (await import('../commands/sessions/recall.js')).recall,
  },
  {
    name: 'scan',
    summary: 'Show what came back in past sessions: failures, refusals, instructions, habits.',
    options: [
      ['--project <dir>', 'the project to read (default: the one at the working directory)'],
      ['--all', 'every project'],
    ],
    json: true,
    load: async () => (await import('../commands/sessions/scan.js')).scan,
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
    load: async () => (await import('../commands/sessions/sessions.js')).sessions,
  },
  {
    name: 'digest',
    summary: 'Say what happened in a session, briefly: what the user said, failures, loops, calls.',
    args: ['<session>'],
    options: [
      ['--budget <tokens>', 'at most so many tokens (default: 4000)'],
      ['--after <line>', 'what came after this line (default: all; in a review what is new to it)'],
    ],
    json: true,
    load: async () => (await import('../commands/sessions/digest.js')).digest,
  },
  {
    name: 'quote',
    summary: 'Check that words were said or shown in a session, and by whom.',
    args: ['<session>', '[words]'],
    options: [['--text <words>', 'the words, exactly as they stood']],
    json: true,
    load: async () => (await import('../commands/sessions/quote.js')).quote,
  },
  {
    name: 'signals',
    summary: "Name what failed in a command's output, read from a file or standard input.",
    options: [['--file <file>', 'the output to read (default: standard input)']],
    json: true,
    load: async () => (await import('../commands/sessions/signals.js')).signals,
  },
  {
    name: 'hooks cost',
    summary: 'Measure every hook on this machine beside bare node.',
    options: [['--runs <number>', 'how many pairs (default: 11)']],
    json: true,
    load: async () => (await import('../commands/setup/hooks-cost.js')).hooksCost,
  },
  {
    name: 'hooks pause',
    summary: 'Silence the hooks in this session of the client, or in this project.',
    options: pausing,
    json: true,
    load: async () => (await import('../commands/setup/hooks-pause.js')).hooksPause,
  },
  {
    name: 'hooks resume',
    summary: 'Let the hooks be heard again.',
    options: pausing,
    json: true,
    load: async () => (await import('../commands/setup/hooks-pause.js')).hooksResume,
  },
  {
    name: 'guards',
    summary: 'List the guards, ours and those of Claude Code, or switch one on or off.',
    args: ['[on|off]', '[name]'],
    json: true,
    load: async () => (await import('../commands/setup/guards.js')).guards,
  },
  {
    name: 'guard',
    summary: 'Switch the guard of a rule on or off for you here, or show it.',
    args: ['<id>'],
    options: [
      ['--on', 'hold back what the rule names'],
      ['--off', 'no longer'],
      ['--show', 'what it holds back, and what passes it'],
      ['--export-permission', "the nearest permission rule of Claude Code's own"],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/rules/guard.js')).guard,
  },
  {
    name: 'work start',
    summary: 'While a plan has open boxes, a session goes on at its end.',
    args: ['<plan>'],
    options: [ofSession],
    json: true,
    load: async () => (await import('../commands/sessions/work.js')).workStart,
  },
  {
    name: 'work loop',
    summary: 'A session repeats a task until its answer holds a promise.',
    args: ['<task>'],
    options: [
      ['--promise <word>', 'the word that ends it, as <promise>WORD</promise>'],
      ['--max <number>', 'rounds at most (default: 10)'],
      ofSession,
    ],
    json: true,
    load: async () => (await import('../commands/sessions/work.js')).workLoop,
  },
  {
    name: 'work status',
    summary: 'Say what a session goes on with by itself.',
    options: [ofSession],
    json: true,
    load: async () => (await import('../commands/sessions/work.js')).workStatus,
  },
  {
    name: 'work stop',
    summary: 'End that.',
    options: [ofSession],
    json: true,
    load: async () => (await import('../commands/sessions/work.js')).workStop,
  },
  {
    name: 'uninstall',
    summary:
      'Take back what was written into this project and its clone; memories and the archive stay.',
    options: [
      ['--keep', 'caches and the state of hooks stay as well'],
      ['--purge', 'memories and the archive go too'],
    ],
    json: true,
    load: async () => (await import('../commands/setup/uninstall.js')).uninstall,
  },
  {
    name: 'doctor',
    summary: 'Say what is wrong with the installation and how to mend it.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/setup/doctor.js')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print what completes commands in your shell: bash, zsh or fish.',
    args: ['<shell>'],
    load: async () => (await import('../commands/setup/completion.js')).completion,
  },
  {
    name: 'protocol',
    summary: 'Print how an agent does a part of the retrospective; without a name, list the parts.',
    args: ['[name]'],
    load: async () => (await import('../commands/setup/protocol.js')).protocol,
  },
  {
    name: 'retro start',
    summary: 'Choose the sessions to review: most rejections and loops first, then the newest.',
    args: ['<mode>'],
    options: [
      ['--limit <number>', 'how many sessions (default: 10)'],
      ['--all', 'sessions of every project'],
      ['--abandon', 'give up the retrospective in work; its facets and verdicts stay'],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-start.js')).retroStart,
  },
  {
    name: 'retro status',
    summary: 'Say which step is open, what was recorded and the exact next command.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-status.js')).retroStatus,
  },
  {
    name: 'retro note',
    summary: 'Keep findings of the analysis for the report; every quote is checked.',
    options: [findings, ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-note.js')).retroNote,
  },
  {
    name: 'retro skip',
    summary: 'Leave a session out of the retrospective; the report says why.',
    args: ['<session>'],
    options: [['--reason <words>', 'why, for the report'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-skip.js')).retroSkip,
  },
  {
    name: 'retro abandon',
    summary: 'Give the retrospective in work up; its facets and verdicts stay.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-abandon.js')).retroAbandon,
  },
  {
    name: 'retro finish',
    summary: 'Compile, write the report from what was recorded, and end the retrospective.',
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/retro-finish.js')).retroFinish,
  },
  {
    name: 'report check',
    summary: 'Say where a report differs from what was recorded; exit 1 if it does.',
    args: ['<file>'],
    json: true,
    load: async () => (await import('../commands/retrospective/report-check.js')).reportCheck,
  },
  {
    name: 'facet add',
    summary: 'Keep what a session was and taught; every quote is checked.',
    args: ['<session>'],
    options: [['--file <path>', 'the facet as JSON; - for standard input'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/facet-add.js')).facetAdd,
  },
  {
    name: 'facet list',
    summary: 'Show the facets of the retrospective in work.',
    options: [['--all', 'every facet there is'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/facet-list.js')).facetList,
  },
  {
    name: 'verdict list',
    summary: 'Show the rules to judge in a session: where to look, and a form to fill in.',
    args: ['[session]'],
    options: [ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/verdict-list.js')).verdictList,
  },
  {
    name: 'verdict add',
    summary: 'Judge rules by what a session shows; every number is computed here.',
    options: [
      ['--file <path>', 'a verdict as JSON, or an array of them; - for standard input'],
      ofUser,
    ],
    json: true,
    load: async () => (await import('../commands/retrospective/verdict-add.js')).verdictAdd,
  },
  {
    name: 'candidate add',
    summary: 'Keep what the questioning made of a hard constraint.',
    options: [['--file <path>', 'the candidate as JSON; - for standard input'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/candidate-add.js')).candidateAdd,
  },
  {
    name: 'candidate list',
    summary: 'Show the candidates that wait for a decision.',
    options: [['--all', 'those that were decided, and what is no rule, too'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/candidate-list.js')).candidateList,
  },
  {
    name: 'candidate drop',
    summary: 'Decide against a candidate; the report keeps it with its reason.',
    args: ['<id>'],
    options: [['--reason <words>', 'why, for the report'], ofUser],
    json: true,
    load: async () => (await import('../commands/retrospective/candidate-drop.js')).candidateDrop,
  },
  {
    name: 'offer',
    summary: 'File what was said in a session as a rule to be kept (the Stop hook).',
    args: ['<session>'],
    hidden: true,
    load: async () => (await import('../commands/rules/offer.js')).offer,
  },
  {
    name: 'merge-file',
    summary: 'Merge one file for git (the merge driver).',
    args: ['<base>', '<ours>', '<theirs>', '<path>'],
    options: [['--past', 'of a common past: nothing is left to choose']],
    hidden: true,
    load: async () => (await import('../commands/sharing/merge-file.js')).mergeFile,
  },
];

/** Runs the command that the arguments name and leaves its exit code in the process. */
export function main(argv: readonly string[]): void {
  program(argv).then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    async (thrown: unknown) => {
      process.exitCode = 2;
      const error = (await import('../platform/fs.js')).asRefusal(thrown);
      if (!(error instanceof MadnessError)) {
        writeLine(standardError, String((error as Error).stack ?? error));
        return;
      }
      writeLine(standardError, `error: ${error.message}${error.hint ? `\n    ${error.hint}` : ''}`);
    },
  );
}

async function program(argv: readonly string[]): Promise<number | undefined> {
  const { Command: Root, CommanderError } = await import('commander');
  const asksForHelp = argv.some((word) => word === '--help' || word === '-h' || word === 'help');
  const examples = asksForHelp ? (await import('./help-examples.js')).examples : {};
  const inLanguage = asksForHelp ? await helpLanguage() : (english: string) => english;
  const root = new Root('madness')
    .description(
      inLanguage(
        'Turns what really happened in your Claude Code sessions into rules you can prove.',
      ),
    )
    .version(VERSION, '-V, --version', inLanguage('output the version number'))
    .option(memoryOption[0], inLanguage(memoryOption[1]))
    .helpOption('-h, --help', inLanguage('display help for command'))
    .helpCommand('help [command]', inLanguage('display help for command'))
    .configureHelp({ styleTitle: inLanguage })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => writeLine(standardOutput, text.trimEnd()),
      writeErr: (text) => writeLine(standardError, text.trimEnd()),
    })
    .showHelpAfterError('(madness --help lists the commands)');
  let exitCode: number | undefined;
  for (const entry of commands) {
    const command = describe(root, entry, examples[entry.name], inLanguage);
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

/** Adds a command to those that commander knows, below its group where it has one. */
function describe(
  root: Commander,
  entry: Entry,
  example: string | undefined,
  inLanguage: (english: string) => string,
): Commander {
  const [first = '', second] = entry.name.split(' ');
  const parent = second === undefined ? root : groupIn(root, first, inLanguage);
  const command = parent.command(second ?? first, { hidden: entry.hidden ?? false });
  command.description(inLanguage(entry.summary)).exitOverride();
  command.helpOption('-h, --help', inLanguage('display help for command'));
  command.showHelpAfterError(`(madness ${entry.name} --help says what it takes)`);
  if (example !== undefined) command.addHelpText('after', example);
  for (const argument of entry.args ?? []) command.argument(argument);
  for (const [flags, description, hidden] of [...(entry.options ?? []), memoryOption]) {
    const option = command.createOption(flags, inLanguage(description));
    command.addOption(hidden === undefined ? option : option.hideHelp());
  }
  if (entry.json) command.option('--json', inLanguage('print the result as JSON'));
  return command;
}

/** Help is in the language of the memory, else of the terminal. */
async function helpLanguage(): Promise<(english: string) => string> {
  const { helpIn } = await import('./help-language.js');
  return helpIn(contextOf({ args: [], options: {} }));
}

function groupIn(
  root: Commander,
  name: string,
  inLanguage: (english: string) => string,
): Commander {
  const group = root.commands.find((one) => one.name() === name);
  return (
    group ??
    root
      .command(name)
      .description(inLanguage(groupSummaries[name] ?? ''))
      .exitOverride()
  );
}

export const groupSummaries: Readonly<Record<string, string>> = {
  config: 'The settings of a memory, and yours for all projects.',
  retro: 'The books of a retrospective: what is open and what comes next.',
  hooks: 'What the plugin does while a session runs: its cost, and a pause.',
  report: 'Reports of retrospectives.',
  facet: 'What sessions were.',
  verdict: 'What sessions say about rules.',
  candidate: 'What the questioning made of hard constraints.',
};

function contextOf({ args, options }: Pick<Context, 'args' | 'options'>): Context {
  return {
    args,
    options,
    cwd: process.cwd(),
    env: process.env,
    ancestors,
    isDetached,
    commandNamed: async (name) => commands.find((one) => one.name === name)?.load(),
    commands: commands.flatMap(({ name, hidden, json, options = [] }) => {
      const long = options.flatMap(([flags]) => /--[\w-]+/.exec(flags) ?? []);
      return hidden ? [] : [{ name, flags: [...long, '--memory', ...(json ? ['--json'] : [])] }];
    }),
    terminal,
    now: () => new Date(),
    stdin: readStandardInput,
    print: (text) => writeLine(standardOutput, text),
    say: (text) => writeLine(standardError, text),
  };
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function terminal(): { input: NodeJS.ReadStream; output: NodeJS.WriteStream } | undefined {
  const { stdin: input, stdout: output } = process;
  return input.isTTY && output.isTTY ? { input, output } : undefined;
}
