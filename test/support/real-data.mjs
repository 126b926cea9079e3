import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a run without them is told. */
export const noRealData = 'skipped without ../shared/data/dev.tar.xz or $MADNESS_DATA';

/** A part of the real data (`transcripts`, `rules/assets`, …): where $MADNESS_DATA says, else unpacked by whoever asks first. */
export function realData(part = '.') {
  const folder = process.env.MADNESS_DATA || unpacked('dev');
  if (folder === undefined) return undefined;
  const path = join(folder, part);
  return existsSync(path) ? path : undefined;
}

/** The same of the sessions of other agents, which lie in an archive of their own. */
export function agentsData(part = '.') {
  for (const folder of [process.env.MADNESS_DATA, unpacked('agents')]) {
    if (folder && existsSync(join(folder, part))) return join(folder, part);
  }
  return undefined;
}

/** What lies unpacked beside this repository; undefined where it is absent. */
export function shared(path) {
  return ['../shared', '../../shared']
    .map((folder) => resolve(import.meta.dirname, '../..', folder, path))
    .find((found) => existsSync(found));
}

/**
 * A folder of our own for each version of the archive. It appears whole or not at all: another process may ask at the
 * same time.
 */
function unpacked(name) {
  const archive = shared(`data/${name}.tar.xz`);
  if (archive === undefined) return undefined;
  const { size, mtimeMs } = statSync(archive);
  const folder = join(tmpdir(), `madness-real-data-${name}-${size}-${Math.floor(mtimeMs)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh);
    execFileSync('tar', ['xJf', archive, '-C', fresh]);
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) console.warn(`${archive} could not be unpacked: ${error.message}`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}
