import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny, projectFolder } from '../../application/memory/resolve-memory.js';
import type { AuditResult } from '../../application/watches/audit.js';
import { words } from '../../messages/sessions/audit.js';
import { projectRoot } from '../../observe/sessions.js';
import { type Language, MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, type Result, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { sinceOf } from '../../terminal/since.js';
import { auditLines, countProject } from './audit-rows.js';

const examples = `
  madness audit
  madness audit --adopt 2
  madness audit AGENTS.md --since 30d
  madness audit --json > audit.json`;

export const auditCommand: CommandDefinition = {
  usage: 'audit [files...]',
  summary: {
    en: 'Count how often past sessions followed the lines of CLAUDE.md.',
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
      '--adopt <row>',
      'move the line of that row into the memory, after showing what changes in its file',
      '先显示文件的改动，再把那一行移进记忆库',
      'person',
    ],
  ],
  examples: { en: `Examples:${examples}`, zh: `示例：${examples}` },
  run: (context) => audit(context),
};

function audit(context: Context): Result | Promise<number | Result> {
  const location = locationIfAny(context);
  const language = location === undefined ? languageOf(context) : languageIn(location);
  const say = words[language];
  const folder = projectFolder(context, undefined);
  const root = topOf(folder);
  for (const file of context.args)
    if (!existsSync(resolve(root, file)))
      throw new MadnessError(say.badFile(file), say.badFileHint);
  const named = context.options.sessions as unknown;
  const result = countProject(context, root, language, {
    files: context.args,
    sessions: (Array.isArray(named) ? named : named === undefined ? [] : [named]).map((one) =>
      resolve(context.cwd, String(one)),
    ),
    since: sinceOf(text(context, 'since'), context.now()),
  });
  const adopted = text(context, 'adopt');
  if (adopted !== undefined) return adopt(context, result, adopted, { root, language });
  const isAdoptable = context.terminal?.() !== undefined;
  const lines = auditLines(result, say, isAdoptable);
  return { problems: result.problems, json: result.audit, bare: true, text: lines };
}

async function adopt(
  context: Context,
  { audit: { rows } }: AuditResult,
  number: string,
  where: { readonly root: string; readonly language: Language },
): Promise<number | Result> {
  const { adoptLine } = await import('./adopt-line.js');
  return adoptLine(context, rows, number, where);
}

/** The work tree that a person stands in; its files are read, its project's sessions are counted. */
function topOf(folder: string): string {
  for (let at = resolve(folder); at !== resolve(at, '..'); at = resolve(at, '..'))
    if (existsSync(resolve(at, '.git'))) return at;
  return projectRoot(folder);
}
