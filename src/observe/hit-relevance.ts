import { isCjkUnit } from '../text.js';

/** From this fit on a hit is worth showing; chosen on a development half, see bench/recall.mjs. */
const minFit = 0.25;
/** Questions of fewer telling words are answered whatever the fit: one known word of two is enough. */
const minTellingWords = 4;
/** A store of a few transcripts knows too little about how common a word is. */
const minWindows = 200;

/** A word of the question, as it is asked, and the number of windows that hold it. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

/**
 * How well each session answers: the IDF-weighted share of the question's words that the best window of the session
 * holds, from 0 to 1, scaled down for questions of fewer than eight words.
 * `rowsWith`: the windows of these sessions that hold a word, named uniquely over all files.
 */
export function fitsOf(
  words: readonly CountedWord[],
  windows: number,
  rowsWith: (word: string) => Iterable<{ readonly row: string; readonly session: string }>,
): ReadonlyMap<string, number> {
  const weights = words.map((one) => weightOf(one, windows));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const held = new Map<string, number>();
  const best = new Map<string, number>();
  for (const [index, { word, count }] of words.entries()) {
    if (count === 0) continue;
    for (const { row, session } of rowsWith(word)) {
      const sum = (held.get(row) ?? 0) + (weights[index] as number);
      held.set(row, sum);
      if (sum > (best.get(session) ?? 0)) best.set(session, sum);
    }
  }
  const certainty = Math.min(1, (words.length + 4) / 12);
  return new Map([...best].map(([session, sum]) => [session, (sum / total) * certainty]));
}

/** BM25's inverse document frequency. A Chinese pair that is nowhere may only span two words: it weighs half. */
function weightOf({ word, count }: CountedWord, windows: number): number {
  const all = Math.max(windows, minWindows);
  const weight = Math.log(1 + (all - count + 0.5) / (count + 0.5));
  return count === 0 && isCjkUnit(word.charCodeAt(1)) ? weight / 2 : weight;
}

/** Does none of the hits fit a question of so many words? What was found in the time it names always fits. */
export function fitsNone(
  hits: readonly { readonly fit: number }[],
  words: number,
  isOfThatTime: boolean,
): boolean {
  return (
    hits.length > 0 &&
    words >= minTellingWords &&
    !isOfThatTime &&
    hits.every(({ fit }) => fit < minFit)
  );
}
