import { faults } from '../../messages/problems/learn.js';
import { type Problem, problem, type Wording } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { budgets } from '../../text.js';
import { markersOf, type NoText, whyNoText } from '../../text-encoding.js';
import { explain } from '../../validation.js';
import { event as isEvent } from '../../validators.gen.js';
import { type EventLog, logBuilder } from './entry.js';
import { eventId, instant, isBaseline, shortHash } from './event.js';

export interface LoggedEvent {
  readonly event: Event;
  readonly id: string;
  /** Line of the log, from 1. */
  readonly line: number;
}

export interface ParsedLog {
  readonly log: EventLog;
  readonly problems: readonly Problem[];
  readonly kept: readonly LoggedEvent[];
}

/** A log with one of these may lack events: nothing that follows from it may be written. */
export const unreadableRules: readonly string[] = ['log/unreadable', 'log/conflict-marker'];

/** Same value as in location.ts, which this stage may not import. */
export const logName = 'evolution.jsonl';
const maxProblems = 50;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** No event is that long. */
/** Length of `,"id":"0123456789abcdef"}`, which ends a line that the product wrote. */
const idTail = 25;

/**
 * Parses a log from chunks of bytes of any size. A line that is no event is a problem with its line number and affects
 * no other line. An event whose id differs from its content does not count.
 */
export function parseLog(
  chunks: Iterable<Uint8Array>,
  keep?: (event: Event) => boolean,
): ParsedLog {
  const { add, log } = logBuilder();
  const problems: Problem[] = [];
  const kept: LoggedEvent[] = [];
  let overflow = 0;
  let crlf = 0;
  let hasMark = false;
  let line = 0;
  let form: NoText | undefined;
  const complain = (one: Problem) => {
    if (problems.length < maxProblems) problems.push(one);
    else overflow += 1;
  };
  forEachLine(chunks, (bytes, from, end) => {
    line += 1;
    if (line === 1) form = whyNoText(bytes.subarray(from, end));
    if (form !== undefined) return;
    hasMark ||= line === 1 && byteOrderMark.equals(bytes.subarray(from, from + 3));
    const start = line === 1 && hasMark ? from + 3 : from;
    const isCrlf = end > start && bytes[end - 1] === carriageReturn;
    if (isCrlf) crlf ||= line;
    const text = bytes.toString('utf8', start, isCrlf ? end - 1 : end);
    const other = text.includes('\ufffd') ? whyNoText(bytes.subarray(start, end)) : undefined;
    if (other !== undefined) return complain(unreadable(other, line));
    const parsed = parseLine(text, line, complain);
    if (parsed === undefined) return;
    const { event, id, at } = parsed;
    add(event, id, at);
    if (keep?.(event)) kept.push({ event, id, line });
  });
  return {
    log,
    problems: [
      ...(form === undefined ? [] : [unreadable(form)]),
      ...problems,
      ...problemsOfForm({ crlf, hasMark, overflow }),
    ],
    kept,
  };
}

function unreadable({ got, hint }: NoText, at?: number): Problem {
  return problem('log/unreadable', { file: logName, at }, faults.unreadableLog(got, hint));
}

/** Problems of the file as a whole. `crlf` is the first line that ends with CRLF, 0 if none. */
function problemsOfForm(form: { crlf: number; hasMark: boolean; overflow: number }): Problem[] {
  const { crlf, hasMark, overflow } = form;
  const problems: Problem[] = [];
  if (crlf > 0)
    problems.push(
      problem('log/crlf', { severity: 'warning', file: logName, at: crlf }, faults.crlf),
    );
  if (hasMark)
    problems.push(
      problem(
        'log/byte-order-mark',
        { severity: 'warning', file: logName, at: 1 },
        faults.byteOrderMark,
      ),
    );
  if (overflow > 0) problems.push(problem('log/more', { file: logName }, faults.more(overflow)));
  return problems;
}

/** The log with more events behind it. */
export function withEvents(log: EventLog, events: readonly Event[]): EventLog {
  if (events.length === 0) return log;
  const builder = logBuilder(log);
  for (const event of events) builder.add(event, eventId(event), instant(event.ts));
  return builder.log;
}

export function logOf(events: readonly Event[]): EventLog {
  return withEvents({ entries: [], domains: new Set() }, events);
}

/** Ids of the assets that some create or import names, live or not. */
export function bornAssets({ entries }: EventLog): Set<string> {
  const births = entries.filter(({ kind }) => isBaseline({ event: kind }));
  return new Set(births.map(({ asset }) => asset));
}

/** Calls back with the bytes that hold a line, where it starts and where it ends. */
function forEachLine(
  chunks: Iterable<Uint8Array>,
  visit: (bytes: Buffer, start: number, end: number) => void,
): void {
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(lineFeed, start);
      if (end < 0) break;
      if (rest.length === 0) visit(bytes, start, end);
      else {
        const line = Buffer.concat([rest, bytes.subarray(start, end)]);
        visit(line, 0, line.length);
        rest = Buffer.alloc(0);
      }
      start = end + 1;
    }
    rest = Buffer.concat([rest, bytes.subarray(start)]).subarray(0, budgets.logLine);
  }
  if (rest.length > 0) visit(rest, 0, rest.length);
}

function parseLine(
  text: string,
  line: number,
  complain: (problem: Problem) => void,
): { event: Event; id: string; at: number } | undefined {
  if (text.length < 3 && text.trim() === '') return undefined;
  const error: Complaint = (rule, wording) =>
    complain(problem(rule, { file: logName, at: line }, wording));
  const value = withoutBlank(jsonIn(text, error));
  if (value === undefined) return undefined;
  if (!isEvent(value)) {
    for (const { at, says } of explain(isEvent.errors, value).slice(0, 3))
      error('log/not-an-event', faults.notAnEvent(at, says));
    return undefined;
  }
  const event = value as Event;
  const at = instant(event.ts);
  if (Number.isNaN(at)) {
    error('log/bad-time', faults.badTime(excerpt(event.ts)));
    return undefined;
  }
  const id = idOfLine(text, event);
  if (event.id !== undefined && event.id !== id) {
    error('log/wrong-id', faults.wrongId(id, event.id));
    return undefined;
  }
  return { event, id, at };
}

/** An event about no asset may name it by an empty text or null, as other implementations write it. */
function withoutBlank(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const event = value as Record<string, unknown>;
  // Nearly every line names one: only of the others a copy is made.
  if (event.asset_id || event.asset_type || 'id' in event) return value;
  const { asset_id, asset_type, ...rest } = event;
  const isBlank = [asset_id, asset_type].every((one) => one === '' || (one ?? null) === null);
  return isBlank ? rest : value;
}

type Complaint = (rule: Problem['rule'], wording: Wording) => void;

/** undefined if the line is no JSON. */
function jsonIn(text: string, error: Complaint): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^(?:<{7}|={7}|>{7}|\|{7}|%{7}|\+{7}|-{7})/.test(text))
      error('log/conflict-marker', faults.conflictMarker(markersOf(text)));
    else error('log/not-json', faults.notJson(excerpt(text)));
    return undefined;
  }
}

/**
 * The id of an event. A line written by madness is canonical, so its text is hashed as is. Other lines are made
 * canonical first.
 */
function idOfLine(text: string, event: Event): string {
  if (hasSortedKeys(event, 'id')) {
    const id = shortHash(`${text.slice(0, -idTail)}}`);
    if (id === event.id) return id;
  }
  return eventId(event);
}

/** True if the keys of every object are sorted, except `last` at the end. */
function hasSortedKeys(value: object, last?: string): boolean {
  const isList = Array.isArray(value);
  const fields = value as Record<string, unknown>;
  let before = '';
  for (const key in fields) {
    if (!isList && (before === last || (key !== last && key <= before))) return false;
    before = key;
    const field = fields[key];
    if (typeof field === 'object' && field !== null && !hasSortedKeys(field)) return false;
  }
  return last === undefined || before === last;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${JSON.stringify(text.slice(0, 60))}…` : JSON.stringify(text);
}
