import { fitsOf } from '../hit-relevance.js';

/** How a failure ended in a past session: the small file that hooks look into when no rule fits. */
export interface ResolvedFailure {
  readonly signal: string;
  readonly fingerprint: string;
  readonly session: string;
  /** ISO 8601, empty if the transcript gives no time. */
  readonly date: string;
  /** The transcript's line of the success. */
  readonly line: number;
  /** Steps between the last failure and the success, with secrets masked. */
  readonly followed: readonly string[];
}

/** In our own folder. */
export const resolvedFailuresName = 'overcome.jsonl';

/** A line a failure, found by its start: none but the one that is asked for is parsed. */
export function overcomeLine(one: ResolvedFailure): string {
  const { signal, fingerprint, session, date, line, followed } = one;
  return `${startOf(signal, fingerprint)}${JSON.stringify([session, date, line, followed])}]`;
}

/** The past failure that this one is: the very same, else the one of its signal that fits it well enough. */
export function findResolvedFailure(
  text: string,
  signal: string,
  fingerprint: string,
): ResolvedFailure | undefined {
  const start = startOf(signal, fingerprint);
  const at = text.startsWith(start) ? 0 : text.indexOf(`\n${start}`) + 1;
  if (at === 0 && !text.startsWith(start)) return nearestResolvedFailure(text, signal, fingerprint);
  const end = text.indexOf('\n', at);
  return parseResolvedFailure(text.slice(at, end < 0 ? undefined : end));
}

/** More than recall asks for: nobody asked for a hint. Of 26 real failures that fit so well, 20 were of the same kind. */
const minFit = 0.5;
/** Of fewer words, one that is shared would already be most of it. */
const minWords = 4;

function nearestResolvedFailure(
  text: string,
  signal: string,
  fingerprint: string,
): ResolvedFailure | undefined {
  const asked = wordsOf(fingerprint);
  const known = text.split('\n').flatMap((line) => parseResolvedFailure(line) ?? []);
  if (asked.size < minWords) return undefined;
  const held = known.map((one) => wordsOf(one.fingerprint));
  const counted = [...asked].map((word) => ({
    word,
    count: held.filter((words) => words.has(word)).length,
  }));
  const fits = fitsOf(counted, known.length, (word) =>
    known.flatMap((one, at) =>
      one.signal === signal && held[at]?.has(word) ? { row: `${at}`, session: `${at}` } : [],
    ),
  );
  const [best] = [...fits].filter(([, fit]) => fit >= minFit).sort((a, b) => b[1] - a[1]);
  return best && known[Number(best[0])];
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu));
}

export function parseResolvedFailure(line: string): ResolvedFailure | undefined {
  try {
    const [signal, fingerprint, [session, date, at, followed]] = JSON.parse(line);
    const texts = [signal, fingerprint, session, date, ...followed];
    if (!texts.every((text) => typeof text === 'string') || typeof at !== 'number')
      return undefined;
    return { signal, fingerprint, session, date, line: at, followed };
  } catch {
    return undefined;
  }
}

function startOf(signal: string, fingerprint: string): string {
  return `[${JSON.stringify(signal)},${JSON.stringify(fingerprint)},`;
}
