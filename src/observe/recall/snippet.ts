import { readTranscript } from '../transcript.js';
import type { Turn } from '../turn.js';
import type { Terms } from './analysis.js';
import { markHits, type Snippet } from './mark.js';
import { isSaid, textsOf } from './units.js';

/** Where in a transcript to look. */
export interface Spot {
  /** Byte offset and number of the line. */
  readonly offset: number;
  readonly line: number;
  /** What one line says, or what is said, thought and asked of tools from there on. */
  readonly reach: 'line' | 'window';
}

export interface Shown {
  readonly line: number;
  readonly snippet: string;
}

// Of texts: what a window holds, and something for its last turn.
const windowLength = 2500;
const mostLines = 300;

/** The text at a spot that holds most of what was asked for. Undefined where the transcript is not what was indexed. */
export function showSpot(file: string, spot: Spot, terms: Terms): Shown | undefined {
  const { turns } = readTranscript(file, { offset: spot.offset, line: spot.line - 1 });
  let best: { line: number; snippet: Snippet } | undefined;
  let length = 0;
  for (const turn of turns) {
    if (turn.line > spot.line + (spot.reach === 'line' ? 0 : mostLines)) break;
    for (const text of textsIn(turn, spot)) {
      const snippet = markHits(text, terms);
      if (best === undefined || snippet.found > best.snippet.found) {
        best = { line: turn.line, snippet };
      }
      length += text.length;
    }
    if (spot.reach === 'window' && length > windowLength) break;
  }
  return best && { line: best.line, snippet: best.snippet.text };
}

function textsIn(turn: Turn, { reach }: Spot): readonly string[] {
  return reach === 'line' && !isSaid(turn) ? [] : textsOf(turn);
}
