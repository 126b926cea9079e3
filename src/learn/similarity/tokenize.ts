import {
  CHINESE_CLASSIFIERS,
  CHINESE_CUES,
  CHINESE_DIGITS,
  CHINESE_SPANS,
  type Cue,
  ENGLISH_CUES,
  NUMBER_WORDS,
  OPPOSITES,
  STOP_CHARACTERS,
  STOP_WORDS,
  UNITS,
} from './lexicon.js';

/** −1 the one side of an axis of OPPOSITES, +1 the other. */
export type Axis = readonly [axis: number, side: 1 | -1];

export interface Word {
  readonly is: 'word';
  readonly text: string;
  readonly weight: number;
  readonly axes?: readonly Axis[] | undefined;
  /** Negated by its own beginning: unverified. */
  readonly flipped?: boolean;
}

export interface Quantity {
  readonly is: 'quantity';
  readonly value: number;
  /** Base unit, or the letters of a name such as ts in TS2345. Empty where nothing is measured. */
  readonly unit: string;
  /** −1 at most, +1 at least, 0 just so. */
  readonly bound: 1 | 0 | -1;
  /** A code, a version, a part of a name: not an amount. */
  readonly label: boolean;
}

export type Break = 'list' | 'comma' | 'clause' | 'open' | 'close' | 'sentence';

export type Unit =
  | Word
  | Quantity
  | { readonly is: 'cue'; readonly cue: Cue; readonly verb?: Word }
  | { readonly is: 'break'; readonly level: Break };

const NAME = 1.5;
const WORD = 1;
const PAIR = 0.5;
const SINGLE = 0.2;
const FAINT = 0.1;
/** Lighter words say nothing about the subject. */
export const CONTENT = 0.4;

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const LATIN = 'a-zA-Z\\u00c0-\\u024f\\u1e00-\\u1eff';
/** 1 code, 2 number, 3 what is glued to it, 4 word, 5 Chinese and its neighbours, 6 mark. */
const TOKEN = new RegExp(
  [
    '(`[^`\\n]+`)',
    `((?<![${LATIN}\\d])\\d[\\d,_]*(?:\\.\\d+)?)(%|[a-zA-Z]+)?(?![\\w.]*[${LATIN}\\d])`,
    `((?:--?|[@$~./]+)?[${LATIN}\\d_]+(?:['’][a-zA-Z]+)?(?:(?:[-./:@#*]+)[${LATIN}\\d_*]+)*(?:\\+\\+|#)?)`,
    `([${CJK}]+)`,
    '(\\r?\\n|->|=>|[<>]=?|!=?|[,;:.!?()\\[\\]{}/|&、。【】—–…→≥≤≠+]|--+| - )',
  ].join('|'),
  'gu',
);

/** The words, numbers, cues and breaks of a text, in order. */
export function lex(text: string): Unit[] {
  const units: Unit[] = [];
  let words: string[] = [];
  const plain = text.normalize('NFKC').replace(/\b(e\.g|i\.e|etc|vs)\./giu, '$1');
  for (const token of arabic(plain).matchAll(TOKEN)) {
    const word = token[4];
    if (word !== undefined && !isName(word)) {
      splitWord(word.toLowerCase(), words);
      continue;
    }
    if (words.length > 0) pushWords(words, units);
    words = [];
    if (word !== undefined) pushName(word, units);
    else pushOther(token, units);
  }
  if (words.length > 0) pushWords(words, units);
  return units;
}

function pushOther([, code, number, suffix, , cjk, mark]: RegExpExecArray, units: Unit[]): void {
  if (code !== undefined) pushCode(code, units);
  else if (number !== undefined) pushNumber(number, suffix?.toLowerCase() ?? '', units);
  else if (cjk !== undefined) pushHan(cjk, units);
  else if (mark !== undefined) units.push(MARKS.get(mark) ?? { is: 'break', level: 'clause' });
}

const MARKS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...marks('、 / | & +', { is: 'break', level: 'list' }),
  ...marks(',', { is: 'break', level: 'comma' }),
  ...marks('( [ { 【', { is: 'break', level: 'open' }),
  ...marks(') ] } 】', { is: 'break', level: 'close' }),
  ...marks('. 。 ! ? \n \r\n', { is: 'break', level: 'sentence' }),
  ...marks('> >= ≥', { is: 'cue', cue: 'at least' }),
  ...marks('< <= ≤', { is: 'cue', cue: 'at most' }),
  ...marks('!= ≠', { is: 'cue', cue: 'not' }),
]);

function marks(list: string, unit: Unit): [string, Unit][] {
  return list.split(' ').map((mark) => [mark, unit]);
}

// ---- numbers

const CHINESE_NUMBER = new RegExp(
  `(?<![第每同任某唯统各${CHINESE_DIGITS}十百千万两])` +
    `(?:一(?=${CHINESE_SPANS})|(?!一(?:${CHINESE_CLASSIFIERS}))[${CHINESE_DIGITS}十百千万两]+(?=${CHINESE_CLASSIFIERS}))`,
  'gu',
);

/** 三个 → 3个, 十五次 → 15次, 5万 → 50000. Only before a classifier: elsewhere the characters are parts of words. */
function arabic(text: string): string {
  return text
    .replace(CHINESE_NUMBER, (numeral) => String(chineseNumber(numeral.replaceAll('两', '二'))))
    .replace(/(?<!\d)(\d+)([万亿])/gu, (_, digits, scale) =>
      String(Number(digits) * (scale === '万' ? 1e4 : 1e8)),
    );
}

function chineseNumber(numeral: string): number {
  let total = 0;
  let digit = 0;
  for (const character of numeral) {
    const scale = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[character];
    if (scale === undefined) digit = CHINESE_DIGITS.indexOf(character);
    else if (scale === 10_000) [total, digit] = [(total + digit) * scale, 0];
    else [total, digit] = [total + (digit || 1) * scale, 0];
  }
  return total + digit;
}

function pushNumber(digits: string, suffix: string, units: Unit[]): void {
  units.push(amount(Number(digits.replace(/[,_]/gu, ''))));
  if (suffix !== '') pushWord(suffix, units);
}

function amount(value: number, unit = ''): Quantity {
  return { is: 'quantity', value, unit, bound: 0, label: unit === '' };
}

/** A unit of measure right behind a number belongs to it, as do "hundred" and "or more". */
function takeMeasure(word: string, units: Unit[]): boolean {
  const last = units.at(-1);
  const known = UNIT.get(word);
  if (last?.is !== 'quantity' || last.unit !== '' || known === undefined) return false;
  const value = Number((last.value * known.scale).toPrecision(12));
  units[units.length - 1] = { ...last, value, unit: known.unit, label: false };
  return true;
}

function takeBound(cue: Cue, units: Unit[]): boolean {
  const last = units.at(-1);
  const bound = cue === 'or less' ? -1 : cue === 'or more' ? 1 : undefined;
  if (bound === undefined) return false;
  if (last?.is === 'quantity') units[units.length - 1] = { ...last, bound, label: false };
  return true;
}

function pushNumberWord(word: string, value: number, units: Unit[]): void {
  const last = units.at(-1);
  const before = last?.is === 'quantity' && last.unit === '' ? last.value : 0;
  if (before > 0 && value >= 100) units[units.length - 1] = amount(before * value);
  else if (before >= 20 && value < 10) units[units.length - 1] = amount(before + value);
  else {
    const axes = AXES.get(word);
    if (axes !== undefined) units.push({ is: 'word', text: '', weight: 0, axes });
    units.push(amount(value));
  }
}

// ---- words

function isName(word: string): boolean {
  return /[.:@#*~$\\\d]|^[-/]|[a-z][A-Z]/u.test(word);
}

/** categories_undefined, multi-stage and read/write are words; what holds a dot or a digit is a name. */
function splitWord(word: string, words: string[]): void {
  if (/^[a-z]+$/u.test(word)) {
    words.push(word);
    return;
  }
  const plain = word
    .replace(/n['’]t$/u, ' not')
    .replace(/['’]\w+$/u, '')
    .replace(/^non-/u, 'non');
  words.push(...plain.split(/[\s_/-]+/u).filter((part) => part !== ''));
}

function pushCode(code: string, units: Unit[]): void {
  for (const [word] of code.matchAll(/[\p{L}\d_$@*.\-/:#+]+/gu)) pushName(word, units);
}

function pushName(word: string, units: Unit[]): void {
  const text = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
  if (text === '') return;
  const [, letters, digits] = /^([a-z_-]+)(\d+)$/u.exec(text) ?? [];
  units.push({ is: 'word', text: stem(text), weight: NAME });
  if (letters && digits) {
    units.push({ is: 'quantity', value: Number(digits), unit: letters, bound: 0, label: true });
  }
}

/** Longest cue first; what is no cue is a word. */
function pushWords(words: readonly string[], units: Unit[]): void {
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const { cue, length } = englishCue(words, at);
    if (cue === undefined || cue === 'hold') {
      for (const each of words.slice(at, at + length)) pushWord(each, units);
    } else if (!takeBound(cue, units)) {
      const verb = cue === 'avoid' ? wordUnit(word) : undefined;
      units.push(verb === undefined ? { is: 'cue', cue } : { is: 'cue', cue, verb });
      if (SPOKEN.has(cue)) for (const each of words.slice(at, at + length)) pushWord(each, units);
    }
    at += length;
  }
}

/** Cues that are words as well. */
const SPOKEN: ReadonlySet<Cue> = new Set<Cue>(['choose', 'prefer']);

function englishCue(words: readonly string[], at: number): { cue?: Cue; length: number } {
  const word = words[at] ?? '';
  for (const { rest, cue } of ENGLISH.get(word) ?? []) {
    if (rest.every((next, index) => words[at + 1 + index] === next))
      return { cue, length: rest.length + 1 };
  }
  const verb = VERBS.get(stem(word));
  return verb === undefined ? { length: 1 } : { cue: verb, length: 1 };
}

function pushWord(word: string, units: Unit[]): void {
  if (takeMeasure(word, units)) return;
  const number = NUMBER_WORDS[word];
  const each = UNIT.get(word);
  const last = units.at(-1);
  if (number !== undefined) pushNumberWord(word, number, units);
  else if (word === 'twice') units.push(amount(2, 'time'));
  else if (each !== undefined && last?.is === 'word' && EVERY.has(last.text))
    units.push(amount(each.scale, each.unit));
  else units.push(wordUnit(word));
}

const EVERY: ReadonlySet<string> = new Set(['everi', 'each', 'per']);

function wordUnit(word: string): Word {
  return remembered(WORDS, word, readWord);
}

function readWord(word: string): Word {
  const [, rest] = NEGATED_WORD.exec(word) ?? [];
  const flipped = rest !== undefined;
  const base = rest ?? word;
  const text = stem(base);
  const weight = STOP.has(base) && !flipped ? FAINT : WORD;
  return { is: 'word', text, weight, axes: AXES.get(text), flipped };
}

const WORDS = new Map<string, Word>();

/** A memory has few words and many texts. */
function remembered<T>(memory: Map<string, T>, word: string, read: (word: string) => T): T {
  const known = memory.get(word);
  if (known !== undefined) return known;
  const found = read(word);
  if (memory.size < 20_000) memory.set(word, found);
  return found;
}

/** Where the beginning is surely a negation; the less certain ones are compared as PREFIX_OPPOSITES. */
const NEGATED_WORD =
  /^(?:un(?=[a-z]+(?:ed|able|ible|safe|known|clear)$)(?!der|i|til|less)|non(?=[a-z]{4}))([a-z]+)$/u;

/** A light stem: enough that test, tests, tested and testing meet. */
function stem(word: string): string {
  return remembered(STEMS, word, (text) => (/^[a-z]{4,}$/u.test(text) ? stemOf(text) : text));
}

const STEMS = new Map<string, string>();

function stemOf(word: string): string {
  let rest = word;
  if (/(?:ss|sh|ch|x|z)es$/u.test(rest)) rest = rest.slice(0, -2);
  else if (/ies$/u.test(rest) && rest.length > 4) rest = `${rest.slice(0, -3)}y`;
  else if (/[^sui]s$/u.test(rest)) rest = rest.slice(0, -1);
  for (const [ending, instead] of ENDINGS) {
    const cut = rest.slice(0, -ending.length);
    if (!rest.endsWith(ending) || cut.length < 3 || !/[aeiouy]/u.test(cut)) continue;
    rest = cut + instead;
    break;
  }
  return rest
    .replace(/([^aeioulsz])\1$/u, '$1')
    .replace(/e$/u, '')
    .replace(/([^aeiou])y$/u, '$1i');
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['ation', 'at'],
  ['tion', 't'],
  ['ing', ''],
  ['ied', 'y'],
  ['ed', ''],
  ['ly', ''],
  ['ment', ''],
];

// ---- Chinese

/** Cues cut a run of characters; what lies between them is read in pairs. */
function pushHan(text: string, units: Unit[]): void {
  const measure =
    [3, 2, 1].find(
      (length) => text.length >= length && takeMeasure(text.slice(0, length), units),
    ) ?? 0;
  // 的 and 了 come and go without a change of meaning.
  const run = text.slice(measure).replace(/[的了]/gu, '');
  let piece = '';
  for (let at = 0; at < run.length; ) {
    const { cue, length } = chineseCue(run, at);
    if (cue === undefined || cue === 'hold') piece += run.slice(at, at + length);
    else {
      pushPairs(piece, units);
      piece = '';
      pushHanCue(cue, run.slice(at, at + length), units);
    }
    at += length;
  }
  pushPairs(piece, units);
}

function pushHanCue(cue: Cue, text: string, units: Unit[]): void {
  if (takeBound(cue, units)) return;
  if (cue === 'avoid')
    units.push({
      is: 'cue',
      cue,
      verb: { is: 'word', text, weight: PAIR, axes: HAN_AXES.get(text) },
    });
  else units.push({ is: 'cue', cue });
  const axes = HAN_AXES.get(text);
  if (SPOKEN.has(cue)) pushPairs(text, units);
  else if (axes !== undefined) units.push({ is: 'word', text: '', weight: 0, axes });
}

function chineseCue(run: string, at: number): { cue?: Cue; length: number } {
  if (!CHINESE_FIRST.has(run[at] ?? '')) return { length: 1 };
  for (let length = Math.min(5, run.length - at); length > 0; length -= 1) {
    const cue = CHINESE.get(run.slice(at, at + length));
    if (cue !== undefined) return { cue, length };
  }
  return { length: 1 };
}

/** Pairs find words without a dictionary; single characters soften the loss when one word in three changes. */
function pushPairs(piece: string, units: Unit[]): void {
  if (piece.length === 1) units.push(remembered(PAIRS, piece, readPair));
  for (let at = 0; at + 1 < piece.length; at += 1) {
    if (at === 0) pushSingle(piece[at] ?? '', units);
    pushSingle(piece[at + 1] ?? '', units);
    units.push(remembered(PAIRS, piece.slice(at, at + 2), readPair));
    for (const length of [3, 4]) {
      const axes =
        at + length <= piece.length ? HAN_AXES.get(piece.slice(at, at + length)) : undefined;
      if (axes !== undefined) units.push({ is: 'word', text: '', weight: 0, axes });
    }
  }
}

function readPair(text: string): Word {
  const faint = [...text].some((character) => STOP_HAN.has(character));
  return {
    is: 'word',
    text,
    weight: faint ? FAINT : PAIR,
    axes: text.length > 1 ? HAN_AXES.get(text) : undefined,
  };
}

const PAIRS = new Map<string, Word>();

function pushSingle(character: string, units: Unit[]): void {
  if (STOP_HAN.has(character)) return;
  units.push(
    remembered(SINGLES, character, (text) => ({ is: 'word', text: `·${text}`, weight: SINGLE })),
  );
}

const SINGLES = new Map<string, Word>();

// ---- tables, read once

interface Phrase {
  readonly rest: readonly string[];
  readonly cue: Cue;
}

const STOP: ReadonlySet<string> = new Set(STOP_WORDS.split(/\s+/u));
const STOP_HAN: ReadonlySet<string> = new Set(STOP_CHARACTERS);
const ENGLISH = englishPhrases();
/** Cues in all their forms: skips, skipped, skipping. */
const VERBS: ReadonlyMap<string, Cue> = new Map(
  cuesOf(ENGLISH_CUES)
    .filter(([cue]) => cue === 'avoid' || cue === 'choose' || cue === 'prefer')
    .flatMap(([cue, list]) =>
      list.split(',').map((word): [string, Cue] => [stem(word.trim()), cue]),
    ),
);
const CHINESE: ReadonlyMap<string, Cue> = new Map(
  cuesOf(CHINESE_CUES).flatMap(([cue, words]) =>
    words.split(/\s+/u).map((word): [string, Cue] => [word, cue]),
  ),
);
const CHINESE_FIRST: ReadonlySet<string> = new Set(
  [...CHINESE.keys()].map((word) => word[0] ?? ''),
);
const UNIT = unitNames();
const AXES = axisWords(/^[a-z]/u, stem);
const HAN_AXES = axisWords(/^[^a-z]/u, (word) => word);

function cuesOf(table: Readonly<Partial<Record<Cue, string>>>): [Cue, string][] {
  return Object.entries(table) as [Cue, string][];
}

function englishPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const [cue, list] of cuesOf(ENGLISH_CUES)) {
    for (const phrase of list.split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/u);
      phrases.set(first, [...(phrases.get(first) ?? []), { rest, cue }]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return phrases;
}

function unitNames(): ReadonlyMap<string, { unit: string; scale: number }> {
  const names = new Map<string, { unit: string; scale: number }>();
  for (const [list, unit, scale] of UNITS)
    for (const name of list.split(' ')) names.set(name, { unit, scale });
  return names;
}

function axisWords(
  kind: RegExp,
  form: (word: string) => string,
): ReadonlyMap<string, readonly Axis[]> {
  const words = new Map<string, Axis[]>();
  for (const [axis, line] of OPPOSITES.trim().split('\n').entries()) {
    for (const [side, list] of line.split('|').entries()) {
      for (const word of list.split(',').map((text) => text.trim())) {
        if (!kind.test(word)) continue;
        const key = form(word);
        words.set(key, [...(words.get(key) ?? []), [axis, side === 0 ? 1 : -1]]);
      }
    }
  }
  return words;
}
