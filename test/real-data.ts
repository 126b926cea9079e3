import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Real transcripts and their gold files, which are no part of this repository; undefined where they are absent. */
export function realData(): string | undefined {
  const folder = process.env.MADNESS_DATA ?? join(tmpdir(), 'madness-data');
  if (!existsSync(folder)) unpack(folder);
  const transcripts = join(folder, 'transcripts');
  return existsSync(transcripts) ? transcripts : undefined;
}

/** Transcripts of the newest client, likewise. */
export function newestTranscripts(): string | undefined {
  const folder = shared('claude-code/transcripts');
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

/** What the newest client says to a hook, an event a file; likewise. */
export function clientPayloads(): string | undefined {
  const folder = shared('claude-code/payloads');
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

/** Files below a folder whose name ends so, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

function unpack(folder: string): void {
  const archive = shared('data/dev.tar.xz');
  if (archive === undefined) return;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    execFileSync('tar', ['xJf', archive, '-C', fresh]);
    renameSync(fresh, folder);
  } catch {
    // Another test file was first, or there is no tar: the tests that need it are skipped.
    rmSync(fresh, { recursive: true, force: true });
  }
}

function shared(path: string): string | undefined {
  return ['../shared', '../../shared']
    .map((folder) => resolve(import.meta.dirname, '..', folder, path))
    .find((found) => existsSync(found));
}
