import type { Problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { explain } from '../../validation.js';
import { event as isEvent } from '../../validators.gen.js';
import { no, slack } from './byte-scanner.js';
import { append, appendPlain, emptyColumns, freeze, thaw } from './columns.js';
import { eventId, instant, isBirthKind, shortHash } from './event.js';
import { emptySpans, idTail, scanLine } from './scan-line.js';

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
  /** create, import: row → the version at birth where that is not 1. */
  readonly births: ReadonlyMap<number, number>;
  /** import, import_merge: row → has a person read the wording? Absent in older logs. */
  readonly read: ReadonlyMap<number, boolean>;
  /** Domains of the wordings that events keep, old and new. */
  readonly domains: ReadonlySet<string>;
}

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

/** As house.ts has it, which this stage may not know. */
export const logName = 'evolution.jsonl';
const mostProblems = 50;
const comma = 0x2c;
const closingBrace = 0x7d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const longestLine = 1 << 24;
/** From the first digit of an id to the end of its line. */
const idLength = 18;

/**
 * Reads a log from its bytes in chunks of any size. A line that is no event is a problem with its
 * number and costs no other line; an id that differs from the content counts for nothing.
 */
export function parseLog(
  chunks: Iterable<Uint8Array>,
  keep?: (event: Event) => boolean,
): ParsedLog {
  const spans = emptySpans();
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
  forEachLine(chunks, (work, lineStart, lineEnd) => {
    line += 1;
    const { buffer } = work;
    hasMark ||= line === 1 && byteOrderMark.equals(buffer.subarray(lineStart, lineStart + 3));
    const start = line === 1 && hasMark ? lineStart + 3 : lineStart;
    const isCrlf = lineEnd > start && buffer[lineEnd - 1] === carriageReturn;
    if (isCrlf) crlf ||= line;
    const kind = scanLine(work.view, start, lineEnd, spans);
    if (kind !== no && hasItsId(buffer, start, lineEnd)) {
      appendPlain(columns, work.view, lineEnd, spans, kind);
      if (keep === undefined) return;
      const event = JSON.parse(buffer.toString('utf8', start, lineEnd)) as Event & { id: string };
      if (keep(event)) kept.push({ event, id: event.id, line });
      return;
    }
    const parsed = parseLine(buffer, start, isCrlf ? lineEnd - 1 : lineEnd, line, complain);
    if (parsed === undefined) return;
    const { event, id, at } = parsed;
    append(columns, event, id, at);
    if (keep?.(event)) kept.push({ event, id, line });
  });
  return {
    log: freeze(columns),
    problems: [...problems, ...problemsOfForm({ crlf, hasMark, overflow })],
    kept,
  };
}

/** What is wrong with the file as a whole; `crlf` is the first line that ends so, 0 where none does. */
function problemsOfForm(form: { crlf: number; hasMark: boolean; overflow: number }): Problem[] {
  const { crlf, hasMark, overflow } = form;
  const problems: Problem[] = [];
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
  return problems;
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
    if (isBirthKind(log.kind[row] ?? 0)) born.add(log.asset[row] ?? 0);
  }
  return new Set([...born].map((name) => log.names[name] ?? ''));
}

/** The 16 hex digits of the event in a row. */
export function idOf(log: EventLog, row: number): string {
  const hex = (half: number) => half.toString(16).padStart(8, '0');
  return hex(log.idHigh[row] ?? 0) + hex(log.idLow[row] ?? 0);
}

/** Bytes with `slack` more behind every line break, so that a line can be scanned. */
interface Work {
  readonly buffer: Buffer;
  readonly view: DataView;
}

function workOf(size: number): Work {
  const buffer = Buffer.alloc(size);
  return { buffer, view: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength) };
}

/** Calls back with where a line starts and where its line break is: no object a line. */
function forEachLine(
  chunks: Iterable<Uint8Array>,
  visit: (work: Work, start: number, end: number) => void,
): void {
  let work = workOf(1 << 16);
  let filled = 0;
  for (const chunk of chunks) {
    const length = filled + chunk.byteLength;
    if (length + slack > work.buffer.length) work = wider(work, 2 * length + slack, filled);
    work.buffer.set(chunk, filled);
    const bytes = work.buffer.subarray(0, length);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(lineFeed, start);
      if (end < 0) break;
      visit(work, start, end);
      start = end + 1;
    }
    // No event is that long: what follows is garbage up to the next line break.
    filled = Math.min(length - start, longestLine);
    work.buffer.copyWithin(0, start, start + filled);
  }
  if (filled === 0) return;
  work.buffer[filled] = lineFeed;
  visit(work, 0, filled);
}

function wider(work: Work, size: number, filled: number): Work {
  const next = workOf(size);
  work.buffer.copy(next.buffer, 0, 0, filled);
  return next;
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
  const error: Complaint = (rule, message, hint) =>
    complain({ rule, severity: 'error', at: line, message, hint });
  const value = jsonIn(text, error);
  if (value === undefined) return undefined;
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

type Complaint = (rule: Problem['rule'], message: string, hint: string) => void;

/** undefined where the line is no JSON. */
function jsonIn(text: string, error: Complaint): unknown {
  try {
    return JSON.parse(text);
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

function hasItsId(buffer: Buffer, start: number, end: number): boolean {
  const id = rawId(buffer, start, end);
  for (let i = 0; i < id.length; i++)
    if (id.charCodeAt(i) !== buffer[end - idLength + i]) return false;
  return true;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}
