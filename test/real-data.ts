import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shared } from './support/real-data.mjs';

export { noRealData, realData } from './support/real-data.mjs';

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
