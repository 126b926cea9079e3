import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { MadnessError } from '../../problem.js';
import { chooseEngine, type Database, type Engine } from './engine.js';
import { changesSince, readLedger, writeLedger } from './ledger.js';
import { readSources } from './read-sources.js';
import { findSources, type Source } from './sources.js';
import { createTables, ledgerIn, stateOf, writerOf } from './tables.js';

/** Where things lie, absolute: the client's folder and our own. */
export interface Folders {
  readonly claude: string;
  readonly home: string;
}

export interface Talk {
  readonly say: (text: string) => void;
  /** Called before each transcript that is read. */
  readonly step: (done: number, total: number) => void;
}

export interface Index {
  readonly engine: Engine;
  /** Of the database. */
  readonly file: string;
  readonly sources: readonly Source[];
  /** Transcripts read in this run. */
  readonly read: number;
}

/** Reads what is new or has changed into the index. With nothing new the database is not even opened. */
export async function bringUpToDate(folders: Folders, talk: Talk): Promise<Index> {
  const engine = await chooseEngine();
  const file = join(folders.home, engine.file);
  const index = { engine, file, sources: findSources(folders.claude, folders.home), read: 0 };
  if (isUpToDate(index)) return index;
  return underLock(folders, talk, () => update({ engine, file }, folders, talk, 'kept'));
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
    if (error instanceof MadnessError) throw error;
    sayDamaged(index.file, talk);
    const rebuilt = await underLock(folders, talk, () => update(index, folders, talk, 'anew'));
    return await answer(rebuilt, ask);
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

function isUpToDate({ file, sources }: Pick<Index, 'file' | 'sources'>): boolean {
  const { added, removed } = changesSince(readLedger(ledgerFile(file)), sources);
  return added.length === 0 && removed.length === 0 && existsSync(file);
}

function ledgerFile(database: string): string {
  return database.replace(/\.db$/, '.files.json');
}

async function underLock<T>(folders: Folders, talk: Talk, work: () => Promise<T>): Promise<T> {
  const { withLock } = await import('../../lock.js');
  mkdirSync(folders.home, { recursive: true, mode: 0o700 });
  return withLock(join(folders.home, 'state', 'recall'), talk.say, work);
}

/**
 * Works on a copy that takes the old database's place when it is whole. So whoever asks meanwhile sees the old one, a
 * killed run leaves it as it was, and no database is ever written while another process reads it.
 */
async function update(
  { engine, file }: Pick<Index, 'engine' | 'file'>,
  folders: Folders,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<Index> {
  const sources = findSources(folders.claude, folders.home);
  const index = { engine, file, sources, read: 0 };
  // Another process may have done the work while this one waited.
  if (old === 'kept' && isUpToDate(index)) return index;
  sweep(folders.home, engine.file);
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    const read = await writeScratch(index, scratch, talk, old);
    renameStubbornly(scratch, file);
    writeLedger(ledgerFile(file), sources);
    return { ...index, read };
  } finally {
    rmSync(scratch, { force: true });
  }
}

async function writeScratch(
  index: Index,
  scratch: string,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<number> {
  if (old === 'kept' && existsSync(index.file)) {
    try {
      copyFileSync(index.file, scratch, constants.COPYFILE_FICLONE);
      return await write(index, scratch, talk);
    } catch (error) {
      if (error instanceof MadnessError) throw error;
      if (!(error instanceof OtherVersion)) sayDamaged(index.file, talk);
      rmSync(scratch, { force: true });
    }
  }
  // What was said in the sessions is for their owner alone.
  closeSync(openSync(scratch, 'wx', 0o600));
  return write(index, scratch, talk);
}

const much = 32 << 20;

/** Ours, and of a time when it held something else. */
class OtherVersion extends Error {}

async function write(
  { engine, file, sources }: Index,
  scratch: string,
  talk: Talk,
): Promise<number> {
  const news = changesSince(readLedger(ledgerFile(file)), sources).added;
  const bytes = news.reduce((sum, source) => sum + source.bytes, 0);
  const work = bytes > much ? 'much' : 'little';
  const database = await engine.open(scratch, { mode: 'write', work });
  try {
    // The copy is thrown away when anything goes wrong: no journal, no waiting for the disk.
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -65536',
    );
    const state = stateOf(database);
    if (state === 'older') throw new OtherVersion();
    if (state === 'empty') createTables(database);
    const { added, removed } = changesSince(ledgerIn(database), sources);
    database.exec('begin');
    const writer = writerOf(database);
    for (const path of removed) writer.remove(path);
    await readSources(added, sources, writer, talk.step);
    database.exec('commit');
    return added.length;
  } finally {
    database.close();
  }
}

function sayDamaged(file: string, talk: Talk): void {
  talk.say(`${file} was damaged or not ours: building it anew from the transcripts.`);
}

/** What killed runs left. Only under the lock. */
function sweep(home: string, name: string): void {
  for (const entry of readdirSync(home)) {
    if (entry.startsWith(`${name}.`) && /\.tmp(?:\.lock|-journal)?$/.test(entry)) {
      rmSync(join(home, entry), { recursive: true, force: true });
    }
  }
}

const patience = 2000;

/** On Windows a database that another process reads cannot be replaced for a moment. */
function renameStubbornly(from: string, to: string): void {
  const giveUp = Date.now() + patience;
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || Date.now() > giveUp) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
