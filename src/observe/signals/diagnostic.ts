import { hasSlash } from './fingerprint.js';

/**
 * A message of a compiler, type checker or linter about a place in a file. `perhaps`: it may be a log or a search
 * result. `none`: it is something else.
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
  if (!NUMBER_BEHIND_MARK.test(line) || (isIndented && /^\S+:\d/.test(text))) return 'none';
  const styled = mayBeStyled(text) ? STYLED.exec(text) : null;
  if (styled !== null) return styled[1]?.startsWith('warn') ? 'warning' : 'lint';
  const file = fileNamedIn(text);
  const behind = text.slice(text.startsWith('[') ? file.length + 1 : file.length);
  const place = file === '' ? null : PLACE.exec(behind);
  if (place === null) return mayBeTable(text) && TABLE.test(text) ? 'lint' : 'none';
  if (!hasSlash(file) && !FILE.test(file)) return 'none';
  const [all, column] = place;
  const [, mark = '', gap = '', said = ''] = SAID.exec(behind.slice(all.length)) ?? [];
  const certain = column !== undefined || all.startsWith('(') || all.startsWith(': ');
  if (mark === '' && !certain && !said.startsWith('[')) return 'none';
  // Search results put the line's own blanks, or none, behind the colon. Some places have no message.
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

const maxFileCharacters = 200;

/** The file name at the start, or behind `[`, up to the mark before a place. Empty if it is none. */
function fileNamedIn(text: string): string {
  const start = text.startsWith('[') ? 1 : 0;
  const hasDrive = text.charAt(start + 1) === ':' && DRIVE.test(text.slice(start, start + 3));
  const name = hasDrive ? start + 3 : start;
  const colon = text.indexOf(':', name);
  const paren = text.indexOf('(', name);
  const end = paren < 0 || (colon >= 0 && colon < paren) ? colon : paren;
  if (end <= name || end - name > maxFileCharacters || !mayBePlace(text.slice(end, end + 21)))
    return '';
  const file = text.slice(name, end);
  return NO_FILE.some((char) => file.includes(char)) ? '' : text.slice(start, end);
}

const DRIVE = /^[A-Za-z]:[\\/]/;
const NO_FILE = [')', '[', ']', '"', "'", '\t'];

/** True if a number follows the mark. PLACE is an expensive pattern. */
export function mayBePlace(behind: string): boolean {
  const inside = behind.slice(1, 21);
  if (behind.startsWith(':')) return digits(inside) > 0 || inside.startsWith(' line ');
  const number = inside.startsWith('line ') ? inside.slice(5) : inside;
  return digits(number) > 0 && ',:)'.includes(number.charAt(digits(number)));
}

const NUMBER_BEHIND_MARK = /[:( .]\d/;

/** Behind a file's name: a line and perhaps a column (the group), or a place in brackets or words. */
export const PLACE =
  /^(?::\d+(?:[:.](\d+))?(?:-\d+(?:[.:]\d+)?)?|\((?:line )?\d+(?:[,:] ?\d+)?\)|: line \d+, col \d+,)/;
/** Behind a place. Groups: mark, gap, message. */
const SAID = /^(\]?:?(?: -)?)(\s{0,8})(\S.*)$/;
const FILE = /\.\w{1,12}$|^<[\w-]+>$|^-e?$|stdin$|file$/;
export const STYLED = /^\d+[:.]\d+(?:-\d+:\d+)?\s{1,8}(error|✖|×|warning|warn)\b/;
const TABLE = /^\S{1,200}[\\/]\S{1,200}\.\w{1,12}(?:\t| {2,})\d+(?:\t| {2,})\S+ \S/;

function weigh(file: string, said: string, certain: boolean): Diagnostic {
  const lower = said.toLowerCase();
  if (mayBeLow(lower) && LOW.test(lower)) return 'warning';
  const high = isHigh(lower);
  const code = CODE.test(said);
  if (!certain && !high && !code) return /^\S+ \S+ \S/.test(said) ? 'perhaps' : 'none';
  if (said.includes('TS') && /\bTS\d{3,5}\b/.test(said)) return 'typescript';
  if (high && !code && /\.pyi?$/.test(file)) return 'typecheck';
  if (said.endsWith(']') && /\[GHC-\d+\]$/.test(said)) return 'build';
  if (code || /\([\w/:,-]{2,40}\)$|\[[\w/-]{2,40}\]$/.test(said)) return 'lint';
  return high || isCompiled(file) ? 'build' : 'lint';
}

const LOW_WORDS =
  'warn info note hint notice style suggestion convention refactor portability performance debug'.split(
    ' ',
  );
const CHINESE_LOW = ['警告', '附注', '备注', '注:', '注：'];

function mayBeLow(said: string): boolean {
  return (
    LOW_WORDS.some((word) => said.includes(word)) ||
    CHINESE_LOW.some((word) => said.startsWith(word)) ||
    /^[[(]?[wincr](?![a-z])/.test(said)
  );
}

// For lower-case text: a case-insensitive pattern takes half as long again to compile. A Turkish İ becomes two
// characters.
const LOW =
  /^(?:警告|附注|备注|注[:：])|^[[(]?(?:warning|warn|info|note|hint|notice|style|suggestion|convention|refactor|portability|performance|debug|[win])\b(?!\u0307)[\])]?(?![\w./-])|\[(?:warning|info)\b|^[[(]?(?:[win]\d{2,}|[cr]\d{4})\b/;
const HIGH_WORDS = ['error', 'fatal', 'severe', 'critical'];

/** The cheapest pattern first: what most of them start with, then a letter for it. */
function isHigh(said: string): boolean {
  if (STARTS_HIGH.test(said) || HIGH_LETTER.test(said)) return true;
  return HIGH_WORDS.some((word) => said.includes(word)) && HIGH.test(said);
}

const STARTS_HIGH = /^(?:(?:error|fatal)\b|(?:致命)?错误[:：])/;
const HIGH_LETTER = /^(?:[[(]?(?:\w+ )?[ef]\b|[ef]\d{2,}\b)/;
const HIGH = /^[[(]?(?:\w+ )?(?:error|fatal|severe|critical)\b|\[error\b/;
const CODE = /^[[(]?[A-Z]{1,10}-?\d{2,5}\b[\])]?[: ]/;
const endsCompiled: ReadonlySet<string> = new Set(
  'go rs c m cc cpp h hpp java kt swift cs scala zig hs ml d adb ads v sv'.split(' '),
);

function isCompiled(file: string): boolean {
  const dot = file.lastIndexOf('.');
  const ending = file.slice(dot + 1).toLowerCase();
  return dot >= 0 && !ending.includes(' ') && endsCompiled.has(ending);
}
