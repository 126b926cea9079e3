import { maskSecrets } from '../secrets/mask-secrets.js';
import type { Role, Turn } from '../transcript/turn.js';
import { asWritten, normalise } from './normalise-text.js';
import { type Passage, passagesOf } from './passages.js';
import { type Store, watchCalls } from './self-reference.js';

export interface Quote {
  found: boolean;
  /** The place of the words as written. If absent, the most similar passage, or nulls. */
  line: number | null;
  role: Role | null;
  text: string | null;
}

export interface Proof extends Quote {
  /** Whole sentences of the person's, from the first word to the last. */
  isWhole: boolean;
}

/**
 * Tests whether a session contains these words. Compares in NFC with full and half width unified and white space
 * collapsed, and nothing else: it refuses another case, omissions, paraphrases, and words that span two texts. Prefers
 * the person's own words, else the first place. Calls `turns` again on failure. If words first came up in a search of
 * past sessions (see `watchCalls`), only the person's words prove them: a session cannot create evidence by searching
 * for it.
 */
export function checkQuote(turns: () => Iterable<Turn>, words: string, store: Store): Quote {
  const { isWhole, ...quote } = checkQuotes(turns, [words], store)[0] as Proof;
  return quote;
}

/** The same for several, in one reading; one more for each that is not there. */
export function checkQuotes(
  turns: () => Iterable<Turn>,
  words: readonly string[],
  store: Store,
): Proof[] {
  const wanted = words.map(normalise);
  const proofs = proofsOf(turns(), wanted, store);
  return wanted.map((text, index) => {
    const hit = proofs[index];
    if (hit === undefined) return missing(turns, text, store);
    const { line, role, isWhole } = hit;
    return { found: true, line, role, text: asWritten(hit.text, text), isWhole };
  });
}

function missing(turns: () => Iterable<Turn>, wanted: string, store: Store): Proof {
  const near = nearest(turns(), wanted, store);
  const none = { found: false, isWhole: false } as const;
  if (near === undefined) return { ...none, line: null, role: null, text: null };
  return { ...none, line: near.line, role: near.role, text: maskSecrets(near.text) };
}

/** The sentences of a text, each normalised. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[!?;！？。；…\n]+|\.(?=\s|$)/u)
    .map(normalise)
    .filter((sentence) => sentence !== '');
}

/** True if the sentences occur in the others in the same order. */
export function holds(sentences: readonly string[], wanted: readonly string[]): boolean {
  return sentences.some((_, at) => wanted.every((sentence, i) => sentences[at + i] === sentence));
}

function holdsSentences(text: string, words: string): boolean {
  const wanted = sentencesOf(words);
  return wanted.length > 0 && holds(sentencesOf(text), wanted);
}

function proofsOf(
  turns: Iterable<Turn>,
  wanted: readonly string[],
  store: Store,
): ((Passage & { isWhole: boolean }) | undefined)[] {
  const watch = watchCalls(store);
  const hits = wanted.map((): Passage[] => []);
  for (const turn of turns) {
    watch.see(turn);
    for (const passage of passagesOf(turn)) {
      const text = normalise(passage.text);
      for (const [index, words] of wanted.entries()) {
        if (words === '' || !text.includes(words)) continue;
        // The agent worded the option: the person chose the whole of it.
        const isTheirs = turn.kind !== 'choice' || holdsSentences(passage.text, words);
        hits[index]?.push(isTheirs ? passage : { ...passage, role: 'assistant' });
      }
    }
  }
  return hits.map((passages, index) => {
    const isSearch = ({ call }: Passage) => call !== undefined && watch.isSearch(call);
    const proofs = withoutEchoes(passages, new Set(passages.filter(isSearch)));
    const theirs = proofs.filter(({ role }) => role === 'user');
    const whole = theirs.find(({ text }) => holdsSentences(text, wanted[index] as string));
    const best = whole ?? theirs[0] ?? proofs[0];
    return best && { ...best, isWhole: whole !== undefined };
  });
}

/**
 * Leaves out searches, the message that starts one, everything after a search that first brought the words up, and
 * results of calls that already contained them.
 */
function withoutEchoes(hits: readonly Passage[], searched: ReadonlySet<Passage>): Passage[] {
  const inputs = hits.filter(({ role }) => role === 'tool_input');
  const calls = new Set(inputs.map(({ call }) => call));
  const messages = new Set(inputs.filter((hit) => searched.has(hit)).map((hit) => hit.message_id));
  messages.delete(undefined);
  const proofs: Passage[] = [];
  let broughtUp = false;
  for (const hit of hits) {
    if (searched.has(hit)) broughtUp ||= proofs.length === 0;
    else if (hit.role === 'user') proofs.push(hit);
    else if (broughtUp || messages.has(hit.message_id)) continue;
    else if (hit.role !== 'tool_result' || !calls.has(hit.call)) proofs.push(hit);
  }
  return proofs;
}

interface Near {
  readonly line: number;
  readonly role: Role;
  readonly text: string;
  readonly score: number;
}

// Below a third of the wanted words a passage only looks like any other.
const likeness = 1 / 3;
const maxNearCharacters = 400;

/** The stretch of evidence that holds most of the wanted words, by their letters. */
function nearest(turns: Iterable<Turn>, wanted: string, store: Store): Near | undefined {
  const needed = new Map<string, number>();
  for (const { word } of wordsIn(wanted)) needed.set(word, (needed.get(word) ?? 0) + 1);
  const length = [...needed.values()].reduce((sum, times) => sum + times, 0);
  const whole = [...needed].reduce((sum, [word, times]) => sum + weight(word) * times, 0);
  const watch = watchCalls(store);
  let best: (Near & { call: string | undefined }) | undefined;
  for (const turn of turns) {
    watch.see(turn);
    for (const passage of passagesOf(turn)) {
      if (passage.call !== undefined && watch.isSearch(passage.call)) continue;
      const text = normalise(passage.text);
      const stretch = bestStretch(text, needed, Math.ceil(length * 1.5));
      const least = Math.max(best?.score ?? 0, whole * likeness);
      if (stretch === undefined) continue;
      const { line, role, call } = passage;
      // In a refusal the client repeats the person's words; the person's passage is the one to quote.
      const isTheirs = role === 'user' && best !== undefined && best.role !== 'user';
      if (stretch.score > least || (isTheirs && stretch.score === least)) {
        const end = Math.min(stretch.end, stretch.start + maxNearCharacters);
        const words = asWritten(passage.text, text.slice(stretch.start, end));
        best = { line, role, call, score: stretch.score, text: words };
      }
    }
  }
  return best;
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words in lower case; Chinese, Japanese and Korean by the character. */
function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}_])+/gu,
  )) {
    const word = match[0];
    yield { word: word.toLowerCase(), start: match.index, end: match.index + word.length };
  }
}

function weight(word: string): number {
  return Math.min(word.length, 8);
}

/** The stretch of at most `length` words that contains most of the needed ones. */
function bestStretch(
  text: string,
  needed: ReadonlyMap<string, number>,
  length: number,
): { start: number; end: number; score: number } | undefined {
  const run: (Word & { index: number })[] = [];
  const held = new Map<string, number>();
  let score = 0;
  let index = 0;
  let best: { start: number; end: number; score: number } | undefined;
  for (const word of wordsIn(text)) {
    index++;
    const wanted = needed.get(word.word);
    if (wanted === undefined) continue;
    run.push({ ...word, index });
    const times = (held.get(word.word) ?? 0) + 1;
    held.set(word.word, times);
    if (times <= wanted) score += weight(word.word);
    for (let first = run[0]; first && index - first.index >= length; first = run[0]) {
      const left = (held.get(first.word) ?? 0) - 1;
      held.set(first.word, left);
      if (left < (needed.get(first.word) ?? 0)) score -= weight(first.word);
      run.shift();
    }
    const first = run[0] ?? word;
    if (score > (best?.score ?? 0)) best = { start: first.start, end: word.end, score };
  }
  return best;
}
