import type { SessionFolders } from '../../platform/folders.js';
import type { Problem } from '../../problem.js';
import { readTranscript } from '../transcript/transcript.js';
import { findTranscripts, type Transcript } from './find-files.js';
import { belongs, projectName, projectRoot } from './project-folder.js';

export interface Peek {
  readonly cwd: string | undefined;
  readonly session_id: string | undefined;
}

export interface FoundSession extends Transcript, Peek {
  /** Name of the project for people. */
  readonly project: string;
  readonly agents: readonly Transcript[];
}

interface FoundSessions {
  readonly sessions: readonly FoundSession[];
  readonly problems: readonly Problem[];
}

/**
 * The sessions of every agent, of one project (a folder in it) or of all. Sub-agents count with the
 * session that started them, or alone if that is missing. Reads the beginning of every transcript. An unreadable folder
 * is a problem.
 */
export function findSessions(folders: SessionFolders | string, project?: string): FoundSessions {
  const { transcripts, problems } = findTranscripts(folders);
  const root = project === undefined ? undefined : projectRoot(project);
  return { sessions: sessionsAmong(transcripts, root), problems };
}

/** The sessions that transcripts hold, of the project at `root` or of all. */
export function sessionsAmong(
  transcripts: readonly Transcript[],
  root?: string,
): readonly FoundSession[] {
  const agents = new Map<string, Transcript[]>();
  const own: { transcript: Transcript; peek: Peek }[] = [];
  const starters = startersIn(transcripts);
  for (const transcript of transcripts) {
    const peek = readPeek(transcript.file);
    const parent = parentOf(transcript, peek, starters);
    if (parent === undefined) own.push({ transcript, peek });
    else agents.set(parent.file, [...(agents.get(parent.file) ?? []), transcript]);
  }
  const names = new Set(transcripts.map(({ session }) => session));
  const isCopy = (transcript: Transcript, id: string): boolean => {
    if (transcript.session === id) return false;
    const isKnown = names.has(id);
    names.add(id);
    return isKnown;
  };
  return own
    .filter(({ transcript, peek }) => root === undefined || belongs(transcript, peek, root))
    .filter(({ transcript, peek }) => !isCopy(transcript, sessionIdOf(transcript, peek.session_id)))
    .map(({ transcript, peek }) => ({
      ...transcript,
      ...peek,
      session: sessionIdOf(transcript, peek.session_id),
      project: peek.cwd === undefined ? transcript.slug : projectName(peek.cwd),
      agents: agents.get(transcript.file) ?? [],
    }));
}

/**
 * The id of a session, taken from its records: a file copied under another name is the same session. An agent's records
 * have the id of the session that started it, so its file name is used.
 */
export function sessionIdOf(transcript: Started, id: string | undefined): string {
  return isAgent(transcript) || id === undefined ? transcript.session : id;
}

/** The session that an agent is a part of; undefined for one that is a session of its own. */
export function wholeOf(transcript: Transcript, folders: SessionFolders): Transcript | undefined {
  if (!isAgent(transcript)) return undefined;
  const starters = startersIn(findTranscripts(folders).transcripts);
  return parentOf(transcript, readPeek(transcript.file), starters);
}

export function readPeek(file: string): Peek {
  let session_id: string | undefined;
  const { turns, coverage } = readTranscript(file);
  for (const turn of turns) {
    session_id ??= turn.session_id;
    if (turn.cwd !== undefined) return { cwd: turn.cwd, session_id };
  }
  // An unused fork has records but no turns.
  const { cwd, session_ids } = coverage();
  return { cwd, session_id: session_id ?? session_ids[0] };
}

export function isAgent({ session, started_by }: Started): boolean {
  return started_by !== undefined || session.startsWith('agent-');
}

type Started = Pick<Transcript, 'session' | 'started_by'>;
type Named = Pick<Transcript, 'slug' | 'session'>;

/** Finds what started an agent. Of a session that was copied another copy may be the one that is left: then in any folder. */
export function startersIn<T extends Named>(all: readonly T[]): (named: Named) => T | undefined {
  const anywhere = new Map(all.map((one) => [one.session, one]));
  const inFolder = new Map(all.map((one) => [keyOf(one), one]));
  return (named) => inFolder.get(keyOf(named)) ?? anywhere.get(named.session);
}

export function keyOf({ slug, session }: Named): string {
  return `${slug}/${session}`;
}

function parentOf(
  transcript: Transcript,
  peek: Peek,
  starters: (named: Named) => Transcript | undefined,
): Transcript | undefined {
  if (!isAgent(transcript)) return undefined;
  const session = transcript.started_by ?? peek.session_id;
  return session === undefined ? undefined : starters({ slug: transcript.slug, session });
}
