import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { type Words, words } from '../../messages/hooks-pause.js';
import { faults } from '../../messages/problems/setup.js';
import { pausedName } from '../../observe/journal/journal.js';
import { projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { byQuestion } from '../../terminal/by-question.js';
import { type Command, type Context, flag, problemsOnly, text } from '../../terminal/context.js';
import { shellWord } from '../../text.js';

/** `state/paused.json`: where the hooks are silent. */
interface Paused {
  readonly sessions: readonly string[];
  /** Main worktrees. */
  readonly projects: readonly string[];
}

/** In a session of the client, that session; else, or with --project, the project. */
export const hooksPause: Command = async (context) => {
  const { kind, name } = subject(context);
  if (kind === 'projects') {
    const asked = await byQuestion(context, locationIfAny(context), 'hooks pause', {
      project: name,
    });
    if (asked !== undefined) return asked;
  }
  return pause(context);
};

const pause = problemsOnly((context) => {
  const { kind, name } = subject(context);
  const paused = readPaused(context);
  const names = [...paused[kind].filter((one) => one !== name), name];
  writePaused(context, { ...paused, [kind]: names });
  context.print(wordsFor(context).paused(name, resumeOf(kind, name)));
  return 0;
});

export const hooksResume = problemsOnly((context) => {
  const { kind, name } = subject(context);
  const paused = readPaused(context);
  const was = paused[kind].includes(name);
  writePaused(context, { ...paused, [kind]: paused[kind].filter((one) => one !== name) });
  const say = wordsFor(context);
  context.print(was ? say.resumed(name) : say.neverPaused(name));
  for (const line of stillSilent(context, paused, name, say)) context.print(line);
  return 0;
});

function wordsFor(context: Context): Words {
  return words[languageIn(locationIfAny(context))];
}

/** What works in a session of the client and in any other terminal. */
function resumeOf(kind: keyof Paused, name: string): string {
  return `madness hooks resume ${kind === 'projects' ? '--project' : `--session ${shellWord(name)}`}`;
}

/** A paused project silences its sessions; at a terminal nobody can tell which sessions those are. */
function stillSilent(context: Context, paused: Paused, name: string, { stillIn }: Words): string[] {
  const project = projectRoot(context.cwd);
  const here = paused.projects.filter((one) => one === project && one !== name);
  const sessions = name === project ? paused.sessions.slice(-3) : [];
  return [
    ...here.map((one) => stillIn.projects(one, resumeOf('projects', one))),
    ...sessions.map((one) => stillIn.sessions(one, resumeOf('sessions', one))),
  ];
}

function subject(context: Context): { kind: keyof Paused; name: string } {
  if (flag(context, 'project') && text(context, 'session') !== undefined)
    throw new MadnessError(faults.projectOrSession);
  const session = text(context, 'session') ?? context.env.CLAUDE_CODE_SESSION_ID;
  return session && !flag(context, 'project')
    ? { kind: 'sessions', name: session }
    : { kind: 'projects', name: projectRoot(context.cwd) };
}

function pausedFile({ env }: Context): string {
  return join(ownFolder(env), 'state', pausedName);
}

/** Nothing is paused where the file is missing or damaged. */
export function readPaused(context: Context): Paused {
  try {
    const value = JSON.parse(readFileSync(pausedFile(context), 'utf8')) as Partial<Paused>;
    const texts = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    return { sessions: texts(value.sessions), projects: texts(value.projects) };
  } catch {
    return { sessions: [], projects: [] };
  }
}

export function writePaused(context: Context, paused: Paused): void {
  // A session that is over is not resumed: the list need not grow.
  const kept = { ...paused, sessions: paused.sessions.slice(-100) };
  makeOwnFolder(ownFolder(context.env));
  replaceFile(pausedFile(context), `${JSON.stringify(kept, null, 2)}\n`);
}
