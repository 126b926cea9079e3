import type { Problem } from '../problem.js';
import type { Event } from '../schema.gen.js';
import { explain } from '../validate.js';
import { event as isEvent } from '../validators.gen.js';
import { eventId, eventKinds, instant, shortHash } from './event.js';

/**
 * A log as columns: a million events in tens of megabytes. Row i is one event; rows are in file
 * order, which means nothing. Names are numbers into `names`; 0 is "none".
 */
export interface EventLog {
  readonly count: number;
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly ts: Float64Array;
  /** The id, as two halves of 8 hex digits. */
  readonly idHigh: Uint32Array;
  readonly idLow: Uint32Array;
  /** Index into eventKinds. */
  readonly kind: Uint8Array;
  readonly asset: Uint32Array;
  readonly session: Uint32Array;
  readonly project: Uint32Array;
  /** Stated delta in hundredths, or `unstated`. */
  readonly stated: Int16Array;
  /** Bits, see `cellBits`; 0 where there is no cell. */
  readonly cell: Uint8Array;
  /** create: rows of rules for which nobody in the session spoke, only what a tool showed. */
  readonly borrowed: ReadonlySet<number>;
  readonly premise: ReadonlySet<number>;
  /** merge: row → the asset that absorbs. */
  readonly into: ReadonlyMap<number, number>;
  /** no_match: row → the assets it names beside asset_id. */
  readonly lists: ReadonlyMap<number, readonly number[]>;
  /** revert: row → the id it names. */
  readonly reverts: ReadonlyMap<number, string>;
  /** inject_reflection: row → the hash of the rule lines. */
  readonly hashes: ReadonlyMap<number, string>;
  /** create: row → the version at birth where that is not 1. */
  readonly births: ReadonlyMap<number, number>;
}

export const unstated = -32768;
export const cellBits = {
  present: 1,
  shown: 2,
  full: 4,
  none: 8,
  achieved: 16,
  notAchieved: 32,
  /** It quotes the user, or a result. */
  witnessed: 64,
} as const;

/** An event in full, with where it stands. */
export interface LoggedEvent {
  readonly event: Event;
  readonly id: string;
  /** Line of the log, from 1. */
  readonly line: number;
}

export interface ParsedLog {
  readonly log: EventLog;
  readonly problems: readonly Problem[];
  /** The events that `keep` asked for. */
  readonly kept: readonly LoggedEvent[];
}

const logName = 'evolution.jsonl';
const mostProblems = 50;
const comma = 0x2c;
const closingBrace = 0x7d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const longestLine = 1 << 24;
/** `,"id":"0123456789abcdef"}` */
const idTail = 25;

/**
 * Reads a log from its bytes in chunks of any size. A line that is no event is a problem with its
 * number and costs no other line; an id that differs from the content counts for nothing.
 */
export function parseLog(
  chunks: Iterable<Uint8Array>,
  keep: (event: Event) => boolean = () => false,
): ParsedLog {
  const columns = emptyColumns();
  const problems: Problem[] = [];
  const kept: LoggedEvent[] = [];
  let overflow = 0;
  let crlf = 0;
  let hasMark = false;
  let line = 0;
  const complain = (problem: Omit<Problem, 'file'>) => {
    if (problems.length < mostProblems) problems.push({ ...problem, file: logName });
    else overflow += 1;
  };
  forEachLine(chunks, (buffer, start, lineEnd) => {
    line += 1;
    if (line === 1) hasMark = start === byteOrderMark.length;
    const isCrlf = lineEnd > start && buffer[lineEnd - 1] === carriageReturn;
    if (isCrlf) crlf ||= line;
    const parsed = parseLine(buffer, start, isCrlf ? lineEnd - 1 : lineEnd, line, complain);
    if (parsed === undefined) return;
    const { event, id, at } = parsed;
    append(columns, event, id, at);
    if (keep(event)) kept.push({ event, id, line });
  });
  if (crlf > 0)
    problems.push({
      rule: 'log/crlf',
      severity: 'warning',
      file: logName,
      at: crlf,
      message: 'Expected lines that end in LF, got CRLF.',
      hint: 'Save it with LF; `madness init` tells git to keep them.',
    });
  if (hasMark)
    problems.push({
      rule: 'log/byte-order-mark',
      severity: 'warning',
      file: logName,
      at: 1,
      message: 'Expected UTF-8 without a byte order mark, got one.',
      hint: 'Save it without; until then every line counts all the same.',
    });
  if (overflow > 0)
    problems.push({
      rule: 'log/more',
      severity: 'error',
      file: logName,
      message: `Expected an event on every line, got ${overflow} more that are none.`,
      hint: 'Mend these first, then run the command again.',
    });
  return { log: freeze(columns), problems, kept };
}

/** The log with more events behind it. */
export function withEvents(log: EventLog, events: readonly Event[]): EventLog {
  if (events.length === 0) return log;
  const columns = thaw(log);
  for (const event of events) append(columns, event, eventId(event), instant(event.ts));
  return freeze(columns);
}

export function logOf(events: readonly Event[]): EventLog {
  return withEvents(freeze(emptyColumns()), events);
}

/** Ids of the assets that some create or import names, live or not. */
export function bornAssets(log: EventLog): Set<string> {
  const born = new Set<number>();
  for (let row = 0; row < log.count; row++) {
    const kind = eventKinds[log.kind[row] ?? 0];
    if (kind === 'create' || kind === 'import') born.add(log.asset[row] ?? 0);
  }
  return new Set([...born].map((name) => log.names[name] ?? ''));
}

export function idOf(log: EventLog, row: number): string {
  const hex = (half: number) => half.toString(16).padStart(8, '0');
  return hex(log.idHigh[row] ?? 0) + hex(log.idLow[row] ?? 0);
}

/** Calls back with a buffer and where a line stands in it: no object a line. */
function forEachLine(
  chunks: Iterable<Uint8Array>,
  visit: (buffer: Buffer, start: number, end: number) => void,
): void {
  let rest: Buffer = Buffer.alloc(0);
  let first = true;
  for (const chunk of chunks) {
    let buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (rest.length > 0) buffer = Buffer.concat([rest, buffer]);
    let start = first && buffer.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    first = false;
    for (;;) {
      const end = buffer.indexOf(lineFeed, start);
      if (end < 0) break;
      visit(buffer, start, end);
      start = end + 1;
    }
    // No event is that long: what follows is garbage up to the next line break.
    rest = Buffer.from(buffer.subarray(start, start + longestLine));
  }
  if (rest.length > 0) visit(rest, 0, rest.length);
}

function parseLine(
  buffer: Buffer,
  start: number,
  end: number,
  line: number,
  complain: (problem: Omit<Problem, 'file'>) => void,
): { event: Event; id: string; at: number } | undefined {
  const text = buffer.toString('utf8', start, end);
  if (text.length < 3 && text.trim() === '') return undefined;
  const error = (rule: Problem['rule'], message: string, hint: string) =>
    complain({ rule, severity: 'error', at: line, message, hint });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(text))
      error(
        'log/conflict-marker',
        'Expected an event, got a conflict marker of git.',
        'Delete the marker lines and keep every event: their order does not matter.',
      );
    else
      error(
        'log/not-json',
        `Expected one JSON object, got ${excerpt(text)}.`,
        'Delete the line if it holds nothing you need; every other line counts.',
      );
    return undefined;
  }
  if (!isEvent(value)) {
    for (const { at, message } of explain(isEvent.errors, value).slice(0, 3))
      error('log/not-an-event', `${at ? `${at}: ` : ''}${message}`, 'Mend or delete the line.');
    return undefined;
  }
  const event = value as Event;
  const at = instant(event.ts);
  if (Number.isNaN(at)) {
    error('log/bad-time', `Expected an instant, got ${excerpt(event.ts)}.`, 'Mend the ts.');
    return undefined;
  }
  const id =
    isCanonical(event) && rawId(buffer, start, end) === event.id ? event.id : eventId(event);
  if (event.id !== undefined && event.id !== id) {
    error(
      'log/wrong-id',
      `Expected id ${id}, got ${event.id}: the line was changed after it was written.`,
      'Take the line back from git (git checkout -p -- evolution.jsonl).',
    );
    return undefined;
  }
  return { event, id, at };
}

/**
 * Keys in order and `id` last, as the product writes a line: then its raw bytes without the id are
 * what the id is the hash of, and a million lines need not be written again to be checked. Every
 * other line is brought into canonical form first.
 */
function isCanonical(event: Event): boolean {
  const keys = Object.keys(event);
  if (keys.pop() !== 'id' || !areSorted(keys)) return false;
  // By name: looking at every field of a million events would take longer than parsing them.
  const { cell, quotes, before, after, approval, origin } = event;
  if (cell !== undefined && !areSorted(Object.keys(cell))) return false;
  if (quotes?.some((quote) => !areSorted(Object.keys(quote)))) return false;
  return [before, after, approval, origin].every(isSortedWithin);
}

function isSortedWithin(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!Array.isArray(value) && !areSorted(Object.keys(value))) return false;
  return Object.values(value).every(isSortedWithin);
}

function areSorted(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) {
    if ((keys[i - 1] as string) >= (keys[i] as string)) return false;
  }
  return true;
}

function rawId(buffer: Buffer, start: number, end: number): string {
  const at = end - idTail;
  buffer[at] = closingBrace;
  const id = shortHash(buffer.subarray(start, at + 1));
  buffer[at] = comma;
  return id;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}

interface Columns {
  count: number;
  capacity: number;
  names: string[];
  numbers: Map<string, number>;
  ts: Float64Array;
  idHigh: Uint32Array;
  idLow: Uint32Array;
  kind: Uint8Array;
  asset: Uint32Array;
  session: Uint32Array;
  project: Uint32Array;
  stated: Int16Array;
  cell: Uint8Array;
  borrowed: Set<number>;
  premise: Set<number>;
  into: Map<number, number>;
  lists: Map<number, number[]>;
  reverts: Map<number, string>;
  hashes: Map<number, string>;
  births: Map<number, number>;
}

function emptyColumns(capacity = 1024): Columns {
  return {
    count: 0,
    capacity,
    names: [''],
    numbers: new Map([['', 0]]),
    ts: new Float64Array(capacity),
    idHigh: new Uint32Array(capacity),
    idLow: new Uint32Array(capacity),
    kind: new Uint8Array(capacity),
    asset: new Uint32Array(capacity),
    session: new Uint32Array(capacity),
    project: new Uint32Array(capacity),
    stated: new Int16Array(capacity),
    cell: new Uint8Array(capacity),
    borrowed: new Set(),
    premise: new Set(),
    into: new Map(),
    lists: new Map(),
    reverts: new Map(),
    hashes: new Map(),
    births: new Map(),
  };
}

function append(columns: Columns, event: Event, id: string, at: number): void {
  if (columns.count === columns.capacity) grow(columns);
  const row = columns.count++;
  columns.ts[row] = at;
  columns.idHigh[row] = Number.parseInt(id.slice(0, 8), 16);
  columns.idLow[row] = Number.parseInt(id.slice(8), 16);
  columns.kind[row] = eventKinds.indexOf(event.event);
  columns.asset[row] = numberOf(columns, event.asset_id, columns.asset[row - 1]);
  columns.session[row] = numberOf(columns, event.session, columns.session[row - 1]);
  columns.project[row] = numberOf(columns, event.project, columns.project[row - 1]);
  columns.stated[row] =
    event.confidence_delta === undefined ? unstated : Math.round(event.confidence_delta * 100);
  columns.cell[row] = packCell(event);
  if (event.event === 'create' && isBorrowed(event)) columns.borrowed.add(row);
  if (event.reason === 'premise') columns.premise.add(row);
  if (event.into !== undefined) columns.into.set(row, numberOf(columns, event.into));
  if (event.asset_ids !== undefined)
    columns.lists.set(
      row,
      event.asset_ids.map((id) => numberOf(columns, id)),
    );
  if (event.reverts !== undefined) columns.reverts.set(row, event.reverts);
  if (event.hash !== undefined) columns.hashes.set(row, event.hash);
  const version = event.after?.version ?? 1;
  if (event.event === 'create' && version > 1) columns.births.set(row, version);
}

/** A web page or a program said so: a result is quoted, and neither the user nor the model. */
function isBorrowed({ quotes = [] }: Event): boolean {
  const own = quotes.some(({ role }) => role !== undefined && role !== 'tool_result');
  return !own && quotes.some(({ role }) => role === 'tool_result');
}

function packCell({ cell, quotes = [] }: Event): number {
  if (cell === undefined) return 0;
  const isWitness = quotes.some(({ role }) => role === 'user' || role === 'tool_result');
  return (
    cellBits.present |
    (isWitness ? cellBits.witnessed : 0) |
    (cell.shown ? cellBits.shown : 0) |
    (cell.followed === 'full' ? cellBits.full : cell.followed === 'none' ? cellBits.none : 0) |
    (cell.outcome === 'achieved'
      ? cellBits.achieved
      : cell.outcome === 'not_achieved'
        ? cellBits.notAchieved
        : 0)
  );
}

/** The number of a name; most often that of the line before, which is quicker to see than to look up. */
function numberOf(columns: Columns, name: string | undefined, before = 0): number {
  if (name === undefined) return 0;
  if (columns.names[before] === name) return before;
  const known = columns.numbers.get(name);
  if (known !== undefined) return known;
  const next = columns.names.push(name) - 1;
  columns.numbers.set(name, next);
  return next;
}

function grow(columns: Columns): void {
  columns.capacity *= 2;
  columns.ts = wider(columns.ts, columns.capacity);
  columns.idHigh = wider(columns.idHigh, columns.capacity);
  columns.idLow = wider(columns.idLow, columns.capacity);
  columns.kind = wider(columns.kind, columns.capacity);
  columns.asset = wider(columns.asset, columns.capacity);
  columns.session = wider(columns.session, columns.capacity);
  columns.project = wider(columns.project, columns.capacity);
  columns.stated = wider(columns.stated, columns.capacity);
  columns.cell = wider(columns.cell, columns.capacity);
}

type Column = Float64Array | Uint32Array | Uint8Array | Int16Array;

function wider<T extends Column>(column: T, capacity: number): T {
  const next = new (column.constructor as new (length: number) => T)(capacity);
  next.set(column);
  return next;
}

function freeze(columns: Columns): EventLog {
  return columns;
}

function thaw(log: EventLog): Columns {
  const columns = emptyColumns(Math.max(1024, log.count));
  for (const name of log.names) numberOf(columns, name);
  columns.count = log.count;
  for (const key of [
    'ts',
    'idHigh',
    'idLow',
    'kind',
    'asset',
    'session',
    'project',
    'stated',
    'cell',
  ] as const)
    (columns[key] as Float64Array).set((log[key] as Float64Array).subarray(0, log.count));
  columns.borrowed = new Set(log.borrowed);
  columns.premise = new Set(log.premise);
  columns.into = new Map(log.into);
  columns.lists = new Map(log.lists) as Map<number, number[]>;
  columns.reverts = new Map(log.reverts);
  columns.hashes = new Map(log.hashes);
  columns.births = new Map(log.births);
  return columns;
}
