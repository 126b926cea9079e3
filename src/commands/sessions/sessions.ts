import { projectFolder } from '../../application/memory/resolve-memory.js';
import { nameFor } from '../../application/trust/name-for-agent.js';
import { faults } from '../../messages/problems/sessions.js';
import { type Words, words } from '../../messages/sessions/sessions.js';
import {
  type FoundSession,
  findSessions,
  readName,
  type SessionName,
} from '../../observe/sessions.js';
import { type SessionSummary, summaryOfSession } from '../../observe/summary.js';
import { type AgentName, agentNames, type Coverage } from '../../observe/transcript.js';
import { ownFolder, sessionFolders } from '../../platform/folders.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import { type CommandDefinition, everyProject } from '../../terminal/command.js';
import { type Context, flag, type Result, text } from '../../terminal/context.js';
import { progress } from '../../terminal/progress.js';
import { sinceOf } from '../../terminal/since.js';
import { localMinute, oneLine } from '../../text.js';

export const sessionsCommand: CommandDefinition = {
  usage: 'sessions [words...]',
  summary: {
    en: 'List the sessions of this project, those about the words where there are any, and how much of each could be read.',
    zh: '列出本项目的会话（有词时只列与之有关的），以及各读懂了多少。',
  },
  group: 'sessions',
  agent: 'free',
  readsSessions: true,
  options: [
    [
      '--project <dir>',
      'the project to list (default: the one at the working folder)',
      '列出哪个项目（默认：当前文件夹的项目）',
    ],
    everyProject,
    [
      '--since <date>',
      'only sessions that went on after it: 2026-11-21, 7d, 36h',
      '只列出此后仍有活动的会话：2026-11-21、7d、36h',
    ],
    [
      '--from <agent>',
      `only sessions of one agent: ${agentNames.join(', ')}`,
      `只列出一个智能体的会话：${agentNames.join('、')}`,
    ],
  ],
  run: (context) => sessions(context),
};

interface Row {
  agent: AgentName;
  session: string;
  project: string;
  file: string;
  lines: number;
  bytes: number;
  first: string | null;
  last: string | null;
  versions: readonly string[];
  subagents: number;
  read: Coverage['read'];
  reason: string;
  unknown: Readonly<Record<string, number>>;
  /** Its name by the person, else by its reader, else by the client; null without one. */
  name: string | null;
  tags: readonly string[];
  summary: string | null;
  /** The person's first prompt, which identifies the session for them; '' if they typed nothing. */
  prompt: string;
}

/** Reads every transcript of the project, or of all, and reports how much of each is readable. */
export function sessions(context: Context): Result {
  const since = sinceOf(text(context, 'since'), context.now());
  const project = flag(context, 'all')
    ? undefined
    : projectFolder(context, text(context, 'project'));
  const own = ownFolder(context.env);
  const from = agentNameOf(text(context, 'from'));
  const everyone = findSessions(sessionFolders(context.env), project);
  const found = {
    ...everyone,
    sessions: everyone.sessions.filter(({ agent }) => from === undefined || agent === from),
  };
  const problems: Problem[] = [...found.problems];
  const rows: Row[] = [];
  const say = words[context.language()];
  const line = progress(say.reading, found.sessions.length);
  found.sessions.forEach((session, index) => {
    line.step(index);
    const summary = summaryOfSession(session, own, []);
    if (since !== undefined && !isAfter(summary.coverage, since)) return;
    const found = row(session, summary, nameFor(context, readName(own, session.session)));
    if (!isAbout(found, context.args)) return;
    rows.push(found);
    problems.push(...[summary, ...summary.agents].flatMap(({ coverage }) => gap(coverage)));
  });
  line.end();
  rows.sort(newestFirst);
  const talk = rows.length === 0 ? [say.none(project)] : [];
  return { problems, json: rows, text: rows.map((one) => lineOf(one, rows, say)), talk };
}

function agentNameOf(name: string | undefined): AgentName | undefined {
  const found = agentNames.find((one) => one === name);
  if (found !== undefined || name === undefined) return found;
  throw new MadnessError(faults.noAgent(name, agentNames.join(', ')));
}

/** True if its name, tags, summary or first prompt contain every word. */
function isAbout({ name, tags, summary, prompt }: Row, asked: readonly string[]): boolean {
  const about = [name, ...tags, summary, prompt].join('\n').toLowerCase();
  return asked.every((word) => about.includes(word.toLowerCase()));
}

function row(session: FoundSession, { coverage, prompt }: SessionSummary, about: SessionName): Row {
  return {
    agent: session.agent,
    session: session.session,
    project: session.project,
    file: session.file,
    lines: coverage.lines,
    bytes: coverage.bytes,
    first: coverage.first ?? null,
    last: coverage.last ?? null,
    versions: coverage.versions,
    subagents: session.agents.length,
    read: coverage.read,
    reason: coverage.reason,
    unknown: coverage.unknown,
    name: titled(coverage.givenTitle) ?? about.name ?? titled(coverage.title),
    tags: about.tags ?? [],
    summary: about.summary ?? about.compacted ?? null,
    prompt: oneLine(prompt, maxPromptCharacters),
  };
}

function titled(title = ''): string | null {
  return oneLine(title, maxPromptCharacters) || null;
}

function gap({ file, read, reason }: Coverage): Problem[] {
  if (read === 'whole') return [];
  const skipped = read === 'skipped';
  return [
    problem(
      skipped ? 'sessions/skipped' : 'sessions/partly-read',
      { severity: 'warning', file },
      faults.coverage(skipped, reason),
    ),
  ];
}

/** A session without a time is shown, because leaving it out would hide it. */
function isAfter({ last }: Coverage, since: number): boolean {
  return last === undefined || Date.parse(last) >= since;
}

function newestFirst(left: Row, right: Row): number {
  const byTime = timeOf(right) - timeOf(left);
  return byTime || (left.session < right.session ? -1 : 1);
}

function timeOf({ last }: Row): number {
  return last === null ? 0 : Date.parse(last);
}

function lineOf(row: Row, rows: readonly Row[], say: Words): string {
  const { agent, session, project, last, name } = row;
  const when = last === null ? say.noTime : localMinute(Date.parse(last));
  const how = `${say.extent(row.lines, row.subagents)}${say.read(row.read, row.reason)}`;
  const what = name === null ? say.prompt(row.prompt) : say.name(name, row.tags);
  const where = agent === 'claude' ? project : `${project} (${agent})`;
  return `${when}  ${shortId(session, rows)}  ${where}  ${what}  ${how}`;
}

const maxPromptCharacters = 60;

/** The shortest unique prefix, at least eight characters. */
function shortId(session: string, rows: readonly Row[]): string {
  const isShared = (length: number) =>
    rows.some((one) => one.session !== session && one.session.startsWith(session.slice(0, length)));
  let length = 8;
  while (length < session.length && isShared(length)) length++;
  return session.slice(0, length);
}
