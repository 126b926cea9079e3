import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesIn, type SessionFolders } from '../../platform/folders.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import {
  archiveFolder,
  type Copy,
  lostManifest,
  newestCopies,
  packFile,
  readManifest,
} from '../archive/manifest.js';
import { firstLineIn, withoutCopies } from '../sessions/dedupe.js';
import { findTranscripts } from '../sessions/find-files.js';
import { namesFolder } from '../sessions/session-names.js';
import { statOf } from '../sessions/stamp.js';
import type { AgentName } from '../transcript/agent.js';
import { agentIn, keptPath, sessionOfFile } from '../transcript/kept-path.js';

/** A transcript to be found in: on disk, or, where the client has deleted it, in the archive. */
export interface Source {
  readonly agent: AgentName;
  /** As `keptPath` gives it. */
  readonly path: string;
  /** As in `Transcript`. */
  readonly session: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** The session that started this agent, if the path names it. */
  readonly started_by: string | undefined;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly place: Place;
}

type Place =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'archive'; readonly folder: string; readonly copy: Copy };

export interface Sources {
  readonly sources: readonly Source[];
  /** Folders that cannot be read, and copies. */
  readonly problems: readonly Problem[];
}

/** Every transcript of the agents, and of the archive in our own folder `home`, by path. */
export async function findSources(folders: SessionFolders & { home: string }): Promise<Sources> {
  const { home } = folders;
  const { transcripts, problems } = findTranscripts(folders);
  const named = namedAt(home);
  const live = transcripts.flatMap((transcript): Source[] => {
    const stat = statOf(transcript.file);
    if (!stat?.isFile()) return [];
    const { agent, session, slug, started_by, file } = transcript;
    const path = keptPath(agent, file, folders.claude);
    const { size: bytes } = stat;
    const modified = Math.max(stat.mtimeMs, named.get(`${session}.json`) ?? 0);
    const place = { kind: 'file', file } as const;
    return [{ agent, path, session, slug, started_by, bytes, modified, place }];
  });
  const paths = new Set(live.map(({ path }) => path));
  const folder = archiveFolder(home);
  const { manifest, isLost } = readManifest(folder);
  const archived = [...newestCopies(manifest).values()]
    .filter(({ path }) => !paths.has(path))
    .map((copy) => sourceOf(folder, copy));
  // A project that moved leaves copies in the archive, too.
  const all = await eachOnce([...live, ...archived]);
  const sources = [...all].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { sources, problems: isLost ? [...problems, lostManifest(folder)] : problems };
}

/** When a session was named, by the name of that file: the session is then read again, and found by its name. */
function namedAt(home: string): ReadonlyMap<string, number> {
  const folder = join(home, namesFolder);
  const times = namesIn(folder).map((name) => [name, statOf(join(folder, name))?.mtimeMs ?? 0]);
  return new Map(times as [string, number][]);
}

async function eachOnce(sources: readonly Source[]): Promise<readonly Source[]> {
  const names = new Set(sources.map(({ started_by = '', session }) => `${started_by}/${session}`));
  if (names.size === sources.length) return sources;
  const { beginningOf } = await import('../archive/restore.js');
  return withoutCopies(sources, ({ session, started_by, bytes, place }) => ({
    session,
    started_by,
    size: () => bytes,
    firstLine: () =>
      place.kind === 'file' ? firstLineIn(place.file) : beginningOf(place.folder, place.copy),
  }));
}

function sourceOf(folder: string, copy: Copy): Source {
  const [, slug = '', ...rest] = copy.path.split('/');
  const agent = agentIn(copy.path);
  return {
    agent,
    path: copy.path,
    session: sessionOfFile(copy.path),
    slug: agent === 'claude' ? slug : '',
    started_by: rest.length > 1 ? rest[0] : undefined,
    bytes: copy.bytes,
    modified: copy.modified,
    place: { kind: 'archive', folder, copy },
  };
}

/** The result of the work, or the problem that there was no file. */
type Lent<T> = { readonly given: T } | { readonly problem: Problem };

/** Lends a file that holds the transcript. One from the archive lies inside the archive, and only as long as `work` runs. */
export async function withFile<T>(
  { place, path }: Source,
  work: (file: string) => T,
): Promise<Lent<T>> {
  if (place.kind === 'file') return { given: work(place.file) };
  const { readCopy, takeReadingFolder } = await import('../archive/restore.js');
  const folder = takeReadingFolder(place.folder);
  try {
    const file = join(folder, basename(path));
    writeFileSync(file, readCopy(place.folder, place.copy), { mode: 0o600 });
    return { given: work(file) };
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return { problem: damagedCopy(place.folder, place.copy, error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rest can be searched all the same. */
function damagedCopy(folder: string, copy: Copy, { wording }: MadnessError): Problem {
  return problem(
    'archive/damaged-copy',
    { severity: 'warning', file: packFile(folder, copy) },
    wording,
  );
}

/** Raised whenever what the tables hold changes its meaning: an older database is rebuilt. */
export const version = 9;

/** Path, bytes, and the time of the last change in milliseconds. */
export type Ledger = ReadonlyMap<string, readonly [bytes: number, modified: number]>;

/**
 * The sources of a database, as the text of the file beside it. If it is unchanged, the database need not be opened.
 */
export function sourceListText(sources: readonly Source[]): string {
  const files = sources.map(({ path, bytes, modified }) => [path, bytes, modified]);
  return `${JSON.stringify({ version, files })}\n`;
}

/** Empty if there is none. */
export function readSourceList(database: string): string {
  try {
    return readFileSync(sourceListFile(database), 'utf8');
  } catch {
    return '';
  }
}

/** Beside its database. */
export function sourceListFile(database: string): string {
  return database.replace(/\.db$/, '.files.json');
}

export interface Changes {
  readonly added: readonly Source[];
  readonly removed: readonly string[];
}

export function changesSince(ledger: Ledger, sources: readonly Source[]): Changes {
  const present = new Set(sources.map(({ path }) => path));
  return {
    added: sources.filter(({ path, bytes, modified }) => {
      const known = ledger.get(path);
      return known?.[0] !== bytes || known[1] !== modified;
    }),
    removed: [...ledger.keys()].filter((path) => !present.has(path)),
  };
}
