import { join } from 'node:path';
import { namedPaths } from '../learn/guards/named-paths.js';
import { namesIn } from '../platform/folders.js';
import { read } from '../platform/read-object.js';

export interface Note {
  readonly file: string;
  readonly paths: readonly string[];
  /** Commands: what stands in backticks. */
  readonly commands: readonly string[];
}

const maxNotes = 50;

/** Git can bring any file name, so only plain names are shown. */
export function notesIn(folder: string): Note[] {
  return namesIn(folder)
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,63}\.md$/.test(name))
    .slice(0, maxNotes)
    .map((name) => ({ file: join(folder, name), ...scenesOf(read(join(folder, name))) }));
}

/** Where a note is told: for the paths that it names, and where a command fails twice that stands in backticks in it. */
export function scenesOf(text: string): Pick<Note, 'paths' | 'commands'> {
  const spans = [...text.matchAll(/`([^`\n]{2,80})`/g)].map(([, span = '']) => span.trim());
  const paths = namedPaths(text);
  return { paths, commands: spans.filter((span) => !paths.includes(span)) };
}
