import { maskEach, withoutSecrets } from '../secrets/mask-secrets.js';
import { isShell } from '../signals/command-key.js';
import {
  inputStrings,
  isOwnWords,
  type Turn,
  type TurnKind,
  withoutReminders,
} from '../transcript/turn.js';
import { indexText } from './tokenize.js';

/**
 * The table rows of one transcript. A row of `said` is one turn's text, cut into even pieces of at most about 100
 * words. A row of `windows` is about 200 words of speech, thoughts and tool inputs; neighbours overlap by half.
 */
export interface Chunks {
  readonly said: readonly string[];
  readonly windows: readonly string[];
  /** `said.length` rows of `saidColumns`, then `windows.length` rows of `windowColumns`. */
  readonly places: Float64Array;
}

/** The place of a piece. Times in milliseconds since 1970, 0 if unknown. `window` and `last_window` are its windows. */
export interface SaidPlace {
  readonly offset: number;
  readonly line: number;
  readonly time: number;
  /** Index among the turns with text. Pieces of one turn share it. */
  readonly turn: number;
  readonly window: number;
  readonly last_window: number;
}

export interface WindowPlace {
  readonly offset: number;
  readonly line: number;
  readonly time: number;
}

export const saidColumns = 6;
export const windowColumns = 3;

// Characters of index text: about 100 words.
const half = 600;
const maxInputCharacters = 300;

/** Beside the person's own words, what they want to find again: the model's, and what agents handed on. */
const others: ReadonlySet<TurnKind> = new Set([
  'agent_prompt',
  'teammate',
  'scheduled',
  'plan',
  'compact_summary',
  'text',
]);

export function isSaid(turn: Turn): boolean {
  return isOwnWords(turn) || others.has(turn.kind);
}

/** The searchable texts of a turn, unchanged. Long inputs are files, which git finds better. */
export function searchedTexts(turn: Turn): readonly string[] {
  if (turn.role === 'tool_input') {
    return isOwnCall(turn)
      ? []
      : inputStrings(turn.tool?.input).filter(({ length }) => length <= maxInputCharacters);
  }
  if (turn.role === 'thinking') return [turn.text];
  if (!isSaid(turn)) return [];
  return [turn.role === 'user' ? withoutReminders(turn.text, ' ') : turn.text];
}

// A search for words must not find itself.
function isOwnCall({ tool }: Turn): boolean {
  return isShell(tool?.name) && inputStrings(tool?.input).some((text) => ownSearch.test(text));
}

const ownSearch =
  /(?:^|[\s;&|(/])madness(?:\.cmd)?\s+(?:agent\s+)?(?:recall|quote|digest|signals)\b/;

export function chunksOf(turns: Iterable<Turn>): Chunks {
  const pieces: string[] = [];
  const places: number[] = [];
  const halves: string[] = [];
  const halfPlaces: number[] = [];
  let open = '';
  let count = 0;
  const add = (text: string, turn: Turn, time: number): void => {
    if (open === '') halfPlaces.push(turn.offset, turn.line, time);
    open = open === '' ? text : `${open}\n${text}`;
    while (open.length > half) {
      const cut = wordEnd(open, half);
      halves.push(open.slice(0, cut));
      open = open.slice(cut).trimStart();
      if (open !== '') halfPlaces.push(turn.offset, turn.line, time);
    }
  };
  for (const { turn, said } of withoutTheirSecrets(turns)) {
    const texts = said.map(indexText).filter((text) => /\S/.test(text));
    if (texts.length === 0) continue;
    const time = turn.timestamp === undefined ? 0 : Date.parse(turn.timestamp) || 0;
    const first = halves.length;
    for (const text of texts) add(text, turn, time);
    if (turn.role === 'tool_input' || turn.role === 'thinking') continue;
    for (const piece of evenPieces(texts[0] as string)) {
      pieces.push(piece);
      places.push(turn.offset, turn.line, time, count, first, halves.length);
    }
    count++;
  }
  if (open !== '') halves.push(open);
  const windows = windowsOf(halves);
  const all = Float64Array.from([
    ...places,
    ...halfPlaces.slice(0, windows.length * windowColumns),
  ]);
  return { said: pieces, windows, places: all };
}

interface Spoken {
  readonly turn: Turn;
  readonly said: readonly string[];
}

const maxBatch = 200;

/** The texts of each turn that are indexed, free of secrets. */
function* withoutTheirSecrets(turns: Iterable<Turn>): Generator<Spoken> {
  let batch: Spoken[] = [];
  for (const turn of turns) {
    const said = searchedTexts(turn);
    if (said.length > 0) batch.push({ turn, said });
    if (batch.length < maxBatch) continue;
    yield* masked(batch);
    batch = [];
  }
  yield* masked(batch);
}

function masked(batch: readonly Spoken[]): Spoken[] {
  const texts = maskEach(
    batch.flatMap(({ said }) => said),
    withoutSecrets,
  );
  let at = 0;
  return batch.map(({ turn, said }) => {
    at += said.length;
    return { turn, said: texts.slice(at - said.length, at) };
  });
}

function windowsOf(halves: readonly string[]): string[] {
  if (halves.length < 2) return [...halves];
  return halves.slice(1).map((second, index) => `${halves[index]}\n${second}`);
}

/** Equal lengths: a short remainder would rank too high. */
function evenPieces(text: string): string[] {
  const count = Math.ceil(text.length / half);
  if (count < 2) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (let left = count; left > 1 && from < text.length; left--) {
    const to = wordEnd(text, from + Math.ceil((text.length - from) / left));
    pieces.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The end of the word at `at`; a word longer than 200 is cut. */
function wordEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + 200);
  let end = at;
  while (end < limit && text.charCodeAt(end) > 32) end++;
  return end;
}
