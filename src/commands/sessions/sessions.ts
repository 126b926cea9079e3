import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny, projectFolder } from '../../application/memory/resolve-memory.js';
import { faults } from '../../messages/problems/sessions.js';
import { type Words, words } from '../../messages/sessions/sessions.js';
import { maskSecrets } from '../../observe/secrets/mask-secrets.js';
import { readName, type SessionName } from '../../observe/sessions/session-names.js';
import { type FoundSession, findSessions } from '../../observe/sessions/sessions.js';
import {
  type Coverage,
  readCoverage,
  readTranscript,
} from '../../observe/transcript/transcript.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { type Problem, problem } from '../../problem.js';
import { type Context, flag, printJson, report, text } from '../../terminal/context.js';
import { localMinute } from '../../terminal/local-time.js';
import { progress } from '../../terminal/progress.js';
import { sinceOf } from '../../terminal/since.js';
import { oneLine } from '../../text.js';

interface Row {
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
  /** Its name by its reader, else by the client; null without one. */
  name: string | null;
  tags: readonly string[];
  summary: string | null;
  /** The person's first prompt, which identifies the session for them; '' if they typed nothing. */
  prompt: string;
}

/** Reads every transcript of the project, or of all, and reports how much of each is readable. */
export function sessions(context: Context): number {
  const since = sinceOf(text(context, 'since'), context.now());
  const project = flag(context, 'all')
    ? undefined
    : projectFolder(context, text(context, 'project'));
  const claude = claudeFolder(context.env);
  const own = ownFolder(context.env);
  const found = findSessions(claude, project);
  const problems: Problem[] = [...found.problems];
  const rows: Row[] = [];
  const say = words[languageIn(locationIfAny(context))];
  const line = progress(say.reading, found.sessions.length);
  found.sessions.forEach((session, index) => {
    line.step(index);
    const coverage = readCoverage(session.file);
    if (since !== undefined && !isAfter(coverage, since)) return;
    const found = row(session, coverage, readName(own, session.session));
    if (!isAbout(found, context.args)) return;
    rows.push(found);
    problems.push(
      ...[coverage, ...session.agents.map(({ file }) => readCoverage(file))].flatMap(gap),
    );
  });
  line.end();
  rows.sort(newestFirst);
  if (flag(context, 'json')) printJson(context, rows);
  else show(context, rows, project, say);
  return report(context, problems);
}

/** True if its name, tags, summary or first prompt contain every word. */
function isAbout({ name, tags, summary, prompt }: Row, asked: readonly string[]): boolean {
  const about = [name, ...tags, summary, prompt].join('\n').toLowerCase();
  return asked.every((word) => about.includes(word.toLowerCase()));
}

function row(session: FoundSession, coverage: Coverage, about: SessionName): Row {
  return {
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
    name: about.name ?? (oneLine(maskSecrets(coverage.title ?? ''), maxPromptCharacters) || null),
    tags: about.tags ?? [],
    summary: about.summary ?? about.compacted ?? null,
    prompt: oneLine(maskSecrets(firstPrompt(session.file)), maxPromptCharacters),
  };
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

function show(
  context: Context,
  rows: readonly Row[],
  project: string | undefined,
  say: Words,
): void {
  if (rows.length === 0) context.say(say.none(project));
  for (const { session, project, lines, last, subagents, read, reason, ...about } of rows) {
    const when = last === null ? say.noTime : localMinute(Date.parse(last));
    const how = `${say.extent(lines, subagents)}${say.read(read, reason)}`;
    const what = about.name === null ? say.prompt(about.prompt) : say.name(about.name, about.tags);
    context.print(`${when}  ${shortId(session, rows)}  ${project}  ${what}  ${how}`);
  }
}

const maxPromptCharacters = 60;

function firstPrompt(file: string): string {
  for (const { kind, text } of readTranscript(file).turns)
    if (kind === 'prompt' || kind === 'queued') return text;
  return '';
}

/** The shortest unique prefix, at least eight characters. */
function shortId(session: string, rows: readonly Row[]): string {
  const isShared = (length: number) =>
    rows.some((one) => one.session !== session && one.session.startsWith(session.slice(0, length)));
  let length = 8;
  while (length < session.length && isShared(length)) length++;
  return session.slice(0, length);
}
