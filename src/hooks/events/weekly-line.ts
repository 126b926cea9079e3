// When: a session starts in a terminal where a person reads along, or such a session ends.
// If: at a start, a week has passed since the last such line of this project; at an end, a day since one was made.
// Then: an end makes the line in the background; a start only reads it, and the person sees it once.
import { weekPath } from '../../observe/journal.js';
import { numberIn, read } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;

export const handle: Handler = (payload, session, settings) => {
  const { own, weekly, attended, entrypoint } = settings;
  if (!weekly || !attended || entrypoint !== 'cli' || session.silent() !== undefined)
    return undefined;
  const name = weekPath(session.project().key);
  const made = numberIn(own, `${name}.made`) ?? 0;
  if (textOf(payload, 'hook_event_name') === 'SessionEnd')
    return session.now - made < dayMs
      ? undefined
      : { files: { [`${name}.made`]: `${session.now}\n` }, start: ['week'] };
  const line = read(`${own}/${name}`).trim();
  const shown = numberIn(own, `${name}.shown`) ?? 0;
  // A clock that was set back counts as no time at all.
  const isDue = session.now - shown >= weekMs && made > shown && session.now - made < weekMs;
  return textOf(payload, 'source') === 'startup' && isDue && line !== ''
    ? { system_message: line, files: { [`${name}.shown`]: `${session.now}\n` } }
    : undefined;
};
