import { basename } from 'node:path';
import type { FrozenLine, LineFault } from '../../reflect/hand-in/lines.js';
import type { NamedCall } from '../../reflect/reading/entries.js';
import { levels, placeOf, printSession } from '../../reflect/reading/lines.js';
import type { Entry, SessionReading } from '../../reflect/reading/session-reading.js';
import type { PrintedPart, Retrospective, ReviewedSession } from '../../schema.gen.js';
import { fnv1a, once } from '../../text.js';
import { readingOf } from '../sessions/read-session.js';

/** Names what a printed line stands for: another text there is another line. */
export function hashOfEntry({ kind, quote }: Pick<Entry, 'kind' | 'quote'>): string {
  return fnv1a(`${kind} ${quote}`);
}

/** The entries of a session as its reading was frozen: up to the last line that was there then. */
export function entriesOf(retro: Retrospective): (session: string) => readonly Entry[] {
  const known = new Map<string, readonly Entry[]>();
  return (session) => {
    const seen = known.get(session);
    if (seen !== undefined) return seen;
    const found = retro.sessions.find((one) => one.session === session);
    const entries = found === undefined ? [] : frozenReading(found).entries();
    known.set(session, entries);
    return entries;
  };
}

/** The reading of a session, without what came after it was frozen. */
export function frozenReading(
  { session, file, agents = [], since, lines }: ReviewedSession,
  isNamed?: (call: NamedCall) => boolean,
): SessionReading {
  const options = {
    until: lines,
    ...(since === undefined ? {} : { since }),
    ...(isNamed === undefined ? {} : { isNamed }),
  };
  const transcripts = agents.map((agent) => ({ file: agent }));
  return readingOf({ session, file, agents: transcripts }, options).reading;
}

/**
 * Looks up lines of the printed parts by their place, and copies what stands there. A line that was not printed, and one
 * whose text is another now, is refused.
 */
export function frozenLines(retro: Retrospective): (place: string) => FrozenLine | LineFault {
  const entries = entriesOf(retro);
  const parts = once(() =>
    (retro.parts ?? []).filter(({ printed_at }) => printed_at !== undefined),
  );
  return (place) => {
    const [, s = '', agent, at = ''] = PLACE.exec(place) ?? [];
    const found = retro.sessions.find((one) => one.s === Number(s));
    if (found === undefined) return { fault: 'no_session', sessions: retro.sessions.length };
    const line = Number(at);
    const sub = agent === undefined ? undefined : Number(agent);
    const own = entries(found.session).filter((one) => one.agent === sub);
    // A range stands for results too.
    const entry = own.find((one) => one.line === line) ?? own.find((one) => one.result === line);
    const last = Math.max(0, ...own.map((one) => one.result ?? one.line));
    if (entry === undefined)
      return { fault: 'no_line', lines: sub === undefined ? found.lines : last };
    const label = String(found.s);
    const named = placeOf(label, entry);
    const hash = parts().flatMap(({ printed }) => printed[named] ?? [])[0];
    if (hash === undefined && !parts().some((part) => isInRange(part, named)))
      return { fault: 'not_printed' };
    if (hash !== undefined && hash !== hashOfEntry(entry)) return { fault: 'changed' };
    return frozenLine(entry, found, label);
  };
}

const PLACE = /^(\d+)(?:a(\d+))?:(\d+)$/;

/** What stands at an entry of a session that its reading calls `label`. */
export function frozenLine(
  entry: Entry,
  { session, agents = [] }: Pick<ReviewedSession, 'session' | 'agents'>,
  label: string,
): FrozenLine {
  const { kind, by, quote, role, at, line, result, agent, detail } = entry;
  const reading = { session, day: '', entries: () => [entry] };
  const { lines } = printSession(reading, label, levels.all);
  const file = agent === undefined ? undefined : agents[agent - 1];
  // The person's reason stands where the client told Claude of it.
  const stands = kind === 'refused' && detail !== '' ? (result ?? line) : line;
  return {
    session,
    s: /^\d{1,4}$/.test(label) ? Number(label) : label,
    line: stands,
    role: role as FrozenLine['role'],
    by,
    kind,
    text: lines[0]?.text ?? entry.text,
    quote,
    ...(file === undefined ? {} : { file: basename(file, '.jsonl') }),
    ...(at === undefined ? {} : { at }),
  };
}

function isInRange({ ranges }: PrintedPart, place: string): boolean {
  const [session = '', line = ''] = place.split(':');
  return ranges.some(([first = '', last = '']) => {
    const [from = '', start = ''] = first.split(':');
    const end = last.split(':')[1] ?? '';
    return from === session && Number(start) <= Number(line) && Number(line) <= Number(end);
  });
}
