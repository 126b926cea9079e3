import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { faults } from '../../messages/problems/sessions.js';
import { readPart, replaceFile } from '../../platform/fs.js';
import { isAlive } from '../../platform/process-info.js';
import { jsonIn } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { firstLineOf } from '../sessions/dedupe.js';
import { agentIn } from '../transcript/kept-path.js';
import { sha256Of } from './copy.js';
import { type Copy, packFile, sessionOf } from './manifest.js';

/** The transcript's bytes as they were; throws where the copy is damaged. */
export function readCopy(folder: string, copy: Copy): Buffer {
  const file = packFile(folder, copy);
  let pack: Buffer;
  try {
    pack = readFileSync(file);
  } catch (error) {
    throw damaged(file, (error as Error).message);
  }
  // What lies behind was copied by a run that was killed before it said so.
  const bytes = [pack, pack.subarray(0, copy.stored)]
    .map((part) => unpacked(part)?.subarray(0, copy.bytes))
    .find((part) => part !== undefined && sha256Of(part) === copy.sha256);
  if (bytes === undefined) throw damaged(file, 'other bytes than were put in');
  return bytes;
}

/** What a pack holds, without a torn end; undefined if it cannot be unpacked. 0.7.0 wrote several members into one. */
export function unpacked(pack: Uint8Array): Buffer | undefined {
  if (pack.length === 0) return Buffer.alloc(0);
  try {
    return gunzipSync(pack, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
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
  return part && unpacked(part.bytes);
}

/** Writes a transcript back to the client's folder unless it exists there. Returns its path. */
export function restoreCopy(folder: string, copy: Copy, claude: string): string {
  const target = originalFile(claude, copy);
  if (existsSync(target)) {
    const same =
      statSync(target).size === copy.bytes && sha256Of(readFileSync(target)) === copy.sha256;
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
