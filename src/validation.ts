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

/**
 * What a reader does not see, or takes for a blank, as Unicode 16 has it: a newer Node knows more characters, and a text
 * must be as good there as here. A selector behind an emoji is seen; tabs and line ends are left to others.
 */
export const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /\u034f|[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{10ffff}]|(?<!\p{Extended_Pictographic}|[0-9#*])\ufe0f/gu;

/** A run of wide or no-break spaces, marks heaped on one letter, and marks that strike it out. */
const unlikeItself =
  /[^\S \t\n]{2,}|\p{M}{6,}|[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/u;

/** Letters of Cyrillic and Greek that look like one of Latin, small and capital. */
const looksLatin = /^[аАΑαΒВсСϲԁеЕΕһΗНіІΙιјЈΚКκкΜМΝоОΟοрРΡρԛѕЅΤТυνѵԝхХΧуУγΖ]$/u;

/** The first passage of a text that a person would not see as it is: a command in it would be another one. */
export function hiddenIn(text: string): string | undefined {
  // "≠" may come as "=" with a stroke.
  const whole = text.normalize('NFC');
  const [unseen] = whole.match(invisible) ?? unlikeItself.exec(whole) ?? [];
  return unseen ?? (whole.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).find(isDisguised);
}

/** A Latin word all of whose other letters could pass for Latin ones. */
function isDisguised(word: string): boolean {
  const foreign = [...word].filter((letter) =>
    /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter),
  );
  const isLatin = /\p{Script=Latin}/u.test(word);
  return isLatin && foreign.length > 0 && foreign.every((letter) => looksLatin.test(letter));
}

/** At most `most` characters of a text of others, without what no text of ours may hold. */
export function fitting(text: string, most: number): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
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
    if (/[\t\n]/.test(character) || character.search(invisible) >= 0)
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
