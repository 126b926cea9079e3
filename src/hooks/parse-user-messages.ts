import { isCorrection } from '../observe/evidence.js';
import { type EarlierWords, noEarlierWords } from '../observe/journal.js';
import { standingInstruction } from '../observe/scan.js';
import {
  isOwnWords,
  isTypedByPerson,
  malformed,
  type Placed,
  queuedCommand,
  queueOutcome,
  type Turn,
  turnReader,
} from '../observe/transcript.js';
import { once } from '../text.js';
import { parseRecord } from './payload.js';

/** The person's words in a part of a transcript: the last prompt, corrections and refusals. */
export interface UserWords {
  readonly prompt: string;
  readonly corrections: readonly string[];
  /** The first clause that states a lasting instruction, in a prompt or a refusal. */
  readonly standing: string | undefined;
  readonly heard: EarlierWords;
  /** Characters written by the person and the model, and the number of tool calls. */
  readonly counts: { readonly chars: number; readonly calls: number };
}

/**
 * Read by the rules that commands read a transcript by. Left out are side chains and lines from before `since`,
 * ISO 8601.
 */
export function userWords(transcript: string, since = '', before = noEarlierWords): UserWords {
  const placed = placedIn(transcript).filter(([record]) => !isBefore(record.timestamp, since));
  const all = turnsOf(placed, before);
  const turns = all.filter(isOwnWords);
  const said = turns.filter(({ kind }) => kind === 'prompt' || kind === 'queued').map(textOf);
  const answers = turns.filter(({ kind }) => kind === 'answer').map(textOf);
  const refusals = turns.filter(({ kind }) => kind === 'rejection').map(textOf);
  return {
    prompt: said.at(-1) ?? '',
    standing: [...said, ...answers, ...refusals].map(standingInstruction).find(Boolean),
    corrections: [...refusals, ...[...answers, ...said].filter(isCorrection)],
    heard: {
      until: turns.reduce((most, { timestamp = '' }) => later(most, timestamp), before.until),
      has_typed: before.has_typed || placed.some(([record]) => isTypedByPerson(record)),
    },
    counts: {
      chars: all
        .filter((turn) => turn.kind === 'text' || isOwnWords(turn))
        .reduce((sum, { text }) => sum + text.length, 0),
      calls: all.filter(({ kind }) => kind === 'call').length,
    },
  };
}

/** Every prompt that the person typed in a transcript, oldest first. */
export function saidIn(transcript: string): string[] {
  const placed = placedIn(transcript);
  return turnsOf(placed, noEarlierWords)
    .filter(({ kind }) => kind === 'prompt' || kind === 'queued')
    .map(textOf);
}

function placedIn(transcript: string): Placed[] {
  return transcript.split('\n').flatMap((line, place): Placed[] => {
    const record = mayHoldWords(line) ? parseRecord(line) : undefined;
    return record === undefined ? [] : [[record, place]];
  });
}

/** Turns of the main chain that no earlier part contained. */
function turnsOf(placed: readonly Placed[], { until, has_typed }: EarlierWords): Turn[] {
  const read = turnReader(
    '',
    once(() => queueOutcome(placed)),
    has_typed,
  );
  return placed.flatMap(([record, place]) => {
    const isSpoken = spoken.has(record.type) || queuedCommand(record) !== undefined;
    const found = isSpoken ? read(record, place, place) : malformed;
    if (found === malformed) return [];
    return found.turns.filter((turn) => !turn.is_sidechain && !isHeard(turn.timestamp, until));
  });
}

const spoken: ReadonlySet<unknown> = new Set(['user', 'assistant', 'queue-operation']);

/** The records of whole requests hold most bytes of a transcript, and no words of the person's own. */
function mayHoldWords(line: string): boolean {
  return !line.includes('"type":"api-request');
}

/** A line without a time is not. */
function isBefore(time: unknown, since: string): boolean {
  return typeof time === 'string' && time < since;
}

function isHeard(time: string | undefined, until: string): boolean {
  return time !== undefined && time <= until;
}

function later(one: string, other: string): string {
  return one < other ? other : one;
}

function textOf({ text }: Turn): string {
  return text.trim();
}
