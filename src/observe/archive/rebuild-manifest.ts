import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { replaceFile } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import { packed, salvage } from './gzip.js';
import { type Copy, empty, type Manifest, manifestName, packName, packsIn } from './manifest.js';

export function writeManifest(folder: string, manifest: Manifest): void {
  const file = join(folder, manifestName);
  replaceFile(file, `${JSON.stringify(manifest)}\n`);
  chmodSync(file, 0o600);
}

/** Makes the manifest anew from the copies, each as far as it can be read; only under the lock. */
export function rebuildManifest(folder: string): { manifest: Manifest; problems: Problem[] } {
  const copies: Copy[] = [];
  const problems: Problem[] = [];
  for (const file of packsIn(folder)) {
    try {
      copies.push(copyIn(folder, file));
    } catch (error) {
      problems.push(
        problem(
          'archive/damaged-copy',
          { severity: 'warning', file },
          faults.unpackable((error as Error).message, file),
        ),
      );
      renameSync(file, `${file}.damaged`);
    }
  }
  return { manifest: { ...empty, copies }, problems };
}

/** What a pack holds; a torn end is cut off. */
function copyIn(folder: string, file: string): Copy {
  const [, path = '', generation] =
    packName.exec(relative(folder, file).split(sep).join('/')) ?? [];
  const bytes = salvage(readFileSync(file));
  const { mode, mtimeMs } = statSync(file);
  const fresh = packed(bytes);
  replaceFile(file, fresh);
  return {
    path,
    generation: Number(generation),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    stored: fresh.length,
    mode: mode & 0o777,
    modified: mtimeMs,
  };
}
