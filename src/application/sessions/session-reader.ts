import { existsSync } from 'node:fs';
import { faults } from '../../messages/problems/retrospective.js';
import { checkQuotes, type Proof } from '../../observe/evidence.js';
import {
  belongs,
  type FoundSession,
  findTranscripts,
  projectName,
  projectRoot,
  sessionIdOf,
  sessionsAmong,
  type Transcript,
  wholeOf,
} from '../../observe/sessions.js';
import { type SessionSteps, summaryOfSession } from '../../observe/summary.js';
import { type Coverage, readCoverage, readTranscript, utcOf } from '../../observe/transcript.js';
import {
  ownFolder,
  type SessionFolders,
  sessionFolders,
  storesOf,
} from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { Cited } from '../../schema.gen.js';
import { nameByGit } from '../../share/git/git.js';
import type { MemoryLocation } from '../../store/location.js';
import { once } from '../../text.js';
import { fitting } from '../../validation.js';
import type { Caller } from '../memory/run-context.js';
import { sessionNamed } from './resolve-session.js';

/** A session whose quotes can be checked. */
export interface ReadSession {
  /** The id in its records; of an agent the base name of its transcript. */
  readonly session: string;
  /** The session it counts as. A sub-agent counts as the session that started it, if that exists. */
  readonly whole: string;
  readonly project: string;
  readonly coverage: Coverage;
  /** Its last time stamp, ISO 8601 in UTC. */
  readonly last: string;
  readonly check: (quotes: readonly Cited[]) => CitationFinding[];
  /** What a program counts in it. */
  readonly summary: () => SessionSteps;
}

/** The result of looking a quote up: the quote with its line and role, or the nearest text. */
export type CitationFinding =
  | { readonly cited: Cited; readonly isWhole?: boolean }
  | {
      readonly near: { readonly line: number; readonly role: string; readonly text: string } | null;
    };

/** Opens sessions by name, each once. Throws if none or several fit, or where it cannot be read. */
export type SessionReader = (name: string) => ReadSession;

/** Reads sessions for the memory of `location`, whose own project is called `project`. */
export function sessionReader(
  caller: Caller,
  location: MemoryLocation,
  project: string,
): SessionReader {
  const stores = sessionFolders(caller.env);
  const known = new Map<string, ReadSession>();
  return (name) => {
    const seen = known.get(name);
    if (seen !== undefined) return seen;
    const transcript = sessionNamed(caller, name);
    const coverage = readCoverage(transcript.file);
    if (coverage.read === 'skipped')
      throw new MadnessError(faults.skippedTranscript(transcript.file, coverage.reason));
    const folders = storesOf(stores);
    const ids = coverage.session_ids;
    const id = sessionIdOf(
      transcript,
      ids.includes(transcript.session) ? transcript.session : ids[0],
    );
    const opened: ReadSession = {
      session: id,
      whole: wholeOf(transcript, stores)?.session ?? id,
      project: projectOf(transcript, coverage.cwd, location, project),
      coverage,
      last: utcOf(coverage.last) ?? caller.now().toISOString(),
      check: (quotes) => check(quotes, transcript, coverage, folders, stores),
      summary: once(() => {
        const { transcripts } = findTranscripts(stores);
        const mine = transcripts.filter(({ started_by }) => started_by === transcript.session);
        const [found] = sessionsAmong([transcript, ...mine]);
        return summaryOfSession(found as FoundSession, ownFolder(caller.env), ['steps']);
      }),
    };
    known.set(name, opened);
    return opened;
  };
}

/** The project a session ran in, by the name that verdicts count by; never a path. */
export function projectOf(
  transcript: Pick<Transcript, 'slug'>,
  cwd: string | undefined,
  location: MemoryLocation,
  project: string,
): string {
  if (cwd === undefined) return project;
  if (!location.isUser && belongs(transcript, { cwd }, projectRoot(location.root))) return project;
  const name = (existsSync(cwd) ? nameByGit(cwd) : undefined) ?? projectName(cwd);
  return fitting(name, 120) || project;
}

function check(
  quotes: readonly Cited[],
  transcript: Transcript,
  coverage: Coverage,
  folders: readonly string[],
  stores: SessionFolders,
): CitationFinding[] {
  const store = storeOf(transcript, coverage, folders);
  const look = (file: string, texts: readonly string[]) =>
    checkQuotes(() => readTranscript(file).turns, texts, store);
  const own = look(
    transcript.file,
    quotes.map(({ text }) => text),
  );
  return quotes.map(({ text, file: named }, index): CitationFinding => {
    const hit = own[index];
    if (hit?.found && (named === undefined || named === transcript.session))
      return { cited: cited(hit), isWhole: hit.isWhole };
    for (const agent of agentsOf(transcript, stores, named)) {
      const [found] = look(agent.file, [text]);
      if (found?.found)
        return { cited: { ...cited(found), file: agent.session }, isWhole: found.isWhole };
    }
    if (hit?.found) return { cited: cited(hit), isWhole: hit.isWhole };
    const near = hit === undefined || hit.line === null ? null : hit;
    return { near: near as { line: number; role: string; text: string } | null };
  });
}

function storeOf({ session }: Transcript, { session_ids }: Coverage, folders: readonly string[]) {
  return { folders, sessions: [session, ...session_ids] };
}

/** The quote as the transcript has it, not as it was typed here. */
function cited({ text, line, role }: Proof): Cited {
  return { text: text as string, line: line as number, ...(role === null ? {} : { role }) };
}

function agentsOf(
  { session, slug }: Transcript,
  stores: SessionFolders,
  named: string | undefined,
): readonly Transcript[] {
  const { transcripts } = findTranscripts(stores);
  const wanted = named?.replace(/\.jsonl$/, '');
  return transcripts.filter(
    (one) =>
      one.slug === slug &&
      one.started_by === session &&
      (wanted === undefined || one.session === wanted),
  );
}
