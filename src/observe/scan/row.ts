import { createHash } from 'node:crypto';
import type { Seen } from '../summary/collector.js';

/** A passage of a transcript, word for word. `line` counts from 1. */
interface ScanQuote {
  readonly session: string;
  readonly line: number;
  readonly text: string;
}

/** Something that came back in past sessions. */
export interface ScanRow {
  /** First 8 hex digits of the sha256 of kind and subject: the same at every scan. */
  readonly id: string;
  readonly kind: 'instruction' | 'refusal' | 'failure' | 'guard';
  /**
   * The failing line, the refused command, the instruction, or the pattern of an offered guard.
   */
  readonly text: string;
  /** How often, in all sessions. */
  readonly count: number;
  readonly sessions: number;
  /** ISO 8601, of the latest; null if no transcript gives a time. */
  readonly last: string | null;
  /** At most three, of different sessions, newest first. */
  readonly quotes: readonly ScanQuote[];
  /** For a failure: the command that worked afterwards. */
  readonly overcome: string | null;
  /** Orders rows of all kinds, the best first. */
  readonly score: number;
}

/** What was seen, and where. */
export interface Sighting extends Seen {
  readonly session: string;
  /** The session it counts for: of an agent the one that started it. */
  readonly owner: string;
}

const maxQuotes = 3;

/** The common part of all rows, from the places where something was seen. */
export function rowOf(
  kind: ScanRow['kind'],
  text: string,
  sightings: readonly Sighting[],
  more: Pick<ScanRow, 'score'> & Partial<Pick<ScanRow, 'overcome'>>,
): ScanRow {
  const newestFirst = [...sightings].sort((left, right) =>
    (left.time ?? '') < (right.time ?? '') ? 1 : -1,
  );
  const quotes = newestFirst.filter(
    (one, at) => newestFirst.findIndex(({ owner }) => owner === one.owner) === at,
  );
  return {
    id: createHash('sha256').update(`${kind}\n${text}`).digest('hex').slice(0, 8),
    kind,
    text,
    count: sightings.length,
    sessions: quotes.length,
    last: newestFirst[0]?.time ?? null,
    quotes: quotes.slice(0, maxQuotes).map(({ session, line, text }) => ({ session, line, text })),
    overcome: more.overcome ?? null,
    score: more.score,
  };
}

export function sessionsIn(sightings: readonly Pick<Sighting, 'owner'>[]): number {
  return new Set(sightings.map(({ owner }) => owner)).size;
}
