import { type Payload, textOf } from './payload.js';

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
}

/** Of a project. */
export const mostRecords = 200;

export function recordPath(project: string, folder: string): string {
  return `state/projects/${project}/${folder}.json`;
}

/** Versions that asked nobody for trust wrote none: by its absence their records are known. */
const format = 2;

export function recordText(record: ProjectRecord): string {
  return `${JSON.stringify({ format, ...record })}\n`;
}

export function hasFormat({ format: written }: Payload): boolean {
  return written !== undefined;
}

export function asRecord(value: Payload): ProjectRecord | undefined {
  const session = textOf(value, 'session');
  if (session === '') return undefined;
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
  };
}
