import type { ResolvedFailure } from '../../observe/journal.js';
import { type FoundSession, findSessions, statOf } from '../../observe/sessions.js';
import { readReview, summaryOfSession } from '../../observe/summary.js';
import type { Coverage } from '../../observe/transcript.js';
import { sessionIn } from '../../platform/agent-signs.js';
import { ownFolder, sessionFolders } from '../../platform/folders.js';
import type { Problem } from '../../problem.js';
import { type Counted, ownSession } from '../../reflect/choose-sessions.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import type { Caller } from '../memory/run-context.js';
import { type Prepared, readPrepared } from './read-prepared.js';
import { readingOf } from './repository.js';
import { readSessions } from './reviewed-sessions.js';

/** Only the newest unread sessions are read; the rest waits. */
const maxSessionsRead = 300;

/** The sessions to review, and those left out. */
export interface UnreviewedSessions {
  readonly counted: readonly CountedSession[];
  readonly left_out: readonly { session: string; reason: string }[];
  readonly reviewed: number;
  /** Base names of all reviewed sessions. */
  readonly known: ReadonlySet<string>;
  /** Unread, but older than those that were looked into. */
  readonly uncounted: number;
  /** How failures ended in the sessions that were looked into. */
  readonly overcome: readonly ResolvedFailure[];
  readonly problems: readonly Problem[];
}

/** A session that may be chosen, as it was found and read. */
export interface CountedSession extends Counted {
  /** Lines of it that were read before. */
  readonly since: number;
  readonly found: FoundSession;
  readonly coverage: Coverage;
}

interface Reading {
  readonly isEverywhere: boolean;
  /** Called before `total` sessions are read. */
  readonly start: (total: number) => {
    readonly step: (done: number) => void;
    readonly end: () => void;
  };
}

/** The sessions of the project, or of all, that no review has read yet. */
export function findUnreviewed(
  caller: Caller,
  opened: Opened,
  { isEverywhere, start }: Reading,
): UnreviewedSessions {
  const { location } = opened;
  const everywhere = isEverywhere || location.isUser;
  const { sessions, problems } = findSessions(
    sessionFolders(caller.env),
    everywhere ? undefined : location.root,
  );
  const known = readSessions(opened);
  const prepared = readPrepared(location);
  const own = sessionIn(caller.env);
  const isOwn = (one: FoundSession) =>
    own !== undefined && (one.session === own || one.session_id === own);
  const unread = sessions
    .filter((one) => !isOwn(one))
    .flatMap((one) => unreadPart(one, known.has(one.session), location, prepared));
  const newest = unread.sort((a, b) => b.time - a.time);
  const looked = newest.slice(0, maxSessionsRead);
  const line = start(looked.length);
  const overcome: ResolvedFailure[] = [];
  const counted = looked.flatMap(({ one, since }, index) => {
    line.step(index);
    const found = count(one, since, ownFolder(caller.env), overcome);
    const isMore = found.spoken > 0 && !found.isReview;
    return since === 0 || isMore ? [found] : [];
  });
  line.end();
  return {
    counted,
    left_out: sessions.filter(isOwn).map(({ session }) => ({ session, reason: ownSession })),
    reviewed: sessions.filter((one) => known.has(one.session)).length,
    known,
    uncounted: newest.length - looked.length,
    overcome,
    problems,
  };
}

interface Unread {
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
  const reading = readingOf(location, one.session);
  return reading !== undefined && time > reading.at ? [{ one, since: reading.lines, time }] : [];
}

/** How much trouble was in a session behind the lines that were read before, and how failures ended. */
function count(found: FoundSession, since: number, own: string, overcome: ResolvedFailure[]) {
  const { coverage, review } =
    since === 0 ? summaryOfSession(found, own, ['review']) : readReview(found, since);
  const { resolved, ...counts } = review;
  overcome.push(...resolved);
  const { session } = found;
  const { last, read, reason } = coverage;
  return { session, last, read, reason, ...counts, found, since, coverage };
}
