import { decoded } from './byte-scanner.js';

/**
 * Strings as numbers, from 1; 0 is the empty one, "none". A table of its own because a name can be
 * looked up by the bytes of a line, without making a string of them a million times.
 */
export interface Names {
  readonly list: string[];
  /** The hash of each name. */
  readonly hashes: number[];
  /** Numbers by hash with open addressing, 0 for a free slot; a power of two long, at most half full. */
  slots: Uint32Array;
}

const backslash = 0x5c;
const backslashes = 0x5c5c5c5c;
const start = 0x811c9dc5 | 0;
const positive = 0x3fffffff;

export function namesOf(list: readonly string[] = []): Names {
  const names: Names = { list: [''], hashes: [0], slots: new Uint32Array(1024) };
  for (const name of list) numberOf(names, name);
  return names;
}

/** The number of a name, which becomes known by it. */
export function numberOf(names: Names, name: string): number {
  if (name === '') return 0;
  const hash = hashOfText(name);
  for (let slot = hash; ; slot += 1) {
    const found = names.slots[slot & (names.slots.length - 1)] as number;
    if (found === 0) return add(names, name, hash);
    if (names.list[found] === name) return found;
  }
}

/**
 * The same for a JSON string whose quotes stand at `from` and before `to`; three bytes more must
 * follow.
 */
export function numberOfBytes(names: Names, bytes: DataView, from: number, to: number): number {
  if (!isPlain(bytes, from + 1, to - 1)) return numberOf(names, decoded(bytes, from, to) as string);
  const hash = hashOf(bytes, from + 1, to - 1);
  for (let slot = hash; ; slot += 1) {
    const found = names.slots[slot & (names.slots.length - 1)] as number;
    if (found === 0) return add(names, decoded(bytes, from, to) as string, hash);
    if (isSame(names.list[found] as string, bytes, from, to)) return found;
  }
}

/** Is the name the JSON string that stands there? May say no of one that is not plain ASCII. */
export function isSame(name: string, bytes: DataView, from: number, to: number): boolean {
  if (name.length !== to - from - 2) return false;
  for (let i = 0; i < name.length; i++) {
    const byte = bytes.getUint8(from + 1 + i);
    // Behind a backslash the text is not what its bytes are.
    if (name.charCodeAt(i) !== byte || byte === backslash) return false;
  }
  return true;
}

function add(names: Names, name: string, hash: number): number {
  const number = names.list.push(name) - 1;
  names.hashes.push(hash);
  if (names.list.length * 2 <= names.slots.length) insert(names, number);
  else {
    names.slots = new Uint32Array(names.slots.length * 4);
    for (let each = 1; each <= number; each++) insert(names, each);
  }
  return number;
}

function insert({ hashes, slots }: Names, number: number): void {
  let slot = hashes[number] as number;
  while (slots[slot & (slots.length - 1)] !== 0) slot += 1;
  slots[slot & (slots.length - 1)] = number;
}

/** Neither a backslash nor a byte beyond ASCII, four bytes at a time. */
function isPlain(bytes: DataView, from: number, to: number): boolean {
  for (let at = from; at < to; at += 4) {
    const word = lastBytes(bytes.getInt32(at, true), to - at);
    const other = word ^ backslashes;
    if (((word | ((other - 0x01010101) & ~other)) & 0x80808080) !== 0) return false;
  }
  return true;
}

/** Of words of four bytes. */
function hashOf(bytes: DataView, from: number, to: number): number {
  let hash = start;
  for (let at = from; at < to; at += 4)
    hash = mixed(hash, lastBytes(bytes.getInt32(at, true), to - at));
  return hash & positive;
}

/** The same for a text of plain ASCII; what it is for another matters to no one. */
function hashOfText(name: string): number {
  let hash = start;
  for (let at = 0; at < name.length; at += 4) {
    let word = 0;
    for (let i = Math.min(name.length, at + 4) - 1; i >= at; i--)
      word = (word << 8) | (name.charCodeAt(i) & 0xff);
    hash = mixed(hash, word);
  }
  return hash & positive;
}

/** The step of FNV-1a, with the high bits brought down to where the slots are counted. */
function mixed(hash: number, word: number): number {
  const next = Math.imul(hash ^ word, 0x01000193);
  return next ^ (next >>> 15);
}

/** The word without what lies behind the string. */
function lastBytes(word: number, left: number): number {
  return left >= 4 ? word : word & (-1 >>> (32 - 8 * left));
}
