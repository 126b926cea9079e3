import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock as acquire } from 'proper-lockfile';
import { faults, waiting } from '../messages/problems/platform.js';
import { MadnessError, type Sentence } from '../problem.js';
import { cannotWrite, isPassing, makeFolder, overwriteFile } from './fs.js';
import { isAlive } from './process-info.js';

/** Longer than the longest work under the lock: a million events take seconds. */
const staleMs = 60_000;
const timeoutMs = 90_000;
/** Taking a lock and naming its owner takes milliseconds, and so does a takeover. */
const unnamedMs = 5_000;
/** On Windows a folder that is being deleted, or looked into by an indexer, refuses for a moment. */
const refusalMs = 5_000;
const pauseMs = 50;

/**
 * Runs `work` while no other process of this machine changes the same memory. Waits for its turn; a
 * lock whose owner has died is taken over at once.
 */
export async function withLock<T>(
  folder: string,
  say: (sentence: Sentence) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  const files = filesIn(folder);
  return owned(files, await wait(folder, files, say), work);
}

/** Runs `work` unless a living process holds the folder's lock. Returns whether it ran. */
export async function tryLock(folder: string, work: () => Promise<void>): Promise<boolean> {
  const files = filesIn(folder);
  const attemptOnce = () => attempt(folder, files.lock, staleMs);
  let release = await attemptOnce();
  if (release === undefined) {
    await freeIfOwnerDied(folder, files);
    release = await attemptOnce();
  }
  if (release === undefined) return false;
  await owned(files, release, work);
  return true;
}

function filesIn(folder: string): LockFiles {
  try {
    makeFolder(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  return { lock: join(folder, 'lock'), owner: join(folder, 'lock-owner.json') };
}

async function owned<T>(
  files: LockFiles,
  release: () => Promise<void>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    nameOwner(files.owner);
    return await work();
  } finally {
    rmSync(files.owner, { force: true });
    // A stray file in it keeps the folder from being removed.
    await release().catch(() => rmSync(files.lock, { recursive: true, force: true }));
  }
}

function nameOwner(path: string): void {
  overwriteFile(path, JSON.stringify({ pid: process.pid, host: hostname() }));
}

interface LockFiles {
  readonly lock: string;
  readonly owner: string;
}

async function wait(
  folder: string,
  files: LockFiles,
  say: (sentence: Sentence) => void,
): Promise<() => Promise<void>> {
  const start = Date.now();
  let said = false;
  for (;;) {
    const waited = Date.now() - start;
    const release = await attempt(folder, files.lock, staleMs, waited < refusalMs);
    if (release !== undefined) return release;
    await freeIfOwnerDied(folder, files);
    if (waited > timeoutMs) throw new MadnessError(faults.locked(timeoutMs / 1000, files.lock));
    if (waited > 1000 && !said) {
      said = true;
      say(waiting);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The release of the lock, or undefined while another holds it. */
async function attempt(
  folder: string,
  lock: string,
  stale: number,
  mayPass = true,
): Promise<(() => Promise<void>) | undefined> {
  try {
    return await acquire(folder, {
      lockfilePath: lock,
      stale,
      realpath: false,
      onCompromised: () => {},
    });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The last two: a stray file in the lock, or a file or link in its place, which `freeIfOwnerDied` clears.
    if (code === 'ELOCKED' || code === 'ENOTEMPTY' || code === 'ENOTDIR') return undefined;
    if (isPassing(code) && (mayPass || existsSync(lock))) return undefined;
    throw cannotWrite(lock, error);
  }
}

/**
 * The owner's file is written after the lock is taken and removed before it is released, so a dead process in it means
 * a dead owner. The takeover has its own lock: two processes that see the same dead owner must not both clear the lock.
 */
async function freeIfOwnerDied(folder: string, files: LockFiles): Promise<void> {
  if (!ownerDied(files)) return;
  const release = await attempt(folder, `${files.lock}-takeover`, unnamedMs);
  if (release === undefined) return;
  try {
    if (!ownerDied(files)) return;
    rmSync(files.owner, { force: true });
    rmSync(files.lock, { recursive: true, force: true });
  } catch {
    // Another process was faster.
  } finally {
    await release().catch(() => undefined);
  }
}

function ownerDied(files: LockFiles): boolean {
  try {
    const { pid, host } = JSON.parse(readFileSync(files.owner, 'utf8')) as {
      pid: number;
      host: string;
    };
    return host === hostname() && !isAlive(pid);
  } catch {
    // No name, or the beginning of one: it died in between, or is about to write it.
    const age =
      Date.now() - (lstatSync(files.lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return age > unnamedMs;
  }
}
