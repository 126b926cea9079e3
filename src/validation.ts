import type { ErrorObject } from 'ajv';
import { eastAsianWidth } from 'get-east-asian-width';
import { schema } from './messages/problems/schema.js';
import type { Sentence } from './problem.js';
import { head, nearest } from './text.js';

export interface Violation {
  /** JSON pointer. */
  at: string;
  /** What is wrong. */
  says: Sentence;
  /** The schema knows no such field. */
  isUnknown: boolean;
}

/** The violations found by a validator, worded by us, one per place. A misspelt field is not missing, too. */
export function explain(
  errors: readonly ErrorObject[] | null | undefined,
  data: unknown,
): Violation[] {
  const places = new Map<string, Violation>();
  const meant = new Set<string>();
  for (const error of errors ?? []) {
    if (error.keyword === 'if' || error.keyword === 'anyOf') continue;
    const at = error.instancePath + missingKey(error);
    const got = valueAt(data, error.instancePath);
    const isUnknown = error.keyword === 'additionalProperties';
    const near = isUnknown ? nearestField(error, got) : undefined;
    if (near !== undefined) meant.add(`${error.instancePath}/${near}`);
    if (!places.has(at)) places.set(at, { at, says: sentence(error, got, near), isUnknown });
  }
  return [...places.values()].filter(({ at }) => !meant.has(at));
}

/** The field that was probably meant: one that the schema has there and the data has not. */
function nearestField({ params }: ErrorObject, got: unknown): string | undefined {
  const known = String(params.known).split(' ');
  const free = known.filter((one) => !(one in Object(got)));
  return nearest(String(params.additionalProperty), free)[0];
}

function missingKey({ keyword, params }: ErrorObject): string {
  if (keyword === 'required') return `/${params.missingProperty}`;
  if (keyword === 'additionalProperties') return `/${params.additionalProperty}`;
  return '';
}

function sentence({ keyword, params }: ErrorObject, got: unknown, near?: string): Sentence {
  const shown = show(got);
  switch (keyword) {
    case 'required':
      return schema.required(JSON.stringify(params.missingProperty));
    case 'additionalProperties':
      return schema.unknown(JSON.stringify(params.additionalProperty), near);
    case 'type':
      return schema.expected(String(params.type), shown);
    case 'enum':
      return schema.oneOf(params.allowedValues, shown);
    case 'const':
      return schema.expected(JSON.stringify(params.allowedValue), shown);
    case 'minimum':
    case 'maximum':
      return schema.number(`${params.comparison} ${params.limit}`, shown);
    case 'minLength':
      return schema.tooShort(params.limit, shown);
    case 'maxLength':
      return schema.tooLong(params.limit, String(got).length);
    case 'minItems':
      return schema.tooFew(params.limit);
    case 'maxItems':
      return schema.tooMany(params.limit, (got as unknown[]).length);
    case 'uniqueItems':
      return schema.same(params.j, params.i);
    case 'pattern':
      return patternSentence(String(params.pattern), got, shown);
    default:
      return schema.other(keyword, shown);
  }
}

function patternSentence(pattern: string, got: unknown, shown: string): Sentence {
  if (pattern.includes('con|prn')) return schema.device(shown);
  if (pattern.includes('a-z0-9]+(?:-')) return schema.kebab(shown);
  if (pattern.includes('<!--')) return schema.plain(unsafePart(String(got)));
  return schema.form(pattern, shown);
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

/** The project's name for a folder or remote of this name. */
export function projectNamed(name: string): string {
  return fitting(name, 120) || 'project';
}

function unsafePart(text: string): Sentence {
  const marker = /<!--|--!?>/.exec(text);
  if (marker) return schema.marker(JSON.stringify(marker[0]));
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (invisible.test(character))
      return schema.invisible(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  }
  const start = JSON.stringify(text.slice(0, 60));
  return { en: start, zh: start };
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

/** Width on a terminal: a Chinese character takes two columns. */
export function columns(text: string): number {
  let width = 0;
  for (const character of text) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** As much of a text as fits into so many columns. */
export function cutToColumns(text: string, most: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += columns(character);
    if (width > most) break;
    end += character.length;
  }
  return text.slice(0, end).trim();
}
