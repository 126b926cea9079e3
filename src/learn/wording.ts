import {
  CHINESE_CLASSIFIERS,
  CHINESE_CUES,
  CHINESE_DIGITS,
  type Cue,
  ENGLISH_CUES,
  NUMBER_WORDS,
  OPPOSITES,
  STOP_CHARACTERS,
  STOP_WORDS,
  UNITS,
} from './cues.js';

/** +1 said, −1 negated, 0 it cannot be told how far a negation reaches. */
export type Sign = 1 | 0 | -1;

/** One word, name, number or pair of Chinese characters, where it stands and whether it is negated. */
export interface Term {
  readonly text: string;
  readonly weight: number;
  readonly axes: readonly Axis[] | undefined;
  sign: Sign;
  /** List separators before it: terms with different numbers are items of a list or of different clauses. */
  readonly item: number;
  readonly clause: number;
  readonly sentence: number;
}

/** A number with its unit brought to a base unit. Bare numbers and the digits of a name have no unit of measure. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
  readonly measured: boolean;
  /** −1 at most, +1 at least, 0 just so. */
  readonly bound: Sign;
}

/** What must come first, and what later, as term texts. */
export interface Order {
  readonly early: ReadonlySet<string>;
  readonly late: ReadonlySet<string>;
}

export interface Wording {
  readonly terms: readonly Term[];
  readonly quantities: readonly Quantity[];
  readonly orders: readonly Order[];
  /** Axis of OPPOSITES → bit 1 the one side, bit 2 the other. */
  readonly axes: ReadonlyMap<number, number>;
  readonly negations: number;
}

type Break = 'list' | 'comma' | 'clause' | 'open' | 'close' | 'sentence';
type Unit =
  | { is: 'term'; text: string; weight: number; axes?: readonly Axis[] | undefined }
  | { is: 'cue'; cue: Cue }
  | { is: 'break'; level: Break }
  | { is: 'quantity'; quantity: Quantity };
type Axis = readonly [axis: number, side: Sign];

const NAME = 1.5;
const WORD = 1;
const PAIR = 0.5;
const FAINT = 0.1;
/** Lighter terms say nothing about the subject. */
export const CONTENT = 0.4;

/** The meaning-bearing parts of a text, in order. `start` is −1 where the whole text is what must not be done. */
export function readWording(text: string, start: 1 | -1 = 1): Wording {
  return signed(lex(text), start);
}

// ---- text → units

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const TOKEN = new RegExp(
  [
    '(?<code>`[^`\\n]+`)',
    `(?<number>(?<![\\p{Script=Latin}\\d])\\d[\\d,_]*(?:\\.\\d+)?)(?<suffix>%|[a-z]+)?(?![\\w.]*[\\p{Script=Latin}\\d])`,
    `(?<word>(?:--?|[@$~./]+)?[\\p{Script=Latin}\\d_][\\p{Script=Latin}\\p{M}\\d_]*(?:['’][\\p{Script=Latin}]+)?(?:(?:[-./:@#*]+|::)[\\p{Script=Latin}\\d_*]+)*(?:\\+\\+|#)?)`,
    `(?<cjk>[${CJK}]+)`,
    '(?<mark>\\r?\\n|->|=>|[<>]=?|!=?|[,;:.!?()\\[\\]{}/|&、，。；：！？（）【】—–…→≥≤≠+]| - )',
  ].join('|'),
  'giu',
);

function lex(text: string): Unit[] {
  const units: Unit[] = [];
  const words: string[] = [];
  const flush = () => {
    if (words.length > 0) emitWords(words.splice(0), units);
  };
  for (const match of arabic(text.normalize('NFKC')).matchAll(TOKEN)) {
    const { code, number, suffix, word, cjk, mark } = match.groups ?? {};
    if (word !== undefined) {
      if (!isName(word)) {
        words.push(...splitWord(word.toLowerCase()));
        continue;
      }
      flush();
      emitName(word, units);
      continue;
    }
    flush();
    if (code !== undefined) emitCode(code.slice(1, -1), units);
    else if (number !== undefined) emitNumber(number, suffix ?? '', units);
    else if (cjk !== undefined) emitHan(cjk, units);
    else if (mark !== undefined) emitMark(mark, units);
  }
  flush();
  return units;
}

/** 三个 → 3个, 十五次 → 15次. Only before a classifier: elsewhere the characters are parts of words. */
function arabic(text: string): string {
  return text.replace(CHINESE_NUMBER, (numeral) => {
    if (numeral === '一') return numeral;
    return String(chineseNumber(numeral.replaceAll('两', '二')));
  });
}

const CHINESE_NUMBER = new RegExp(
  `(?<![第每同任某唯统各${CHINESE_DIGITS}十百千万两])[${CHINESE_DIGITS}十百千万两]+(?=${CHINESE_CLASSIFIERS})`,
  'gu',
);

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

function isName(word: string): boolean {
  return (
    /[.:@#*~$\\]|^-|\/.*\/|\d/u.test(word) ||
    /^[\p{Lu}_]{2,}$/u.test(word) ||
    /\p{Ll}\p{Lu}/u.test(word)
  );
}

/** categories_undefined, multi-stage and read/write are words; a path is a name. */
function splitWord(word: string): string[] {
  return word
    .replace(/n['’]t$/u, ' not')
    .replace(/['’]\w+$/u, '')
    .split(/[\s_-]+|(\/)/u)
    .filter((part): part is string => part !== undefined && part !== '');
}

function emitCode(code: string, units: Unit[]): void {
  for (const [word] of code.matchAll(/[\p{L}\d_$@*.\-/:#+]+/gu)) {
    emitName(word, units);
  }
}

function emitName(word: string, units: Unit[]): void {
  const text = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
  if (text === '') return;
  const digits = /^([\p{L}_-]+)(\d+)$/u.exec(text);
  if (digits?.[1] && digits[2]) {
    const value = Number(digits[2]);
    units.push({ is: 'quantity', quantity: { value, unit: digits[1], measured: false, bound: 0 } });
  }
  const plain = LOWER_NAME.test(word) && STOP.has(text);
  units.push({ is: 'term', text: stem(text), weight: plain ? FAINT : NAME });
}

const LOWER_NAME = /^[a-z]+$/u;

function emitNumber(digits: string, suffix: string, units: Unit[]): void {
  const value = Number(digits.replace(/[,_]/gu, ''));
  units.push({ is: 'quantity', quantity: { value, unit: '', measured: false, bound: 0 } });
  if (suffix !== '' && !takeUnit(suffix.toLowerCase(), units))
    emitWord(suffix.toLowerCase(), units);
}

function emitMark(mark: string, units: Unit[]): void {
  if (mark === '>' || mark === '>=' || mark === '≥') units.push({ is: 'cue', cue: 'at least' });
  else if (mark === '<' || mark === '<=' || mark === '≤') units.push({ is: 'cue', cue: 'at most' });
  else if (mark.startsWith('!') && mark !== '!') units.push({ is: 'cue', cue: 'not' });
  else if (mark === '≠') units.push({ is: 'cue', cue: 'not' });
  else units.push({ is: 'break', level: BREAKS.get(mark) ?? 'clause' });
}

const BREAKS: ReadonlyMap<string, Break> = new Map<string, Break>([
  ['、', 'list'],
  ['/', 'list'],
  ['|', 'list'],
  ['&', 'list'],
  ['+', 'list'],
  [',', 'comma'],
  ['(', 'open'],
  ['[', 'open'],
  ['{', 'open'],
  ['【', 'open'],
  [')', 'close'],
  [']', 'close'],
  ['}', 'close'],
  ['】', 'close'],
  ['.', 'sentence'],
  ['。', 'sentence'],
  ['!', 'sentence'],
  ['?', 'sentence'],
  ['\n', 'sentence'],
  ['\r\n', 'sentence'],
]);

/** Longest cue first; what is no cue is a word. */
function emitWords(words: readonly string[], units: Unit[]): void {
  const stems = words.map(stem);
  for (let at = 0; at < words.length; ) {
    const [cue, length] = englishCue(words, stems, at);
    if (cue === undefined || cue === 'hold') {
      for (const end = at + Math.max(1, length); at < end; at += 1)
        emitWord(words[at] ?? '', units);
      continue;
    }
    units.push({ is: 'cue', cue });
    // A bound is a cue only before a number; otherwise its words count as words.
    if (CONTENT_CUES.has(cue))
      for (let i = at; i < at + length; i += 1) emitWord(words[i] ?? '', units);
    at += length;
  }
}

const CONTENT_CUES: ReadonlySet<Cue> = new Set<Cue>([
  'choose',
  'now',
  'first',
  'at most',
  'at least',
]);

function englishCue(
  words: readonly string[],
  stems: readonly string[],
  at: number,
): [Cue | undefined, number] {
  for (const { rest, cue } of ENGLISH.get(stems[at] ?? '') ?? []) {
    if (rest.every((word, index) => stems[at + 1 + index] === word)) return [cue, rest.length + 1];
  }
  return [words[at] === '/' ? 'hold' : undefined, 1];
}

function emitWord(word: string, units: Unit[]): void {
  if (word === '/') {
    units.push({ is: 'break', level: 'list' });
    return;
  }
  if (takeUnit(word, units)) return;
  const number = NUMBER_WORDS[word];
  if (number !== undefined) {
    units.push({
      is: 'quantity',
      quantity: { value: number, unit: '', measured: false, bound: 0 },
    });
    const axes = AXES.get(word);
    if (axes !== undefined) units.push({ is: 'term', text: '', weight: 0, axes });
    return;
  }
  if (word === 'twice') {
    units.push({ is: 'quantity', quantity: { value: 2, unit: 'time', measured: true, bound: 0 } });
    return;
  }
  const text = stem(word);
  units.push({ is: 'term', text, weight: STOP.has(word) ? FAINT : WORD, axes: AXES.get(text) });
}

/** A unit of measure right behind a number belongs to it. */
function takeUnit(word: string, units: Unit[]): boolean {
  const last = units.at(-1);
  const known = UNIT.get(word);
  if (last?.is !== 'quantity' || last.quantity.unit !== '' || known === undefined) return false;
  const value = Number((last.quantity.value * known[1]).toPrecision(12));
  last.quantity = { value, unit: known[0], measured: true, bound: 0 };
  return true;
}

/** Cues cut a run of characters; what lies between them is read in pairs. */
function emitHan(text: string, units: Unit[]): void {
  const measure = [3, 2, 1].find((length) => takeUnit(text.slice(0, length), units)) ?? 0;
  // 的 and 了 come and go without a change of meaning.
  const run = text.slice(Math.min(measure, text.length)).replace(/[的了]/gu, '');
  let piece = '';
  const flush = () => {
    emitPairs(piece, units);
    piece = '';
  };
  for (let at = 0; at < run.length; ) {
    const [length, cue] = chineseCue(run, at);
    if (cue === undefined || cue === 'hold') {
      piece += run.slice(at, at + length);
    } else {
      flush();
      units.push({ is: 'cue', cue });
      if (CONTENT_CUES.has(cue) && cue !== 'first') emitPairs(run.slice(at, at + length), units);
    }
    at += length;
  }
  flush();
}

function chineseCue(run: string, at: number): [number, Cue | undefined] {
  for (let length = 5; length > 0; length -= 1) {
    const cue = CHINESE.get(run.slice(at, at + length));
    if (cue !== undefined && at + length <= run.length) return [length, cue];
  }
  return [1, undefined];
}

function emitPairs(piece: string, units: Unit[]): void {
  for (let at = 0; at + 1 < piece.length; at += 1) {
    for (const length of [2, 3, 4]) {
      const axes = HAN_AXES.get(piece.slice(at, at + length));
      if (axes !== undefined && at + length <= piece.length)
        units.push({ is: 'term', text: '', weight: 0, axes });
    }
  }
  if (piece.length === 1) {
    units.push({ is: 'term', text: piece, weight: STOP_HAN.has(piece) ? FAINT : PAIR });
    return;
  }
  for (let at = 0; at + 1 < piece.length; at += 1) {
    const first = piece[at] ?? '';
    const second = piece[at + 1] ?? '';
    const faint = STOP_HAN.has(first) || STOP_HAN.has(second);
    units.push({ is: 'term', text: first + second, weight: faint ? FAINT : PAIR });
  }
}

// ---- units → signed terms

function signed(units: readonly Unit[], start: 1 | -1): Wording {
  const terms: Term[] = [];
  const quantities: Quantity[] = [];
  const cuts: Cut[] = [];
  const outer: Sign[] = [];
  let sign: Sign = start;
  let scope = 0;
  let item = 0;
  let clause = 0;
  let sentence = 0;
  let bound: Sign = 0;
  let choosing = false;
  let negations = 0;
  const negate = () => {
    negations += 1;
    const doubled =
      sign === -1 && start === 1 && !terms.slice(scope).some((t) => t.weight >= CONTENT);
    sign = doubled ? 1 : -1;
    scope = terms.length;
  };
  for (const [index, unit] of units.entries()) {
    if (unit.is === 'term') {
      if (
        sign === -1 &&
        LINKS.has(unit.text) &&
        terms.slice(scope).some((t) => t.weight >= CONTENT)
      )
        sign = 0;
      terms.push({
        text: unit.text,
        weight: unit.weight,
        axes: unit.axes,
        sign,
        item,
        clause,
        sentence,
      });
    } else if (unit.is === 'quantity') {
      const quantity = { ...unit.quantity, bound, measured: unit.quantity.measured || bound !== 0 };
      bound = 0;
      quantities.push(quantity);
      terms.push({
        axes: undefined,
        text: `#${quantity.value}${quantity.unit}`,
        weight: quantity.value === 1 ? PAIR : WORD,
        sign,
        item,
        clause,
        sentence,
      });
    } else if (unit.is === 'break') {
      if (unit.level !== 'open' && unit.level !== 'close') item += 1;
      if (unit.level === 'sentence') sentence += 1;
      if (unit.level !== 'list') clause += 1;
      if (unit.level === 'open') {
        outer.push(sign);
        sign = sign === 1 ? 1 : 0;
      } else if (unit.level === 'close') sign = outer.pop() ?? sign;
      else if (unit.level === 'comma') sign = listGoesOn(units, index) ? sign : start;
      else if (unit.level !== 'list') sign = start;
      if (unit.level === 'sentence' || unit.level === 'clause') choosing = false;
      if (unit.level !== 'list') bound = 0;
    } else {
      switch (unit.cue) {
        case 'not':
          negate();
          break;
        case 'except':
          negations += 1;
          sign = -1;
          scope = terms.length;
          break;
        case 'without':
          if (sign === -1 && start === 1) {
            for (const term of terms.slice(scope)) term.sign = 0;
            sign = 1;
            negations -= 1;
          } else negate();
          break;
        case 'over':
          if (choosing && units[index + 1]?.is !== 'quantity') negate();
          else if (units[index + 1]?.is === 'quantity') bound = 1;
          break;
        case 'choose':
          choosing = true;
          break;
        case 'end':
          sign = start;
          break;
        case 'and':
          item += 1;
          if (sign !== start) sign = 0;
          break;
        case 'or':
          item += 1;
          break;
        case 'at most':
          bound = -1;
          break;
        case 'at least':
          bound = 1;
          break;
        case 'before':
        case 'until': {
          const negated = sign === -1 && start === 1;
          if (negated) {
            for (const term of terms.slice(scope)) term.sign = 0;
            negations -= 1;
          }
          cuts.push({ at: terms.length, cue: negated ? 'after' : 'before', sentence });
          sign = start;
          break;
        }
        case 'ago': {
          const negated = sign === -1 && start === 1;
          if (negated) {
            for (const term of terms.slice(scope)) term.sign = 0;
            sign = 0;
          }
          cuts.push({ at: terms.length, cue: negated ? 'then' : 'ago', sentence });
          break;
        }
        case 'after':
        case 'then':
        case 'first':
          cuts.push({ at: terms.length, cue: unit.cue, sentence });
          sign = start;
          break;
        case 'now':
        case 'hold':
          break;
        default:
          unit.cue satisfies never;
      }
    }
  }
  const said = terms.filter((term) => term.weight > 0);
  return { terms: said, quantities, orders: ordersOf(terms, cuts), axes: axesOf(terms), negations };
}

function axesOf(terms: readonly Term[]): Map<number, number> {
  const sides = new Map<number, number>();
  for (const { axes, sign } of terms) {
    for (const [axis, side] of axes ?? []) {
      if (sign !== 0) sides.set(axis, (sides.get(axis) ?? 0) | (side * sign > 0 ? 1 : 2));
    }
  }
  return sides;
}

interface Cut {
  at: number;
  cue: 'before' | 'ago' | 'after' | 'then' | 'first';
  sentence: number;
}

/** What follows such a word may or may not be negated with what stands before it. */
const LINKS: ReadonlySet<string> = new Set(
  'for when while if because so to in on at with by from until'.split(' '),
);

/** "no A, B or C": a comma inside a list does not end the negation. */
function listGoesOn(units: readonly Unit[], from: number): boolean {
  let terms = 0;
  for (const unit of units.slice(from + 1)) {
    if (unit.is === 'term') terms += unit.weight >= CONTENT ? 1 : 0;
    else if (unit.is === 'cue') return unit.cue === 'or';
    else if (unit.is === 'break' && unit.level !== 'comma' && unit.level !== 'list') return false;
    if (terms > 6) return false;
  }
  return false;
}

function ordersOf(terms: readonly Term[], cuts: readonly Cut[]): Order[] {
  const orders: Order[] = [];
  const found = cuts.filter((cut) => cut.cue !== 'first');
  for (const [index, cut] of found.entries()) {
    const near = cut.cue === 'ago' ? terms[cut.at - 1]?.clause : undefined;
    const left = terms
      .slice(0, cut.at)
      .filter((t) => t.sentence === cut.sentence && (near === undefined || t.clause === near));
    const next = found[index + 1];
    let right = terms
      .slice(cut.at, next?.sentence === cut.sentence ? next.at : undefined)
      .filter((t) => t.sentence === cut.sentence);
    let rest: Term[] = left;
    if (!left.some((t) => t.weight >= CONTENT)) {
      const clause = right[0]?.clause;
      rest = right.filter((t) => t.clause !== clause);
      right = right.filter((t) => t.clause === clause);
    }
    const [early, late] = cut.cue === 'after' || cut.cue === 'ago' ? [right, rest] : [rest, right];
    const [first, second] = [contentOf(early), contentOf(late)];
    if (first.size > 0 && second.size > 0) orders.push({ early: first, late: second });
  }
  return orders;
}

function contentOf(terms: readonly Term[]): Set<string> {
  return new Set(terms.filter((term) => term.weight >= CONTENT).map((term) => term.text));
}

// ---- words

/** A light stem: enough that test, tests, tested and testing meet. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/u.test(word)) return word;
  let rest = word;
  if (/(?:ss|sh|ch|x|z)es$/u.test(rest)) rest = rest.slice(0, -2);
  else if (/ies$/u.test(rest) && rest.length > 4) rest = `${rest.slice(0, -3)}y`;
  else if (/[^sui]s$/u.test(rest)) rest = rest.slice(0, -1);
  for (const [ending, instead] of ENDINGS) {
    if (!rest.endsWith(ending)) continue;
    const cut = rest.slice(0, -ending.length);
    if (cut.length < 3 || !/[aeiouy]/u.test(cut)) continue;
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

const STOP: ReadonlySet<string> = new Set(STOP_WORDS.split(/\s+/u));
const STOP_HAN: ReadonlySet<string> = new Set(STOP_CHARACTERS);

const UNIT: ReadonlyMap<string, readonly [string, number]> = new Map(
  UNITS.flatMap(([names, unit, scale]) =>
    names.split(' ').flatMap((name): [string, readonly [string, number]][] => [
      [name, [unit, scale]],
      [stem(name), [unit, scale]],
    ]),
  ),
);

interface Phrase {
  rest: readonly string[];
  cue: Cue;
}

const ENGLISH: ReadonlyMap<string, readonly Phrase[]> = englishPhrases();
const CHINESE: ReadonlyMap<string, Cue> = new Map(
  entries(CHINESE_CUES).flatMap(([cue, words]) =>
    words.split(/\s+/u).map((word): [string, Cue] => [word, cue]),
  ),
);

function englishPhrases(): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const [cue, list] of entries(ENGLISH_CUES)) {
    for (const phrase of list.split(',')) {
      const [first = '', ...rest] = phrase.trim().split(/\s+/u).map(stem);
      phrases.set(first, [...(phrases.get(first) ?? []), { rest, cue }]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return phrases;
}

function entries(table: Readonly<Partial<Record<Cue, string>>>): [Cue, string][] {
  return Object.entries(table) as [Cue, string][];
}

const AXES: ReadonlyMap<string, readonly Axis[]> = axisWords(/^[a-z]/u, stem);
const HAN_AXES: ReadonlyMap<string, readonly Axis[]> = axisWords(/^[^a-z]{2}/u, (word) => word);

function axisWords(kind: RegExp, form: (word: string) => string): Map<string, Axis[]> {
  const words = new Map<string, Axis[]>();
  for (const [axis, line] of OPPOSITES.trim().split('\n').entries()) {
    for (const [side, list] of line.split('|').entries()) {
      for (const word of list.split(',').map((w) => w.trim())) {
        if (!kind.test(word)) continue;
        const key = form(word);
        words.set(key, [...(words.get(key) ?? []), [axis, side === 0 ? 1 : -1]]);
      }
    }
  }
  return words;
}
