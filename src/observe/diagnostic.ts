import { lazyPattern } from '../lazy-pattern.js';
import { hasSlash } from './fingerprint.js';

/**
 * What a compiler, type checker or linter says at a place of a file.
 * `perhaps`: it may as well be a log or a search result; `none`: the line is no such thing.
 */
export type Diagnostic =
  | 'typescript'
  | 'typecheck'
  | 'build'
  | 'lint'
  | 'warning'
  | 'perhaps'
  | 'none';

/**
 * Reads one line: `a.c:3:5: text`, `a.ts(3,5): text`, `[a.proto:1:1] text`, `a.js: line 3, col 5, text`, `  3:5  error  text`.
 */
export function diagnostic(line: string): Diagnostic {
  const text = line.trimStart();
  const isIndented = line.length - text.length >= 4;
  if (!NUMBER_BEHIND_MARK().test(line) || (isIndented && /^\S+:\d/.test(text))) return 'none';
  const styled = mayBeStyled(text) ? STYLED().exec(text) : null;
  if (styled !== null) return styled[1]?.startsWith('warn') ? 'warning' : 'lint';
  const match = mayBePlace(text) ? PLACE().exec(text) : null;
  if (match === null) return mayBeTable(text) && TABLE().test(text) ? 'lint' : 'none';
  const [, file = '', , column, paren, , spelled, mark = '', gap = '', said = ''] = match;
  if (!hasSlash(file) && !FILE().test(file)) return 'none';
  const certain = (column ?? paren ?? spelled) !== undefined;
  if (mark === '' && !certain && !said.startsWith('[')) return 'none';
  // Search results put the line's own blanks, or none, behind the colon.
  if (gap.length > 1 || (gap === '' && !/^[A-Z]\w+ \S+ \S/.test(said))) return 'none';
  return weigh(file, said, certain);
}

function mayBeTable(text: string): boolean {
  return hasSlash(text) && (text.includes('  ') || text.includes('\t'));
}

export function mayBeStyled(text: string): boolean {
  const end = digits(text);
  return end > 0 && (text.charAt(end) === ':' || text.charAt(end) === '.');
}

/** How many a text starts with. */
function digits(text: string): number {
  let end = 0;
  while (text.charAt(end) >= '0' && text.charAt(end) <= '9') end++;
  return end;
}

/** Does a number stand behind the first mark? PLACE is a long pattern to make. */
export function mayBePlace(text: string): boolean {
  const opening = text.startsWith('[') ? 1 : 0;
  const hasDrive = /^:[\\/]/.test(text.slice(opening + 1, opening + 3));
  const from = hasDrive ? opening + 3 : opening;
  const colon = text.indexOf(':', from);
  const paren = text.indexOf('(', from);
  const at = paren < 0 || (colon >= 0 && colon < paren) ? colon : paren;
  if (at < 0) return false;
  const behind = text.slice(at + 1, at + 20);
  if (at === colon) return digits(behind) > 0 || behind.startsWith(' line ');
  const inside = behind.startsWith('line ') ? behind.slice(5) : behind;
  return digits(inside) > 0 && ',:)'.includes(inside.charAt(digits(inside)));
}

const NUMBER_BEHIND_MARK = lazyPattern(() => /[:( .]\d/);

/** Groups: file, line, column | line in brackets, column | "line 3, col 5" | mark, gap, what is said. */
export const PLACE = lazyPattern(
  () =>
    /^\[?((?:[A-Za-z]:[\\/])?[^:()[\]"'\t]{1,200}?)(?::(\d+)(?:[:.](\d+))?(?:-\d+(?:[.:]\d+)?)?|\((?:line )?(\d+)(?:[,:] ?(\d+))?\)|: line (\d+), col \d+,)(\]?:?(?: -)?)(\s{0,8})(\S.*)$/,
);
const FILE = lazyPattern(() => /\.\w{1,12}$|^<[\w-]+>$|^-e?$|stdin$|file$/);
export const STYLED = lazyPattern(
  () => /^\d+[:.]\d+(?:-\d+:\d+)?\s{1,8}(error|✖|×|warning|warn)\b/,
);
const TABLE = lazyPattern(() => /^\S+[\\/]\S+\.\w{1,12}(?:\t| {2,})\d+(?:\t| {2,})\S+ \S/);

function weigh(file: string, said: string, certain: boolean): Diagnostic {
  const lower = said.toLowerCase();
  if (mayBeLow(lower) && LOW().test(lower)) return 'warning';
  const high = isHigh(lower);
  const code = CODE().test(said);
  if (!certain && !high && !code) return /^\S+ \S+ \S/.test(said) ? 'perhaps' : 'none';
  if (said.includes('TS') && /\bTS\d{3,5}\b/.test(said)) return 'typescript';
  if (high && !code && /\.pyi?$/.test(file)) return 'typecheck';
  if (code || /\([\w/,-]{2,40}\)$|\[[\w/-]{2,40}\]$/.test(said)) return 'lint';
  return high || COMPILED().test(file.toLowerCase()) ? 'build' : 'lint';
}

const LOW_WORDS =
  'warn info note hint notice style suggestion convention refactor portability performance debug'.split(
    ' ',
  );

function mayBeLow(said: string): boolean {
  return LOW_WORDS.some((word) => said.includes(word)) || /^[[(]?[wincr](?![a-z])/.test(said);
}

// In lower case: a pattern that tells no case apart takes half as long again to compile. A Turkish İ becomes two characters.
const LOW = lazyPattern(
  () =>
    /^[[(]?(?:warning|warn|info|note|hint|notice|style|suggestion|convention|refactor|portability|performance|debug|[win])\b(?!\u0307)[\])]?(?![\w./-])|\[(?:warning|info)\b|^[[(]?(?:[win]\d{2,}|[cr]\d{4})\b/,
);
const HIGH_WORDS = ['error', 'fatal', 'severe', 'critical'];

/** The cheapest pattern first: what most of them start with, then a letter for it. */
function isHigh(said: string): boolean {
  if (STARTS_HIGH().test(said) || HIGH_LETTER().test(said)) return true;
  return HIGH_WORDS.some((word) => said.includes(word)) && HIGH().test(said);
}

const STARTS_HIGH = lazyPattern(() => /^(?:error|fatal)\b/);
const HIGH_LETTER = lazyPattern(() => /^(?:[[(]?(?:\w+ )?[ef]\b|[ef]\d{2,}\b)/);
const HIGH = lazyPattern(() => /^[[(]?(?:\w+ )?(?:error|fatal|severe|critical)\b|\[error\b/);
const CODE = lazyPattern(() => /^[[(]?[A-Z]{1,10}-?\d{2,5}\b[\])]?[: ]/);
const COMPILED = lazyPattern(
  () => /\.(?:go|rs|[cm]|cc|cpp|h|hpp|java|kt|swift|cs|scala|zig|hs|ml|d|adb|ads|v|sv)$/,
);
