import { chmodSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import type { SessionFolders } from '../../platform/folders.js';
import { replaceFile, sweep } from '../../platform/fs.js';
import { withLock } from '../../platform/lock.js';
import { type Problem, problem, type Sentence } from '../../problem.js';
import { findTranscripts } from '../sessions/find-files.js';
import { statOf } from '../sessions/stamp.js';
import { keptPath } from '../transcript/kept-path.js';
import { copyTranscript, type Original, sha256Of } from './copy.js';
import {
  archiveFolder,
  type Copy,
  empty,
  type Manifest,
  manifestName,
  newestCopies,
  packFile,
  packName,
  packsIn,
  readManifest,
} from './manifest.js';
import { sweepReadings, unpacked } from './restore.js';
import type { ArchiveSettings } from './settings.js';

interface Archived {
  /** Paths whose copy grew or is new. */
  readonly copied: readonly string[];
  /** Copies that went for the limit or for their age. */
  readonly removed: readonly Copy[];
  readonly problems: readonly Problem[];
}

interface ArchiveTalk {
  readonly say: (sentence: Sentence) => void;
  readonly step: (done: number) => void;
}

// Written down after so many bytes of transcripts: what a killed run can lose.
const strideBytes = 64 << 20;
const dayMs = 86_400_000;

/** The transcripts of every agent, and what is wrong with the folders they lie in. */
export function originalsIn(folders: SessionFolders): {
  originals: readonly Original[];
  problems: readonly Problem[];
} {
  const { transcripts, problems } = findTranscripts(folders);
  const originals = transcripts.map(
    ({ agent, file }): Original => ({ path: keptPath(agent, file, folders.claude), file }),
  );
  return { originals, problems };
}

/** Copies what the transcripts have more than the archive, then keeps to its limits. `now` in milliseconds since 1970. */
export async function archiveTranscripts(
  home: string,
  originals: readonly Original[],
  settings: ArchiveSettings,
  now: number,
  talk: ArchiveTalk,
): Promise<Archived> {
  const folder = archiveFolder(home);
  return withLock(folder, talk.say, async () => {
    const { manifest, problems } = openManifest(folder);
    const newest = newestCopies(manifest);
    const superseded = manifest.copies.filter((copy) => newest.get(copy.path) !== copy);
    const present = (): Manifest => ({ ...manifest, copies: [...superseded, ...newest.values()] });
    const copied: string[] = [];
    let touched = false;
    let pending = 0;
    const isForgotten = forgottenBy(manifest);
    for (const [index, original] of originals.entries()) {
      talk.step(index);
      if (isForgotten(original.path)) continue;
      if (!isWanted(original, manifest, settings, now)) continue;
      const before = newest.get(original.path);
      const copy = copyTranscript(folder, original, before);
      if (copy === undefined) continue;
      touched = true;
      newest.set(copy.path, copy);
      if (before !== undefined && before.generation < copy.generation) superseded.push(before);
      if (copy.sha256 !== before?.sha256) copied.push(original.path);
      pending += copy.bytes;
      if (pending < strideBytes) continue;
      writeManifest(folder, present());
      pending = 0;
      // The lock is kept fresh by a timer.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const kept = withinLimits(present(), settings, now);
    if (touched || kept.removed.length > 0) writeManifest(folder, kept.manifest);
    for (const copy of kept.removed) rmSync(packFile(folder, copy), { force: true });
    return { copied, removed: kept.removed, problems };
  });
}

/** The list of copies. A lost one is rebuilt. */
export async function readCopies(
  home: string,
  say: ArchiveTalk['say'],
): Promise<{ manifest: Manifest; problems: readonly Problem[] }> {
  const folder = archiveFolder(home);
  const { manifest, isLost } = readManifest(folder);
  return isLost ? withLock(folder, say, () => openManifest(folder)) : { manifest, problems: [] };
}

/** Removes the copies and keeps new ones from being made. */
export async function forgetCopies(
  home: string,
  paths: readonly string[],
  say: ArchiveTalk['say'],
): Promise<number> {
  const folder = archiveFolder(home);
  return withLock(folder, say, () => {
    const { manifest } = openManifest(folder);
    const goes = new Set(paths);
    const removed = manifest.copies.filter(({ path }) => goes.has(path));
    const copies = manifest.copies.filter(({ path }) => !goes.has(path));
    const forgotten = [...new Set([...manifest.forgotten, ...paths])].sort();
    writeManifest(folder, { ...manifest, copies, forgotten });
    for (const copy of removed) rmSync(packFile(folder, copy), { force: true });
    return removed.length;
  });
}

/** Under the lock: mends a lost manifest, and removes packs that a killed run could not. */
function openManifest(folder: string): { manifest: Manifest; problems: Problem[] } {
  sweep(folder);
  sweepReadings(folder);
  const { manifest, isLost, isWritten } = readManifest(folder);
  if (isLost) {
    const { manifest: rebuilt, problems } = rebuildManifest(folder);
    writeManifest(folder, rebuilt);
    return { manifest: rebuilt, problems };
  }
  // Without one, what a killed first run leaves would be taken for copies whose manifest was lost.
  if (!isWritten) writeManifest(folder, manifest);
  const known = new Set(manifest.copies.map((copy) => packFile(folder, copy)));
  for (const file of packsIn(folder)) if (!known.has(file)) rmSync(file, { force: true });
  return { manifest, problems: [] };
}

/** Applies to every project the session moves to, and to sub-agents it starts later. */
function forgottenBy({ forgotten }: Manifest): (path: string) => boolean {
  const names = new Set(forgotten.map((path) => pathPrefixes(path).at(-1)));
  return (path) => pathPrefixes(path).some((name) => names.has(name));
}

/** Below the folder of the project, of the session that started an agent, and its own: without `.jsonl`. */
function pathPrefixes(path: string): readonly string[] {
  const [, , ...rest] = path.replace(/\.jsonl$/, '').split('/');
  return rest.map((_, index) => rest.slice(0, index + 1).join('/'));
}

function isWanted(
  { path, file }: Original,
  { dropped }: Manifest,
  { days }: ArchiveSettings,
  now: number,
): boolean {
  const modified = statOf(file)?.mtimeMs;
  return (
    modified !== undefined &&
    now - modified <= days * dayMs &&
    modified > (dropped[path] ?? -Infinity)
  );
}

/** Too old goes; then, while there is too much, superseded generations and what has been quiet longest. */
function withinLimits(
  manifest: Manifest,
  { limit, days }: ArchiveSettings,
  now: number,
): { manifest: Manifest; removed: Copy[] } {
  const newest = new Set(newestCopies(manifest).values());
  const removed = manifest.copies.filter(({ modified }) => now - modified > days * dayMs);
  const order = manifest.copies
    .filter((copy) => !removed.includes(copy))
    .sort(
      (left, right) =>
        Number(newest.has(left)) - Number(newest.has(right)) || left.modified - right.modified,
    );
  let total = order.reduce((sum, { stored }) => sum + stored, 0);
  const dropped = { ...manifest.dropped };
  for (const copy of order) {
    if (total <= limit) break;
    total -= copy.stored;
    removed.push(copy);
    if (newest.has(copy)) dropped[copy.path] = copy.modified;
  }
  if (removed.length === 0) return { manifest, removed };
  const copies = manifest.copies.filter((copy) => !removed.includes(copy));
  return { manifest: { ...manifest, copies, dropped }, removed };
}

function writeManifest(folder: string, manifest: Manifest): void {
  const file = join(folder, manifestName);
  replaceFile(file, `${JSON.stringify(manifest)}\n`);
  chmodSync(file, 0o600);
}

/** Rebuilds the manifest from the readable parts of the copies. Only under the lock. */
function rebuildManifest(folder: string): { manifest: Manifest; problems: Problem[] } {
  const copies: Copy[] = [];
  const problems: Problem[] = [];
  for (const file of packsIn(folder)) {
    try {
      copies.push(copyIn(folder, file));
    } catch (error) {
      const why = faults.unpackable((error as Error).message, file);
      problems.push(problem('archive/damaged-copy', { severity: 'warning', file }, why));
      renameSync(file, `${file}.damaged`);
    }
  }
  return { manifest: { ...empty, copies }, problems };
}

/** The content of a pack without a torn end. */
function copyIn(folder: string, file: string): Copy {
  const [, path = '', generation] =
    packName.exec(relative(folder, file).split(sep).join('/')) ?? [];
  const bytes = unpacked(readFileSync(file));
  if (bytes === undefined || bytes.length === 0) throw new Error('nothing in it can be unpacked');
  const { mode, mtimeMs: modified, size: stored } = statSync(file);
  return {
    path,
    generation: Number(generation),
    bytes: bytes.length,
    sha256: sha256Of(bytes),
    stored,
    mode: mode & 0o777,
    modified,
  };
}
