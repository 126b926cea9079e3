// When: the session ends, or is cleared.
// If: always; it takes a few milliseconds, for the client grants 1.5 seconds in all.
// Then: its record says that it has ended; the next SessionStart of the project takes up what no Stop hook handled.
import type { Handler } from './handler.js';
import { listen } from './listen.js';

export const handle: Handler = (payload, session, settings) => ({
  ...listen(payload, session, settings, { said: '', ended: true }),
  tidy: true,
});
