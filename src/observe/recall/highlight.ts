import { isCjkUnit } from '../../text.js';
import { maskEach, maskSecrets } from '../secrets/mask-secrets.js';
import { camelParts, stem, type Terms, termsOf, wordAround } from './tokenize.js';

/** The text around the search words, unchanged. It must be masked before it is shown. */
export interface Stretch {
  readonly text: string;
  /** It begins within a text. */
  readonly isCut: boolean;
  readonly hits: readonly Hit[];
  /** Different words asked for, close together. */
  readonly found: number;
}

const widthCharacters = 200;
const leadCharacters = 60;
// How far around a hit secrets are searched.
const surroundingCharacters = 500;
const maxSecretCharacters = 12_000;

/** Cuts out what is around the place with most of the words asked for, and no secret in two. */
export function stretchOf(text: string, { marks }: Pick<Terms, 'marks'>): Stretch {
  const all = hitsIn(text, marks);
  const { start, found } = closest(all);
  const from = secretStart(text, start);
  const to = secretEnd(text, start + widthCharacters + surroundingCharacters);
  const hits = all
    .filter((hit) => hit.start >= from && hit.end <= to)
    .map((hit) => ({ ...hit, start: hit.start - from, end: hit.end - from }));
  return { text: text.slice(from, to), isCut: from > 0, hits, found };
}

/** One line of about `width` characters for each stretch: secrets masked, each hit between « and ». */
export function snippetsOf(stretches: readonly Stretch[], terms: Terms): string[] {
  const masked = maskEach(stretches.map(({ text }) => text));
  return stretches.map((stretch, index) => {
    const text = masked[index] as string;
    const hits = text === stretch.text ? stretch.hits : hitsIn(text, terms.marks);
    return snippetOf(text, stretch.isCut, hits);
  });
}

/** The same of one text, without marks: to be quoted from. */
export function around(text: string, words: readonly string[]): string {
  const { marks } = termsOf(words.join(' '));
  const stretch = stretchOf(text, { marks });
  const masked = maskSecrets(stretch.text);
  return snippetOf(masked, stretch.isCut, [], closest(hitsIn(masked, marks)).start);
}

function snippetOf(
  text: string,
  isCut: boolean,
  hits: readonly Hit[],
  start = closest(hits).start,
): string {
  const begin = wordBoundary(text, start - leadCharacters);
  const end = wordBoundary(text, begin + widthCharacters);
  let out = begin > 0 || isCut ? '…' : '';
  let done = begin;
  for (const hit of hits) {
    if (hit.start < done || hit.end > end) continue;
    out += `${text.slice(done, hit.start)}«${text.slice(hit.start, hit.end)}»`;
    done = hit.end;
  }
  const tail = end < text.length ? '…' : '';
  const joined = (out + text.slice(done, end) + tail).replaceAll('»«', '');
  return joined.replace(/\s+/g, ' ').trim();
}

/** A secret contains no white space and no Chinese. A private key is the exception; its first line identifies it. */
function secretStart(text: string, at: number): number {
  const limit = Math.max(0, at - maxSecretCharacters);
  let start = Math.max(0, at - surroundingCharacters);
  while (start > limit && isWithinSecret(text.charCodeAt(start - 1))) start--;
  const key = text.lastIndexOf('-----BEGIN', at);
  return key >= limit ? Math.min(start, key) : start;
}

function secretEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + maxSecretCharacters);
  let end = Math.min(at, text.length);
  while (end < limit && isWithinSecret(text.charCodeAt(end))) end++;
  return end;
}

function isWithinSecret(unit: number): boolean {
  return unit > 32 && unit < 0x2000;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** Words by their stems, Chinese by the characters themselves; neighbouring pairs become one hit. */
function hitsIn(text: string, marks: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  if (marks.size === 0) return hits;
  let done = 0;
  // The pattern finds where a word might be meant, fast; the stem decides.
  for (const { 1: found = '', index } of text.matchAll(patternOf(marks))) {
    if (isCjk(found)) {
      const start = Math.max(index, done);
      done = index + found.length;
      if (done > start) hits.push({ start, end: done, term: found });
    } else if (index >= done) {
      const [start, end] = wordAround(text, index);
      done = end;
      const term = termIn(text.slice(start, end), marks);
      if (term !== undefined) hits.push({ start, end, term });
    }
  }
  return hits;
}

const stems = new Map<string, string>();

/** Which of the words asked for this word is, or has as a part. */
function termIn(word: string, marks: ReadonlySet<string>): string | undefined {
  return [word, ...camelParts(word)]
    .map((part) => {
      const known = stems.get(part) ?? stem(part);
      stems.set(part, known);
      return known;
    })
    .find((part) => marks.has(part));
}

function isCjk(mark: string): boolean {
  return isCjkUnit(mark.charCodeAt(0));
}

/** Looks ahead, so that pairs of Chinese characters may overlap. */
function patternOf(marks: ReadonlySet<string>): RegExp {
  // "happy" has the stem "happi".
  const alternatives = [...marks].map((mark) => (isCjk(mark) ? mark : mark.replace(/i$/, '')));
  const sorted = alternatives.sort((left, right) => right.length - left.length);
  return new RegExp(`(?=(${sorted.join('|')}))`, 'gi');
}

/** The place with the most different terms close together, and their number; 0 for none. */
function closest(hits: readonly Hit[]): { start: number; found: number } {
  const inside = new Map<string, number>();
  let best = { start: 0, found: 0 };
  let first = 0;
  for (const hit of hits) {
    inside.set(hit.term, (inside.get(hit.term) ?? 0) + 1);
    let opening = hits[first] as Hit;
    while (hit.end - opening.start > widthCharacters - leadCharacters && opening !== hit) {
      const left = (inside.get(opening.term) ?? 1) - 1;
      if (left === 0) inside.delete(opening.term);
      else inside.set(opening.term, left);
      opening = hits[++first] as Hit;
    }
    if (inside.size > best.found) best = { start: opening.start, found: inside.size };
  }
  return best;
}

/** The nearest place at or before `at` where no word is cut; within 20 characters. */
function wordBoundary(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  for (let back = at; back > at - 20 && back > 0; back--) {
    if (/[\s\p{P}]/u.test(text[back - 1] as string)) return back;
  }
  return at;
}
