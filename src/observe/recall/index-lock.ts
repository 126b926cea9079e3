import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionFolders } from '../../platform/folders.js';
import { cannotWrite, makeFolder } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';
import type { Sentence } from '../../problem.js';
import type { Engine } from './engine.js';
import { readSourceList, type Sources, sourceListText } from './sources.js';

/** Absolute paths: the agents' folders and our own. */
export interface Folders extends SessionFolders {
  readonly home: string;
  /** Where the index lies; in `home` if it is not named. */
  readonly index?: string;
  /** The index is asked as it lies: nothing is built. */
  readonly isReady?: boolean;
  /** The session that asks. */
  readonly asking?: string | undefined;
}

export interface Talk {
  readonly say: (sentence: Sentence) => void;
  /** Called when the database is damaged and will be rebuilt. */
  readonly damaged: (file: string) => void;
  /** Called before each transcript that is read. */
  readonly step: (done: number, total: number) => void;
}

export interface Index extends Sources {
  readonly engine: Engine;
  readonly file: string;
  /** Our own folder, which knows the names of sessions. */
  readonly home: string;
  /** Transcripts read in this run. */
  readonly read: number;
}

export function isUpToDate({ file, sources }: Pick<Index, 'file' | 'sources'>): boolean {
  return readSourceList(file) === sourceListText(sources) && existsSync(file);
}

/** True if the index knows every other session of the project that asks as it is now. */
export function knowsOthers(
  { file, sources }: Pick<Index, 'file' | 'sources'>,
  asking: string | undefined,
): boolean {
  const known = readSourceList(file);
  const own = sources.find(({ session }) => session === asking);
  return sources
    .filter(({ session, started_by }) => asking !== session && asking !== started_by)
    .filter(({ slug }) => own === undefined || slug === own.slug)
    .every(({ path, bytes, modified }) => known.includes(JSON.stringify([path, bytes, modified])));
}

/** Runs `work` while no other process writes what is kept of past sessions in our own folder. */
export async function withIndexLock<T>(
  home: string,
  say: (sentence: Sentence) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw cannotWrite(home, error);
  }
  return withLock(join(home, 'state', 'recall'), say, work);
}
