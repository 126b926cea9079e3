import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { readPart, replaceFile } from '../../platform/fs.js';
import { isAlive } from '../../platform/process-info.js';
import { jsonIn } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { firstLineOf } from '../sessions/dedupe.js';
import { agentIn } from '../transcript/kept-path.js';
import { partOf, unpacked } from './gzip.js';
import { type Copy, packFile, sessionOf } from './manifest.js';

/** The transcript's bytes as they were; throws where the copy is damaged. */
export function readCopy(folder: string, copy: Copy): Buffer {
  const file = packFile(folder, copy);
  let bytes: Buffer;
  try {
    bytes = unpacked(readStart(file, copy.stored));
  } catch (error) {
    throw damaged(file, (error as Error).message);
  }
  if (hashOf(bytes) !== copy.sha256) throw damaged(file, 'other bytes than were put in');
  return bytes;
}

/** The first line of the transcript, as `firstLineOf` tells it; undefined if the copy is damaged. */
export function beginningOf(folder: string, copy: Copy): string | undefined {
  const bytes = startOf(folder, copy);
  return bytes && firstLineOf(bytes);
}

/** The folder that the session ran in, as far as the beginning of its transcript tells it. */
export function cwdOf(folder: string, copy: Copy): string | undefined {
  const text = startOf(folder, copy)?.toString('utf8') ?? '';
  // Inside a text of a record, quotation marks are escaped.
  const cwd = /"cwd": ?("(?:[^"\\]|\\.)+")/.exec(text)?.[1];
  return cwd === undefined ? undefined : (jsonIn(cwd) as string | undefined);
}

function startOf(folder: string, copy: Copy): Buffer | undefined {
  // Compressed bytes never unpack to fewer.
  const part = readPart(packFile(folder, copy), 8192);
  return part && partOf(part.bytes.subarray(0, copy.stored));
}

/** Writes a transcript back to the client's folder unless it exists there. Returns its path. */
export function restoreCopy(folder: string, copy: Copy, claude: string): string {
  const target = originalFile(claude, copy);
  if (existsSync(target)) {
    const same =
      statSync(target).size === copy.bytes && hashOf(readFileSync(target)) === copy.sha256;
    if (same) return target;
    throw new MadnessError(faults.otherBytes(target));
  }
  writeCopy(folder, copy, target);
  return target;
}

/** Writes a transcript's bytes to `target`, with the transcript's mode. */
export function writeCopy(folder: string, copy: Copy, target: string): void {
  replaceFile(target, readCopy(folder, copy));
  chmodSync(target, copy.mode);
}

export function originalFile(claude: string, { path }: Pick<Copy, 'path'>): string {
  const agent = agentIn(path);
  if (agent !== 'claude') throw new MadnessError(faults.othersStore(agent, sessionOf({ path })));
  const projects = join(claude, 'projects');
  const target = resolve(claude, ...path.split('/'));
  if (target.startsWith(projects + sep)) return target;
  throw new MadnessError(faults.outsideProjects(projects, path));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readStart(file: string, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const fd = openSync(file, 'r');
  try {
    let done = 0;
    while (done < length) {
      const got = readSync(fd, bytes, done, length - done, done);
      if (got === 0) throw new Error(`${length - done} bytes are missing`);
      done += got;
    }
  } finally {
    closeSync(fd);
  }
  return bytes;
}

function damaged(file: string, what: string): MadnessError {
  return new MadnessError(faults.damagedCopy(file, what));
}

/** Makes a folder in the archive for an unpacked copy. The caller removes it; a killed process leaves it behind. */
export function takeReadingFolder(archive: string): string {
  sweepReadings(archive);
  return mkdtempSync(join(archive, `reading-${process.pid}-`));
}

/** Takes away what readers that were killed left. Of our own number there is none that reads: one is read at a time. */
export function sweepReadings(archive: string): void {
  for (const name of readdirSync(archive)) {
    const reading = /^reading-(\d*)/.exec(name);
    if (reading === null) continue;
    const reader = Number(reading[1]);
    const isRead = reader > 0 && reader !== process.pid && isAlive(reader);
    if (!isRead) rmSync(join(archive, name), { recursive: true, force: true });
  }
}
