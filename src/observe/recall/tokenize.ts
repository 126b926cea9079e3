import { stemmer } from 'stemmer';
import { isCjkUnit, wordSet } from '../../text.js';

/**
 * Text for the full-text tables (`tokenize='porter unicode61'`). A camel-case name is followed by its parts. A run of
 * Chinese, Japanese or Korean becomes overlapping pairs and its last character. The tables handle lower case, accents
 * and English stems.
 */
export function indexText(text: string): string {
  return expand(plain(text));
}

export interface Terms {
  /** Quoted for FTS5, at most 64; `"x"*` asks for a beginning. */
  readonly words: readonly string[];
  /** The same words as stems, unquoted: to find them in a text again. */
  readonly marks: ReadonlySet<string>;
}

// Limits a pasted page; the first words carry the subject.
const maxTerms = 64;

/** Words are letters, digits and marks only, so signs of the query language are plain text. */
export function termsOf(text: string): Terms {
  const tokens = tokensOf(text.slice(0, 10_000));
  const spoken = tokens.filter(({ isStop }) => !isStop);
  const wanted = spoken.length > 0 ? spoken : tokens;
  const words = new Map<string, string>();
  for (const { word, parts, isPrefix } of wanted) {
    if (words.size >= maxTerms) break;
    const query = `"${word}"${isPrefix ? '*' : ''}`;
    for (const [term, asked] of [[word, query] as const, ...parts.map(quoted)]) {
      if (!words.has(stem(term))) words.set(stem(term), asked);
    }
  }
  return { words: [...words.values()], marks: new Set(words.keys()) };
}

/**
 * The terms of a text for comparing two texts: the stem of each word with the word itself; Chinese as pairs of
 * characters.
 */
export function matchTerms(text: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const { word, parts, isStop } of tokensOf(text))
    if (!isStop && word.length > 1)
      for (const term of [word, ...parts]) if (!terms.has(stem(term))) terms.set(stem(term), term);
  return terms;
}

function quoted(word: string): readonly [string, string] {
  return [word, `"${word}"`];
}

/** The stem of a word in lower case, as the tables make it. */
export function stem(word: string): string {
  return stemmer(word.toLowerCase());
}

/** English words that name nothing. The last ones are what an apostrophe leaves of "don't" and "we'll". */
export const stopWords =
  wordSet(`a about above after again against all also am an and any are as at be because been before being below between both
  but by can could did do does doing done down during each few for from further get got had has have having he her here
  hers him his how i if in into is it its itself just let me more most my no nor not now of off on once only or other our
  ours out over own same she should so some such than that the their theirs them then there these they this those through
  to too under until up us very was we were what when where which while who whom why will with would you your yours
  s t d ll m re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn`);

// Pairs of Chinese and Japanese characters that ask or point and name nothing.
const stopPairs =
  wordSet(`什么 怎么 怎样 为什 么样 哪个 哪些 哪里 哪儿 那个 那些 那次 这个 这些 这次 一个 一下 一些 我们 你们 他们 它们 咱们 自己 是否 是不 不是 是什 有没 没有
  可以 如何 何时 多少 的是 了吗 的吗 是的 的话 还有 以及 或者 并且 但是 因为 所以 如果 什麼 怎麼 為什 麼樣 哪個 那個 這個 這些 一個 我們 你們 他們 沒有
  です ます した して ない この その あの どの これ それ あれ どれ から まで ので のに では には とは`);

interface Token {
  readonly word: string;
  readonly parts: readonly string[];
  readonly isStop: boolean;
  /** A single Chinese character; it matches the start of a pair or the end of a run. */
  readonly isPrefix: boolean;
}

function* wordsAndRuns(text: string): Generator<{ word: string; isRun: boolean }, void> {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!isWord(unit)) continue;
    const isRun = isCjkUnit(unit);
    const end = isRun ? runEnd(text, at) : plainEnd(text, at);
    yield { word: text.slice(at, end), isRun };
    at = end - 1;
  }
}

/** Start and end of the word at `at`, which is not Chinese, Japanese or Korean. */
export function wordAround(text: string, at: number): readonly [start: number, end: number] {
  let start = at;
  while (start > 0 && isPlain(text.charCodeAt(start - 1))) start--;
  return [start, plainEnd(text, at)];
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { word: run, isRun } of wordsAndRuns(plain(text))) {
    if (!isRun) {
      const isStop = stopWords.has(run.toLowerCase());
      const parts = camelParts(run).filter((part) => !stopWords.has(part.toLowerCase()));
      tokens.push({ word: run, parts, isStop, isPrefix: false });
      continue;
    }
    const characters = [...run];
    const only = characters.length === 1;
    const pairs = only
      ? characters
      : characters.slice(1).map((second, index) => `${characters[index]}${second}`);
    for (const word of pairs) {
      const isStop = only || stopPairs.has(word);
      tokens.push({ word, parts: [], isStop, isPrefix: only });
    }
  }
  return tokens;
}

/** Letters, digits and non-ASCII characters except general punctuation and symbols. */
function isWord(unit: number): boolean {
  if (unit < 128) return asciiKind[unit] !== 0;
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba;
  if (unit < 0x2000) return unit !== 0xd7 && unit !== 0xf7;
  return (
    unit > 0x2bff && !(unit >= 0x3000 && unit <= 0x3020) && !(unit >= 0xff00 && unit <= 0xff0f)
  );
}

/** Full-width letters as plain ones, letters and their marks as one character. */
function plain(text: string): string {
  return foldable.test(text) ? text.normalize('NFKC') : text;
}

const foldable = /[\u0300-\u036f\u1100-\u11ff\u3099\u309a\uff10-\uff5a\uff66-\uffdc]/;

/** FilesTouched: Files, Touched. HTTPServer: HTTP, Server. Nothing for a plain word or PRs. */
export function camelParts(word: string): string[] {
  const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/);
  return parts.length > 1 ? parts : [];
}

// Per ASCII unit: 1 lower case or digit, 2 upper case, 0 outside words.
const asciiKind = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[a-z0-9]/.test(character) ? 1 : /[A-Z]/.test(character) ? 2 : 0;
});

/** One pass over the text; most texts come back as they are. */
function expand(text: string): string {
  let out = '';
  let done = 0;
  let before = 0;
  let beforeLast = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      const kind = asciiKind[unit] as number;
      // A small letter behind two capitals begins a part with the second of them.
      const isSecond = kind === 1 && before === 2 && beforeLast === 2;
      if ((kind === 2 && before === 1) || isSecond) {
        const start = wordStart(text, at);
        const end = wordEnd(text, at);
        out += `${text.slice(done, end)} ${camelParts(text.slice(start, end)).join(' ')}`;
        done = end;
        at = end;
        before = 0;
      } else {
        beforeLast = before;
        before = kind;
      }
    } else if (isCjkUnit(unit)) {
      const end = runEnd(text, at);
      out += `${text.slice(done, at)} ${pairsOf(text.slice(at, end))} `;
      done = end;
      at = end - 1;
      before = 0;
    } else before = 0;
  }
  return done === 0 ? text : out + text.slice(done);
}

function wordStart(text: string, within: number): number {
  let at = within;
  while (at > 0 && asciiKind[text.charCodeAt(at - 1)]) at--;
  return at;
}

function wordEnd(text: string, within: number): number {
  let at = within;
  while (asciiKind[text.charCodeAt(at)]) at++;
  return at;
}

function isPlain(unit: number): boolean {
  return isWord(unit) && !isCjkUnit(unit);
}

function plainEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isPlain(text.charCodeAt(at))) at++;
  return at;
}

function runEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isCjkOrSecondHalf(text.charCodeAt(at))) at++;
  return at;
}

function isCjkOrSecondHalf(unit: number): boolean {
  return isCjkUnit(unit) || (unit >= 0xdc00 && unit <= 0xdfff);
}

/** 数据库 becomes "数据 据库 库". The last character alone makes single characters searchable. */
function pairsOf(run: string): string {
  const characters = [...run];
  let out = '';
  for (let at = 0; at + 1 < characters.length; at++) {
    out += `${characters[at]}${characters[at + 1]} `;
  }
  return out + characters.at(-1);
}
