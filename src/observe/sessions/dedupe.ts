import { readPart } from '../../platform/fs.js';

/** The part of a transcript that shows whether it was copied from another one. */
export interface Copyable {
  readonly session: string;
  readonly started_by: string | undefined;
  readonly size: () => number;
  /** As returned by `firstLineOf`. */
  readonly firstLine: () => string | undefined;
}

/**
 * Moving a project copies its transcripts to the new folder, so that they can be resumed there, and either copy may
 * continue. Keeps the longest, among equals the first.
 */
export function withoutCopies<T>(all: readonly T[], look: (one: T) => Copyable): readonly T[] {
  const longest = new Map<string, T>();
  const copies = new Set<T>();
  for (const one of all) {
    const { started_by = '', session, size, firstLine } = look(one);
    const key = `${started_by}/${session}`;
    const other = longest.get(key);
    if (other === undefined) {
      longest.set(key, one);
      continue;
    }
    const line = look(other).firstLine();
    if (line === undefined || line !== firstLine()) continue;
    const isLonger = size() > look(other).size();
    copies.add(isLonger ? other : one);
    if (isLonger) longest.set(key, one);
  }
  return copies.size === 0 ? all : all.filter((one) => !copies.has(one));
}

const firstBytes = 4096;

/** The identifying part of the first line; undefined if it is empty. */
export function firstLineOf(transcript: Buffer): string | undefined {
  return transcript.toString('latin1', 0, firstBytes).split('\n', 1)[0] || undefined;
}

export function firstLineIn(file: string): string | undefined {
  const part = readPart(file, firstBytes);
  return part && firstLineOf(part.bytes);
}
