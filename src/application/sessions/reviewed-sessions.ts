import { sessionFolders } from '../../platform/folders.js';
import type { Opened } from '../../store/store.js';
import type { Caller } from '../memory/run-context.js';
import { facetSessions, judgementsIn, reviewer } from '../retrospective/repository.js';
import { keptCount } from '../watches/kept-counts.js';
import { readPrepared } from './prepared.js';

/** How many sessions of this project no review has read, without reading them. */
export async function countUnreviewed({ env }: Caller, opened: Opened): Promise<number> {
  const { root, isUser } = opened.location;
  const sessions = await keptCount(opened.location, env, { of: 'sessions' }, async () => {
    const { findSessions } = await import('../../observe/sessions.js');
    const found = findSessions(sessionFolders(env), isUser ? undefined : root);
    return found.sessions.map(({ session }) => session);
  });
  const known = readSessions(opened);
  return sessions.filter((session) => !known.has(session)).length;
}

/** The sessions that a review has read. */
export function readSessions(opened: Opened): ReadonlySet<string> {
  const known = facetSessions(opened.location);
  for (const { event } of judgementsIn(opened))
    if (event.by === reviewer) known.add(event.session as string);
  // A session read only in the background has not been shown to a person yet.
  for (const session of readPrepared(opened.location).keys()) known.delete(session);
  return known;
}
