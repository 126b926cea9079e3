/**
 * Scanners for JSON in canonical form (RFC 8785), on bytes. Each says where the value that starts at
 * `at` ends, or `no`; that is no verdict: what is rare or costly to tell is left to a real parser. A
 * line break must follow, and `slack` bytes more: a scanner stops there, so none asks for the end.
 */
export type Scan = (bytes: DataView, at: number) => number;

/** What a scanner may read of what follows the line break. */
export const slack = 8;

/** A text as words of four bytes: comparing these takes a quarter of the time. */
export interface Literal {
  readonly length: number;
  readonly words: Int32Array;
  /** Which bits of the last word count. */
  readonly mask: number;
}

export interface Field {
  readonly name: string;
  readonly scan: Scan;
  readonly isRequired: boolean;
}

export const no = -1;

const encoder = new TextEncoder();
const [quote, backslash, comma, minus, dot] = [0x22, 0x5c, 0x2c, 0x2d, 0x2e] as const;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const [zero, one, nine, letterT, letterZ, colon] = [0x30, 0x31, 0x39, 0x54, 0x5a, 0x3a] as const;
const [exclamation, less, greater] = [0x21, 0x3c, 0x3e] as const;

/** What a byte of a string asks for: nothing, or a look at what follows. */
const [plain, look] = [1, 2] as const;
const stringBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte === quote || byte === 0x7f) return 0;
  return byte >= 0x80 || byte === backslash || byte === less || byte === minus ? look : plain;
});
const kebabBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[a-z0-9]/.test(String.fromCharCode(byte)) ? plain : 0,
);
const longestMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** One line of text as schema/common.schema.json has it. */
export function text(least: number, most: number): Scan {
  return (bytes, at) => within(at, stringEnd(bytes, at, false), least, most);
}

/** The same with line breaks and tabs. */
export function words(least: number, most: number): Scan {
  return (bytes, at) => within(at, stringEnd(bytes, at, true), least, most);
}

/** Lower-case letters and digits with single hyphens between them. */
export function kebab(most: number): Scan {
  return (bytes, at) => {
    if (bytes.getUint8(at) !== quote || kebabBytes[bytes.getUint8(at + 1)] !== plain) return no;
    let next = at + 2;
    for (;;) {
      const isHyphen = bytes.getUint8(next) === minus;
      if (kebabBytes[bytes.getUint8(isHyphen ? next + 1 : next)] !== plain) break;
      next += isHyphen ? 2 : 1;
    }
    return bytes.getUint8(next) === quote ? within(at, next + 1, 1, most) : no;
  };
}

/** Sixteen hex digits. */
export function hex16(bytes: DataView, at: number): number {
  if (bytes.getUint8(at) !== quote) return no;
  for (let next = at + 1; next < at + 17; next++) {
    const byte = bytes.getUint8(next);
    if (!isDigit(byte) && (byte < 0x61 || byte > 0x66)) return no;
  }
  return bytes.getUint8(at + 17) === quote ? at + 18 : no;
}

/** A number from −1 to 1 with at most two decimals. */
export function hundredths(bytes: DataView, at: number): number {
  const start = bytes.getUint8(at) === minus ? at + 1 : at;
  if (bytes.getUint8(start) === one) return start + 1;
  if (bytes.getUint8(start) !== zero) return no;
  if (bytes.getUint8(start + 1) !== dot) return start === at ? start + 1 : no;
  let end = start + 2;
  while (end < start + 4 && isDigit(bytes.getUint8(end))) end += 1;
  return end > start + 2 && bytes.getUint8(end - 1) !== zero ? end : no;
}

/** A whole number from 1. */
export function positive(bytes: DataView, at: number): number {
  let end = at;
  while (end < at + 15 && isDigit(bytes.getUint8(end))) end += 1;
  return end > at && bytes.getUint8(at) !== zero ? end : no;
}

/** `"2026-01-31T23:59:59Z"`, perhaps with three decimals: a day and a time that exist. */
export function instantText(bytes: DataView, at: number): number {
  const isStamp =
    bytes.getUint8(at) === quote &&
    areDigits(bytes, at + 1, 4) &&
    bytes.getUint8(at + 5) === minus &&
    areDigits(bytes, at + 6, 2) &&
    bytes.getUint8(at + 8) === minus &&
    areDigits(bytes, at + 9, 2) &&
    bytes.getUint8(at + 11) === letterT &&
    areDigits(bytes, at + 12, 2) &&
    bytes.getUint8(at + 14) === colon &&
    areDigits(bytes, at + 15, 2) &&
    bytes.getUint8(at + 17) === colon &&
    areDigits(bytes, at + 18, 2);
  if (!isStamp || !isDay(bytes, at + 1) || !isTime(bytes, at + 12)) return no;
  const end = bytes.getUint8(at + 20) === dot && areDigits(bytes, at + 21, 3) ? at + 24 : at + 20;
  return bytes.getUint8(end) === letterZ && bytes.getUint8(end + 1) === quote ? end + 2 : no;
}

/** One of these values, which are given as JSON. */
export function oneOf(values: readonly string[]): Scan {
  const all = literals(values);
  return (bytes, at) => {
    const index = indexAt(bytes, at, all);
    return index === no ? no : at + (all.list[index] as Literal).length;
  };
}

export function listOf(item: Scan, most: number): Scan {
  return (bytes, at) => {
    if (bytes.getUint8(at) !== openBracket) return no;
    if (bytes.getUint8(at + 1) === closeBracket) return at + 2;
    let next = at;
    for (let count = 0; count < most; count++) {
      next = item(bytes, next + 1);
      if (next === no) return no;
      if (bytes.getUint8(next) === closeBracket) return next + 1;
      if (bytes.getUint8(next) !== comma) return no;
    }
    return no;
  };
}

/** An object with these fields, which are given in order, and no other. */
export function objectOf(fields: readonly Field[]): Scan {
  const keys = keysOf(fields.map(({ name }) => name));
  // For each place among the fields, the next one that must not be left out.
  const due = [...fields, undefined].map((_, from) => {
    const next = fields.findIndex(({ isRequired }, index) => isRequired && index >= from);
    return next < 0 ? fields.length : next;
  });
  return (bytes, at) => {
    if (bytes.getUint8(at) !== openBrace) return no;
    let next = at;
    for (let from = 0; ; ) {
      const index = indexAt(bytes, next + 1, keys, from);
      if (index === no || index > (due[from] as number)) return no;
      next = (fields[index] as Field).scan(bytes, next + 1 + (keys.list[index] as Literal).length);
      if (next === no) return no;
      from = index + 1;
      if (bytes.getUint8(next) === closeBrace) return due[from] === fields.length ? next + 1 : no;
      if (bytes.getUint8(next) !== comma) return no;
    }
  };
}

/** `"name":` of each. */
export function keysOf(names: readonly string[]): Literals {
  return literals(names.map((name) => `"${name}":`));
}

export function required(name: string, scan: Scan): Field {
  return { name, scan, isRequired: true };
}

export function optional(name: string, scan: Scan): Field {
  return { name, scan, isRequired: false };
}

export function literal(text: string): Literal {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array(4 * Math.ceil(bytes.length / 4));
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Int32Array.from({ length: padded.length / 4 }, (_, i) =>
    view.getInt32(4 * i, true),
  );
  const unused = padded.length - bytes.length;
  return { length: bytes.length, words, mask: -1 >>> (8 * unused) };
}

/** Several of four bytes or more, with the first word of each: where these differ, nothing else counts. */
export interface Literals {
  readonly list: readonly Literal[];
  readonly firsts: Int32Array;
}

export function literals(texts: readonly string[]): Literals {
  const list = texts.map(literal);
  return { list, firsts: Int32Array.from(list, ({ words }) => words[0] as number) };
}

/** Which of them stands there, of those from `start` on; `no` for none. */
export function indexAt(
  bytes: DataView,
  at: number,
  { list, firsts }: Literals,
  start = 0,
): number {
  const first = bytes.getInt32(at, true);
  for (let index = start; index < firsts.length; index++)
    if (firsts[index] === first && holds(bytes, at, list[index] as Literal)) return index;
  return no;
}

export function holds(bytes: DataView, at: number, { words, mask }: Literal): boolean {
  const last = words.length - 1;
  for (let i = 0; i < last; i++) if (bytes.getInt32(at + 4 * i, true) !== words[i]) return false;
  return ((bytes.getInt32(at + 4 * last, true) ^ (words[last] as number)) & mask) === 0;
}

/** The value that stands there. */
export function decoded(bytes: DataView, from: number, to: number): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString());
}

/** The number that so many decimal digits stand for. */
export function digitsAt(bytes: DataView, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) value = value * 10 + bytes.getUint8(i) - zero;
  return value;
}

/** No string has more UTF-16 units, in which lengths are counted, than bytes. */
function within(start: number, end: number, least: number, most: number): number {
  const length = end - start - 2;
  return end === no || length < least || length > most ? no : end;
}

/** `isWords`: line breaks and tabs may stand in it. */
function stringEnd(bytes: DataView, at: number, isWords: boolean): number {
  if (bytes.getUint8(at) !== quote) return no;
  for (let next = at + 1; ; ) {
    const wants = stringBytes[bytes.getUint8(next)];
    if (wants === plain) next += 1;
    else if (wants === look) {
      next = afterSpecial(bytes, next, isWords);
      if (next === no) return no;
    } else return bytes.getUint8(next) === quote ? next + 1 : no;
  }
}

/** Beyond an escape, a character beyond ASCII, or what might begin or end a comment. */
function afterSpecial(bytes: DataView, at: number, isWords: boolean): number {
  const byte = bytes.getUint8(at);
  if (byte >= 0x80) return afterWide(bytes, at);
  const next = bytes.getUint8(at + 1);
  const third = bytes.getUint8(at + 2);
  switch (byte) {
    case backslash:
      return isEscaped(next, isWords) ? at + 2 : no;
    case less:
      return next === exclamation ? no : at + 1;
    default:
      return next === minus && (third === greater || third === exclamation) ? no : at + 1;
  }
}

/** Only escapes that the canonical form has: a quote or a backslash, in words `\n` and `\t`. */
function isEscaped(byte: number | undefined, isWords: boolean): boolean {
  if (byte === quote || byte === backslash) return true;
  return isWords && (byte === 0x6e || byte === 0x74);
}

/**
 * Beyond a character of UTF-8 that is surely visible: most of what Latin, Greek, Cyrillic, Chinese,
 * Japanese, Korean and emoji are written in.
 */
function afterWide(bytes: DataView, at: number): number {
  const lead = bytes.getUint8(at);
  const second = bytes.getUint8(at + 1);
  const third = bytes.getUint8(at + 2);
  if (!isContinuation(second)) return no;
  // U+00C0 to U+033F, U+0380 to U+05FF
  if (lead < 0xe0)
    return (lead >= 0xc3 && lead <= 0xcc) || (lead >= 0xce && lead <= 0xd7) ? at + 2 : no;
  if (!isContinuation(third)) return no;
  if (lead === 0xf0) return second === 0x9f && isContinuation(bytes.getUint8(at + 3)) ? at + 4 : no;
  return isVisible(lead, second, third) ? at + 3 : no;
}

function isVisible(lead: number, second: number, third: number): boolean {
  // U+2010 to U+2027, U+2080 to U+2FFF
  if (lead === 0xe2) return second === 0x80 ? third >= 0x90 && third <= 0xa7 : second >= 0x82;
  // U+3000 to U+3FFF without the Hangul filler
  if (lead === 0xe3) return second !== 0x85 || third !== 0xa4;
  // U+4000 to U+CFFF; full-width forms
  return (lead >= 0xe4 && lead <= 0xec) || (lead === 0xef && (second === 0xbc || second === 0xbd));
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

function areDigits(bytes: DataView, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (!isDigit(bytes.getUint8(i))) return false;
  return true;
}

/** Of `2026-01-31`; Date.UTC takes the years below 100 for others. */
function isDay(bytes: DataView, at: number): boolean {
  const year = digitsAt(bytes, at, 4);
  const month = digitsAt(bytes, at + 5, 2);
  const day = digitsAt(bytes, at + 8, 2);
  if (year < 100 || month < 1 || month > 12 || day < 1) return false;
  const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (longestMonth[month - 1] as number) + (isLeap ? 1 : 0);
}

/** Of `23:59:59`. */
function isTime(bytes: DataView, at: number): boolean {
  return (
    digitsAt(bytes, at, 2) < 24 &&
    digitsAt(bytes, at + 3, 2) < 60 &&
    digitsAt(bytes, at + 6, 2) < 60
  );
}
