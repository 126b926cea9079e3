import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { cannotWrite, makeFolder } from '../../platform/fs.js';
import { packed } from './gzip.js';
import { type Copy, packFile } from './manifest.js';

/** A transcript on disk; `path` as in `Copy`. */
export interface Original {
  readonly path: string;
  readonly file: string;
}

const chunkBytes = 4 << 20;

/**
 * Updates the copy of one transcript. `before` is its newest generation: if the transcript still begins with those
 * bytes, only the rest is read into a new member; otherwise a new generation begins. Undefined if nothing is new, or if
 * the file changed during the copy; the next run retries. The new state counts once the manifest has it.
 */
export function copyTranscript(
  folder: string,
  { path, file }: Original,
  before: Copy | undefined,
): Copy | undefined {
  const source = open(file);
  if (source === undefined) return undefined;
  try {
    const stat = fstatSync(source);
    if (!stat.isFile()) return undefined;
    const isHeld = before !== undefined && packSize(folder, before) >= before.stored;
    if (isHeld && isSame(stat, before)) return undefined;
    const hash = createHash('sha256');
    if (isHeld && beginsWith(source, stat, before, hash)) {
      return before.bytes === stat.size
        ? { ...before, modified: stat.mtimeMs, mode: stat.mode & 0o777 }
        : store(folder, source, stat, before, hash);
    }
    const generation = (before?.generation ?? 0) + 1;
    const blank = { path, generation, bytes: 0, stored: 0, sha256: '', mode: 0, modified: 0 };
    return store(folder, source, stat, blank, createHash('sha256'));
  } finally {
    closeSync(source);
  }
}

function open(file: string): number | undefined {
  try {
    // A FIFO without a writer would hold us for ever.
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}

function isSame({ size, mtimeMs }: Stats, before: Copy): boolean {
  return before.bytes === size && before.modified === mtimeMs;
}

/** Leaves in `hash` what the file begins with. */
function beginsWith(source: number, { size }: Stats, before: Copy, hash: Hash): boolean {
  if (size < before.bytes) return false;
  for (const bytes of chunks(source, 0, before.bytes)) hash.update(bytes);
  return hash.copy().digest('hex') === before.sha256;
}

function* chunks(source: number, from: number, to: number): Generator<Buffer, void> {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, to - from)));
  for (let at = from; at < to; ) {
    const got = readSync(source, buffer, 0, Math.min(buffer.length, to - at), at);
    if (got === 0) return;
    yield buffer.subarray(0, got);
    at += got;
  }
}

function packSize(folder: string, copy: Copy): number {
  return statSync(packFile(folder, copy), { throwIfNoEntry: false })?.size ?? -1;
}

/** Appends what `from` does not hold yet. */
function store(
  folder: string,
  source: number,
  stat: Stats,
  from: Copy,
  hash: Hash,
): Copy | undefined {
  const file = packFile(folder, from);
  const mode = stat.mode & 0o777;
  const { O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;
  try {
    makeFolder(dirname(file), 0o700);
    const pack = openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW, mode);
    try {
      fchmodSync(pack, mode);
      ftruncateSync(pack, from.stored);
      let { bytes, stored } = from;
      for (const part of chunks(source, from.bytes, stat.size)) {
        hash.update(part);
        const member = packed(part);
        writeAll(pack, member, stored);
        bytes += part.length;
        stored += member.length;
      }
      // It shrank while it was read: what was read may be of two minds.
      if (bytes < stat.size) return undefined;
      fsyncSync(pack);
      return { ...from, bytes, stored, mode, sha256: hash.digest('hex'), modified: stat.mtimeMs };
    } finally {
      closeSync(pack);
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    const wrote = writeSync(file, bytes, done, bytes.length - done, at + done);
    if (wrote === 0) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    done += wrote;
  }
}
