import { emptyNoted } from '../../../reflect/hand-in/noted.js';
import type { Noted, ReviewedSession } from '../../../schema.gen.js';
import type { MemoryLocation } from '../../../store/location.js';
import { type Prepared, preparedFolder, readPrepared } from '../read-prepared.js';

/** For `Change.work`. */
export function preparedFile(prepared: Prepared): readonly [name: string, text: string] {
  return [`${preparedFolder}/${prepared.session}.json`, `${JSON.stringify(prepared, null, 2)}\n`];
}

/** For `Change.work`. */
export function preparedGone(session: string): readonly [name: string, gone: undefined] {
  return [`${preparedFolder}/${session}.json`, undefined];
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
