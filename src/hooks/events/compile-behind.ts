// When: a session starts.
// If: what is compiled of a trusted memory is missing, damaged or behind its rules.
// Then: it is compiled in the background, and the person sees that Claude may not be told all of them this time.
import type { Handler } from '../handler.js';
import { trustWordsIn } from '../messages.js';
import { textOf } from '../payload.js';

export const handle: Handler = (payload, session) => {
  if (textOf(payload, 'source') === 'compact') return undefined;
  const behind = session.memories().find((memory) => memory.isBehind());
  if (behind === undefined) return undefined;
  return {
    system_message: trustWordsIn(behind.language).behind(behind.isUser),
    start: ['compile', '--memory', behind.memory],
  };
};
