import { type Level, levels, type PrintedSession, printSession, textOfLine } from './lines.js';
import type { SessionReading, Weight } from './session-reading.js';

/** A session of a retrospective, in the part that prints it. */
export interface Arranged extends Fitted {
  /** Its number in the order of time, over all parts, from 1. */
  readonly s: number;
  /** From 1. */
  readonly part: number;
  readonly reading: SessionReading;
}

/** A session as it is printed in a room of so many bytes. */
export interface Fitted {
  readonly level: Level;
  readonly printed: PrintedSession;
  /** The text of its reading, heading included. */
  readonly text: string;
  /** The last line that found room, where even the least is too long. */
  readonly until?: number;
}

export interface Arrangement {
  /** In the order of time. */
  readonly sessions: readonly Arranged[];
  /** Readings for which there was no room. */
  readonly rest: readonly SessionReading[];
}

/** Where a part has room, details come back; sessions are placed by what they need at this level. */
const placedAt = levels.noFailures;

/** After so many that found no room the parts are full, and no other is put into words. */
const maxMisses = 12;

/** Does anything in it ask to be read? */
export function isTelling({ weight }: SessionReading): boolean {
  return weight.words > 0 || weight.refusals + weight.changed + weight.mends > 0;
}

/** What came most often first: corrections, refusals, changed edits, mends. */
function worth({ corrections, refusals, changed, stops, mends }: Weight): number {
  return 2 * (corrections + refusals + changed) + stops + mends;
}

/**
 * Distributes sessions, which come in the order of time, over parts of so many bytes: those with most to learn first. A
 * session that fits into no part as it is loses details; one that needs more than a part is cut at its end.
 */
export function arrange(
  readings: readonly SessionReading[],
  rooms: readonly number[],
): Arrangement {
  const order = new Map(readings.map((reading, at) => [reading, at]));
  const byWorth = readings
    .filter(isTelling)
    .sort((a, b) => worth(b.weight) - worth(a.weight) || orderOf(order, b) - orderOf(order, a));
  const free = [...rooms];
  const placed: { reading: SessionReading; part: number; level: Level; cost: number }[] = [];
  const rest: SessionReading[] = [];
  let misses = 0;
  for (const reading of byWorth) {
    if (misses >= maxMisses || leastOf(reading.weight) > Math.max(...free)) {
      rest.push(reading);
      continue;
    }
    // The first part, which has the page and the rules, is never without a session.
    const [first = 0] = rooms;
    const most = placed.length === 0 ? first : Math.max(...rooms);
    let level: Level = placedAt;
    while (level < levels.at120 && costOf(reading, level) > most) level++;
    const cost = Math.min(costOf(reading, level), most);
    const part = free.findIndex((room) => room >= cost);
    if (part < 0) {
      misses++;
      rest.push(reading);
    } else {
      free[part] = (free[part] as number) - cost;
      placed.push({ reading, part, level, cost });
    }
  }
  // The details come back level by level, so that no session has all while another has none.
  for (let level = placedAt - 1; level >= levels.all; level--)
    for (const one of placed) {
      if (one.level !== level + 1) continue;
      const cost = costOf(one.reading, level);
      const room = (free[one.part] as number) + one.cost;
      if (cost > room) continue;
      free[one.part] = room - cost;
      Object.assign(one, { level, cost });
    }
  const inTime = placed.sort((a, b) => orderOf(order, a.reading) - orderOf(order, b.reading));
  const used = [...new Set(inTime.map(({ part }) => part))].sort();
  return {
    sessions: inTime.map((one, at) => {
      const part = used.indexOf(one.part) + 1;
      const room = rooms[one.part] as number;
      return {
        s: at + 1,
        part,
        reading: one.reading,
        ...printedAt(one.reading, String(at + 1), one.level, room),
      };
    }),
    rest: rest.sort((a, b) => orderOf(order, a) - orderOf(order, b)),
  };
}

/** Bytes that it needs in any case: its heading, and a little of each line that is never left out. */
function leastOf({ words, refusals, changed, mends }: Weight): number {
  return 50 + 12 * words + 30 * (refusals + changed) + 60 * mends;
}

/** The session with as much of it as these bytes hold. */
export function fitted(reading: SessionReading, label: string, room: number): Fitted {
  let level: Level = levels.all;
  while (level < levels.at120 && costOf(reading, level, label) > room) level++;
  return printedAt(reading, label, level, room);
}

/** The session at a level, cut at its end where that is too long. */
export function printedAt(
  reading: SessionReading,
  label: string,
  level: Level,
  room: number,
): Fitted {
  const printed = printSession(reading, label, level);
  let bytes = Buffer.byteLength(printed.heading) + 2;
  const lines = printed.lines.map((line) => ({ line, text: textOfLine(line, label) }));
  const end = lines.findIndex(({ text }) => {
    bytes += Buffer.byteLength(text) + 1;
    return bytes > room;
  });
  const shown = end < 0 ? lines : lines.slice(0, end);
  const last = shown.at(-1)?.line;
  return {
    level,
    printed: { ...printed, lines: shown.map(({ line }) => line) },
    text: [printed.heading, ...shown.map(({ text }) => text)].join('\n'),
    ...(end < 0 || last === undefined ? {} : { until: last.to ?? last.line }),
  };
}

function orderOf(order: ReadonlyMap<SessionReading, number>, reading: SessionReading): number {
  return order.get(reading) as number;
}

/** Bytes of UTF-8, with a number of two digits and an empty line behind it. */
function costOf(reading: SessionReading, level: Level, label = '00'): number {
  const { heading, lines } = printSession(reading, label, level);
  return lines.reduce(
    (sum, line) => sum + Buffer.byteLength(textOfLine(line, label)) + 1,
    Buffer.byteLength(heading) + 2,
  );
}
