import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { budgets } from '../text.js';

/** A JSON object whose fields may each be missing or of another kind: see `textOf`. */
export type Fields = Readonly<Record<string, unknown>>;

/** The text of a file; empty if there is none, or nothing that a memory is made of. */
export function read(file: string): string {
  try {
    // Many are not there, and an error takes longer to make than a look. A link may lead to what never ends.
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= budgets.json ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/** The bytes of a regular file of any size; none if it cannot be read. */
export function readBytes(file: string): Buffer {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile()
      ? readFileSync(file)
      : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** A number that is alone in a file of our own folder; undefined without one. */
export function numberIn(own: string, path: string): number | undefined {
  const text = read(join(own, path)).trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A JSON object; empty if there is none. */
export function readObject(file: string): Fields {
  return parseRecord(read(file)) ?? {};
}

/** The objects of a JSON list; none if there is no list. */
export function readList(file: string): readonly Fields[] {
  return objectsIn(jsonIn(read(file)));
}

/** A JSON object; undefined for anything else. */
export function parseRecord(text: string): Fields | undefined {
  const value = text === '' ? undefined : jsonIn(text.replace(/^\uFEFF/, ''));
  return isRecord(value) ? value : undefined;
}

/** The value of a JSON text; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(payload: Fields, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}

export function recordOf(payload: Fields, name: string): Fields {
  return fieldsOf(payload[name]);
}

/** Strings of a list; none if there is no list. */
export function textsOf(payload: Fields, name: string): string[] {
  const value = payload[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The value as an object; empty for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The objects of a list; none for any other value. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
