import { maskSecrets } from '../secrets.js';
import { camelParts, stem, type Terms, wordsAndRuns } from './analysis.js';

/** A piece of a text of at most about `width` characters, on one line, secrets masked, each hit between « and ». */
export interface Snippet {
  readonly text: string;
  /** Different words of the question in it. */
  readonly found: number;
}

const width = 200;
const lead = 60;
// As far around a hit as a secret is looked for.
const surroundings = 10_000;

/** Cuts out the stretch that holds most of the words asked for. */
export function markHits(raw: string, { marks }: Terms): Snippet {
  const at = bestStretch(hitsIn(raw, marks)).start;
  const from = Math.max(0, at - surroundings);
  // Masked before it is cut: half a secret is not recognised.
  const text = maskSecrets(raw.slice(from, at + surroundings));
  const hits = hitsIn(text, marks);
  const { start, found } = bestStretch(hits);
  const begin = wordBoundary(text, start - lead);
  const end = wordBoundary(text, begin + width);
  let out = begin > 0 || from > 0 ? '…' : '';
  let done = begin;
  for (const hit of hits) {
    if (hit.start < done || hit.end > end) continue;
    out += `${text.slice(done, hit.start)}«${text.slice(hit.start, hit.end)}»`;
    done = hit.end;
  }
  const tail = end < text.length ? '…' : '';
  const joined = (out + text.slice(done, end) + tail).replaceAll('»«', '');
  return { text: joined.replace(/\s+/g, ' ').trim(), found };
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

/** Words by their stems, Chinese by the characters themselves; neighbouring pairs become one hit. */
function hitsIn(text: string, marks: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  for (const { word, at, isCjk } of wordsAndRuns(text)) {
    if (!isCjk) {
      const term = [word, ...camelParts(word)].map(stem).find((part) => marks.has(part));
      if (term !== undefined) hits.push({ start: at, end: at + word.length, term });
      continue;
    }
    for (let index = 0; index < word.length; index++) {
      const pair = word.slice(index, index + 2);
      const end = marks.has(pair) ? 2 : marks.has(pair.slice(0, 1)) ? 1 : 0;
      if (end === 0) continue;
      const start = at + index;
      const last = hits.at(-1);
      const overlaps = last !== undefined && last.end > start;
      hits.push({ start: overlaps ? last.end : start, end: start + end, term: pair.slice(0, end) });
    }
  }
  return hits;
}

interface Stretch {
  readonly start: number;
  /** Different terms in it. */
  readonly found: number;
}

/** The stretch with the most different terms; at 0 where there is none. */
function bestStretch(hits: readonly Hit[]): Stretch {
  const inside = new Map<string, number>();
  let best: Stretch = { start: 0, found: 0 };
  let first = 0;
  for (const hit of hits) {
    inside.set(hit.term, (inside.get(hit.term) ?? 0) + 1);
    let opening = hits[first] as Hit;
    while (hit.end - opening.start > width - lead && opening !== hit) {
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
