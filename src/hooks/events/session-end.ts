// When: the session ends, or is cleared.
// If: always. The client waits only where another session follows at once (clear, resume), and 1.5 seconds at most.
// Then: its record says that it has ended; the next SessionStart of the project takes up what no Stop hook handled.
import type { Handler } from '../handler.js';
import { listen } from '../update-session-record.js';

export const handle: Handler = (payload, session, settings) => ({
  ...listen(payload, session, settings, { said: '', ended: true }),
  tidy: true,
});
