import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny, projectFolder } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import type { AuditResult, AuditRow } from '../../application/watches/audit.js';
import { forgetReadings } from '../../application/watches/readings.js';
import { watchedRules } from '../../application/watches/watched-rules.js';
import { words } from '../../messages/sessions/audit.js';
import { projectRoot } from '../../observe/sessions.js';
import { ifPossible, type Language, MadnessError } from '../../problem.js';
import { type CommandDefinition, everyRow } from '../../terminal/command.js';
import { type Context, flag, type Result, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { screenSize } from '../../terminal/layout.js';
import { asTyped } from '../../terminal/next-command.js';
import { sinceOf } from '../../terminal/since.js';
import { shellWord } from '../../text.js';
import { readHanded, unreadText } from './audit-readings.js';
import { auditLines, countProject, receiptLines } from './audit-rows.js';

const examples = `
  madness audit
  madness audit --show ab3x
  madness audit --take ab3x
  madness audit AGENTS.md --since 30d
  madness audit --json > audit.json`;

export const auditCommand: CommandDefinition = {
  usage: 'audit [files...]',
  summary: {
    en: 'Count how often past sessions kept the lines of CLAUDE.md.',
    zh: '统计以往会话遵守 CLAUDE.md 里可由程序检查的条目的次数。',
  },
  group: 'rules',
  listed: 'first',
  readsSessions: true,
  agent: 'free',
  options: [
    [
      '--sessions <dirs...>',
      "count the transcripts below these folders as this project's",
      '把这些文件夹里的会话记录算作本项目的',
    ],
    [
      '--since <date>',
      'only sessions that began after it: 2026-11-21, 7d, 36h',
      '只统计此后开始的会话：2026-11-21、7d、36h',
    ],
    [
      '--take <row>',
      'move the line of that row into a memory, after showing what changes in its file',
      '先显示文件的改动，再把那一行移进记忆库',
      'person',
    ],
    ['--adopt <row>', 'as --take', '同 --take', 'hidden'],
    [
      '--show <row>',
      'each time that the line of that row was kept, stopped or broken, with its place in the session',
      '逐次列出那一行遵守、拦下、违反的情况，以及在会话里的位置',
    ],
    everyRow,
    [
      '--file <path>',
      'what was read in lines, as a JSON list of {line, watch}; - for standard input',
      '各行里读出的内容，JSON 列表 {line, watch}；- 表示标准输入',
    ],
    [
      '--forget',
      'drop what Claude read in lines of this project',
      '丢弃 Claude 在本项目各行里读出的内容',
      'person',
    ],
  ],
  examples: { en: `Examples:${examples}`, zh: `示例：${examples}` },
  run: (context) => audit(context),
};

async function audit(context: Context): Promise<number | Result> {
  const location = locationIfAny(context);
  const language = location === undefined ? languageOf(context) : languageIn(location);
  const say = words[language];
  const folder = projectFolder(context, undefined);
  const root = topOf(folder);
  for (const file of context.args)
    if (!existsSync(resolve(root, file)))
      throw new MadnessError(say.badFile(file), say.badFileHint);
  const where = { env: context.env, root, now: context.now(), files: context.args };
  if (flag(context, 'forget')) return { text: [say.forgot(forgetReadings(context.env, root))] };
  const handed = text(context, 'file') === undefined ? undefined : await readHanded(context, where);
  const named = context.options.sessions as unknown;
  const result = countProject(context, root, language, {
    files: context.args,
    sessions: (Array.isArray(named) ? named : named === undefined ? [] : [named]).map((one) =>
      resolve(context.cwd, String(one)),
    ),
    since: sinceOf(text(context, 'since'), context.now()),
    rules: location && ifPossible(() => rulesIn(context)),
  });
  const shown = text(context, 'show');
  if (shown !== undefined) return show(context, result, shown, language);
  const taken = text(context, 'take') ?? text(context, 'adopt');
  if (taken !== undefined) return take(context, result, taken, { root, language });
  const isAgents = agentOf(context) !== undefined;
  const next = (worst: AuditRow | undefined, isWhole: boolean) => {
    const step =
      worst !== undefined
        ? `${again(context)} --show ${worst.id}`
        : isWhole
          ? 'madness add "use pnpm, never npm"'
          : `${again(context)} --all`;
    return asTyped(context, step);
  };
  const { width, height } = screenSize(context);
  const size = { width, height: flag(context, 'all') ? Number.POSITIVE_INFINITY : height };
  const lines = [
    ...(handed === undefined ? [] : [say.read(handed.kept)]),
    ...auditLines(result, say, size, context.paint, next),
  ];
  const used = Buffer.byteLength(lines.join('\n'));
  const more = isAgents && handed === undefined ? unreadText(where, say, used) : [];
  return {
    problems: [...(handed?.problems ?? []), ...result.problems],
    json: result.audit,
    bare: true,
    text: [...lines, ...more],
  };
}

function rulesIn(context: Context) {
  const opened = open(context);
  const { told } = assetSetOf(opened);
  const rules = watchedRules(opened).filter(({ asset }) => told.has(asset.id));
  return rules.map(({ asset: { id }, watch }) => ({ id, watch }));
}

/** The command with what limits its sessions and files, so that it counts the same. */
function again({ args, options }: Context): string {
  const { since, sessions } = options as { since?: unknown; sessions?: unknown };
  const folders = [sessions ?? []].flat().map((one) => shellWord(String(one)));
  return [
    'madness audit',
    ...args.map(shellWord),
    ...(since === undefined ? [] : [`--since ${shellWord(String(since))}`]),
    ...(folders.length === 0 ? [] : [`--sessions ${folders.join(' ')}`]),
  ].join(' ');
}

/** Every occasion of one row, with its receipt. */
function show(
  context: Context,
  { audit: { rows }, receipts, problems }: AuditResult,
  named: string,
  language: Language,
): Result {
  const say = words[language];
  const row = rows.find(({ id }) => id === named);
  if (row === undefined) throw new MadnessError(say.noRow(named, rows.length), say.noRowHint);
  const found = receipts(row);
  const { width } = screenSize(context);
  return { problems, json: found, text: receiptLines(row, found, language, width, context.paint) };
}

async function take(
  context: Context,
  { audit: { rows } }: AuditResult,
  row: string,
  where: { readonly root: string; readonly language: Language },
): Promise<number | Result> {
  const { adoptLine } = await import('./adopt-line.js');
  return adoptLine(context, rows, row, where);
}

/** The work tree that a person stands in; its files are read, its project's sessions are counted. */
function topOf(folder: string): string {
  for (let at = resolve(folder); at !== resolve(at, '..'); at = resolve(at, '..'))
    if (existsSync(resolve(at, '.git'))) return at;
  return projectRoot(folder);
}
