import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import type { Agent, AgentName, Head, ReadRecord, RecordReader, Skimmed } from './agent.js';
import { ownerOf } from './agents.js';
import { harmDone, type Line, message, type OpenFile, openFile, readLines } from './read-lines.js';
import { isObject, type Json, type Turn } from './turn.js';

/** How a transcript was read. Nothing that was not understood goes unsaid. */
export interface Coverage {
  file: string;
  agent: AgentName;
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
  /** Models that answered, in order of appearance. */
  models: string[];
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
  /** The same, if the person gave it. */
  givenTitle: string | undefined;
  /** Where a later reading continues: after the last complete line. */
  end: Position;
}

interface Position {
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
    reader: undefined,
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
    coverage: () => ({
      ...state.coverage,
      title: state.reader?.title(),
      givenTitle: state.reader?.givenTitle?.(),
      ...verdict(state),
    }),
  };
}

/** Whose transcript this is, and what its first line says. A file that cannot be opened is read as Claude Code's. */
export function headIn(file: string): { agent: Agent; head: Head } {
  const opened = openFile(file);
  if (typeof opened === 'string') return headOf(file, undefined);
  try {
    return headOf(file, opened);
  } finally {
    fs.closeSync(opened.fd);
  }
}

function headOf(file: string, opened: OpenFile | undefined): { agent: Agent; head: Head } {
  const start = opened === undefined ? '' : startOf(opened, startBytes);
  const agent = ownerOf(file, start);
  // Claude Code's first line says nothing of the whole.
  if (agent.name === 'claude' || opened === undefined) return { agent, head: agent.open('') };
  const feed = start.indexOf('\n');
  const first = feed < 0 ? startOf(opened, maxHeadBytes).split('\n', 1)[0] : start.slice(0, feed);
  return { agent, head: agent.open(first ?? '') };
}

const startBytes = 1024;
// Codex writes its whole instructions into the first line.
const maxHeadBytes = 1 << 20;

function startOf({ fd, stat }: OpenFile, bytes: number): string {
  const buffer = Buffer.allocUnsafe(Math.min(bytes, stat.size));
  return buffer.toString('utf8', 0, fs.readSync(fd, buffer, 0, buffer.length, 0));
}

/** Reads a transcript for its coverage only. */
export function readCoverage(file: string): Coverage {
  const { turns, coverage } = readTranscript(file);
  for (const _ of turns);
  return coverage();
}

interface State {
  readonly coverage: Coverage;
  /** Chosen when the file is opened. */
  reader: RecordReader | undefined;
  /** Held back until the file is known to be the agent's, and the turns this session's. */
  held: Turn[];
  /** Problems with their number and first lines. */
  readonly troubles: Map<string, { times: number; lines: number[] }>;
  /** Records that only its agent writes. */
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
    agent: 'claude',
    read: 'skipped',
    reason: '',
    bytes: 0,
    lines: end.line,
    records: 0,
    turns: 0,
    // Types are other people's words, `__proto__` among them.
    unknown: Object.create(null) as Record<string, number>,
    versions: [],
    models: [],
    first: undefined,
    last: undefined,
    session_ids: [],
    cwd: undefined,
    copied: undefined,
    title: undefined,
    givenTitle: undefined,
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
    const { agent, head } = headOf(file, opened);
    coverage.agent = agent.name;
    coverage.cwd = head.cwd;
    include(coverage.session_ids, head.session);
    state.reader = agent.reader(file, head, from.offset > 0);
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
  const reader = state.reader as RecordReader;
  const skimmed = reader.skim(bytes);
  if (skimmed !== undefined) {
    count(skimmed, state, undefined);
    noteTime(skimmed.timestamp, state);
    return;
  }
  const { values, isBroken, isUtf8 } = reader.values(bytes);
  if (!isUtf8) trouble(state, 'bytes that are not UTF-8', state.coverage.lines);
  if (isBroken) {
    state.strange++;
    const torn = !line.complete;
    trouble(state, torn ? 'cut off (still being written?)' : 'not JSON', state.coverage.lines);
  }
  for (const value of values) {
    if (isObject(value)) readRecord(value, line, reader, state);
    else count({ type: '(not an object)', standing: 'unknown' }, state, undefined);
  }
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

function readRecord(record: Json, line: Line, reader: RecordReader, state: State): void {
  const found = reader.read(record, state.coverage.lines, line.offset);
  count(found, state, record);
  noteRecord(found, state);
  if (found.isMalformed) trouble(state, 'a message without content', state.coverage.lines);
  for (const block of found.unknown) add(state.coverage.unknown, block);
  if (state.isOwn || !isCopy(found, state)) for (const turn of found.turns) state.held.push(turn);
}

/** A fork begins with copies. */
function isCopy({ copiedFrom: from, isOwn }: ReadRecord, state: State): boolean {
  const { coverage } = state;
  if (from === undefined) {
    state.isOwn = isOwn;
    return false;
  }
  coverage.copied = { from, until: coverage.lines };
  // The person's earlier words and their times are copies too.
  state.held = [];
  coverage.first = undefined;
  coverage.last = undefined;
  return true;
}

function count(
  { type, standing }: Pick<Skimmed, 'type' | 'standing'>,
  state: State,
  record: Json | undefined,
): void {
  state.coverage.records++;
  if (standing === 'unknown') {
    state.strange++;
    add(state.coverage.unknown, type);
    if (record && state.strangers.length < 5) state.strangers.push(record);
  } else if (standing === 'known') state.known++;
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function noteRecord({ timestamp, cwd, version, session, model }: ReadRecord, state: State): void {
  const { coverage } = state;
  noteTime(timestamp, state);
  if (typeof cwd === 'string') coverage.cwd ??= cwd;
  include(coverage.versions, version);
  include(coverage.models, model);
  include(coverage.session_ids, session);
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

function foreign({ coverage, reader, strangers, troubles }: State): string {
  const agent = reader?.foreign(strangers);
  if (agent !== undefined) return `${agent}, not Claude Code's`;
  if (coverage.records > 0) return 'no message of a Claude Code session in it';
  const failed = [...troubles.keys()].find((what) => what.startsWith('reading failed'));
  return failed ?? (troubles.size > 0 ? 'not JSON Lines' : 'the file is empty');
}

/** A time stamp of a transcript as ISO 8601 in UTC; undefined if it is none. */
export function utcOf(stamp: string | undefined): string | undefined {
  const time = Date.parse(stamp ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
