// When: a page is about to be fetched.
// If: the page cache is on, and has an answer to the same question about the same public page.
// Then: the model gets that answer with its date; otherwise the page is fetched.
import type { Handler } from '../handler.js';
import { wordsIn } from '../messages.js';
import { asPage, isPublicUrl, maxAgeMs, pageKey } from '../page-cache.js';
import { recordOf, textOf } from '../payload.js';

export const handle: Handler = (payload, session, { page_cache }) => {
  const input = recordOf(payload, 'tool_input');
  const url = textOf(input, 'url');
  const prompt = textOf(input, 'prompt');
  if (!page_cache || !isPublicUrl(url)) return undefined;
  const page = asPage(session.page(pageKey(url, prompt)));
  if (page === undefined || page.url !== url || page.prompt !== prompt) return undefined;
  const age = session.now - page.fetched;
  if (age < 0 || age > maxAgeMs) return undefined;
  const say = wordsIn(session.memories()[0]?.language ?? 'en');
  return { deny: say.page(url, new Date(page.fetched).toISOString(), page.text) };
};
