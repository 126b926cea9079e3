// When: a session starts.
// If: background reading is on, a memory is told here, all was quiet for half an hour, and the last consolidation is four hours old.
// Then: madness consolidate runs in the background, and ends.

import { numberIn } from '../../platform/read-object.js';
import { consolidatedName } from '../../store/reading-queue.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

const minute = 60_000;
const quietMs = 30 * minute;
const pauseMs = 4 * 60 * minute;

export const handle: Handler = (payload, session, { own, reflection }) => {
  if (!reflection.enabled || textOf(payload, 'source') !== 'startup') return undefined;
  const last = numberIn(own, consolidatedName);
  // A clock that was set back counts as no time at all.
  if (last !== undefined && session.now - last < pauseMs) return undefined;
  if (!session.memories().some(({ isUser }) => !isUser)) return undefined;
  // The first session of all has other things to do.
  if (last === undefined) return { files: { [consolidatedName]: `${session.now}\n` } };
  return session.now - session.lastActivity() < quietMs ? undefined : { start: ['consolidate'] };
};
