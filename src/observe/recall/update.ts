import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { databaseFiles } from '../../platform/folders.js';
import { cannotWrite, renameStubbornly, replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { resolvedFailuresName } from '../journal/resolved-failures.js';
import { keepResolvedFailures } from './collect-resolved-failures.js';
import { type Folders, type Index, isUpToDate, type Talk, withIndexLock } from './index-lock.js';
import { type Gleaned, readSources } from './read-sources.js';
import {
  changesSince,
  findSources,
  readSourceList,
  type Source,
  sourceListFile,
  sourceListText,
} from './sources.js';
import { createTables, sourceListIn, stateOf, writerOf } from './tables.js';

/**
 * Works on a copy that replaces the old database when it is complete. A search meanwhile uses the old one, a killed run
 * leaves it unchanged, and no database is written while another process reads it.
 */
export async function update(
  index: Index,
  folders: Folders,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<Index> {
  try {
    const folder = dirname(index.file);
    return await withIndexLock(folder, talk.say, () => replace(index, folders, talk, old));
  } catch (error) {
    const isFull = /database or disk is full/.test(String(error));
    throw cannotWrite(folders.home, isFull ? { code: 'ENOSPC' } : error);
  }
}

/**
 * Deletes the index, so that a deleted transcript disappears from it at the next rebuild. Waits for a command that is
 * using it.
 */
export async function forgetIndex(home: string, say: Talk['say']): Promise<void> {
  await withIndexLock(home, say, () => {
    sweep(home);
    rmSync(join(home, resolvedFailuresName), { force: true });
    for (const name of Object.values(databaseFiles)) {
      const file = join(home, name);
      rmSync(sourceListFile(file), { force: true });
      rmSync(file, { force: true });
    }
  });
}

async function replace(
  { engine, file, home }: Index,
  folders: Folders,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<Index> {
  const found = await findSources(folders);
  const index = { engine, file, home, ...found, read: 0 };
  // Another process may have done the work while this one waited.
  if (old === 'kept' && isUpToDate(index)) return index;
  sweep(dirname(file));
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    const { added, overcome, unread } = await writeScratch(index, scratch, talk, old);
    renameStubbornly(scratch, file);
    // Unreadable sources are tried and reported again.
    const sources = found.sources.filter((source) => !unread.has(source));
    replaceFile(sourceListFile(file), sourceListText(sources));
    chmodSync(sourceListFile(file), 0o600);
    keepResolvedFailures(dirname(file), overcome, {
      read: namesOf(added),
      all: namesOf(index.sources),
    });
    const problems = [...found.problems, ...unread.values()];
    return { ...index, sources, read: added.length - unread.size, problems };
  } finally {
    rmSync(scratch, { force: true });
  }
}

interface Written extends Gleaned {
  readonly added: readonly Source[];
}

function namesOf(sources: readonly Source[]): ReadonlySet<string> {
  return new Set(sources.map(({ session }) => session));
}

async function writeScratch(
  index: Index,
  scratch: string,
  talk: Talk,
  old: 'kept' | 'anew',
): Promise<Written> {
  if (old === 'kept' && existsSync(index.file)) {
    try {
      copyFileSync(index.file, scratch, constants.COPYFILE_FICLONE);
      return await write(index, scratch, talk);
    } catch (error) {
      if (error instanceof MadnessError) throw error;
      if (!(error instanceof OtherVersion)) talk.damaged(index.file);
      rmSync(scratch, { force: true });
    }
  }
  // The content of sessions is private to their owner.
  closeSync(openSync(scratch, 'wx', 0o600));
  return write(index, scratch, talk);
}

const much = 32 << 20;

/** Ours, and of a time when it held something else. */
class OtherVersion extends Error {}

async function write(
  { engine, file, home, sources }: Index,
  scratch: string,
  talk: Talk,
): Promise<Written> {
  const isNew = readSourceList(file) === '';
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const work = isNew && bytes > much ? 'much' : 'little';
  const database = await engine.open(scratch, { mode: 'write', work });
  try {
    // The copy is thrown away when anything goes wrong: no journal, no waiting for the disk.
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -65536',
    );
    const state = stateOf(database);
    if (state === 'older') throw new OtherVersion();
    if (state === 'empty') createTables(database);
    const { added, removed } = changesSince(sourceListIn(database), sources);
    database.exec('begin');
    const writer = writerOf(database);
    for (const path of removed) writer.remove(path);
    const gleaned = await readSources(home, added, sources, writer, talk.step);
    database.exec('commit');
    return { added, ...gleaned };
  } finally {
    database.close();
  }
}

/** Removes leftovers of killed runs. Only under the lock. */
function sweep(home: string): void {
  const databases = Object.values(databaseFiles);
  const ours = [...databases, ...databases.map(sourceListFile), resolvedFailuresName];
  for (const entry of readdirSync(home)) {
    const isOurs = ours.some((name) => entry.startsWith(`${name}.`));
    if (isOurs && /\.(?:tmp|tmp-journal|madness-[0-9a-f]{12})$/.test(entry)) {
      rmSync(join(home, entry), { recursive: true, force: true });
    }
  }
}
