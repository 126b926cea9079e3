import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { type Fields, readObject, recordOf, textOf } from '../../platform/read-object.js';
import { projectKey } from '../sessions/project-folder.js';

/**
 * The record of a project's session: `state/projects/<project>/<session>.json`. Its own hooks write it, and once the
 * session that hands its work on. It exists from the session's start, so that a killed client leaves it.
 */
export interface ProjectRecord {
  readonly session: string;
  readonly transcript: string;
  /** Process id of the client, 0 if unknown. */
  readonly pid: number;
  /**
   * Start of the session in milliseconds since 1970, 0 if unknown. A fork's transcript begins with another session's
   * lines.
   */
  readonly since: number;
  /** Time of the last event. */
  readonly last: number;
  readonly ended: boolean;
  /** The person's last prompt, and the model's last words. */
  readonly prompt: string;
  readonly said: string;
  /** Its unhandled work was handed on. */
  readonly taken: boolean;
  /** How far its transcript was read, bytes. */
  readonly offset: number;
  /** The person's words up to that offset. */
  readonly heard: EarlierWords;
}

/** What earlier parts of a transcript contained. */
export interface EarlierWords {
  /** Time of the person's newest words, ISO 8601. A compaction appends copies of earlier words. */
  readonly until: string;
  /** A person typed in a terminal. */
  readonly has_typed: boolean;
}

export const noEarlierWords: EarlierWords = { until: '', has_typed: false };

/** Per project. */
export const maxRecords = 200;

export function recordPath(project: string, folder: string): string {
  return `state/projects/${project}/${folder}.json`;
}

/** Versions before trust existed wrote no format; its absence identifies their records. */
const format = 2;

export function recordText(record: ProjectRecord): string {
  return `${JSON.stringify({ format, ...record })}\n`;
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
 * Tells whether a version before trust existed used this memory: our state has a session record without a format that
 * is younger than the folder. A memory created later at the same path does not count.
 */
export function isKnownBefore(own: string, memory: string): boolean {
  const born = statSync(memory, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  if (born <= 0) return false;
  const folder = join(own, 'state', 'projects', projectKey(dirname(memory)));
  return namesIn(folder).some((name) => {
    const value = readObject(join(folder, name));
    const record = value.format !== undefined ? undefined : asRecord(value);
    return record !== undefined && record.last >= born;
  });
}
