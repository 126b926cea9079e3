import { existsSync } from 'node:fs';
import { refuseAgent } from '../application/approval/agent.js';
import { sessionFolders } from '../platform/folders.js';
import type { Sentence } from '../problem.js';
import { shellWord } from '../text.js';
import type { Command, Context } from './context.js';

/** The headings of `--help`, in their order; `agent` is what only a model uses. */
export type CommandGroup = 'rules' | 'sessions' | 'sharing' | 'setup' | 'agent';

/** All that there is to say of one command; its file exports it and `src/cli/command-list.ts` names the file. */
export interface CommandDefinition {
  /** The name, two words if several commands belong together, and the arguments as commander writes them. */
  readonly usage: string;
  readonly summary: Sentence;
  readonly group: CommandGroup;
  /** On the first page of `--help` a name stands alone; `first`: with its summary; `all`: not there. */
  readonly listed?: 'first' | 'all';
  /** What it does for an agent: at once, or after a question that a person answers. Without it an agent is refused. */
  readonly agent?: 'free' | 'asks';
  readonly options?: readonly CommandOption[];
  /** Printed after its help. */
  readonly examples?: string | Sentence;
  /** It reads past sessions: what an agent keeps in a database is copied first. */
  readonly readsSessions?: true;
  /** It takes no --json. */
  readonly plain?: true;
  readonly hidden?: true;
  readonly run: Command;
}

/** What `--help` says of a command; a file of summaries is generated, so that it loads no command. */
export type CommandSummary = Pick<CommandDefinition, 'group' | 'listed' | 'agent'> & Sentence;

/** The flags, where <value> takes one; what they do in English and Chinese; and whether an agent is refused them. */
export type CommandOption = readonly [
  flags: string,
  en: string,
  zh: string,
  kind?: 'hidden' | 'person',
];

export const ofUser: CommandOption = [
  '--user',
  'the memory of all your projects',
  '你所有项目共用的记忆库',
];
export const inLanguage: CommandOption = [
  '--language <language>',
  'en or zh (default: that of your terminal)',
  'en 或 zh（默认：终端的语言）',
];
export const fromFile: CommandOption = [
  '--file <path>',
  'the JSON of one asset; - for standard input',
  '一条规则的 JSON；- 表示标准输入',
];
export const forLog: CommandOption = ['--reason <words>', 'why, for the log', '原因，写入日志'];
export const dryRun: CommandOption = [
  '--dry-run',
  'show what would be done and write nothing',
  '只说明会做什么，不写入任何内容',
];
export const ofSession: CommandOption = [
  '--session <id>',
  'that session (default: the one it runs in)',
  '该会话（默认：当前会话）',
];
export const toUser: CommandOption = [
  '--user',
  'to the memory of all your projects',
  '写入所有项目共用的记忆库',
];
/** What one screen has no room for. */
export const everyRow: CommandOption = [
  '--all',
  'every row, also at a terminal',
  '列出所有行，在终端也是',
];
export const everyProject: CommandOption = ['--all', 'every project', '所有项目'];
export const since: CommandOption = [
  '--since <date>',
  'only what came after it: 2026-11-21, 7d, 36h',
  '只统计此后的内容：2026-11-21、7d、36h',
];
export function nameOf(usage: string): string {
  return usage.replace(/ [<[].*/, '');
}

export function argumentsOf(usage: string): readonly string[] {
  return usage.match(/<[^<>]+>|\[[^[\]]+\]/g) ?? [];
}

/** The command, which refuses an agent what its definition does not offer to one. */
export function guarded(definition: CommandDefinition): Command {
  const { agent, options = [], readsSessions, run } = definition;
  const ofPerson = options.filter(([, , , kind]) => kind === 'person');
  return async (context) => {
    const isGiven = ([flags]: CommandOption) => context.options[keyOf(flags)] !== undefined;
    if (agent === undefined || ofPerson.some(isGiven))
      refuseAgent(context, typedCall(context, definition));
    if (readsSessions) await copyDatabases(context);
    return run(context);
  };
}

async function copyDatabases({ env }: Context): Promise<void> {
  const folders = sessionFolders(env);
  if (existsSync(folders.opencode))
    await (await import('../observe/opencode.js')).updateCopies(folders);
}

/** `--min-confidence <number>` → `minConfidence`, as commander names it. */
function keyOf(flags: string): string {
  const [, name = ''] = /--([\w-]+)/.exec(flags) ?? [];
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The call as a person types it. */
function typedCall({ args, options }: Context, definition: CommandDefinition): string {
  const given = (definition.options ?? []).flatMap(([flags]) => {
    const [name = ''] = /--[\w-]+/.exec(flags) ?? [];
    const value = options[keyOf(flags)];
    if (value === undefined || value === false) return [];
    return value === true ? [name] : [name, shellWord(value)];
  });
  return ['madness', nameOf(definition.usage), ...args.map(shellWord), ...given].join(' ');
}
