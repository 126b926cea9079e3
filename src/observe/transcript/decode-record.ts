import buffer, { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { jsonIn } from '../../platform/read-object.js';
import { isObject, type Json } from './turn.js';

export interface Records {
  readonly values: readonly unknown[];
  /** Something on it is not JSON. */
  readonly isBroken: boolean;
  readonly isUtf8: boolean;
}

/** Parses a record without parts that no turn needs; undefined if that is uncertain. */
export type Cut = (bytes: Buffer, decode: Decode) => Json | undefined;

/** The JSON values on a line. Usually one, but two records can be joined, or one torn off before the next. */
export function recordsOn(bytes: Buffer, cutter?: Cut): Records {
  const decode = decoder(bytes);
  const utf8 = decode !== decodeBroken;
  const cut = cutter?.(bytes, decode);
  if (cut !== undefined) return { values: [cut], isBroken: false, isUtf8: utf8 };
  const text = decode(bytes);
  const record = jsonIn(text);
  if (record !== undefined) return { values: [record], isBroken: false, isUtf8: utf8 };
  return { ...splitValues(text), isUtf8: utf8 };
}

/**
 * The record's `type` if it comes before the first nested brace; `attachment` for a record that begins with its
 * attachment. Undefined: parse it. `"type":"progress"` can also occur inside a tool's input.
 */
export function headType(bytes: Buffer): string | undefined {
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
export const closeBrace = 125;
const doubleQuote = 34;
const typeKey = Buffer.from('"type":"');
const attachmentKey = '"attachment":';

export const glued = Buffer.from('}{"');

/**
 * True if the line ends like a record and contains no second one. (`}{"` occurs in a record only if a string ends in
 * `}{`.)
 */
export function isOneRecord(bytes: Buffer): boolean {
  return bytes[bytes.length - 1] === closeBrace && !bytes.includes(glued);
}

/** The record's own time stamp near its end, at the top level because the braces balance. */
export function tailTime(bytes: Buffer): string | undefined {
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
  const rest = jsonIn(`{${tail}`);
  return isObject(rest) && typeof rest.timestamp === 'string' ? rest.timestamp : undefined;
}

const timeKey = Buffer.from('"timestamp":"');

export type Decode = (bytes: Buffer) => string;

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

const maxPieceBytes = 1_030_000;

// Node keeps strings of 1 MB and more outside the heap, where garbage is collected late: the peak would double.
function inPieces(decode: Decode): Decode {
  return (bytes) => {
    if (bytes.length <= maxPieceBytes) return decode(bytes);
    let text = '';
    for (let from = 0; from < bytes.length; ) {
      let to = Math.min(from + maxPieceBytes, bytes.length);
      while (to < bytes.length && to > from + 4 && ((bytes[to] as number) & 0xc0) === 0x80) to--;
      text += decode(bytes.subarray(from, to));
      from = to;
    }
    return text;
  };
}

// How a record opens; inside a string its quotes would be escaped.
const recordOpens = /\{"(?:parentUuid|type|uuid|messageId|leafUuid)":/g;

/** Several JSON values on one line, one after the other; broken where something between them is not JSON. */
function splitValues(text: string): { values: unknown[]; isBroken: boolean } {
  const values: unknown[] = [];
  let at = 0;
  let isBroken = false;
  let tries = 0;
  while (at < text.length && tries++ < 100) {
    const end = valueEnd(text, at);
    const value = end < 0 ? undefined : jsonIn(text.slice(at, end));
    if (value !== undefined) {
      values.push(value);
      at = end;
      while (/\s/.test(text.charAt(at))) at++;
      continue;
    }
    // A record that was torn off, with the next one written behind it.
    isBroken = true;
    recordOpens.lastIndex = at + 1;
    const next = recordOpens.exec(text);
    if (next === null) break;
    at = next.index;
  }
  return { values, isBroken };
}

/** End of the JSON object or array that starts at `at`; −1 without one. */
function valueEnd(text: string, at: number): number {
  const structure = /["{}[\]]/g;
  structure.lastIndex = at;
  if (!/[{[]/.test(text.charAt(at))) return -1;
  let depth = 0;
  for (let match = structure.exec(text); match !== null; match = structure.exec(text)) {
    if (match[0] === '"') {
      const end = stringEnd(text, match.index);
      if (end < 0) return -1;
      structure.lastIndex = end;
    } else if (match[0] === '{' || match[0] === '[') depth++;
    else if (--depth === 0) return structure.lastIndex;
  }
  return -1;
}

/** Behind the quotation mark that closes the string opened at `at`; −1 without one. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return -1;
}
