// When: a page has been fetched.
// If: the page cache is on, and the page is public, was requested without a secret, and is complete and no redirect.
// Then: the page is kept with its date.
import { maskSecrets } from '../../observe/secrets.js';
import type { Handler } from '../handler.js';
import { type CachedPage, isPublicUrl, isWorthKeeping, pageKey } from '../page-cache.js';
import { recordOf, textOf } from '../payload.js';

export const handle: Handler = (payload, session, { page_cache }) => {
  const input = recordOf(payload, 'tool_input');
  const response = recordOf(payload, 'tool_response');
  const url = textOf(input, 'url');
  const prompt = textOf(input, 'prompt');
  const text = textOf(response, 'result');
  if (!page_cache || response.code !== 200 || !isPublicUrl(url) || !isWorthKeeping(text))
    return undefined;
  if (maskSecrets(prompt) !== prompt) return undefined;
  const page: CachedPage = { url, prompt, text: maskSecrets(text), fetched: session.now };
  return { files: { [`pages/${pageKey(url, prompt)}.json`]: `${JSON.stringify(page)}\n` } };
};
