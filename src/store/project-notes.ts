import { join } from 'node:path';
import { namedPaths } from '../learn/guards/named-paths.js';
import { namesIn } from '../platform/folders.js';
import { read } from '../platform/read-object.js';

export interface Note {
  readonly file: string;
  readonly paths: readonly string[];
}

const maxNotes = 50;

/** Git can bring any file name, so only plain names are shown. */
export function notesIn(folder: string): Note[] {
  return namesIn(folder)
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,63}\.md$/.test(name))
    .slice(0, maxNotes)
    .map((name) => ({ file: join(folder, name), paths: namedPaths(read(join(folder, name))) }));
}
