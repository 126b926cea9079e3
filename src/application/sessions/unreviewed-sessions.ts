import { faults } from '../../messages/problems/retrospective.js';
import { type FoundSession, findSessions, statOf } from '../../observe/sessions.js';
import { sessionFolders } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import type { Caller } from '../memory/run-context.js';
import { lastReading } from '../retrospective/repository.js';
import { type Prepared, readPrepared } from './prepared.js';
import { readSessions } from './reviewed-sessions.js';

/** The sessions that no retrospective has read, or that went on since, the newest first; by name those alone. */
export function unreadSessions(
  caller: Caller,
  opened: Opened,
  names: readonly string[],
): readonly Unread[] {
  const { location } = opened;
  const { sessions } = findSessions(
    sessionFolders(caller.env),
    location.isUser ? undefined : location.root,
  );
  const known = readSessions(opened);
  const isMeant = ({ session }: FoundSession) => names.some((name) => session.startsWith(name));
  const missing = names.find((name) => !sessions.some(({ session }) => session.startsWith(name)));
  if (missing !== undefined) throw new MadnessError(faults.noSuchSession(missing));
  return sessions
    .filter((one) => names.length === 0 || isMeant(one))
    .flatMap((one) => {
      const part = unreadPart(one, known.has(one.session), location, readPrepared(location));
      const time = statOf(one.file)?.mtimeMs ?? 0;
      return part.length === 0 && names.length > 0 ? [{ one, since: 0, time }] : part;
    })
    .sort((a, b) => b.time - a.time);
}

export interface Unread {
  readonly one: FoundSession;
  /** Lines of it that were read before. */
  readonly since: number;
  readonly time: number;
}

/** A session that is unread, or grew since it was read: people continue one for days. */
function unreadPart(
  one: FoundSession,
  isKnown: boolean,
  location: MemoryLocation,
  prepared: ReadonlyMap<string, Prepared>,
): Unread[] {
  const time = statOf(one.file)?.mtimeMs ?? 0;
  if (!isKnown) return [{ one, since: prepared.get(one.session)?.since ?? 0, time }];
  const reading = lastReading(location, one.session);
  return reading !== undefined && time > reading.at ? [{ one, since: reading.lines, time }] : [];
}
