import buffer, { Buffer, isAscii, isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import {
  isObject,
  type Json,
  malformed,
  type RecordReader,
  type Turn,
  turnReader,
} from './turn.js';

export type { Role, ToolCall, Turn, TurnKind } from './turn.js';

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
  /** Earliest and latest instant among the records: they do not stand in order. */
  first: string | undefined;
  last: string | undefined;
  session_ids: string[];
  /** The first working directory named. */
  cwd: string | undefined;
  /** Where a later reading goes on: after the last line that was complete. */
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
  /** What was covered up to now: complete once `turns` has run out. */
  readonly coverage: () => Coverage;
}

/**
 * Reads a transcript, tolerantly and in one pass: one buffer of 1 MB, whatever the size of the file. Never throws
 * for what stands in the file or for a file that cannot be opened; `coverage` says what was left out and why.
 * `from` goes on where an earlier reading ended.
 */
export function readTranscript(file: string, from: Position = { offset: 0, line: 0 }): Reading {
  const state: State = {
    coverage: emptyCoverage(file, from),
    turnsOf: turnReader(file),
    troubles: new Map(),
    known: 0,
    strangers: [],
  };
  return {
    turns: read(file, from, state),
    coverage: () => ({ ...state.coverage, ...verdict(state) }),
  };
}

/** Reads a transcript for its coverage alone. */
export function readCoverage(file: string): Coverage {
  const { turns, coverage } = readTranscript(file);
  for (const _ of turns);
  return coverage();
}

interface State {
  readonly coverage: Coverage;
  readonly turnsOf: RecordReader;
  /** What was wrong, with the lines. */
  readonly troubles: Map<string, number[]>;
  /** Records only Claude Code writes. */
  known: number;
  /** The first records that are not Claude Code's. */
  readonly strangers: Json[];
}

const bufferSize = 1 << 20;
// Beyond it a line is left out: text, string and object of a longer one would not stay within 100 MB.
const longestLine = 8 << 20;
// A file without one record of ours up to here has none.
const patience = 1000;

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
    end,
  };
}

function* read(file: string, from: Position, state: State): Generator<Turn, void> {
  const { coverage } = state;
  const opened = open(file);
  if (typeof opened === 'string') {
    coverage.reason = opened;
    return;
  }
  const { fd, stat } = opened;
  // Nothing is handed out before the file has shown itself to be Claude Code's.
  let held: Turn[] = [];
  try {
    coverage.bytes = stat.size;
    for (const line of lines(fd, stat.size, from.offset)) {
      coverage.lines++;
      if (line.complete) {
        coverage.end = { offset: line.offset + line.length + 1, line: coverage.lines };
      }
      held.push(...lineTurns(line, state));
      if (state.known > 0 && held.length > 0) {
        coverage.turns += held.length;
        yield* held;
        held = [];
      }
      if (state.known === 0 && coverage.lines - from.line >= patience) break;
    }
    noteChange(fd, stat, state);
  } catch (error) {
    trouble(state, `reading failed: ${message(error)}`);
  } finally {
    fs.closeSync(fd);
  }
}

/** Opens a regular file, or says why not. O_NONBLOCK: a FIFO without a writer would hold us for ever. */
function open(file: string): { fd: number; stat: fs.Stats } | string {
  let fd: number;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return openFailures[(error as NodeJS.ErrnoException).code ?? ''] ?? message(error);
  }
  const stat = fs.fstatSync(fd);
  if (stat.isFile() && stat.size > 0) return { fd, stat };
  fs.closeSync(fd);
  if (stat.isFile()) return 'the file is empty';
  return stat.isDirectory() ? 'a folder, not a file' : 'not a regular file';
}

const openFailures: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file',
  EISDIR: 'a folder, not a file',
  ENXIO: 'not a regular file',
  ELOOP: 'a symbolic link that leads in a circle',
};

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Line {
  /** Valid until the next line is asked for. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly length: number;
  /** In the file. */
  readonly offset: number;
  /** Ended by a line feed. */
  readonly complete: boolean;
  /** Longer than the limit: `bytes` holds nothing. */
  readonly tooLong: boolean;
}

// One reading at a time is the rule; a second one gets a buffer of its own.
let spare: Buffer | undefined;

/** The lines of a file up to the size it had when it was opened. */
function* lines(fd: number, size: number, from: number): Generator<Line, void> {
  let bytes = spare ?? Buffer.allocUnsafeSlow(bufferSize);
  spare = undefined;
  let start = 0; // of the line, in the buffer
  let filled = 0;
  let position = from; // of the next byte to read, in the file
  let dropped = 0; // bytes of an over-long line that were let go
  try {
    for (;;) {
      const wanted = Math.min(bytes.length - filled, size - position);
      const got = wanted > 0 ? fs.readSync(fd, bytes, filled, wanted, position) : 0;
      if (got === 0) break;
      const window = bytes.subarray(0, filled + got);
      let feed = window.indexOf(10, filled);
      filled += got;
      position += got;
      while (feed >= 0) {
        const offset = position - filled + start - dropped;
        const length = feed - start + dropped;
        yield { bytes, start, length, offset, complete: true, tooLong: dropped > 0 };
        dropped = 0;
        start = feed + 1;
        feed = window.indexOf(10, start);
      }
      if (start > 0) {
        bytes.copyWithin(0, start, filled);
        filled -= start;
        start = 0;
      } else if (filled === bytes.length) {
        if (filled < longestLine) {
          const larger = Buffer.allocUnsafeSlow(filled * 2);
          bytes.copy(larger, 0, 0, filled);
          bytes = larger;
        } else {
          dropped += filled;
          filled = 0;
        }
      }
    }
    if (filled + dropped > 0) {
      const offset = position - filled - dropped;
      const length = filled + dropped;
      yield { bytes, start: 0, length, offset, complete: false, tooLong: dropped > 0 };
    }
  } finally {
    if (bytes.length === bufferSize) spare = bytes;
  }
}

function lineTurns(line: Line, state: State): readonly Turn[] {
  if (line.tooLong) {
    trouble(state, 'longer than 8 MB', state.coverage.lines);
    return [];
  }
  const bytes = trimmed(line, state);
  if (bytes.length === 0) return [];
  const type = headType(bytes);
  if (type !== undefined && unspoken.has(type) && isOneRecord(bytes)) {
    count(type, state, undefined);
    noteTime(tailTime(bytes), state);
    return [];
  }
  return turnsOf(records(bytes, line, state), line, state);
}

/** Without a byte order mark, white space and NUL bytes at its ends (a crash can leave a run of those). */
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

const spoken: ReadonlySet<string> = new Set(['user', 'assistant', 'queue-operation']);

// Known to hold no turns (clients 1.0 to 2.1.330): counted and left unparsed.
const unspoken: ReadonlySet<string> = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-resumed',
  'api-request-shape',
  'artifact-autoreact-ledger',
  'artifact-comment-monitor',
  'atis-latch',
  'attachment',
  'attribution-snapshot',
  'bridge-session',
  'content-replacement',
  'continued-in',
  'cost-state',
  'custom-title',
  'data-flow-incomplete',
  'data-flow-records',
  'derived-from',
  'dev-mods',
  'ended-by-model',
  'file-history-delta',
  'file-history-snapshot',
  'fork-context-ref',
  'frame-link',
  'history-suppression',
  'host-row',
  'hybrid-organization',
  'isolation-latch',
  'last-prompt',
  'memory-mode',
  'mode',
  'observer-ref',
  'permission-mode',
  'pr-link',
  'progress',
  'relocated',
  'repl-mode',
  'resume-head-vouch',
  'session-owner',
  'summary',
  'system',
  'tag',
  'tools-used',
  'worktree-state',
]);

// Alone in a file these make no transcript: nothing was said in it.
const bookkeeping: ReadonlySet<string> = new Set(['file-history-snapshot', 'queue-operation']);

/**
 * The record's own `type`, where it stands before the first brace within the record; `attachment` for a record
 * that opens with its attachment. Undefined: parse it. `"type":"progress"` may also stand inside a tool's input.
 */
function headType(bytes: Buffer): string | undefined {
  if (bytes[0] !== openBrace) return undefined;
  const nested = bytes.indexOf(openBrace, 1);
  const at = bytes.indexOf(typeKey);
  if (at > 0 && (nested < 0 || at < nested)) {
    const from = at + typeKey.length;
    return bytes.toString('latin1', from, bytes.indexOf(doubleQuote, from));
  }
  if (nested < 0) return undefined;
  const opens = bytes.toString('latin1', Math.max(0, nested - attachmentKey.length), nested);
  return opens === attachmentKey ? 'attachment' : undefined;
}

const openBrace = 123;
const closeBrace = 125;
const comma = 44;
const doubleQuote = 34;
const typeKey = Buffer.from('"type":"');
const attachmentKey = '"attachment":';

const glued = Buffer.from('}{"');

/** Ends like a record and holds no second one. (`}{"` stands in one only where a string ends in `}{`.) */
function isOneRecord(bytes: Buffer): boolean {
  return bytes[bytes.length - 1] === closeBrace && !bytes.includes(glued);
}

/** The record's own time stamp where it stands near the end; balanced to the last brace, so at the top level. */
function tailTime(bytes: Buffer): string | undefined {
  const at = bytes.lastIndexOf(timeKey);
  if (at < 0 || bytes.length - at > 4000) return undefined;
  const from = at + timeKey.length;
  const end = bytes.indexOf(doubleQuote, from);
  if (bytes[end + 1] === closeBrace) {
    return end + 2 === bytes.length ? bytes.toString('latin1', from, end) : undefined;
  }
  const tail = bytes.toString('utf8', at);
  if (tail.indexOf('{') < 0 && tail.indexOf('}') === tail.length - 1) {
    return bytes.toString('latin1', from, end);
  }
  const rest = parse(`{${tail}`);
  return isObject(rest) && typeof rest.timestamp === 'string' ? rest.timestamp : undefined;
}

const timeKey = Buffer.from('"timestamp":"');

function records(bytes: Buffer, line: Line, state: State): readonly unknown[] {
  const decode = decoder(bytes);
  if (decode === decodeBroken) trouble(state, 'bytes that are not UTF-8', state.coverage.lines);
  const isModels = bytes.subarray(0, 800).includes(modelKey);
  const cut = isModels ? withoutUsage(bytes, decode) : withoutToolUseResult(bytes, decode);
  if (cut !== undefined) return [cut];
  const text = decode(bytes);
  const record = parse(text);
  if (record !== undefined) return [record];
  const { values, rest } = splitValues(text);
  if (rest) {
    const torn = !line.complete;
    trouble(state, torn ? 'cut off (still being written?)' : 'not JSON', state.coverage.lines);
  }
  return values;
}

type Decode = (bytes: Buffer) => string;

// Most lines are plain ASCII, and copying them is four times as fast as decoding; so is transcoding twice.
function decoder(bytes: Buffer): Decode {
  if (isAscii(bytes)) return decodeAscii;
  return isUtf8(bytes) ? decodeUtf8 : decodeBroken;
}

const decodeAscii: Decode = inPieces((bytes) => bytes.toString('latin1'));
const decodeBroken: Decode = inPieces((bytes) => bytes.toString('utf8'));
// A Node built without Intl has no transcode.
const decodeUtf8: Decode = buffer.transcode
  ? inPieces((bytes) => buffer.transcode(bytes, 'utf8', 'utf16le').toString('utf16le'))
  : decodeBroken;

const longestPiece = 1_030_000;

// Node keeps strings of 1 MB and more outside the heap, where garbage is collected late: the peak would double.
function inPieces(decode: Decode): Decode {
  return (bytes) => {
    if (bytes.length <= longestPiece) return decode(bytes);
    let text = '';
    for (let from = 0; from < bytes.length; ) {
      let to = Math.min(from + longestPiece, bytes.length);
      while (to < bytes.length && to > from + 4 && ((bytes[to] as number) & 0xc0) === 0x80) to--;
      text += decode(bytes.subarray(from, to));
      from = to;
    }
    return text;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const modelKey = Buffer.from('"role":"assistant"');
const resultKey = Buffer.from(',"toolUseResult":');
// Keys that may follow it; what stands from there on is balanced only at the top level.
const tailKeys = [',"userType":"', ',"sourceToolAssistantUUID":"'];

/**
 * The record without its copy of the tool's output, which is neither decoded nor parsed: it repeats what
 * `message` holds and is up to half of a file. Undefined where that is not certain: parse it all.
 */
function withoutToolUseResult(bytes: Buffer, decode: Decode): Json | undefined {
  const at = bytes.indexOf(resultKey);
  if (at < 0 || bytes.length - at < 400 || bytes.includes(glued, at)) return undefined;
  // The comma becomes a brace for as long as it takes: no copy is made.
  bytes[at] = closeBrace;
  const head = parse(decode(bytes.subarray(0, at + 1)));
  bytes[at] = comma;
  if (!isObject(head) || !isResult(head.message)) return undefined;
  if (isComplete(head)) return head;
  for (const key of tailKeys) {
    const from = bytes.lastIndexOf(key);
    if (from <= at) continue;
    const tail = parse(`{${decode(bytes.subarray(from + 1))}`);
    if (!isObject(tail)) continue;
    const record = { ...head, ...tail };
    if (isComplete(record)) return record;
  }
  return undefined;
}

/** The record without what its message cost, a fifth of the work of parsing it. Undefined where that is not certain. */
function withoutUsage(bytes: Buffer, decode: Decode): Json | undefined {
  const at = bytes.lastIndexOf(usageKey);
  const end = at < 0 ? -1 : bytes.indexOf(afterMessage, at);
  if (end < 0) return undefined;
  const record = parse(decode(bytes.subarray(0, at)) + decode(bytes.subarray(end + 1)));
  if (!isObject(record) || !isObject(record.message) || !isComplete(record)) return undefined;
  return typeof record.message.id === 'string' && typeof record.message.model === 'string'
    ? record
    : undefined;
}

const usageKey = Buffer.from(',"usage":{');
const afterMessage = Buffer.from('}},"requestId":');

function isResult(message: unknown): boolean {
  if (!isObject(message) || !Array.isArray(message.content)) return false;
  const first: unknown = message.content[0];
  return isObject(first) && first.type === 'tool_result';
}

/** Has it all that a turn takes from the record? `agentId` stands on every line of a side chain. */
function isComplete(record: Json): boolean {
  return (
    needed.every((key) => typeof record[key] === 'string') &&
    (record.isSidechain !== true || typeof record.agentId === 'string')
  );
}

const needed = ['type', 'sessionId', 'version', 'cwd', 'timestamp', 'uuid'];

// How a record opens; inside a string its quotes would be escaped.
const recordOpens = /\{"(?:parentUuid|type|uuid|messageId|leafUuid)":/g;

/** Several JSON values on one line, one after the other; `rest`: something between them is not JSON. */
function splitValues(text: string): { values: unknown[]; rest: boolean } {
  const values: unknown[] = [];
  let at = 0;
  let rest = false;
  let tries = 0;
  while (at < text.length && tries++ < 100) {
    const end = valueEnd(text, at);
    const value = end < 0 ? undefined : parse(text.slice(at, end));
    if (value !== undefined) {
      values.push(value);
      at = end;
      while (/\s/.test(text.charAt(at))) at++;
      continue;
    }
    // A record that was torn off, with the next one written behind it.
    rest = true;
    recordOpens.lastIndex = at + 1;
    const next = recordOpens.exec(text);
    if (next === null) break;
    at = next.index;
  }
  return { values, rest };
}

/** End of the JSON object or array that starts at `at`; −1 without one. */
function valueEnd(text: string, at: number): number {
  const structure = /["{}[\]]/g;
  structure.lastIndex = at;
  if (!/[{[]/.test(text.charAt(at))) return -1;
  let depth = 0;
  for (let match = structure.exec(text); match !== null; match = structure.exec(text)) {
    if (match[0] === '"') {
      const closing = /(?:[^"\\]|\\[\s\S])*"/y;
      closing.lastIndex = structure.lastIndex;
      if (!closing.test(text)) return -1;
      structure.lastIndex = closing.lastIndex;
    } else if (match[0] === '{' || match[0] === '[') depth++;
    else if (--depth === 0) return structure.lastIndex;
  }
  return -1;
}

function turnsOf(values: readonly unknown[], line: Line, state: State): readonly Turn[] {
  const all: Turn[] = [];
  for (const value of values) {
    if (!isObject(value)) {
      count('(not an object)', state, undefined);
      continue;
    }
    const type = typeof value.type === 'string' ? value.type : '(none)';
    count(type, state, value);
    noteRecord(value, state);
    if (!spoken.has(type)) continue;
    const result = state.turnsOf(value, state.coverage.lines, line.offset);
    if (result === malformed) {
      trouble(state, 'a message without content', state.coverage.lines);
      continue;
    }
    for (const block of result.unknown) add(state.coverage.unknown, block);
    all.push(...result.turns);
  }
  return all;
}

function count(type: string, state: State, record: Json | undefined): void {
  state.coverage.records++;
  if (!spoken.has(type) && !unspoken.has(type)) {
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

/** As instants; false where one of them is not a time. */
function isBefore(left: string, right: string): boolean {
  if (isUtc(left) && isUtc(right)) return left < right;
  return Date.parse(left) < Date.parse(right);
}

/** As the client writes it: 2026-11-21T20:21:45.629Z. */
function isUtc(time: string): boolean {
  return time.length === 24 && time[4] === '-' && time[10] === 'T' && time[23] === 'Z';
}

function noteChange(fd: number, before: fs.Stats, state: State): void {
  const after = fs.fstatSync(fd);
  if (after.size < before.size) trouble(state, 'the file shrank while it was read');
  else if (after.size === before.size && after.mtimeMs !== before.mtimeMs) {
    trouble(state, 'the file was rewritten while it was read');
  }
}

function trouble(state: State, what: string, line?: number): void {
  const places = state.troubles.get(what) ?? [];
  if (line !== undefined) places.push(line);
  state.troubles.set(what, places);
}

function verdict(state: State): Pick<Coverage, 'read' | 'reason'> {
  const { coverage } = state;
  if (coverage.reason !== '') return { read: 'skipped', reason: coverage.reason };
  if (state.known === 0) return { read: 'skipped', reason: foreign(state) };
  const reasons = [...state.troubles].map(([what, places]) => describe(what, places));
  const unknown = Object.entries(coverage.unknown);
  if (unknown.length > 0) {
    reasons.push(`unknown types: ${unknown.map(([type, times]) => `${type} ${times}`).join(', ')}`);
  }
  return { read: reasons.length > 0 ? 'partly' : 'whole', reason: reasons.join('; ') };
}

function describe(what: string, places: readonly number[]): string {
  if (places.length === 0) return what;
  const shown = places.slice(0, 5).join(', ');
  const more = places.length > 5 ? ` and ${places.length - 5} more` : '';
  return `${what}: line${places.length > 1 ? 's' : ''} ${shown}${more}`;
}

const signatures: readonly (readonly [name: string, is: (record: Json) => boolean])[] = [
  [
    'a Codex log',
    ({ type }) => /^(?:session_meta|response_item|event_msg|turn_context)$/.test(String(type)),
  ],
  ['an Antigravity log', ({ type }) => /^(?:USER_INPUT|PLANNER_RESPONSE)$/.test(String(type))],
  [
    'a pi log',
    ({ type, version }) => type === 'title' || (type === 'session' && version !== undefined),
  ],
  [
    'a Cursor log',
    ({ type, role, message }) => type === undefined && role !== undefined && isObject(message),
  ],
  ['a workflow journal', ({ type, key }) => type === 'started' && key !== undefined],
];

function foreign({ coverage, strangers, troubles }: State): string {
  for (const [name, is] of signatures) if (strangers.some(is)) return `${name}, not Claude Code's`;
  if (coverage.records === 0 && troubles.size > 0) return 'not JSON Lines';
  return coverage.records === 0 ? 'the file is empty' : 'no message of a Claude Code session in it';
}
