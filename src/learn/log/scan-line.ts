import type { Event } from '../../schema.gen.js';
import {
  decoded,
  digitsAt,
  hex16,
  holds,
  hundredths,
  indexAt,
  instantText,
  kebab,
  keysOf,
  type Literal,
  listOf,
  literal,
  literals,
  no,
  objectOf,
  oneOf,
  optional,
  positive,
  required,
  type Scan,
  text,
  words,
} from './byte-scanner.js';
import { eventKinds, kindOf } from './event.js';

/**
 * A plain line is one exactly as the product writes it, told from its bytes: a million of them need
 * neither be decoded nor parsed nor validated one by one. What is accepted here is canonical with `id`
 * last, and schema/event.schema.json accepts it; what is not may be an event all the same.
 */

/** In canonical order. A line with `rules` or a whole asset in it is not plain. */
const scans = {
  asset_id: kebab(64),
  asset_ids: listOf(kebab(64), 20_000),
  asset_type: oneOf(['"gene"', '"sop"', '"pref"']),
  by: text(1, 120),
  cell: objectOf([
    required('followed', oneOf(['"full"', '"partial"', '"none"'])),
    required('outcome', oneOf(['"achieved"', '"not_achieved"', '"unclear"'])),
    required('shown', oneOf(['true', 'false'])),
  ]),
  confidence_delta: hundredths,
  detail: words(0, 2000),
  event: oneOf(eventKinds.map((kind) => `"${kind}"`)),
  hash: hex16,
  into: kebab(64),
  project: text(1, 120),
  quotes: listOf(
    objectOf([
      optional('file', text(1, 200)),
      optional('line', positive),
      optional(
        'role',
        oneOf(['"user"', '"assistant"', '"thinking"', '"tool_input"', '"tool_result"']),
      ),
      required('text', words(1, 1000)),
    ]),
    40,
  ),
  reason: text(1, 500),
  reverts: hex16,
  session: text(1, 128),
  ts: instantText,
} as const satisfies Readonly<Record<string, Scan>>;

type FieldName = keyof typeof scans;

const fieldNames = Object.keys(scans) as readonly FieldName[];
const keys = keysOf(fieldNames);
const scanners: readonly Scan[] = fieldNames.map((name) => scans[name]);
const idKey = literal('"id":');
const kinds = literals(eventKinds.map((kind) => `"${kind}"`));
const assetless: ReadonlySet<string> = new Set([
  'inject_reflection',
  'pending_observation',
  'no_match',
  'import_skip',
  'revert',
]);
const isAboutAsset = eventKinds.map((kind) => !assetless.has(kind));
const [openBrace, closeBrace, comma, minus, dot] = [0x7b, 0x7d, 0x2c, 0x2d, 0x2e] as const;

/** Where the values of a line stand, quotes and brackets included; 0 and 0: the field is absent. */
export type Spans = Int32Array;

/** Place in the spans of where a value starts; where it ends is the next. */
export const spanOf = Object.fromEntries(
  fieldNames.map((name, index) => [name, 2 * index]),
) as Readonly<Record<FieldName, number>>;

/** Length of `,"id":"0123456789abcdef"}`, which ends every plain line. */
export const idTail = 25;

export function emptySpans(): Spans {
  return new Int32Array(2 * fieldNames.length);
}

/**
 * The kind (an index into eventKinds) of the plain line between `start` and `end`, or `no`. Fills
 * `spans`; the id is not recomputed.
 */
export function scanLine(bytes: DataView, start: number, end: number, spans: Spans): number {
  if (bytes.getUint8(start) !== openBrace) return no;
  spans.fill(0);
  let at = start + 1;
  for (let index = indexAt(bytes, at, keys); index !== no; ) {
    const from = at + (keys.list[index] as Literal).length;
    const to = (scanners[index] as Scan)(bytes, from);
    // The id stands behind every other field.
    if (to === no || bytes.getUint8(to) !== comma) return no;
    spans[2 * index] = from;
    spans[2 * index + 1] = to;
    at = to + 1;
    index = indexAt(bytes, at, keys, index + 1);
  }
  if (!holds(bytes, at, idKey)) return no;
  const close = hex16(bytes, at + idKey.length);
  if (close + 1 !== end || bytes.getUint8(close) !== closeBrace) return no;
  return kindWithItsFields(bytes, spans);
}

/** Some of the fields of a line as an event has them. */
export function valuesOf(
  bytes: DataView,
  spans: Spans,
  names: readonly FieldName[],
): Partial<Event> {
  const present = names.filter((name) => spans[spanOf[name]] !== 0);
  const value = (name: FieldName) =>
    decoded(bytes, spans[spanOf[name]] as number, spans[spanOf[name] + 1] as number);
  return Object.fromEntries(present.map((name) => [name, value(name)]));
}

const witnesses = ['user', 'tool_result'].map((role) => literal(`"role":"${role}"`));
const [quoteMark, letterR] = [0x22, 0x72] as const;

/** Is one of the quotes between `from` and `to` of the user or of a result? In no text does a colon follow a bare quote. */
export function quotesWitness(bytes: DataView, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const isKey = bytes.getUint8(at) === quoteMark && bytes.getUint8(at + 1) === letterR;
    if (isKey && witnesses.some((one) => holds(bytes, at, one))) return true;
  }
  return false;
}

/** A number with two decimals at most, times a hundred. */
export function hundredthsAt(bytes: DataView, from: number, to: number): number {
  const isNegative = bytes.getUint8(from) === minus;
  const start = isNegative ? from + 1 : from;
  const decimals = Math.max(0, to - start - 2);
  const value =
    100 * digitsAt(bytes, start, 1) +
    digitsAt(bytes, start + 2, decimals) * (decimals === 1 ? 10 : 1);
  return isNegative ? -value : value;
}

/** Milliseconds since 1970. */
export function instantAt(bytes: DataView, at: number): number {
  return Date.UTC(
    digitsAt(bytes, at + 1, 4),
    digitsAt(bytes, at + 6, 2) - 1,
    digitsAt(bytes, at + 9, 2),
    digitsAt(bytes, at + 12, 2),
    digitsAt(bytes, at + 15, 2),
    digitsAt(bytes, at + 18, 2),
    bytes.getUint8(at + 20) === dot ? digitsAt(bytes, at + 21, 3) : 0,
  );
}

/** Eight hex digits as a number. */
export function hexAt(bytes: DataView, at: number): number {
  let value = 0;
  for (let i = at; i < at + 8; i++) {
    const byte = bytes.getUint8(i);
    value = value * 16 + (byte < 0x3a ? byte - 0x30 : byte - 0x57);
  }
  return value;
}

function kindWithItsFields(bytes: DataView, spans: Spans): number {
  const event = spans[spanOf.event] as number;
  if (event === 0 || spans[spanOf.ts] === 0) return no;
  const kind = indexAt(bytes, event, kinds);
  if (kind === kindOf.revert) return spans[spanOf.reverts] === 0 ? no : kind;
  const isAbout = spans[spanOf.asset_id] !== 0 && spans[spanOf.asset_type] !== 0;
  return isAbout || !isAboutAsset[kind] ? kind : no;
}
