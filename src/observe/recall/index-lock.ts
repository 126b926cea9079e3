import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cannotWrite, makeFolder } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';
import type { Sentence } from '../../problem.js';
import type { Engine } from './engine.js';
import { readSourceList, type Sources, sourceListText } from './sources.js';

/** Absolute paths: the client's folder and our own. */
export interface Folders {
  readonly claude: string;
  readonly home: string;
  /** The index is asked as it lies: nothing is built. */
  readonly isReady?: boolean;
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
  /** Transcripts read in this run. */
  readonly read: number;
}

export function isUpToDate({ file, sources }: Pick<Index, 'file' | 'sources'>): boolean {
  return readSourceList(file) === sourceListText(sources) && existsSync(file);
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
