import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { Problem } from '../../problem.js';
import { archiveFolder, type Copy, newestCopies, readManifest } from '../archive/manifest.js';
import { findTranscripts, statOf } from '../sessions.js';

/** A transcript to be found in: on disk, or, where the client has deleted it, in the archive. */
export interface Source {
  /** Relative to the configuration folder, with `/`. */
  readonly path: string;
  /** Base name without `.jsonl`. */
  readonly session: string;
  /** Folder below `projects/`. */
  readonly slug: string;
  /** The session that started this agent, where the path says so. */
  readonly started_by: string | undefined;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly place: Place;
}

export type Place =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'archive'; readonly folder: string; readonly copy: Copy };

export interface Sources {
  readonly sources: readonly Source[];
  /** Folders that cannot be read. */
  readonly problems: readonly Problem[];
}

/** Every transcript of the configuration folder `claude` and of the archive in our own folder `home`, by path. */
export function findSources(claude: string, home: string): Sources {
  const { transcripts, problems } = findTranscripts(claude);
  const live = transcripts.flatMap((transcript): Source[] => {
    const stat = statOf(transcript.file);
    if (!stat?.isFile()) return [];
    // path.relative takes longer than asking the disk.
    const path = transcript.file.slice(claude.length + 1).replaceAll(sep, '/');
    const { session, slug, started_by, file } = transcript;
    const { size: bytes, mtimeMs: modified } = stat;
    return [{ path, session, slug, started_by, bytes, modified, place: { kind: 'file', file } }];
  });
  const paths = new Set(live.map(({ path }) => path));
  const folder = archiveFolder(home);
  const archived = [...newestCopies(readManifest(folder).manifest).values()]
    .filter(({ path }) => !paths.has(path))
    .map((copy) => sourceOf(folder, copy));
  const sources = [...live, ...archived].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { sources, problems };
}

function sourceOf(folder: string, copy: Copy): Source {
  const [, slug = '', ...rest] = copy.path.split('/');
  return {
    path: copy.path,
    session: basename(copy.path, '.jsonl'),
    slug,
    started_by: rest.length > 1 ? rest[0] : undefined,
    bytes: copy.bytes,
    modified: copy.modified,
    place: { kind: 'archive', folder, copy },
  };
}

/** Lends a file that holds the transcript. One from the archive lies inside the archive, and only as long as `work` runs. */
export async function withFile<T>(
  { place, session }: Source,
  work: (file: string) => T,
): Promise<T> {
  if (place.kind === 'file') return work(place.file);
  const { readCopy } = await import('../archive/restore.js');
  const folder = mkdtempSync(join(place.folder, 'reading-'));
  try {
    const file = join(folder, `${session}.jsonl`);
    writeFileSync(file, readCopy(place.folder, place.copy), { mode: 0o600 });
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
