// When: the person sends a prompt.
// If: it refers to an earlier session ("last time", 上次), and recall finds one that clearly leads.
// Then: the model is told of it by name and date, and asks which of three ways the person wants; nothing is switched.
import { fnv1a, oneLine } from '../../text.js';
import { meantOf, referredTo } from '../detect-session-reference.js';
import type { Handler } from '../handler.js';
import { lastTimeWordsIn } from '../hint-messages.js';
import { textOf } from '../payload.js';

export const handle: Handler = (payload, session, { attended, entrypoint }) => {
  const question = referredTo(textOf(payload, 'prompt'));
  if (question === undefined || !attended || entrypoint !== 'cli') return undefined;
  const memory = session.memories().find(({ isUser }) => !isUser);
  if (memory === undefined) return undefined;
  const meant = meantOf(session.recall(question));
  if (meant === undefined) return undefined;
  const asked = session.records().find((record) => record.session === meant.session)?.prompt;
  const name = oneLine(asked || (meant.name ?? ''), 160);
  const say = lastTimeWordsIn(memory.language);
  const about = { ...meant, name, date: meant.date?.slice(0, 10) ?? '' };
  return {
    claims: [[`last-time-${fnv1a(meant.session)}`]],
    context: say.card(about),
    system_message: say.told(about),
  };
};
