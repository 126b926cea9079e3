import type { LineAt } from '../../reflect/hand-in/lines.js';
import type { Entry } from '../../reflect/reading/session-reading.js';
import type { Retrospective } from '../../schema.gen.js';
import type { Caller } from '../memory/run-context.js';

/** The printed lines of a retrospective, as they stand in the transcripts. */
export function frozenLines(_retro: Retrospective, _caller: Caller): LineAt {
  return () => ({ fault: 'no_session', sessions: 0 });
}

/** Everything that happened in a session of it. */
export function entriesOf(
  _retro: Retrospective,
  _caller: Caller,
): (session: string) => readonly Entry[] {
  return () => [];
}
