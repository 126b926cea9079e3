// When: the session ends, or is cleared.
// If: always. The client waits only if another session follows at once (clear, resume), at most 1.5 seconds.
// Then: its record is marked as ended. The next SessionStart of the project takes over what no Stop hook handled.
import type { Handler } from '../handler.js';
import { clientFile, updateSessionRecord } from '../update-session-record.js';

export const handle: Handler = (payload, session, settings) => {
  const { facts = [], files } = updateSessionRecord(payload, session, settings, {
    said: '',
    ended: true,
  });
  return { facts, files: { ...files, ...clientFile(session, settings, true) }, tidy: true };
};
