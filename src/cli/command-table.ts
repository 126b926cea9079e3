import type { Command as Commander } from 'commander';
import { words } from '../messages/problem-line.js';
import { ancestors, isDetached } from '../platform/process-info.js';
import { MadnessError } from '../problem.js';
import type { Command, Context } from '../terminal/context.js';
import { standardError, standardOutput, writeLine } from '../terminal/write-line.js';

declare const VERSION: string;

interface Row {
  /** The name, two words if several commands belong together, and the arguments as commander writes them. */
  readonly usage: string;
  readonly summary: string;
  /** Flags and what each does; a flag with <value> takes one. */
  readonly options?: readonly (readonly [flags: string, description: string, hidden?: 'hidden'])[];
  /** It takes no --json. */
  readonly plain?: true;
  readonly hidden?: true;
  readonly load: () => Promise<Command>;
}

export interface CommandEntry extends Omit<Row, 'usage' | 'plain'> {
  readonly name: string;
  readonly args: readonly string[];
  readonly json: boolean;
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
const dryRun = ['--dry-run', 'show what would be done and write nothing'] as const;
const ofSession = ['--session <id>', 'that session (default: the one it runs in)'] as const;
const pausing = [
  ['--project', 'this project, also inside a session'],
  ['--session <id>', 'that session'],
] as const;

/** Every command there is; those that belong together share their first word. */
const rows: readonly Row[] = [
  {
    usage: 'init',
    summary: 'Make a memory in this project: where its rules are kept.',
    options: [
      ['--user', 'create the memory of all your projects'],
      inLanguage,
      ['--adopt <dir>', 'begin with the assets and the log of an older memory'],
      ['--share-reviews', 'commit facets and retrospectives instead of ignoring them'],
      ['--goal <goals>', 'what to measure against: "goal :: how it is seen ;; another goal"'],
      ['--interval <days>', 'days between two retrospectives (default: 14)'],
      ['--archive', 'keep copies of your sessions past the day Claude Code deletes them'],
      ['--allow', 'let Claude Code run madness here without asking, and nothing else'],
    ],
    load: async () => (await import('../commands/setup/init.js')).init,
  },
  {
    usage: 'trust',
    summary: 'Let Claude use the memory of this project on this machine.',
    options: [['--off', 'withdraw it']],
    load: async () => (await import('../commands/setup/trust.js')).trust,
  },
  {
    usage: 'config list',
    summary: 'Show every setting, its value and what it does.',
    options: [ofUser],
    load: async () => (await import('../commands/setup/config.js')).configList,
  },
  {
    usage: 'config get <key>',
    summary: 'Print one setting.',
    options: [ofUser],
    load: async () => (await import('../commands/setup/config.js')).configGet,
  },
  {
    usage: 'config set <key> <value...>',
    summary: 'Change one setting.',
    options: [ofUser],
    load: async () => (await import('../commands/setup/config.js')).configSet,
  },
  {
    usage: 'compile',
    summary: 'Write the rule block, the numbers, the index and the views anew.',
    options: [
      ['--check', 'write nothing; exit 1 if something would be written'],
      ['--export', 'write exports/portable.json as well'],
      ['--date <day>', 'the day of a new block, YYYY-MM-DD (default: today)'],
      ofUser,
    ],
    load: async () => (await import('../commands/memory/compile.js')).compile,
  },
  {
    usage: 'check',
    summary: 'Check a memory for errors and secrets; write nothing.',
    options: [
      ['--secrets', 'look for secrets in every file of the memory and in its git history'],
      ofUser,
    ],
    load: async () => (await import('../commands/memory/check.js')).check,
  },
  {
    usage: 'status',
    summary: 'Show which rules stand in the block, what waits and what comes next.',
    options: [ofUser],
    load: async () => (await import('../commands/memory/status.js')).status,
  },
  {
    usage: 'add [words...]',
    summary: 'Keep a rule: one sentence in quotes, or gene, sop or pref with --file.',
    options: [
      fromFile,
      ['--not-like <ids>', 'rules that look alike and are not meant'],
      dryRun,
      ['--user', 'to the memory of all your projects'],
    ],
    load: async () => (await import('../commands/rules/add.js')).add,
  },
  {
    usage: 'list',
    summary: 'List the rules, one per line.',
    options: [['--status <status>', 'only active, provisional or deprecated ones'], ofUser],
    load: async () => (await import('../commands/rules/list.js')).list,
  },
  {
    usage: 'show <id>',
    summary: 'Show one rule completely.',
    options: [ofUser],
    load: async () => (await import('../commands/rules/show.js')).show,
  },
  {
    usage: 'edit <id>',
    summary: 'Change a rule in your $EDITOR; its confidence stays.',
    options: [ofUser],
    plain: true,
    load: async () => (await import('../commands/rules/revise.js')).edit,
  },
  {
    usage: 'revise <id>',
    summary: 'Reword a rule; its confidence stays.',
    options: [fromFile, dryRun, ofUser],
    load: async () => (await import('../commands/rules/revise.js')).revise,
  },
  {
    usage: 'merge <id> [into]',
    summary: 'Merge a rule into another one, which survives.',
    options: [
      ['--into <id>', 'the rule that survives'],
      ['--file <path>', 'its new wording as JSON; - for standard input'],
      why,
      dryRun,
      ofUser,
    ],
    load: async () => (await import('../commands/rules/merge.js')).merge,
  },
  {
    usage: 'deprecate <id>',
    summary: 'Retire a rule: hidden from the agent, still judged.',
    options: [why, dryRun, ofUser],
    load: async () => (await import('../commands/rules/status-change.js')).deprecate,
  },
  {
    usage: 'revive <id>',
    summary: 'Use a retired rule again, with at least 0.50.',
    options: [why, dryRun, ofUser],
    load: async () => (await import('../commands/rules/status-change.js')).revive,
  },
  {
    usage: 'pin <id>',
    summary: 'Put a rule into the block now; an imported one once it has worked here.',
    options: [why, dryRun, ofUser],
    load: async () => (await import('../commands/rules/status-change.js')).pin,
  },
  {
    usage: 'unpin <id>',
    summary: 'Let a pinned rule earn its place again.',
    options: [why, dryRun, ofUser],
    load: async () => (await import('../commands/rules/status-change.js')).unpin,
  },
  {
    usage: 'why <id>',
    summary: 'Show the events behind the confidence of a rule, with their quotes.',
    options: [ofUser],
    load: async () => (await import('../commands/memory/why.js')).why,
  },
  {
    usage: 'effect',
    summary: 'Count what came of the rules: failures that came back, hints, what ended well.',
    options: [
      ['--since <date>', 'only what came after it: 2026-11-21, 7d, 36h'],
      ['--rebuild', 'count sessions that the hooks missed, from transcripts and the archive'],
      ofUser,
    ],
    load: async () => (await import('../commands/memory/effect.js')).effect,
  },
  {
    usage: 'page',
    summary: 'Write one HTML page: rules over time, what came back, hints, what waits.',
    options: [
      ['--open', 'open it in a browser'],
      ['--since <date>', 'only what came after it: 2026-11-21, 7d, 36h'],
      ofUser,
    ],
    load: async () => (await import('../commands/memory/page.js')).page,
  },
  {
    usage: 'undo [event]',
    summary: 'Revert an event and its wording; by default the last decision.',
    options: [why, dryRun, ofUser],
    load: async () => (await import('../commands/rules/undo.js')).undo,
  },
  {
    usage: 'review',
    summary: 'Decide what waits for you: proposals, rewordings, blocks edited by hand.',
    options: [['--list', 'only show what waits'], ofUser],
    load: async () => (await import('../commands/memory/review.js')).review,
  },
  {
    usage: 'ask [ids...]',
    summary: 'Print the questions about waiting changes, as input for AskUserQuestion.',
    options: [ofUser],
    load: async () => (await import('../commands/memory/ask.js')).ask,
  },
  {
    usage: 'decide [ids...]',
    summary: 'Carry out what you chose in the dialogs of this session.',
    options: [ofUser, ['--again', 'test the answers of these sessions again', 'hidden']],
    load: async () => (await import('../commands/memory/decide.js')).decide,
  },
  {
    usage: 'similar [id]',
    summary: 'Show possible duplicates and contradictions; never merge them.',
    options: [fromFile, ofUser],
    load: async () => (await import('../commands/memory/similar.js')).similar,
  },
  {
    usage: 'export [file]',
    summary: 'Write the proved rules, without anything personal, for a teammate.',
    options: [
      ['--domain <domain>', 'only rules of this domain'],
      [
        '--min-confidence <number>',
        'only active rules of at least this confidence (default: 0.70)',
      ],
      ['--with-evidence', 'include quotes and lessons, with secrets masked'],
      ['--by <name>', 'the exporter (default: the project)'],
      ofUser,
    ],
    load: async () => (await import('../commands/sharing/export.js')).exportMemory,
  },
  {
    usage: 'promote <id>',
    summary: 'Copy a proved rule of this project into the memory of all your projects.',
    load: async () => (await import('../commands/sharing/promote.js')).promote,
  },
  {
    usage: 'sync',
    summary: 'Pull, merge, compile, commit and push a memory in git.',
    options: [
      [
        '--user',
        'the memory of all your projects; once, to keep it in git: git init in its folder, git remote add origin URL',
      ],
      ['--message <subject>', 'the subject of its commits, where a hook asks for a form'],
    ],
    load: async () => (await import('../commands/sharing/sync.js')).sync,
  },
  {
    usage: 'import [file]',
    summary: "Import a teammate's export: clean rules go on trial, the rest waits for you.",
    options: [
      ['--yes', 'import new clean rules without asking; never held ones'],
      ['--review', 'then review what is held and proposed'],
      ['--merge <id>', "replace the rule's wording by the file's"],
      ['--user', 'to the memory of all your projects'],
    ],
    load: async () => (await import('../commands/sharing/import.js')).importFile,
  },
  {
    usage: 'purge',
    summary: 'Revert a whole import, merges included.',
    options: [
      ['--source <sha>', 'the first digits of the SHA-256 of the imported file (at least 8)'],
      ['--user', 'from the memory of all your projects'],
    ],
    load: async () => (await import('../commands/sharing/purge.js')).purge,
  },
  {
    usage: 'demo',
    summary: 'Play the whole loop with an example, in a scratch folder.',
    options: [inLanguage, ['--keep', 'keep the scratch folder and say where it is']],
    plain: true,
    load: async () => (await import('../commands/setup/demo.js')).demo,
  },
  {
    usage: 'archive',
    summary: 'Keep transcripts after the client deletes them (off by default).',
    options: [
      ['--on', 'switch the archive on, and copy what is there'],
      ['--off', 'switch it off; existing copies stay'],
      ['--list', 'list the copies'],
      ['--restore <session>', 'write a transcript back to where the client looks for it'],
      ['--to <path>', 'with --restore: write it there instead'],
      ['--forget <session>', 'remove the copies, and make no new ones'],
    ],
    load: async () => (await import('../commands/sessions/archive.js')).archive,
  },
  {
    usage: 'recall [words...]',
    summary: 'Find past sessions about these words, or from a time: "last week", 昨天.',
    options: [
      ['--limit <number>', 'how many results (default: 10)'],
      ['--granularity <unit>', 'session or turn (default: session)'],
      ['--project <dir>', 'the project to look in (default: the one at the working directory)'],
      ['--all', 'every project'],
      ['--weak', 'with --json: list the nearest results if none fits well'],
      [
        '--asked',
        'the words are on standard input, the index is asked as it lies (hooks)',
        'hidden',
      ],
    ],
    load: async () => (await import('../commands/sessions/recall.js')).recall,
  },
  {
    usage: 'scan',
    summary: 'Show what recurs in past sessions: failures, refusals, instructions, habits.',
    options: [
      ['--project <dir>', 'the project to read (default: the one at the working directory)'],
      ['--all', 'every project'],
    ],
    load: async () => (await import('../commands/sessions/scan.js')).scan,
  },
  {
    usage: 'sessions [words...]',
    summary:
      'List the sessions of this project, those about the words where there are any, and how much of each could be read.',
    options: [
      ['--project <dir>', 'the project to list (default: the one at the working directory)'],
      ['--all', 'every project'],
      ['--since <date>', 'only sessions that went on after it: 2026-11-21, 7d, 36h'],
    ],
    load: async () => (await import('../commands/sessions/sessions.js')).sessions,
  },
  {
    usage: 'digest <session>',
    summary: 'Summarise a session: what the user said, failures, loops, calls.',
    options: [
      ['--budget <tokens>', 'at most so many tokens (default: 4000)'],
      ['--after <line>', 'what came after this line (default: all; in a review what is new to it)'],
    ],
    load: async () => (await import('../commands/sessions/digest.js')).digest,
  },
  {
    usage: 'quote <session> [words]',
    summary: 'Check that words were said or shown in a session, and by whom.',
    options: [['--text <words>', 'the words, exactly as they stood']],
    load: async () => (await import('../commands/sessions/quote.js')).quote,
  },
  {
    usage: 'signals',
    summary: "Name what failed in a command's output, read from a file or standard input.",
    options: [['--file <file>', 'the output to read (default: standard input)']],
    load: async () => (await import('../commands/sessions/signals.js')).signals,
  },
  {
    usage: 'hooks cost',
    summary: 'Measure every hook on this machine beside bare node.',
    options: [['--runs <number>', 'how many pairs (default: 11)']],
    load: async () => (await import('../commands/setup/hooks-cost.js')).hooksCost,
  },
  {
    usage: 'hooks pause',
    summary: 'Pause the hooks in this session of the client, or in this project.',
    options: pausing,
    load: async () => (await import('../commands/setup/hooks-pause.js')).hooksPause,
  },
  {
    usage: 'hooks resume',
    summary: 'Resume the hooks.',
    options: pausing,
    load: async () => (await import('../commands/setup/hooks-pause.js')).hooksResume,
  },
  {
    usage: 'guards [on|off] [name]',
    summary: 'List the guards, ours and those of Claude Code, or switch one on or off.',
    load: async () => (await import('../commands/setup/guards.js')).guards,
  },
  {
    usage: 'guard <id>',
    summary: 'Switch the guard of a rule on or off for you here, or show it.',
    options: [
      ['--on', 'hold back what the rule names'],
      ['--off', 'no longer'],
      ['--show', 'what it holds back, and what passes it'],
      ['--export-permission', "the nearest permission rule of Claude Code's own"],
      ofUser,
    ],
    load: async () => (await import('../commands/rules/guard.js')).guard,
  },
  {
    usage: 'work start <plan>',
    summary: 'Continue a session at its end while a plan has open boxes.',
    options: [ofSession],
    load: async () => (await import('../commands/sessions/work.js')).workStart,
  },
  {
    usage: 'work loop <task>',
    summary: 'Repeat a task in a session until its answer contains a promise.',
    options: [
      ['--promise <word>', 'the word that ends it, as <promise>WORD</promise>'],
      ['--max <number>', 'rounds at most (default: 10)'],
      ofSession,
    ],
    load: async () => (await import('../commands/sessions/work.js')).workLoop,
  },
  {
    usage: 'work status',
    summary: 'Show the work that a session continues automatically.',
    options: [ofSession],
    load: async () => (await import('../commands/sessions/work.js')).workStatus,
  },
  {
    usage: 'work stop',
    summary: 'Stop it.',
    options: [ofSession],
    load: async () => (await import('../commands/sessions/work.js')).workStop,
  },
  {
    usage: 'reflect',
    summary: 'Read sessions in the background before a retrospective: switch it, see what it did.',
    options: [
      ['--on', 'from now on; some 10,000 tokens a reading, at most six in 24 hours'],
      ['--off', 'no longer, and end what runs'],
      ['--status', 'the last jobs'],
      ['--now <session>', 'read that session now'],
      ['--cost', 'what the readings of 30 days cost'],
      ['--job <id>', 'work on what waits (hooks)', 'hidden'],
    ],
    load: async () => (await import('../commands/sessions/reflect.js')).reflect,
  },
  {
    usage: 'consolidate',
    summary: 'Bring up to date what past sessions are searched by; hooks do it while nobody works.',
    load: async () => (await import('../commands/sessions/consolidate.js')).consolidate,
  },
  {
    usage: 'tell <project> <text...>',
    summary: 'Leave a message for the sessions of another project, which is marked as such.',
    load: async () => (await import('../commands/sessions/tell.js')).tell,
  },
  {
    usage: 'keep <kind> <name> <text> [description]',
    summary: 'Keep a note about this project, or a skill that reflection found.',
    load: async () => (await import('../commands/rules/keep.js')).keep,
  },
  {
    usage: 'uninstall',
    summary:
      'Remove what madness wrote into this project and its clone; memories and the archive stay.',
    options: [
      ['--keep', 'caches and the state of hooks stay as well'],
      ['--purge', 'memories and the archive go too'],
    ],
    load: async () => (await import('../commands/setup/uninstall.js')).uninstall,
  },
  {
    usage: 'doctor',
    summary: 'Report problems of the installation and their remedies.',
    options: [ofUser],
    load: async () => (await import('../commands/setup/doctor.js')).doctor,
  },
  {
    usage: 'completion <shell>',
    summary: 'Print the completion script for your shell: bash, zsh or fish.',
    plain: true,
    load: async () => (await import('../commands/setup/completion.js')).completion,
  },
  {
    usage: 'protocol [name]',
    summary: 'Print how an agent does a part of the retrospective; without a name, list the parts.',
    plain: true,
    load: async () => (await import('../commands/setup/protocol.js')).protocol,
  },
  {
    usage: 'retro start <mode>',
    summary: 'Choose the sessions to review: most rejections and loops first, then the newest.',
    options: [
      ['--limit <number>', 'how many sessions (default: 10)'],
      ['--all', 'sessions of every project'],
      ['--abandon', 'abandon the running retrospective; its facets and verdicts stay'],
      ['--reread <session>', 'read it anew, whatever the background made of it'],
      ofUser,
    ],
    load: async () => (await import('../commands/retrospective/retro-start.js')).retroStart,
  },
  {
    usage: 'retro status',
    summary: 'Show the open step, what was recorded and the exact next command.',
    options: [ofUser],
    load: async () => (await import('../commands/retrospective/retro-status.js')).retroStatus,
  },
  {
    usage: 'retro note',
    summary: 'Keep findings of the analysis for the report; every quote is checked.',
    options: [findings, ofUser],
    load: async () => (await import('../commands/retrospective/retro-note.js')).retroNote,
  },
  {
    usage: 'retro skip <session>',
    summary: 'Leave a session out of the retrospective; the report gives the reason.',
    options: [['--reason <words>', 'why, for the report'], ofUser],
    load: async () => (await import('../commands/retrospective/retro-skip.js')).retroSkip,
  },
  {
    usage: 'retro abandon',
    summary: 'Abandon the running retrospective; its facets and verdicts stay.',
    options: [ofUser],
    load: async () => (await import('../commands/retrospective/retro-abandon.js')).retroAbandon,
  },
  {
    usage: 'retro finish',
    summary: 'Compile, write the report from the records, and end the retrospective.',
    options: [ofUser],
    load: async () => (await import('../commands/retrospective/retro-finish.js')).retroFinish,
  },
  {
    usage: 'report check <file>',
    summary: 'Show where a report differs from the records; exit 1 if it does.',
    load: async () => (await import('../commands/retrospective/report-check.js')).reportCheck,
  },
  {
    usage: 'facet add <session>',
    summary: 'Keep the facet of a session; every quote is checked.',
    options: [['--file <path>', 'the facet as JSON; - for standard input'], ofUser],
    load: async () => (await import('../commands/retrospective/facet-add.js')).facetAdd,
  },
  {
    usage: 'facet list',
    summary: 'Show the facets of the running retrospective.',
    options: [['--all', 'every facet there is'], ofUser],
    load: async () => (await import('../commands/retrospective/facet-list.js')).facetList,
  },
  {
    usage: 'verdict list [session]',
    summary: 'Show the rules to judge in a session: where to look, and a form to fill in.',
    options: [ofUser],
    load: async () => (await import('../commands/retrospective/verdict-list.js')).verdictList,
  },
  {
    usage: 'verdict add',
    summary: 'Judge rules by what a session shows; every number is computed here.',
    options: [
      ['--file <path>', 'a verdict as JSON, or an array of them; - for standard input'],
      ofUser,
    ],
    load: async () => (await import('../commands/retrospective/verdict-add.js')).verdictAdd,
  },
  {
    usage: 'candidate add',
    summary: 'Keep the candidate that questioning made of a hard constraint.',
    options: [['--file <path>', 'the candidate as JSON; - for standard input'], ofUser],
    load: async () => (await import('../commands/retrospective/candidate-add.js')).candidateAdd,
  },
  {
    usage: 'candidate list',
    summary: 'Show the candidates that wait for a decision.',
    options: [['--all', 'those that were decided, and what is no rule, too'], ofUser],
    load: async () => (await import('../commands/retrospective/candidate-list.js')).candidateList,
  },
  {
    usage: 'candidate drop <id>',
    summary: 'Decide against a candidate; the report keeps it with its reason.',
    options: [['--reason <words>', 'why, for the report'], ofUser],
    load: async () => (await import('../commands/retrospective/candidate-drop.js')).candidateDrop,
  },
  {
    usage: 'offer <session>',
    summary: 'File an instruction from a session as a proposed rule (the Stop hook).',
    hidden: true,
    plain: true,
    load: async () => (await import('../commands/rules/offer.js')).offer,
  },
  {
    usage: 'merge-file <base> <ours> <theirs> <path>',
    summary: 'Merge one file for git (the merge driver).',
    options: [['--past', 'of a common past: nothing is left to choose']],
    hidden: true,
    plain: true,
    load: async () => (await import('../commands/sharing/merge-file.js')).mergeFile,
  },
];

/** The headings of `--help`, in their order, with the first words of the commands below each. */
export const helpGroups: readonly (readonly [heading: string, words: string])[] = [
  ['To begin:', 'init add scan list show status review undo doctor demo uninstall'],
  ['Rules:', 'why pin unpin edit revise merge similar deprecate revive promote'],
  [
    'Past sessions:',
    'effect page recall sessions digest quote signals archive reflect consolidate',
  ],
  ['While Claude works:', 'guards guard hooks work tell'],
  ['Sharing:', 'trust sync export import purge'],
  ['Setup:', 'config compile check completion help'],
  ['For the agent:', 'protocol ask decide retro report facet verdict candidate keep'],
];

function helpGroupOf(name: string): string {
  return helpGroups.find(([, words]) => words.split(' ').includes(name))?.[0] ?? '';
}

/** Commander prints groups and commands in the order in which it hears of them. */
function inHelpOrder(entries: readonly CommandEntry[]): readonly CommandEntry[] {
  const order = helpGroups.flatMap(([, words]) => words.split(' '));
  const place = ({ name }: CommandEntry) => order.indexOf(name.split(' ')[0] ?? '');
  return entries.toSorted((a, b) => place(a) - place(b));
}

export const commands: readonly CommandEntry[] = rows.map(({ usage, plain, ...row }) => ({
  ...row,
  name: usage.replace(/ [<[].*/, ''),
  args: usage.match(/<[^<>]+>|\[[^[\]]+\]/g) ?? [],
  json: plain !== true,
}));

/** Runs the command that the arguments name and leaves its exit code in the process. */
export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(argv, thisProcess());
}

/** The part of a command's context that the process provides. */
export type World = Omit<Context, 'args' | 'options' | 'commandNamed' | 'commands' | 'language'>;

/** Runs the command that the arguments name; returns its exit code, 2 for what it refuses or throws. */
export async function runProgram(argv: readonly string[], world: World): Promise<number> {
  let context: Context = { ...world, args: [], options: {} };
  try {
    return (await program(argv, world, (found) => (context = found))) ?? 0;
  } catch (thrown) {
    const error = (await import('../platform/fs.js')).asRefusal(thrown);
    if (error instanceof MadnessError) {
      const language = context.language?.() ?? 'en';
      const [message, hint] = error.wording[language];
      world.say(words[language].error(message, hint));
    } else world.say(String((error as Error).stack ?? error));
    return 2;
  }
}

async function program(
  argv: readonly string[],
  world: World,
  began: (context: Context) => void,
): Promise<number | undefined> {
  const { Command: Root, CommanderError } = await import('commander');
  const isGroup = argv.length === 1 && (argv[0] ?? '') in groupSummaries;
  const asksForHelp =
    argv.length === 0 ||
    isGroup ||
    argv.some((word) => word === '--help' || word === '-h' || word === 'help');
  const examples = asksForHelp ? (await import('./help-examples.js')).examples : {};
  const inLanguage = asksForHelp ? await helpLanguage(world) : (english: string) => english;
  const refusals: string[] = [];
  const root = new Root('madness')
    .description(
      inLanguage(
        'Turns what really happened in your Claude Code sessions into rules you can prove.',
      ),
    )
    .version(VERSION, '-V, --version', inLanguage('output the version number'))
    .option(memoryOption[0], inLanguage(memoryOption[1]))
    .helpOption('-h, --help', inLanguage('display help for command'))
    .commandsGroup('Setup:')
    .helpCommand('help [command]', inLanguage('display help for command'))
    .configureHelp({ styleTitle: inLanguage, subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.print(text.trimEnd()),
      writeErr: (text) => void refusals.push(text.trimEnd()),
    })
    .showHelpAfterError('(madness --help lists the commands)');
  let exitCode: number | undefined;
  for (const entry of asksForHelp ? inHelpOrder(commands) : commands) {
    const command = describe(root, entry, examples[entry.name], inLanguage);
    command.action(async () => {
      const [run, { languageHere }] = await Promise.all([
        entry.load(),
        import('../terminal/language.js'),
      ]);
      const context = contextOf(world, command.args, command.optsWithGlobals());
      const inLanguage = { ...context, language: () => languageHere(context) };
      began(inLanguage);
      exitCode = await run(inLanguage);
    });
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (refusals.length > 0) {
      const { usageIn } = await import('./help-language.js');
      const here = contextOf(world, [], {});
      for (const text of refusals) world.say(usageIn(here, text));
    }
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** Adds a command to those that commander knows, below its group where it has one. */
function describe(
  root: Commander,
  entry: CommandEntry,
  example: string | undefined,
  inLanguage: (english: string) => string,
): Commander {
  const [first = '', second] = entry.name.split(' ');
  const parent = second === undefined ? root : groupIn(root, first, inLanguage);
  const command = parent.command(second ?? first, { hidden: entry.hidden ?? false });
  if (parent === root) command.helpGroup(helpGroupOf(first));
  command.description(inLanguage(entry.summary)).exitOverride();
  command.helpOption('-h, --help', inLanguage('display help for command'));
  command.showHelpAfterError(`(madness ${entry.name} --help says what it takes)`);
  if (example !== undefined) command.addHelpText('after', example);
  for (const argument of entry.args) command.argument(argument);
  for (const [flags, description, hidden] of [...(entry.options ?? []), memoryOption]) {
    const option = command.createOption(flags, inLanguage(description));
    command.addOption(hidden === undefined ? option : option.hideHelp());
  }
  if (entry.json) command.option('--json', inLanguage('print the result as JSON'));
  return command;
}

/** Help is in the language of the memory, else of the terminal. */
async function helpLanguage(world: World): Promise<(english: string) => string> {
  const { helpIn } = await import('./help-language.js');
  return helpIn(contextOf(world, [], {}));
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
      .helpGroup(helpGroupOf(name))
      .helpCommand(false)
      .exitOverride()
  );
}

export const groupSummaries: Readonly<Record<string, string>> = {
  config: 'The settings of a memory, and yours for all projects.',
  retro: 'A retrospective: begin it, see what comes next, finish it.',
  work: 'A plan that a session goes on with, or a task that it repeats.',
  hooks: 'What the plugin does while a session runs: its cost, and a pause.',
  report: 'Reports of retrospectives.',
  facet: 'Session summaries.',
  verdict: 'Judgements of rules, session by session.',
  candidate: 'Rules that a retrospective proposes.',
};

function contextOf(world: World, args: Context['args'], options: Context['options']): Context {
  return {
    ...world,
    args,
    options,
    commandNamed: async (name) => commands.find((one) => one.name === name)?.load(),
    commands: commands.flatMap(({ name, hidden, json, options = [] }) => {
      const long = options.flatMap(([flags]) => /--[\w-]+/.exec(flags) ?? []);
      return hidden ? [] : [{ name, flags: [...long, '--memory', ...(json ? ['--json'] : [])] }];
    }),
  };
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
