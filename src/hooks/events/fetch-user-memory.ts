// When: a session starts.
// If: fetching is on, and the last time is more than four hours ago, was cut off or left something to say.
// Then: the user's memory is fetched in the background, and the person reads what the last fetch found or why it failed. What was named is merged from now on.
import { readObject, textOf } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';
import { newsWords } from '../messages.js';

const pauseMs = 4 * 3_600_000;
/** A fetch that has not ended by then was cut off. */
const cutMs = 600_000;

export const handle: Handler = (payload, session, { own, attended }) => {
  if (textOf(payload, 'source') === 'compact') return undefined;
  if (readObject(`${own}/config.json`).fetch !== true) return undefined;
  const path = 'state/fetched.json';
  const last = readObject(`${own}/${path}`);
  const at = typeof last.at === 'number' ? last.at : 0;
  const isCut = last.began === true && session.now - at > cutMs;
  const language = session.memories().find(({ isUser }) => isUser)?.language ?? 'en';
  const found = isCut ? newsWords(language).cut : textOf(last, 'said');
  const said = attended ? found : '';
  const commit = textOf(last, 'commit');
  const isNamed = said !== '' && commit !== '' && !isCut;
  const isDue = session.now - at > pauseMs || at > session.now || isCut || isNamed;
  if (!isDue && said === '') return undefined;
  // What nobody read is kept for a start that somebody reads.
  const next = attended ? { named: isNamed ? commit : textOf(last, 'named') } : last;
  const state = { ...next, at: isDue ? session.now : at, began: isDue };
  return {
    ...(said === '' ? {} : { system_message: said }),
    files: { [path]: `${JSON.stringify(state)}\n` },
    ...(isDue ? { start: ['sync', '--user', '--fetch'] } : {}),
  };
};
