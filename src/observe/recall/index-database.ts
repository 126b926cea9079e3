import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { mayWrite } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import type { Database } from './engine.js';
import { chooseEngine } from './engine-wasm.js';
import { type Folders, type Index, isUpToDate, knowsOthers, type Talk } from './index-lock.js';
import { findSources, sourceListFile } from './sources.js';

/** Reads what is new or has changed into the index. With nothing new the database is not even opened. */
export async function bringUpToDate(folders: Folders, talk: Talk): Promise<Index> {
  const engine = chooseEngine();
  const { home, index: folder = home } = folders;
  const file = join(folder, engine.file);
  const index = { engine, file, home, ...(await findSources(folders)), read: 0 };
  // An older index would name another session than the one that is meant, with confidence.
  const isFit = folders.isReady
    ? existsSync(file) && knowsOthers(index, folders.asking)
    : isUpToDate(index);
  if (isFit) return index;
  if (folders.isReady) throw new MadnessError(faults.noIndex(file));
  return await renew(index, folders, talk, 'kept');
}

/** Queries the database. Where our own folder cannot be written, as in a sandbox, what is new is read into a copy. */
export async function askIndex<T>(
  folders: Folders,
  talk: Talk,
  ask: (database: Database, index: Index) => T,
): Promise<T> {
  try {
    return await askThere(folders, talk, ask);
  } catch (error) {
    if (folders.isReady || mayWrite(folders.home)) throw error;
    const index = mkdtempSync(join(tmpdir(), 'madness-recall-'));
    try {
      const { file } = chooseEngine();
      for (const name of [file, sourceListFile(file)])
        if (existsSync(join(folders.home, name)))
          copyFileSync(join(folders.home, name), join(index, name));
      return await askThere({ ...folders, index }, talk, ask);
    } finally {
      rmSync(index, { recursive: true, force: true });
    }
  }
}

/** A damaged database is rebuilt once. */
async function askThere<T>(
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
