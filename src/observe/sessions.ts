import fs from 'node:fs';
import path from 'node:path';
import { MadnessError, type Problem } from '../problem.js';
import { readPart } from './file-part.js';
import { isInProject, projectName, projectRoot } from './project-folder.js';
import { readTranscript } from './transcript.js';

/** A transcript on disk, not yet read. */
export interface Transcript {
  /** Base name without `.jsonl`: what a command takes as SESSION. */
  readonly session: string;
  readonly file: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** The session that started this agent, where the path says so. */
  readonly started_by: string | undefined;
}

/** What the first record of a transcript says. */
export interface Peek {
  readonly cwd: string | undefined;
  readonly session_id: string | undefined;
}

export interface Session extends Transcript, Peek {
  /** Name of the project for people. */
  readonly project: string;
  /** Transcripts of the agents it started. */
  readonly agents: readonly Transcript[];
}

export interface Found {
  readonly sessions: readonly Session[];
  readonly problems: readonly Problem[];
}

/**
 * The sessions in the configuration folder `claude`, of one project (a folder in it) or of all, agents counted
 * with the session that started them. An agent whose session is not there is a session of its own.
 * Reads the beginning of every transcript; a folder that cannot be read is a problem.
 */
export function findSessions(claude: string, project?: string): Found {
  const { transcripts, problems } = findTranscripts(claude);
  const root = project === undefined ? undefined : projectRoot(project);
  const agents = new Map<string, Transcript[]>();
  const own: { transcript: Transcript; peek: Peek }[] = [];
  const known = byKey(transcripts);
  for (const transcript of transcripts) {
    const peek = readPeek(transcript.file);
    const parent = parentOf(transcript, peek, known);
    if (parent === undefined) own.push({ transcript, peek });
    else agents.set(parent.file, [...(agents.get(parent.file) ?? []), transcript]);
  }
  const sessions = own
    .filter(({ transcript, peek }) => root === undefined || belongs(transcript, peek, root))
    .map(({ transcript, peek }) => ({
      ...transcript,
      ...peek,
      project: peek.cwd === undefined ? transcript.slug : projectName(peek.cwd),
      agents: agents.get(transcript.file) ?? [],
    }));
  return { sessions, problems };
}

/**
 * The transcript a person means by `name`: its base name, its session id, or a prefix that fits one alone;
 * looked up in the project at `cwd`, then everywhere. Throws with suggestions where none or several fit.
 */
export function resolveSession(name: string, claude: string, cwd: string): Transcript {
  const wanted = name.replace(/\.jsonl$/, '');
  const { transcripts } = findTranscripts(claude);
  if (transcripts.length === 0) {
    throw new MadnessError(`Expected transcripts in ${path.join(claude, 'projects')}, got none.`);
  }
  const root = projectRoot(cwd);
  const peeks = new Map<string, Peek>();
  const peek = (transcript: Transcript): Peek => {
    const seen = peeks.get(transcript.file) ?? readPeek(transcript.file);
    peeks.set(transcript.file, seen);
    return seen;
  };
  const ways: readonly ((transcript: Transcript) => boolean)[] = [
    ({ session }) => session === wanted,
    (transcript) => !isAgent(transcript) && peek(transcript).session_id === wanted,
    (transcript) => wanted !== '' && transcript.session.startsWith(wanted),
    (transcript) =>
      wanted !== '' &&
      !isAgent(transcript) &&
      (peek(transcript).session_id?.startsWith(wanted) ?? false),
  ];
  for (const fits of ways) {
    const everywhere = transcripts.filter(fits);
    const here = everywhere.filter((transcript) => belongs(transcript, peek(transcript), root));
    const candidates = here.length > 0 ? here : everywhere;
    const only = candidates[0];
    if (only === undefined) continue;
    if (candidates.length === 1) return only;
    throw ambiguous(name, candidates, peek);
  }
  throw unknown(name, wanted, transcripts);
}

/** The session that an agent is a part of; undefined for one that is a session of its own. */
export function wholeOf(transcript: Transcript, claude: string): Transcript | undefined {
  if (!isAgent(transcript)) return undefined;
  return parentOf(
    transcript,
    readPeek(transcript.file),
    byKey(findTranscripts(claude).transcripts),
  );
}

/** Every transcript in the configuration folder, sorted by path; of copies of one session the longest. */
export function findTranscripts(claude: string): {
  transcripts: readonly Transcript[];
  problems: readonly Problem[];
} {
  const projects = path.join(claude, 'projects');
  const problems: Problem[] = [];
  const transcripts: Transcript[] = [];
  for (const slug of list(projects, problems)) {
    if (slug.isDirectory() || slug.isSymbolicLink()) {
      for (const found of inSlug(projects, slug.name, problems)) transcripts.push(found);
    }
  }
  return { transcripts: withoutCopies(transcripts, lookAt), problems };
}

/** A transcript, wherever it lies, as far as it takes to see whether it was copied from another one. */
export interface Copyable {
  readonly session: string;
  readonly started_by: string | undefined;
  readonly size: () => number;
  /** As `firstLineOf` tells it. */
  readonly firstLine: () => string | undefined;
}

/**
 * Whoever moves a project copies its transcripts to the folder of its new place, so that they can be resumed there:
 * one was copied from the other, and either may have gone on since. The longest stays, among equals the first.
 */
export function withoutCopies<T>(all: readonly T[], look: (one: T) => Copyable): readonly T[] {
  const longest = new Map<string, T>();
  const copies = new Set<T>();
  for (const one of all) {
    const { started_by = '', session, size, firstLine } = look(one);
    const key = `${started_by}/${session}`;
    const other = longest.get(key);
    if (other === undefined) {
      longest.set(key, one);
      continue;
    }
    const line = look(other).firstLine();
    if (line === undefined || line !== firstLine()) continue;
    const isLonger = size() > look(other).size();
    copies.add(isLonger ? other : one);
    if (isLonger) longest.set(key, one);
  }
  return copies.size === 0 ? all : all.filter((one) => !copies.has(one));
}

function lookAt({ session, started_by, file }: Transcript): Copyable {
  return {
    session,
    started_by,
    size: () => statOf(file)?.size ?? 0,
    firstLine: () => firstLineIn(file),
  };
}

const firstBytes = 4096;

/** Of the first line as much as names it; undefined where there is nothing. */
export function firstLineOf(transcript: Buffer): string | undefined {
  return transcript.toString('latin1', 0, firstBytes).split('\n', 1)[0] || undefined;
}

export function firstLineIn(file: string): string | undefined {
  const part = readPart(file, firstBytes);
  return part && firstLineOf(part.bytes);
}

function inSlug(projects: string, slug: string, problems: Problem[]): Transcript[] {
  const folder = path.join(projects, slug);
  return list(folder, problems).flatMap((entry): Transcript[] => {
    if (entry.name.endsWith('.jsonl')) {
      const session = entry.name.slice(0, -'.jsonl'.length);
      return [{ session, file: within(folder, entry), slug, started_by: undefined }];
    }
    if (!entry.isDirectory()) return [];
    const agents = path.join(folder, entry.name, 'subagents');
    return fs.existsSync(agents) ? agentsIn(agents, slug, entry.name, problems) : [];
  });
}

/** Agents of a session; those a workflow started lie one or two folders deeper. */
function agentsIn(
  folder: string,
  slug: string,
  started_by: string,
  problems: Problem[],
): Transcript[] {
  return list(folder, problems).flatMap((entry): Transcript[] => {
    const file = within(folder, entry);
    if (entry.isDirectory()) return agentsIn(file, slug, started_by, problems);
    const session = /^(agent-.+)\.jsonl$/.exec(entry.name)?.[1];
    return session === undefined ? [] : [{ session, file, slug, started_by }];
  });
}

// There are thousands, and path.join takes longer than the disk.
function within(folder: string, { name }: fs.Dirent): string {
  return folder + path.sep + name;
}

function list(folder: string, problems: Problem[]): fs.Dirent[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      problems.push({
        rule: 'sessions/unreadable-folder',
        severity: 'warning',
        file: folder,
        message: `Expected a folder that can be read, got: ${message}`,
      });
    }
    return [];
  }
}

/** Undefined where the disk does not say: gone, a link in a circle, a folder nobody may enter. */
export function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file);
  } catch {
    return undefined;
  }
}

function readPeek(file: string): Peek {
  let session_id: string | undefined;
  const { turns, coverage } = readTranscript(file);
  for (const turn of turns) {
    session_id ??= turn.session_id;
    if (turn.cwd !== undefined) return { cwd: turn.cwd, session_id };
  }
  // Of a fork in which nothing was said yet there are records, and no turns.
  const { cwd, session_ids } = coverage();
  return { cwd, session_id: session_id ?? session_ids[0] };
}

function isAgent({ session }: Transcript): boolean {
  return session.startsWith('agent-');
}

function keyOf({ slug, session }: Pick<Transcript, 'slug' | 'session'>): string {
  return `${slug}/${session}`;
}

/** Of a session that was copied another copy may be the one that is left: it goes by no folder too. */
function byKey(transcripts: readonly Transcript[]): ReadonlyMap<string, Transcript> {
  const anywhere = transcripts.map((one) => [keyOf({ ...one, slug: '' }), one] as const);
  return new Map([...anywhere, ...transcripts.map((one) => [keyOf(one), one] as const)]);
}

function parentOf(
  transcript: Transcript,
  peek: Peek,
  known: ReadonlyMap<string, Transcript>,
): Transcript | undefined {
  if (!isAgent(transcript)) return undefined;
  const session = transcript.started_by ?? peek.session_id;
  if (session === undefined) return undefined;
  const { slug } = transcript;
  return known.get(keyOf({ slug, session })) ?? known.get(keyOf({ slug: '', session }));
}

/** What the client calls the folder of transcripts that it keeps for `dir`. */
export function slugOf(dir: string): string {
  return dir.replace(/[^a-zA-Z0-9]/g, '-');
}

/**
 * A transcript that names no folder is judged by the one the client filed it under; so is, beside its own folder, one
 * that came there from another folder: its project has moved.
 */
export function belongs(
  { slug }: Pick<Transcript, 'slug'>,
  { cwd }: Pick<Peek, 'cwd'>,
  root: string,
): boolean {
  const isFiled = slug === slugOf(root);
  if (cwd === undefined) return isFiled;
  return isInProject(cwd, root) || (isFiled && slug !== slugOf(cwd));
}

function ambiguous(
  name: string,
  candidates: readonly Transcript[],
  peek: (transcript: Transcript) => Peek,
): MadnessError {
  const lines = candidates.slice(0, 5).map((transcript) => {
    const { cwd } = peek(transcript);
    return `${transcript.session}  ${cwd ?? transcript.slug}`;
  });
  const more = candidates.length > 5 ? [`and ${candidates.length - 5} more`] : [];
  return new MadnessError(
    `Expected a name of one session, got "${name}", which fits ${candidates.length}.`,
    ['Give more of its name:', ...lines, ...more].join('\n    '),
  );
}

function unknown(name: string, wanted: string, transcripts: readonly Transcript[]): MadnessError {
  const near = transcripts
    .map(({ session }) => ({ session, likeness: likeness(session, wanted) }))
    .filter(({ likeness }) => likeness >= 0.5)
    .sort(
      (left, right) => right.likeness - left.likeness || (left.session < right.session ? -1 : 1),
    )
    .slice(0, 3)
    .map(({ session }) => session);
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'Run: madness sessions --all';
  return new MadnessError(`Expected the name of a session, got "${name}", which fits none.`, hint);
}

/** Share of the wanted name's letter pairs that the other name has too. */
function likeness(name: string, wanted: string): number {
  const pairs = pairsOf(wanted.toLowerCase());
  const others = new Set(pairsOf(name.toLowerCase()));
  return pairs.length === 0 ? 0 : pairs.filter((pair) => others.has(pair)).length / pairs.length;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
