// When: a session starts.
// If: fetching is on, and the last time is more than four hours ago or left something to say.
// Then: the user's memory is fetched in the background, and the person reads what the last fetch brought or why it failed.
import { readObject, textOf } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';

const pauseMs = 4 * 3_600_000;

export const handle: Handler = (payload, session, { own, attended }) => {
  if (textOf(payload, 'source') === 'compact') return undefined;
  if (readObject(`${own}/config.json`).fetch !== true) return undefined;
  const path = 'state/fetched.json';
  const last = readObject(`${own}/${path}`);
  const at = typeof last.at === 'number' ? last.at : 0;
  const said = attended ? textOf(last, 'said') : '';
  const isDue = session.now - at > pauseMs || at > session.now;
  if (!isDue && said === '') return undefined;
  return {
    ...(said === '' ? {} : { system_message: said }),
    files: { [path]: `${JSON.stringify({ at: isDue ? session.now : at })}\n` },
    ...(isDue ? { start: ['sync', '--user', '--fetch'] } : {}),
  };
};
