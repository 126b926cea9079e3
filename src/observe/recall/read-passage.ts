import { closeSync, openSync, readSync } from 'node:fs';
import type { QueueOutcome } from '../transcript/claude/prompt-queue.js';
import { turnReader } from '../transcript/claude/turn-reader.js';
import { headIn, readTranscript } from '../transcript/transcript.js';
import { isObject, type Json, type Turn } from '../transcript/turn.js';
import { isSaid, searchedTexts } from './chunks.js';
import { type Stretch, stretchOf } from './highlight.js';
import type { Terms } from './tokenize.js';

export interface SnippetSpot {
  /** Byte offset and number of the line. */
  readonly offset: number;
  readonly line: number;
  /** One line, or the speech, thoughts and tool inputs from there on. */
  readonly reach: 'line' | 'window';
}

export interface Shown {
  readonly line: number;
  readonly stretch: Stretch;
}

// Characters: the size of a window, and some of its last turn.
const windowLength = 2500;
const maxLines = 300;

/** The text at a spot that holds most of what was asked for. Undefined if the transcript is not what was indexed. */
export function readSpot(file: string, spot: SnippetSpot, terms: Terms): Shown | undefined {
  let best: Shown | undefined;
  let length = 0;
  for (const turn of turnsAt(file, spot)) {
    for (const text of textsIn(turn, spot)) {
      const stretch = stretchOf(text, terms);
      if (best === undefined || stretch.found > best.stretch.found) {
        best = { line: turn.line, stretch };
      }
      length += text.length;
    }
    if (spot.reach === 'window' && length > windowLength) break;
  }
  return best;
}

/** An answer is found by its question, which is elsewhere. So this takes what the line shows. */
function textsIn(turn: Turn, { reach }: SnippetSpot): readonly string[] {
  if (reach === 'window') return searchedTexts(turn);
  return isSaid(turn) ? searchedTexts(turn) : turn.role === 'tool_result' ? [turn.text] : [];
}

function* turnsAt(file: string, { offset, line, reach }: SnippetSpot): Generator<Turn, void> {
  const turns = reach === 'line' ? turnsOnLine(file, { offset, line }) : [];
  if (turns.length > 0) {
    yield* turns;
    return;
  }
  const last = line + (reach === 'line' ? 0 : maxLines);
  for (const turn of readTranscript(file, { offset, line: line - 1 }).turns) {
    if (turn.line > last) return;
    yield turn;
  }
}

/** The turns of the one record on a line; none if the line does not hold one record. */
export function turnsOnLine(
  file: string,
  { offset, line }: Omit<SnippetSpot, 'reach'>,
): readonly Turn[] {
  const record = recordAt(file, offset);
  if (record === undefined) return [];
  const { agent, head } = headIn(file);
  // Claude Code's whole queue would have to be read for one line of it.
  if (agent.name !== 'claude')
    return agent.reader(file, head, true).read(record, line, offset).turns;
  const read = turnReader(file, () => wasTold(offset))(record, line, offset);
  return typeof read === 'object' ? read.turns : [];
}

/** The index contains only the queued texts that the model received. */
function wasTold(offset: number): QueueOutcome {
  return { told: new Set([offset]), fromPrograms: new Set() };
}

let buffer = Buffer.alloc(0);

/** The one record of a line; undefined if the line holds another number of them. The reader would read on for 1 MB. */
function recordAt(file: string, offset: number): Json | undefined {
  const fd = openSync(file, 'r');
  try {
    if (buffer.length === 0) buffer = Buffer.allocUnsafe(64 << 10);
    for (let filled = 0; ; ) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer], filled * 2);
      const got = readSync(fd, buffer, filled, buffer.length - filled, offset + filled);
      const feed = buffer.subarray(0, filled + got).indexOf(10, filled);
      filled += got;
      if (feed < 0 && got > 0) continue;
      const record: unknown = JSON.parse(buffer.toString('utf8', 0, feed < 0 ? filled : feed));
      return isObject(record) ? record : undefined;
    }
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
