import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realData, shared } from './real-data.mjs';

const folder = realData('claude-md');

export const haveRealFiles = folder !== undefined;

export interface RealFile {
  readonly name: string;
  /** The bytes as a binary string. */
  readonly text: string;
}

/** CLAUDE.md, AGENTS.md and the like from public repositories, and variants with other line ends. */
export function realFiles(): RealFile[] {
  if (folder === undefined) return [];
  return ['files', 'derived'].flatMap((part) =>
    readdirSync(join(folder, part))
      .sort()
      .map((name) => ({
        name: `${part}/${name}`,
        text: readFileSync(join(folder, part, name)).toString('latin1'),
      })),
  );
}

/** Transcripts of the newest client; undefined where they are absent. */
export function newestTranscripts(): string | undefined {
  return shared('claude-code/transcripts');
}

/** What the newest client says to a hook, an event a file; likewise. */
export function clientPayloads(): string | undefined {
  return shared('claude-code/payloads');
}

/** Files below a folder whose name ends so, sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

/** A file of one JSON value a line. */
export function jsonLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
