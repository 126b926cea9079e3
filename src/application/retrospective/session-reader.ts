import { existsSync } from 'node:fs';
import { faults } from '../../messages/problems/retrospective.js';
import { checkQuotes, findOwnWords, lineReadBack, type Proof } from '../../observe/evidence.js';
import { around } from '../../observe/recall.js';
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
import { summaryOf } from '../../observe/signals.js';
import { type SessionSteps, summaryOfSession } from '../../observe/summary.js';
import {
  type Coverage,
  isOwnWords,
  type Role,
  readCoverage,
  readTranscript,
  utcOf,
} from '../../observe/transcript.js';
import {
  ownFolder,
  type SessionFolders,
  sessionFolders,
  storesOf,
} from '../../platform/folders.js';
import { MadnessError, type Problem, problemOf } from '../../problem.js';
import {
  type CitationFinding,
  type CitationPlace,
  citationsIn,
  isTelling,
  unproved,
  withCitations,
} from '../../reflect/citation.js';
import { readScenes, type Scenes } from '../../reflect/matching-features.js';
import type { Cited } from '../../schema.gen.js';
import { nameByGit } from '../../share/git/git.js';
import type { MemoryLocation } from '../../store/location.js';
import { once } from '../../text.js';
import { fitting } from '../../validation.js';
import type { Caller } from '../memory/run-context.js';
import { secretsIn } from '../memory/secret-screen.js';
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
  /** Line numbers on which the person said these words; undefined for words not found. */
  readonly linesOf: (words: readonly string[]) => (number | undefined)[];
  /** Line on which the agent showed these words before the person said the others. */
  readonly lineReadBack: (shown: string, answer: string) => number | undefined;
  /** What a program counts in it. */
  readonly summary: () => SessionSteps;
  /** What a rule's scene is recognised by. */
  readonly scenes: () => Scenes;
  /**
   * The content of these lines with secrets masked, each cut to the words around the match. For a refusal, the person's
   * words.
   */
  readonly show: (lines: ReadonlyMap<number, readonly string[]>) => ShownLine[];
}

export interface ShownLine {
  readonly line: number;
  readonly role: Role;
  readonly text: string;
}

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
      linesOf: (words) => linesOf(words, transcript, coverage, folders),
      lineReadBack: (shown, answer) =>
        lineReadBack(readTranscript(transcript.file).turns, shown, answer),
      summary: once(() => {
        const { transcripts } = findTranscripts(stores);
        const mine = transcripts.filter(({ started_by }) => started_by === transcript.session);
        const [found] = sessionsAmong([transcript, ...mine]);
        return summaryOfSession(found as FoundSession, ownFolder(caller.env), ['steps']);
      }),
      scenes: once(() => readScenes(readTranscript(transcript.file).turns)),
      show: (lines) => show(transcript.file, lines, coverage.cwd),
    };
    known.set(name, opened);
    return opened;
  };
}

function show(
  file: string,
  lines: ReadonlyMap<number, readonly string[]>,
  cwd: string | undefined,
): ShownLine[] {
  const last = Math.max(...lines.keys());
  const shown = new Map<number, ShownLine>();
  for (const turn of readTranscript(file).turns) {
    const { line, role, text, tool } = turn;
    if (line > last) break;
    const words = lines.get(line);
    // The client repeats the person's words after a sentence of its own.
    if (words === undefined || (shown.has(line) && !isOwnWords(turn))) continue;
    const call = role === 'tool_input' ? tool : undefined;
    const part = call === undefined ? around(text, words) : `${call.name}: ${summaryOf(call, cwd)}`;
    if (part !== '') shown.set(line, { line, role, text: part });
  }
  return [...shown.values()];
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

function linesOf(
  words: readonly string[],
  transcript: Transcript,
  coverage: Coverage,
  folders: readonly string[],
): (number | undefined)[] {
  const { turns } = readTranscript(transcript.file);
  return findOwnWords(turns, words, storeOf(transcript, coverage, folders)).map((proof) => {
    if (proof === undefined || proof.line === null) return undefined;
    const { line, text, isWhole } = proof;
    return isTelling({ text: text as string, role: 'user' }, isWhole) ? line : undefined;
  });
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

/** A value with its quotes as they were found, or what is wrong with them. */
interface CheckedCitations<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

/** Checks every quote of a value against the session that it names, else against `session`. */
export function checkCitations<T>(
  value: T,
  read: SessionReader,
  { file, at = '', session }: { file: string; at?: string; session?: string },
): CheckedCitations<T> {
  const places = citationsIn(value, at);
  const problems: Problem[] = secretsIn(value, file, at);
  const found = new Map<CitationPlace, CitationFinding>();
  const names = [...new Set(places.map(({ cited }) => cited.session ?? session ?? ''))];
  const fullNames = new Map<string, string>();
  for (const name of names) {
    const here = places.filter(({ cited }) => (cited.session ?? session ?? '') === name);
    try {
      const opened = read(name);
      fullNames.set(name, opened.whole);
      const findings = opened
        .check(here.map(({ cited }) => cited))
        .map((finding) => inFile(finding, opened));
      for (const [index, place] of here.entries())
        found.set(place, findings[index] as CitationFinding);
    } catch (error) {
      const at = `${here[0]?.at}/session`;
      problems.push(problemOf(error, 'quote/no-session', { file, at }));
    }
  }
  for (const [place, finding] of found)
    if (!('cited' in finding) || !isTelling(finding.cited, finding.isWhole))
      problems.push(unproved(file, place, place.cited.session ?? session ?? '', finding));
  const cites = places.map((place): Cited => {
    const finding = found.get(place);
    if (finding === undefined || !('cited' in finding)) return place.cited;
    const name = place.cited.session;
    return name === undefined
      ? finding.cited
      : ({ session: fullNames.get(name) ?? name, ...finding.cited } as Cited);
  });
  return { value: withCitations(value, cites), problems };
}

/** Cites a quote from a sub-agent as part of its session. */
function inFile(finding: CitationFinding, { session, whole }: ReadSession): CitationFinding {
  if (session === whole || !('cited' in finding)) return finding;
  return { ...finding, cited: { file: session, ...finding.cited } };
}
