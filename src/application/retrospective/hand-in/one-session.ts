import type { Opened } from '../../../store/store.js';
import { localDay } from '../../../text.js';
import type { Caller } from '../../memory/run-context.js';
import { frozenLine } from '../frozen-lines.js';
import { readWholeSession } from '../read-session.js';
import { sessionReader } from '../session-reader.js';
import { countsBySession } from './add.js';
import type { Source } from './check-hand-in.js';

/** What a hand-in about one session is held against: its places begin with the first eight characters of its id. */
export function sourceOfSession(
  caller: Caller,
  opened: Opened,
  session: string,
  file: string,
  since: number,
): { readonly source: Source; readonly lines: number } {
  const { location, memory } = opened;
  const { reading, coverage } = readWholeSession({ session, file, agents: [] }, { since });
  const label = session.slice(0, 8);
  const entries = reading.entries();
  const { lines } = coverage;
  const { project } = sessionReader(caller, location, memory.project)(session);
  const source: Source = {
    look: (place) => {
      const [of = '', at = ''] = place.split(':');
      if (of !== label) return { fault: 'no_session', sessions: 1 };
      const line = Number(at);
      const entry =
        entries.find((one) => one.line === line) ?? entries.find((one) => one.result === line);
      if (entry !== undefined) return frozenLine(entry, { session }, label);
      return line > lines ? { fault: 'no_line', lines } : { fault: 'not_printed', lines };
    },
    entriesOf: (one) => (one === session ? entries : []),
    sessions: new Map([[label, { session, project }]]),
    countOf: countsBySession(caller, opened, () => ({ since, lines })),
    answerAt: () => undefined,
    fits: () => true,
    today: localDay(caller.now().getTime()),
  };
  return { source, lines };
}
