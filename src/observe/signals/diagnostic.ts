import { wordSet } from '../../text.js';
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
  const styled = STYLED.exec(text);
  if (styled !== null) return styled[1]?.startsWith('warn') ? 'warning' : 'lint';
  const file = fileNamedIn(text);
  const behind = text.slice(text.startsWith('[') ? file.length + 1 : file.length);
  const place = file === '' ? null : PLACE.exec(behind);
  if (place === null) return TABLE.test(text) ? 'lint' : 'none';
  if (!hasSlash(file) && !FILE.test(file)) return 'none';
  const [all, column] = place;
  const [, mark = '', gap = '', said = ''] = SAID.exec(behind.slice(all.length)) ?? [];
  const certain = column !== undefined || all.startsWith('(') || all.startsWith(': ');
  if (mark === '' && !certain && !said.startsWith('[')) return 'none';
  // Search results put the line's own blanks, or none, behind the colon. Some places have no message.
  if (gap.length > 1 || (gap === '' && !/^[A-Z]\w+ \S+ \S/.test(said))) return 'none';
  return weigh(file, said, certain);
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
  if (end <= name || end - name > maxFileCharacters) return '';
  const file = text.slice(name, end);
  return NO_FILE.some((char) => file.includes(char)) ? '' : text.slice(start, end);
}

const DRIVE = /^[A-Za-z]:[\\/]/;
const NO_FILE = [')', '[', ']', '"', "'", '\t'];

const NUMBER_BEHIND_MARK = /[:( .]\d/;

/** Behind a file's name: a line and perhaps a column (the group), or a place in brackets or words. */
const PLACE =
  /^(?::\d+(?:[:.](\d+))?(?:-\d+(?:[.:]\d+)?)?|\((?:line )?\d+(?:[,:] ?\d+)?\)|: line \d+, col \d+,)/;
/** Behind a place. Groups: mark, gap, message. */
const SAID = /^(\]?:?(?: -)?)(\s{0,8})(\S.*)$/;
const FILE = /\.\w{1,12}$|^<[\w-]+>$|^-e?$|stdin$|file$/;
const STYLED = /^\d+[:.]\d+(?:-\d+:\d+)?\s{1,8}(error|✖|×|warning|warn)\b/;
const TABLE = /^\S{1,200}[\\/]\S{1,200}\.\w{1,12}(?:\t| {2,})\d+(?:\t| {2,})\S+ \S/;

function weigh(file: string, said: string, certain: boolean): Diagnostic {
  const lower = said.toLowerCase();
  if (LOW.test(lower)) return 'warning';
  const high = HIGH.test(lower);
  const code = CODE.test(said);
  if (!certain && !high && !code) return /^\S+ \S+ \S/.test(said) ? 'perhaps' : 'none';
  if (/\bTS\d{3,5}\b/.test(said)) return 'typescript';
  if (high && !code && /\.pyi?$/.test(file)) return 'typecheck';
  if (/\[GHC-\d+\]$/.test(said)) return 'build';
  if (code || /\([\w/:,-]{2,40}\)$|\[[\w/-]{2,40}\]$/.test(said)) return 'lint';
  return high || isCompiled(file) ? 'build' : 'lint';
}

// For lower-case text: a case-insensitive pattern takes half as long again to compile. A Turkish İ becomes two
// characters.
const LOW =
  /^(?:警告|附注|备注|注[:：])|^[[(]?(?:warning|warn|info|note|hint|notice|style|suggestion|convention|refactor|portability|performance|debug|[win])\b(?!\u0307)[\])]?(?![\w./-])|\[(?:warning|info)\b|^[[(]?(?:[win]\d{2,}|[cr]\d{4})\b/;
const HIGH =
  /^(?:致命)?错误[:：]|^[[(]?(?:\w+ )?(?:[ef]|error|fatal|severe|critical)\b|^[ef]\d{2,}\b|\[error\b/;
const CODE = /^[[(]?[A-Z]{1,10}-?\d{2,5}\b[\])]?[: ]/;
const endsCompiled = wordSet(
  'go rs c m cc cpp h hpp java kt swift cs scala zig hs ml d adb ads v sv',
);

function isCompiled(file: string): boolean {
  const dot = file.lastIndexOf('.');
  const ending = file.slice(dot + 1).toLowerCase();
  return dot >= 0 && !ending.includes(' ') && endsCompiled.has(ending);
}
