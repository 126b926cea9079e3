import type { ErrorObject } from 'ajv';
import { head } from './text.js';

export interface Violation {
  /** JSON pointer. */
  at: string;
  /** Expected X, got Y. */
  message: string;
}

/** What a validator found, in the words of the product: one violation a place. */
export function explain(
  errors: readonly ErrorObject[] | null | undefined,
  data: unknown,
): Violation[] {
  const places = new Map<string, Violation>();
  for (const error of errors ?? []) {
    if (error.keyword === 'if' || error.keyword === 'anyOf') continue;
    const at = error.instancePath + missingKey(error);
    if (!places.has(at))
      places.set(at, { at, message: sentence(error, valueAt(data, error.instancePath)) });
  }
  return [...places.values()];
}

function missingKey({ keyword, params }: ErrorObject): string {
  if (keyword === 'required') return `/${params.missingProperty}`;
  if (keyword === 'additionalProperties') return `/${params.additionalProperty}`;
  return '';
}

function sentence({ keyword, params }: ErrorObject, got: unknown): string {
  const shown = show(got);
  switch (keyword) {
    case 'required':
      return `Expected a field ${JSON.stringify(params.missingProperty)}, got none.`;
    case 'additionalProperties':
      return `Expected no field ${JSON.stringify(params.additionalProperty)}: the schema does not know it.`;
    case 'type':
      return `Expected ${String(params.type)}, got ${shown}.`;
    case 'enum':
      return `Expected one of ${params.allowedValues.join(', ')}, got ${shown}.`;
    case 'const':
      return `Expected ${JSON.stringify(params.allowedValue)}, got ${shown}.`;
    case 'minimum':
    case 'maximum':
      return `Expected a number ${params.comparison} ${params.limit}, got ${shown}.`;
    case 'minLength':
      return `Expected at least ${params.limit} character${params.limit === 1 ? '' : 's'}, got ${shown}.`;
    case 'maxLength':
      return `Expected at most ${params.limit} characters, got ${String(got).length}.`;
    case 'minItems':
      return `Expected at least ${params.limit} item${params.limit === 1 ? '' : 's'}, got none.`;
    case 'maxItems':
      return `Expected at most ${params.limit} items, got ${(got as unknown[]).length}.`;
    case 'uniqueItems':
      return `Expected different items, got the same at ${params.j} and ${params.i}.`;
    case 'pattern':
      return patternSentence(String(params.pattern), got, shown);
    default:
      return `Expected what the schema says (${keyword}), got ${shown}.`;
  }
}

function patternSentence(pattern: string, got: unknown, shown: string): string {
  if (pattern.includes('con|prn'))
    return `Expected kebab-case (a-z, 0-9, single hyphens) that is no name of a device, got ${shown}.`;
  if (pattern.includes('a-z0-9]+(?:-'))
    return `Expected kebab-case (a-z, 0-9, single hyphens), got ${shown}.`;
  if (pattern.includes('<!--')) return `Expected plain text, got ${unsafePart(String(got))}.`;
  return `Expected text of the form ${pattern}, got ${shown}.`;
}

const invisible =
  /\p{C}|\u2028|\u2029|\u115f|\u1160|\u3164|\uffa0|\u034f|[\ufe00-\ufe0f]|\u17b4|\u17b5|[\u{e0000}-\u{e0fff}]/u;

/** At most `most` characters of a text of others, without what no text of ours may hold. */
export function fitting(text: string, most: number): string {
  const every = new RegExp(invisible.source, 'gu');
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(every, '')
    .replace(/<!--|--!?>/g, '');
  return head(plain.replace(/ +/g, ' ').trim(), most).trim();
}

/** What a project is called whose folder or remote has this name. */
export function projectNamed(name: string): string {
  return fitting(name, 120) || 'project';
}

function unsafePart(text: string): string {
  const marker = /<!--|--!?>/.exec(text);
  if (marker) return `${JSON.stringify(marker[0])}, which could break out of the rule block`;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (invisible.test(character))
      return `the invisible or control character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return JSON.stringify(text.slice(0, 60));
}

function valueAt(data: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) =>
        (node as Record<string, unknown>)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      data,
    );
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${head(text, 60)}…` : text;
}
