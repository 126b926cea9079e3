import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { type Problem, problem } from '../../problem.js';
import { sessionOfFile } from '../transcript/kept-path.js';

/**
 * One generation of one transcript. While the transcript only grows, its copy grows too. If it shrinks or is replaced,
 * a new generation begins and the old one is kept.
 */
export interface Copy {
  /** Path of the transcript, relative to the client's folder, with `/`. */
  readonly path: string;
  /** Starts at 1. */
  readonly generation: number;
  /** Bytes of the transcript that are held, and their hash. */
  readonly bytes: number;
  readonly sha256: string;
  /** Compressed bytes that count. Bytes behind them come from a killed run. */
  readonly stored: number;
  /** Permission bits of the transcript. */
  readonly mode: number;
  /** Last change of the transcript, milliseconds since 1970. */
  readonly modified: number;
}

export interface Manifest {
  readonly copies: readonly Copy[];
  /** Paths the user wants no copy of. */
  readonly forgotten: readonly string[];
  /** Last change of transcripts whose copies had to go: none is made before they change again. */
  readonly dropped: Readonly<Record<string, number>>;
}

export const manifestName = 'manifest.json';
export const empty: Manifest = { copies: [], forgotten: [], dropped: {} };

export function archiveFolder(home: string): string {
  return join(home, 'archive');
}

/** The manifest; lost where there are copies and none that can be read. */
export function readManifest(folder: string): {
  manifest: Manifest;
  isLost: boolean;
  isWritten: boolean;
} {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return { manifest: empty, isLost: packsIn(folder).length > 0, isWritten: false };
  }
  try {
    const manifest: Manifest = { ...empty, ...(JSON.parse(text) as Partial<Manifest>) };
    if (isManifest(manifest)) return { manifest, isLost: false, isWritten: true };
  } catch {
    // Any error means that it is lost.
  }
  return { manifest: empty, isLost: true, isWritten: true };
}

/** A manifest written by others may name any path, so it is validated. */
function isManifest({ copies, forgotten, dropped }: Manifest): boolean {
  return (
    Array.isArray(copies) &&
    copies.every(isCopy) &&
    Array.isArray(forgotten) &&
    typeof dropped === 'object' &&
    dropped !== null
  );
}

function isCopy(copy: Partial<Copy> | null): boolean {
  if (typeof copy?.path !== 'string' || typeof copy.sha256 !== 'string') return false;
  const { path, generation, bytes, stored, mode, modified } = copy;
  return (
    path.startsWith('projects/') &&
    !/(?:^|[\\/])\.{1,2}(?:[\\/]|$)|\0/.test(path) &&
    [generation, bytes, stored, mode, modified].every(Number.isFinite)
  );
}

/** For callers that only read; a command that changes the archive repairs the manifest. */
export function lostManifest(folder: string): Problem {
  return problem(
    'archive/lost-list',
    { severity: 'warning', file: join(folder, manifestName) },
    faults.lostList,
  );
}

/** The session of a copy's transcript. */
export function sessionOf({ path }: Pick<Copy, 'path'>): string {
  return sessionOfFile(path);
}

/** The file of a generation. */
export function packFile(
  folder: string,
  { path, generation }: Pick<Copy, 'path' | 'generation'>,
): string {
  return join(
    folder,
    ...path.split('/').slice(0, -1),
    `${path.split('/').at(-1)}.${generation}.gz`,
  );
}

/** The newest generation of each transcript, by path. */
export function newestCopies({ copies }: Manifest): Map<string, Copy> {
  const newest = new Map<string, Copy>();
  for (const copy of copies) {
    if (copy.generation > (newest.get(copy.path)?.generation ?? 0)) newest.set(copy.path, copy);
  }
  return newest;
}

export const packName = /^(.+)\.(\d+)\.gz$/;

/** Every generation on the disk, named by the manifest or not. */
export function packsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && packName.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
