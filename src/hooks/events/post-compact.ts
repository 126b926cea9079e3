// When: the conversation was compacted.
// If: there is a memory that is told here.
// Then: the client's summary is kept, its secrets masked: the session is known by it after its transcript is gone.
import { maskSecrets } from '../../observe/secrets.js';
import { namePath, nameText } from '../../observe/sessions.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

/** Characters. */
const maxSummary = 4000;

export const handle: Handler = (payload, session, { own }) => {
  if (session.memories().length === 0) return undefined;
  const whole = textOf(payload, 'compact_summary');
  const summary = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(whole)?.[1] ?? whole;
  const compacted = maskSecrets(summary.slice(0, 4 * maxSummary))
    .trim()
    .slice(0, maxSummary);
  const text = compacted === '' ? undefined : nameText(own, session.id, { compacted });
  return text === undefined ? undefined : { files: { [namePath(session.id)]: text } };
};
