import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, type Payload, parseRecord } from './payload.js';

/** Of a file, more than any memory has. */
const mostRead = 16 << 20;

/** The text of a file; empty where there is none, or nothing that a memory is made of. */
export function read(file: string): string {
  try {
    // Many are not there, and an error takes longer to make than a look. A link may lead to what never ends.
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= mostRead ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/** A number that stands alone in a file of our own folder; undefined without one. */
export function numberIn(own: string, path: string): number | undefined {
  const text = read(join(own, path)).trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A JSON object; empty where there is none. */
export function readObject(file: string): Payload {
  return parseRecord(read(file)) ?? {};
}

/** The objects of a JSON list; none where there is no list. */
export function readList(file: string): readonly Payload[] {
  try {
    const list: unknown = JSON.parse(read(file));
    return Array.isArray(list) ? list.filter(isRecord) : [];
  } catch {
    return [];
  }
}
