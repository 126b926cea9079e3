import { faults } from '../messages/problems/reflect.js';
import { type Problem, problem } from '../problem.js';
import type { Cited } from '../schema.gen.js';
import { head } from '../text.js';

/** A quote within a value, and where: a JSON pointer. */
export interface CitationPlace {
  readonly at: string;
  readonly cited: Cited & { readonly session?: string };
}

/** The result of looking a quote up: the quote with its line and role, or the nearest text. */
export type CitationFinding =
  | { readonly cited: Cited; readonly isWhole?: boolean }
  | {
      readonly near: { readonly line: number; readonly role: string; readonly text: string } | null;
    };

const isQuoteKey = (key: string) => key === 'quote' || key === 'quotes';

/** Every quote of a facet, a verdict, a candidate or a finding, in order. */
export function citationsIn(value: unknown, at = ''): CitationPlace[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): CitationPlace[] => {
    const here = `${at}/${key}`;
    if (!isQuoteKey(key) || typeof inner !== 'object') return citationsIn(inner, here);
    if (!Array.isArray(inner)) return [{ at: here, cited: inner as Cited }];
    return inner.map((cited, index) => ({ at: `${here}/${index}`, cited: cited as Cited }));
  });
}

/** The value with each quote as it was found, in the order of `citationsIn`. */
export function withCitations<T>(value: T, found: readonly Cited[]): T {
  const rest = [...found];
  const replace = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(replace);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => {
        if (!isQuoteKey(key) || typeof one !== 'object') return [key, replace(one)];
        return [key, Array.isArray(one) ? one.map(() => rest.shift()) : rest.shift()];
      }),
    );
  };
  return replace(value) as T;
}

/**
 * Tests whether a quote is long enough to be proof. A whole sentence of the user may be short. A part of one needs four
 * letters, any other text eight; a Chinese character counts as three.
 */
export function isTelling({ text, role }: Cited, isWhole = false): boolean {
  if (role === 'user' && isWhole) return true;
  let weight = 0;
  for (const character of text)
    weight += /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(
      character,
    )
      ? 3
      : /[\p{L}\p{N}]/u.test(character)
        ? 1
        : 0;
  return weight >= (role === 'user' ? 4 : 8);
}

/** Reports a quote that is not at the stated place. */
export function unproved(
  file: string,
  { at, cited }: CitationPlace,
  session: string,
  finding: CitationFinding,
): Problem {
  const words = cited.text.length > 80 ? `${head(cited.text, 79)}…` : cited.text;
  if ('cited' in finding)
    return problem(
      'quote/too-short',
      { file, at: `${at}/text` },
      faults.tooShort(JSON.stringify(words), finding.cited.line),
    );
  return problem(
    'quote/not-found',
    { file, at: `${at}/text` },
    faults.notFound(session, JSON.stringify(words), finding.near),
  );
}
