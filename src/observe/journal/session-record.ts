import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { type Fields, readObject, recordOf, textOf } from '../../platform/read-object.js';
import { projectKey } from '../sessions/project-folder.js';

/**
 * What is known of a session of a project: `state/projects/<project>/<session>.json`. A file a session, written by its own
 * hooks, and once by that which hands its work on; it is there from the session's start, so that a killed client leaves it.
 */
export interface ProjectRecord {
  readonly session: string;
  readonly transcript: string;
  /** Of the client, 0 where unknown. */
  readonly pid: number;
  /** Milliseconds since 1970 of its start as far as it was heard, 0 where unknown: a fork's transcript begins with another session's lines. */
  readonly since: number;
  /** Of the last thing that was heard of it. */
  readonly last: number;
  readonly ended: boolean;
  /** What the person asked last, and what the model said last. */
  readonly prompt: string;
  readonly said: string;
  /** Its unhandled work was handed on. */
  readonly taken: boolean;
  /** How far its transcript was read, bytes. */
  readonly offset: number;
  /** What was heard of the person up to there. */
  readonly heard: EarlierWords;
}

/** What earlier stretches of a transcript told. */
export interface EarlierWords {
  /** Time of the person's newest words, ISO 8601. A compaction appends copies of what was said before. */
  readonly until: string;
  /** A person typed in a terminal. */
  readonly has_typed: boolean;
}

export const noEarlierWords: EarlierWords = { until: '', has_typed: false };

/** Of a project. */
export const maxRecords = 200;

export function recordPath(project: string, folder: string): string {
  return `state/projects/${project}/${folder}.json`;
}

/** Versions that asked nobody for trust wrote none: by its absence their records are known. */
const format = 2;

export function recordText(record: ProjectRecord): string {
  return `${JSON.stringify({ format, ...record })}\n`;
}

export function hasFormat({ format: written }: Fields): boolean {
  return written !== undefined;
}

export function asRecord(value: Fields): ProjectRecord | undefined {
  const session = textOf(value, 'session');
  if (session === '') return undefined;
  const heard = recordOf(value, 'heard');
  const { pid, since, last, ended, taken, offset } = value;
  return {
    session,
    transcript: textOf(value, 'transcript'),
    pid: typeof pid === 'number' ? pid : 0,
    since: typeof since === 'number' ? since : 0,
    last: typeof last === 'number' ? last : 0,
    ended: ended === true,
    prompt: textOf(value, 'prompt'),
    said: textOf(value, 'said'),
    taken: taken === true,
    offset: typeof offset === 'number' && offset >= 0 ? offset : 0,
    heard: {
      until: textOf(heard, 'until'),
      has_typed: heard.has_typed === true,
    },
  };
}

/**
 * Whether a version that asked nobody for trust told this memory: a session record without a format stands in our
 * state, and it is younger than the folder. A memory that came later to the same path is not meant.
 */
export function isKnownBefore(own: string, memory: string): boolean {
  const born = statSync(memory, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  if (born <= 0) return false;
  const folder = join(own, 'state', 'projects', projectKey(dirname(memory)));
  return namesIn(folder).some((name) => {
    const value = readObject(join(folder, name));
    const record = hasFormat(value) ? undefined : asRecord(value);
    return record !== undefined && record.last >= born;
  });
}
