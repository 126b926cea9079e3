import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { cannotWrite, makeFolder } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';
import { MadnessError } from '../../problem.js';
import { chooseEngine, type Database, type Engine } from './engine.js';
import { findSources, ledgerText, readLedgerText, type Sources } from './sources.js';

/** Where things lie, absolute: the client's folder and our own. */
export interface Folders {
  readonly claude: string;
  readonly home: string;
  /** The index is asked as it lies: nothing is built. */
  readonly isReady?: boolean;
}

export interface Talk {
  readonly say: (text: string) => void;
  /** The database is no good: it is built anew from the transcripts. */
  readonly damaged: (file: string) => void;
  /** Called before each transcript that is read. */
  readonly step: (done: number, total: number) => void;
}

export interface Index extends Sources {
  readonly engine: Engine;
  /** Of the database. */
  readonly file: string;
  /** Transcripts read in this run. */
  readonly read: number;
}

/** Reads what is new or has changed into the index. With nothing new the database is not even opened. */
export async function bringUpToDate(folders: Folders, talk: Talk): Promise<Index> {
  const engine = await chooseEngine();
  const file = join(folders.home, engine.file);
  const index = { engine, file, ...(await findSources(folders.claude, folders.home)), read: 0 };
  if (folders.isReady ? existsSync(file) : isUpToDate(index)) return index;
  if (folders.isReady) throw new MadnessError(faults.noIndex(file));
  return await renew(index, folders, talk, 'kept');
}

/** Asks the database; one that turns out to be damaged is built anew, once. */
export async function askIndex<T>(
  folders: Folders,
  talk: Talk,
  ask: (database: Database, index: Index) => T,
): Promise<T> {
  const index = await bringUpToDate(folders, talk);
  try {
    return await answer(index, ask);
  } catch (error) {
    if (error instanceof MadnessError || folders.isReady) throw error;
    talk.damaged(index.file);
    return await answer(await renew(index, folders, talk, 'anew'), ask);
  }
}

async function answer<T>(index: Index, ask: (database: Database, index: Index) => T): Promise<T> {
  const { engine, file } = index;
  const database = await engine.open(file, { mode: 'read', work: 'little' });
  try {
    return ask(database, index);
  } finally {
    database.close();
  }
}

export function isUpToDate({ file, sources }: Pick<Index, 'file' | 'sources'>): boolean {
  return readLedgerText(file) === ledgerText(sources) && existsSync(file);
}

/** Writing is seldom, so what it takes is loaded when it comes to that. */
async function renew(
  index: Index,
  folders: Folders,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<Index> {
  const { update } = await import('./update.js');
  return update(index, folders, talk, old);
}

/** Runs `work` while no other process writes what is kept of past sessions in our own folder. */
export async function locked<T>(
  home: string,
  say: (text: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw cannotWrite(home, error);
  }
  return withLock(join(home, 'state', 'recall'), say, work);
}
