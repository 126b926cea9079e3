// When: the model ends its turn, or a session starts or ends.
// If: an answer carried out in this or an earlier session must be tested again, one typed waits, or there is news.
// Then: the test runs in the background, and the news is one line for the person.
import { tellName } from '../../observe/journal.js';
import type { Handler } from '../handler.js';
import { textOf } from '../payload.js';

const maxSessions = 5;

export const handle: Handler = (payload, session) => {
  const event = textOf(payload, 'hook_event_name');
  const earlier = event === 'SessionStart' ? session.records().slice(0, maxSessions) : [];
  const ids = [...new Set([session.id, ...earlier.map((record) => record.session)])];
  const open = ids.filter((id) => session.isUndecided(id));
  // The client shows nothing of a hook at a session's end.
  const told = event === 'SessionEnd' ? [] : ids.filter((id) => session.tell(id) !== '');
  if (open.length === 0 && told.length === 0) return undefined;
  return {
    ...(open.length > 0 && { start: ['decide', '--again', ...open] }),
    ...(told.length > 0 && { system_message: told.map((id) => session.tell(id)).join('\n') }),
    files: Object.fromEntries(
      told.map((id) => [`state/${session.folderOf(id)}/${tellName}`, undefined]),
    ),
  };
};
