import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** What a run without them is told. */
export const noRealData = 'skipped without ../shared/data/dev.tar.xz or $MADNESS_DATA';

/** A part of the real data (`transcripts`, `rules/assets`, …), unpacked by whoever asks first. */
export function realData(part = '.') {
  const folder = process.env.MADNESS_DATA ?? join(tmpdir(), 'madness-data');
  if (!existsSync(folder)) unpack(folder);
  const path = join(folder, part);
  return existsSync(path) ? path : undefined;
}

/** What lies unpacked beside this repository; undefined where it is absent. */
export function shared(path) {
  return ['../shared', '../../shared']
    .map((folder) => resolve(import.meta.dirname, '../..', folder, path))
    .find((found) => existsSync(found));
}

/** The folder appears whole or not at all: another process may ask at the same time. */
function unpack(folder) {
  const archive = shared('data/dev.tar.xz');
  if (archive === undefined) return;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(fresh);
    execFileSync('tar', ['xJf', archive, '-C', fresh]);
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) console.warn(`${archive} could not be unpacked: ${error.message}`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
