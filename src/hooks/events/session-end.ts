// When: the session ends, or is cleared.
// If: always. The client waits only where another session follows at once (clear, resume), and 1.5 seconds at most.
// Then: its record says that it has ended; the next SessionStart of the project takes up what no Stop hook handled.
import type { Handler } from '../handler.js';
import { clientFile, updateSessionRecord } from '../update-session-record.js';

export const handle: Handler = (payload, session, settings) => {
  const { facts = [], files } = updateSessionRecord(payload, session, settings, {
    said: '',
    ended: true,
  });
  return { facts, files: { ...files, ...clientFile(session, settings, true) }, tidy: true };
};
