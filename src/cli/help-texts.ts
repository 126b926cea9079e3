import type { Command as Commander } from 'commander';
import { type Words, words } from '../messages/help.js';
import { chineseUsage } from '../messages/usage.js';
import type { Language, Sentence } from '../problem.js';
import type { CommandGroup } from '../terminal/command.js';
import { summaries } from '../terminal/command-summaries.gen.js';
import { type Context, isChineseTerminal } from '../terminal/context.js';
import { wrapped } from '../terminal/layout.js';
import { columns } from '../validation.js';

/** What `--help` says, in the language of the memory, or of the terminal if there is no memory. */
export interface HelpTexts {
  readonly memory: string;
  readonly json: string;
  readonly say: (sentence: Sentence) => string;
  readonly folded: (text: string) => string;
  readonly ofProgram: (root: Commander, isAll: boolean) => void;
  readonly ofGroup: (group: Commander, name: string) => void;
  readonly ofCommand: (command: Commander, name: string) => void;
}

/** Columns of a page of help. */
const width = () => Math.min(80, process.stdout.columns || 80);

export function helpTexts(context: Context): HelpTexts {
  const language = context.language();
  const { titles, groups, ...say } = words[language];
  const withHelp = (command: Commander) => command.helpOption('-h, --help', say.help);
  return {
    memory: say.memory,
    json: say.json,
    say: (sentence) => sentence[language],
    folded,
    ofProgram: (root, isAll) => {
      const page = context.door === 'agent' ? agentPage : isAll ? wholePage : firstPage;
      withHelp(root).configureHelp({
        styleTitle: (title) => titles[title as keyof Words['titles']] ?? title,
        subcommandTerm: (command) => command.name(),
        // A name of before still works, and has no sentence.
        visibleCommands: ({ commands }) => commands.filter((one) => one.description() !== ''),
        formatHelp: (command, help) =>
          folded(joined(Object.getPrototypeOf(help).formatHelp.call(help, command, help))),
        displayWidth: columns,
        minWidthToWrap: 16,
        boxWrap: (text, most) => wrapped(text, most).join('\n'),
      });
      root.helpInformation = () => page(language).join('\n');
    },
    ofGroup: (group, name) => withHelp(group).description(groups[name as keyof Words['groups']]),
    ofCommand: (command, name) => withHelp(command).description(summaries[name]?.[language] ?? ''),
  };
}

/** No space stands after the wide colon of the first title. */
const joined = (text: string): string => text.replace('： ', '：');

const groupNames = ['rules', 'sessions', 'sharing', 'setup'] as const;
const entries = Object.entries(summaries);

/** One screen for a person: what to begin with, and the names of the rest. */
function firstPage(language: Language): string[] {
  const { titles, program, headings, more } = words[language];
  const first = entries.filter(([, { listed }]) => listed === 'first');
  const names = groupNames.map((group): Row => [headings[group], namesOf(group, 'all').join(' ')]);
  return [
    joined(`${titles['Usage:']} madness COMMAND`),
    '',
    ...wrapped(program, width()),
    '',
    ...table(first.map(([name, { [language]: said }]) => [name, said])),
    '',
    ...table(names),
    '',
    ...more.flatMap((line) => wrapped(line, width())),
  ];
}

/** Every command of a person, with its sentence; those of one first word as one. */
function wholePage(language: Language): string[] {
  const { titles, headings, groups, ...say } = words[language];
  const said = (name: string) =>
    summaries[name]?.[language] ?? groups[name as keyof Words['groups']];
  return [
    joined(`${titles['Usage:']} madness COMMAND`),
    ...groupNames.flatMap((group) => [
      '',
      headings[group],
      ...table(namesOf(group).map((name) => [name, said(name)])),
    ]),
    '',
    titles['Options:'],
    ...table([
      ['-v, --version', say.version],
      ['--memory <dir>', say.memory],
      ['-h, --help', say.help],
    ]),
  ];
}

/** What a model may run, with one sentence each. */
function agentPage(language: Language): string[] {
  const { titles, headings, agent } = words[language];
  return [
    joined(`${titles['Usage:']} madness agent COMMAND`),
    '',
    ...wrapped(agent, width()),
    ...(['agent', ...groupNames] as const).flatMap((group) => [
      '',
      headings[group],
      ...table(
        entries
          .filter(([, one]) => one.group === group && one.agent !== undefined)
          .map(([name, { [language]: said }]) => [name, said]),
      ),
    ]),
  ];
}

/** The first words of a group's commands, but for those that are listed so. */
function namesOf(group: CommandGroup, except?: 'all'): string[] {
  const meant = entries.filter(
    ([, one]) => one.group === group && (except === undefined || one.listed !== except),
  );
  return [...new Set(meant.map(([name]) => name.split(' ')[0] as string))];
}

type Row = readonly [term: string, text: string];

/** Two columns; what is too long goes on below itself. */
function table(rows: readonly Row[]): string[] {
  const indent = Math.max(...rows.map(([term]) => columns(term))) + 4;
  return rows.flatMap(([term, text]) => {
    const [first = '', ...more] = wrapped(text, width() - indent);
    const head = `  ${term}`;
    return [
      `${head}${' '.repeat(indent - columns(head))}${first}`,
      ...more.map((line) => ' '.repeat(indent) + line),
    ];
  });
}

/** Folds what is too wide, and goes on below it; JSON stays as it can be copied. */
function folded(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    if (columns(line) <= width() || /^\s*[\]["{}]/.test(line)) return line;
    const [first = '', ...more] = wrapped(line, width() - 2);
    return [first, ...more.map((one) => `  ${one}`)];
  });
  return lines.join('\n');
}

/** What is wrong with a command line, in Chinese for a Chinese terminal, too. */
export function usageIn(context: Context, english: string): string {
  const isChinese = isChineseTerminal(context.env) || context.language() === 'zh';
  return isChinese ? chineseUsage(english) : english;
}
