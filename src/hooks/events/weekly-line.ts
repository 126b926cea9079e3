// When: a session starts in a terminal where a person reads along.
// If: a week has passed since the last such line of this project, and a line was made since.
// Then: the person sees it, once. It is made in the background, for the next start.
import { weekPath } from '../../observe/journal/journal.js';
import { numberIn, read } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

const dayMs = 24 * 3_600_000;
const weekMs = 7 * dayMs;

export const handle: Handler = (payload, session, settings) => {
  const { own, weekly, attended, entrypoint } = settings;
  if (!weekly || !attended || entrypoint !== 'cli') return undefined;
  if (textOf(payload, 'source') !== 'startup' || session.silent() !== undefined) return undefined;
  const { key } = session.project();
  const name = weekPath(key);
  const line = read(`${own}/${name}`).trim();
  const shown = numberIn(own, `${name}.shown`) ?? 0;
  // A clock that was set back counts as no time at all.
  if (session.now - shown < weekMs) return undefined;
  const made = numberIn(own, `${name}.made`) ?? 0;
  if (line !== '' && made > shown && session.now - made < weekMs)
    return { system_message: line, files: { [`${name}.shown`]: `${session.now}\n` } };
  if (session.now - made < dayMs) return undefined;
  return { files: { [`${name}.made`]: `${session.now}\n` }, start: ['week'] };
};
