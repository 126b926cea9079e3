import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { read } from '../../platform/read-object.js';
import { emptyNoted } from '../../reflect/hand-in/noted.js';
import type { Noted, ReviewedSession } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';

/** `work/prepared/SESSION.json`: what the background read of a session, until a retrospective takes it over. */
export interface Prepared {
  readonly session: string;
  readonly job: string;
  readonly model: string;
  /** Lines of the transcript that an earlier review had read. */
  readonly since: number;
  /** Lines of the transcript when it was read. */
  readonly lines: number;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  /** Its places begin with the first eight characters of the session. */
  readonly noted: Noted;
}

/** Below work/. */
const folder = 'prepared';

/** Prepared readings by session. A damaged file counts as none. */
export function readPrepared({ memory }: MemoryLocation): ReadonlyMap<string, Prepared> {
  const path = join(memory, 'work', folder);
  const found = namesIn(path).flatMap((name): [string, Prepared][] => {
    try {
      const value = JSON.parse(read(join(path, name))) as Prepared;
      const isOurs =
        `${value.session}.json` === name && typeof value.noted === 'object' && value.noted !== null;
      return isOurs ? [[value.session, value]] : [];
    } catch {
      return [];
    }
  });
  return new Map(found);
}

/** For `Change.work`. */
export function preparedFile(prepared: Prepared): readonly [name: string, text: string] {
  return [`${folder}/${prepared.session}.json`, `${JSON.stringify(prepared, null, 2)}\n`];
}

/** For `Change.work`. */
export function preparedGone(session: string): readonly [name: string, gone: undefined] {
  return [`${folder}/${session}.json`, undefined];
}

/**
 * What the background noted of these sessions, added to `noted`, its places by their numbers here. A session that went on
 * since is read anew.
 */
export function withPrepared(
  noted: Noted,
  location: MemoryLocation,
  sessions: readonly ReviewedSession[],
): Noted {
  const all = readPrepared(location);
  return sessions.reduce((sum, { session, s = 0, lines, since = 0 }) => {
    const prepared = all.get(session);
    const isFresh = prepared?.lines === lines && prepared.since === since;
    return prepared === undefined || !isFresh ? sum : joined(sum, renumbered(prepared, s));
  }, noted);
}

function renumbered({ session, noted }: Prepared, s: number): Noted {
  const label = session.slice(0, 8);
  return JSON.parse(JSON.stringify(noted).replaceAll(`"${label}:`, `"${s}:`)) as Noted;
}

function joined(noted: Noted, more: Noted): Noted {
  const keys = Object.keys(emptyNoted) as (keyof Noted)[];
  const lists = keys.map((key) => [key, [...noted[key], ...more[key]]] as const);
  return Object.fromEntries(lists) as unknown as Noted;
}
