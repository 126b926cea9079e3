import type { ContextReading, Duty } from './context-file.js';
import type { Span } from './count.js';
import { splitWatch, watchKey } from './watch.js';

/** A file as it read from an instant on, in ISO 8601. */
export interface Revision {
  readonly date: string;
  readonly text: string;
}

/** A duty of a context file with the times in which the file had it. */
export interface DatedDuty extends Duty {
  readonly spans: readonly Span[];
}

interface DatedCommand {
  readonly command: string;
  readonly line: number;
  readonly since: string;
}

/** What a file asks for today or asked for once, and what it documents today. */
interface FileHistory {
  readonly duties: readonly DatedDuty[];
  readonly documented: readonly DatedCommand[];
}

/**
 * When each duty of a file was in force: from the revision that has it first to the one that drops it. Every revision
 * is read, so that rewording or moving a line keeps its date. Each command of a list is a duty by itself. A revision that
 * could not be read drops nothing.
 */
export function historyOfFile(
  revisions: readonly Revision[],
  read: (text: string) => ContextReading | undefined,
): FileHistory {
  const known = new Map<string, Duty & { spans: { since: string; until: string | null }[] }>();
  let documented = new Map<string, DatedCommand>();
  for (const { date, text } of revisions.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date),
  )) {
    const reading = read(text);
    if (reading === undefined) continue;
    const present = new Set<string>();
    for (const duty of reading.duties.flatMap(eachWatch)) {
      const key = watchKey(duty.watch);
      present.add(key);
      const { spans = [] } = known.get(key) ?? {};
      if (spans.at(-1)?.until !== null) spans.push({ since: date, until: null });
      known.set(key, { ...duty, spans });
    }
    for (const [key, { spans }] of known) {
      const last = spans.at(-1);
      if (!present.has(key) && last?.until === null) last.until = date;
    }
    documented = new Map(
      reading.documented.map(({ command, line }) => [
        command,
        { command, line, since: documented.get(command)?.since ?? date },
      ]),
    );
  }
  return { duties: [...known.values()], documented: [...documented.values()] };
}

/** For a text of a file: the keys of what it asks for. */
export function keysReader(
  read: (text: string) => ContextReading,
): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (text) => {
    const keys =
      known.get(text) ??
      new Set(
        read(text)
          .duties.flatMap(eachWatch)
          .map(({ watch }) => watchKey(watch)),
      );
    known.set(text, keys);
    return keys;
  };
}

function eachWatch(duty: Duty): Duty[] {
  return splitWatch(duty.watch).map((watch) => ({ ...duty, watch }));
}
