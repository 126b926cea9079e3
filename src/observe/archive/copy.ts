import { createHash } from 'node:crypto';
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { cannotWrite, makeFolder, readPart, replaceFile } from '../../platform/fs.js';
import { statOf } from '../sessions/stamp.js';
import { type Copy, packFile } from './manifest.js';

/** A transcript on disk; `path` as in `Copy`. */
export interface Original {
  readonly path: string;
  readonly file: string;
}

/**
 * Replaces the copy of a transcript that changed. `before` is its newest generation; where the transcript no longer
 * begins with those bytes, they stay and a new generation begins. Undefined if nothing is new, or if the file shrank
 * during the copy. The new state counts once the manifest has it: until then the old bytes are the first of the new.
 */
export function copyTranscript(
  folder: string,
  { path, file }: Original,
  before: Copy | undefined,
): Copy | undefined {
  const stat = statOf(file);
  if (stat === undefined || !stat.isFile()) return undefined;
  const { size, mtimeMs: modified } = stat;
  const mode = stat.mode & 0o777;
  const isHeld = before !== undefined && packSize(folder, before) >= before.stored;
  if (isHeld && before.bytes === size && before.modified === modified) return undefined;
  const bytes = readPart(file, size)?.bytes;
  if (bytes === undefined || bytes.length < size) return undefined;
  const begins =
    before !== undefined && sha256Of(bytes.subarray(0, before.bytes)) === before.sha256;
  if (isHeld && begins && before.bytes === size) return { ...before, modified, mode };
  const last = before?.generation ?? 0;
  const generation = before !== undefined && begins ? last : last + 1;
  const pack = packFile(folder, { path, generation });
  const packed = gzipSync(bytes);
  try {
    makeFolder(dirname(pack), 0o700);
    replaceFile(pack, packed);
    chmodSync(pack, mode);
  } catch (error) {
    throw cannotWrite(pack, error);
  }
  return {
    path,
    generation,
    bytes: size,
    sha256: sha256Of(bytes),
    stored: packed.length,
    mode,
    modified,
  };
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function packSize(folder: string, copy: Copy): number {
  return statSync(packFile(folder, copy), { throwIfNoEntry: false })?.size ?? -1;
}
