import type { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { once } from '../../text.js';
import { headType, isOneRecord, recordsOn, tailTime } from './decode-record.js';
import { agentSigning, bookkeeping, spoken, unspoken } from './known-record-types.js';
import { queuedCommand, queueOutcomeIn } from './prompt-queue.js';
import { harmDone, type Line, message, openFile, readLines } from './read-lines.js';
import { type TitleReader, titleReader, titleTypes } from './title.js';
import { isObject, type Json, type Turn } from './turn.js';
import { malformed, type RecordReader, turnReader } from './turn-reader.js';

/** How a transcript was read. Nothing that was not understood goes unsaid. */
export interface Coverage {
  file: string;
  read: 'whole' | 'partly' | 'skipped';
  /** Why it was not read whole; empty when it was. */
  reason: string;
  /** Size of the file when it was opened. */
  bytes: number;
  lines: number;
  records: number;
  turns: number;
  /** Types of records and blocks that were not understood, with counts. */
  unknown: Record<string, number>;
  /** Client versions, in order of appearance. */
  versions: string[];
  /** Earliest and latest instant of the records, which are unordered. */
  first: string | undefined;
  last: string | undefined;
  session_ids: string[];
  /** The first working directory named. */
  cwd: string | undefined;
  /** For a fork: the session that owns the lines up to this one. They give no turns here. */
  copied: { readonly from: string; readonly until: number } | undefined;
  /** The session's title by the client or the person. */
  title: string | undefined;
  /** Where a later reading continues: after the last complete line. */
  end: Position;
}

export interface Position {
  /** Bytes. */
  readonly offset: number;
  /** Lines before it. */
  readonly line: number;
}

export interface Reading {
  /** One pass; stopping early closes the file. */
  readonly turns: Iterable<Turn>;
  /** Coverage so far. It is complete when `turns` is exhausted. */
  readonly coverage: () => Coverage;
}

/**
 * Reads a transcript in one pass with a buffer of 1 MB. Never throws for its content or for a file that cannot be
 * opened; `coverage` says what was left out and why. `from` continues an earlier reading.
 */
export function readTranscript(file: string, from: Position = { offset: 0, line: 0 }): Reading {
  const state: State = {
    coverage: emptyCoverage(file, from),
    turnsOf: turnReader(
      file,
      once(() => queueOutcomeIn(file)),
    ),
    originOf: originOf(file),
    titles: titleReader(),
    held: [],
    troubles: new Map(),
    // An earlier reading showed that the file is ours, and passed any copied part.
    known: from.offset > 0 ? 1 : 0,
    isOwn: from.offset > 0,
    strange: 0,
    strangers: [],
  };
  return {
    turns: read(file, from, state),
    coverage: () => ({ ...state.coverage, title: state.titles.best(), ...verdict(state) }),
  };
}

/** Reads a transcript for its coverage only. */
export function readCoverage(file: string): Coverage {
  const { turns, coverage } = readTranscript(file);
  for (const _ of turns);
  return coverage();
}

interface State {
  readonly coverage: Coverage;
  readonly turnsOf: RecordReader;
  readonly originOf: ReturnType<typeof originOf>;
  readonly titles: TitleReader;
  /** Held back until the file is known to be Claude Code's, and the turns this session's. */
  held: Turn[];
  /** Problems with their number and first lines. */
  readonly troubles: Map<string, { times: number; lines: number[] }>;
  /** Records only Claude Code writes. */
  known: number;
  /** Is what comes now surely this session's, and no copy that a fork begins with? */
  isOwn: boolean;
  /** Lines that are no record of its. */
  strange: number;
  /** The first of them that are records. */
  readonly strangers: Json[];
}

// After this many unknown lines without a record of ours the file is foreign; after this many turns it is no copy.
const maxUndecidedTurns = 1000;

function emptyCoverage(file: string, end: Position): Coverage {
  return {
    file,
    read: 'skipped',
    reason: '',
    bytes: 0,
    lines: end.line,
    records: 0,
    turns: 0,
    // Types are other people's words, `__proto__` among them.
    unknown: Object.create(null) as Record<string, number>,
    versions: [],
    first: undefined,
    last: undefined,
    session_ids: [],
    cwd: undefined,
    copied: undefined,
    title: undefined,
    end,
  };
}

function* read(file: string, from: Position, state: State): Generator<Turn, void> {
  const { coverage } = state;
  const opened = openFile(file);
  if (typeof opened === 'string') {
    coverage.reason = opened;
    return;
  }
  try {
    coverage.bytes = opened.stat.size;
    for (const line of readLines(opened, from.offset)) {
      coverage.lines++;
      if (line.complete) {
        coverage.end = { offset: line.offset + line.length + 1, line: coverage.lines };
      }
      readLine(line, state);
      if (state.held.length > maxUndecidedTurns) state.isOwn = true;
      if (state.known > 0 && state.isOwn) yield* handOut(state);
      if (state.known === 0 && state.strange >= maxUndecidedTurns) break;
    }
    if (state.known > 0) yield* handOut(state);
    const harm = harmDone(opened);
    if (harm !== undefined) trouble(state, harm);
  } catch (error) {
    trouble(state, `reading failed: ${message(error)}`);
  } finally {
    fs.closeSync(opened.fd);
  }
}

function handOut(state: State): readonly Turn[] {
  const { held } = state;
  if (held.length > 0) state.held = [];
  state.coverage.turns += held.length;
  return held;
}

function readLine(line: Line, state: State): void {
  if (line.tooLong) {
    trouble(state, 'longer than 8 MB', state.coverage.lines);
    return;
  }
  const bytes = trimmed(line, state);
  if (bytes.length === 0) return;
  const type = headType(bytes);
  const isQueued = type === 'attachment' && bytes.includes('"queued_command"');
  if (type !== undefined && unspoken.has(type) && !isQueued && isOneRecord(bytes)) {
    count(type, state, undefined);
    noteTime(tailTime(bytes), state);
    if (titleTypes.has(type)) for (const one of recordsOn(bytes).values) state.titles.note(one);
    return;
  }
  const { values, isBroken, isUtf8 } = recordsOn(bytes);
  if (!isUtf8) trouble(state, 'bytes that are not UTF-8', state.coverage.lines);
  if (isBroken) {
    state.strange++;
    const torn = !line.complete;
    trouble(state, torn ? 'cut off (still being written?)' : 'not JSON', state.coverage.lines);
  }
  readRecords(values, line, state);
}

/** Without a byte order mark, and without white space and NUL bytes at its ends (a crash can leave those). */
function trimmed({ bytes, start, length, offset }: Line, state: State): Buffer {
  let from = start;
  let to = start + length;
  if (
    offset === 0 &&
    bytes[from] === 0xef &&
    bytes[from + 1] === 0xbb &&
    bytes[from + 2] === 0xbf
  ) {
    from += 3;
  }
  while (to > from && (bytes[to - 1] as number) <= 32) to--;
  const first = from;
  while (from < to && (bytes[from] as number) <= 32) from++;
  if (bytes[first] === 0 || bytes[to] === 0) {
    if (to < start + length || from > first) trouble(state, 'NUL bytes', state.coverage.lines);
  }
  return bytes.subarray(from, to);
}

function readRecords(values: readonly unknown[], line: Line, state: State): void {
  for (const value of values) {
    if (!isObject(value)) {
      count('(not an object)', state, undefined);
      continue;
    }
    const type = typeof value.type === 'string' ? value.type : '(none)';
    count(type, state, value);
    noteRecord(value, state);
    state.titles.note(value);
    if (!spoken.has(type) && queuedCommand(value) === undefined) continue;
    const result = state.turnsOf(value, state.coverage.lines, line.offset);
    if (result === malformed) {
      trouble(state, 'a message without content', state.coverage.lines);
      continue;
    }
    for (const block of result.unknown) add(state.coverage.unknown, block);
    if (state.isOwn || !isCopy(value, state)) state.held.push(...result.turns);
  }
}

/** A fork begins with copies. They end at the model's first own answer. */
function isCopy(record: Json, state: State): boolean {
  const { coverage } = state;
  const from = state.originOf(record);
  if (from === undefined) {
    state.isOwn = record.type === 'assistant';
    return false;
  }
  coverage.copied = { from, until: coverage.lines };
  // The person's earlier words and their times are copies too.
  state.held = [];
  coverage.first = undefined;
  coverage.last = undefined;
  return true;
}

function count(type: string, state: State, record: Json | undefined): void {
  state.coverage.records++;
  if (!spoken.has(type) && !unspoken.has(type)) {
    state.strange++;
    add(state.coverage.unknown, type);
    if (record && state.strangers.length < 5) state.strangers.push(record);
  } else if (!bookkeeping.has(type)) state.known++;
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function noteRecord(record: Json, state: State): void {
  const { coverage } = state;
  noteTime(record.timestamp, state);
  if (typeof record.cwd === 'string') coverage.cwd ??= record.cwd;
  include(coverage.versions, record.version);
  include(coverage.session_ids, record.sessionId);
}

function include(list: string[], value: unknown): void {
  if (typeof value !== 'string' || value === '' || list.at(-1) === value) return;
  if (!list.includes(value)) list.push(value);
}

function noteTime(time: unknown, state: State): void {
  if (typeof time !== 'string') return;
  const { coverage } = state;
  if (coverage.first === undefined || coverage.last === undefined) {
    if (Number.isNaN(Date.parse(time))) return;
    coverage.first = time;
    coverage.last = time;
  } else if (isBefore(time, coverage.first)) coverage.first = time;
  else if (isBefore(coverage.last, time)) coverage.last = time;
}

/** Compares instants; false if one of them is no time. */
function isBefore(left: string, right: string): boolean {
  if (isUtc(left) && isUtc(right)) return left < right;
  return Date.parse(left) < Date.parse(right);
}

/** The client's format: 2026-11-21T20:21:45.629Z. */
function isUtc(time: string): boolean {
  return time.length === 24 && time[4] === '-' && time[10] === 'T' && time[23] === 'Z';
}

function trouble(state: State, what: string, line?: number): void {
  const known = state.troubles.get(what) ?? { times: 0, lines: [] };
  if (line !== undefined && known.lines.length < 5) known.lines.push(line);
  known.times++;
  state.troubles.set(what, known);
}

function verdict(state: State): Pick<Coverage, 'read' | 'reason'> {
  const { coverage } = state;
  if (coverage.reason !== '') return { read: 'skipped', reason: coverage.reason };
  if (state.known === 0) return { read: 'skipped', reason: foreign(state) };
  const reasons = [...state.troubles].map(describe);
  const unknown = Object.entries(coverage.unknown);
  if (unknown.length > 0) {
    reasons.push(`unknown types: ${unknown.map(([type, times]) => `${type} ${times}`).join(', ')}`);
  }
  return { read: reasons.length > 0 ? 'partly' : 'whole', reason: reasons.join('; ') };
}

function describe([what, { times, lines }]: [string, { times: number; lines: number[] }]): string {
  if (lines.length === 0) return what;
  const more = times > lines.length ? ` and ${times - lines.length} more` : '';
  return `${what}: line${times > 1 ? 's' : ''} ${lines.join(', ')}${more}`;
}

function foreign({ coverage, strangers, troubles }: State): string {
  const [agent] = strangers.flatMap((record) => agentSigning(record) ?? []);
  if (agent !== undefined) return `${agent}, not Claude Code's`;
  if (coverage.records > 0) return 'no message of a Claude Code session in it';
  const failed = [...troubles.keys()].find((what) => what.startsWith('reading failed'));
  return failed ?? (troubles.size > 0 ? 'not JSON Lines' : 'the file is empty');
}

/**
 * The session that a record was copied from. A fork keeps time and `uuid`, and names the other session in the model's
 * records (`requestSessionId`), a branch in every record (`forkedFrom`). Undefined for a session's own records, and if
 * the other transcript is missing.
 */
export function originOf(file: string): (record: Json) => string | undefined {
  const isThere = new Map<string, boolean>();
  return ({ forkedFrom, requestSessionId, sessionId }) => {
    const session = isObject(forkedFrom) ? forkedFrom.sessionId : requestSessionId;
    if (typeof session !== 'string' || session === sessionId) return undefined;
    const known = isThere.get(session) ?? hasTranscript(file, session);
    isThere.set(session, known);
    return known ? session : undefined;
  };
}

/** In this transcript's folder or in any project's, because a session can be forked from another folder. */
function hasTranscript(file: string, session: string): boolean {
  if (!/^[\w-]+$/.test(session)) return false;
  const folder = path.dirname(file);
  const isIn = (other: string) => fs.existsSync(path.join(other, `${session}.jsonl`));
  if (isIn(folder)) return true;
  const projects = path.dirname(folder);
  if (path.basename(projects) !== 'projects') return false;
  return fs.readdirSync(projects).some((name) => isIn(path.join(projects, name)));
}

/** A time stamp of a transcript as ISO 8601 in UTC; undefined if it is none. */
export function utcOf(stamp: string | undefined): string | undefined {
  const time = Date.parse(stamp ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
