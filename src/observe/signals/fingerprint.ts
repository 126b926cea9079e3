import { wordSet } from '../../text.js';

const maxCharacters = 160;

/**
 * The constant part of a failure that recurs: the line in lower case without its place, paths, numbers, ids, times and
 * quoted names. Codes such as TS2345 or HTTP 404 stay.
 */
export function fingerprint(line: string): string {
  const said = withoutPlace(line.slice(0, 600).trim());
  const words = withoutQuotes(said).split(/\s+/);
  const kept: string[] = [];
  words.forEach((word, index) => {
    const token = normalised(word, words[index - 1] ?? '');
    // "3:5", "1 2 3" and "12 ms" are one number.
    if (token !== '' && (token !== kept.at(-1) || token !== '<n>')) kept.push(token);
  });
  return kept.join(' ').slice(0, maxCharacters).trim();
}

/** The place a compiler names first, in all its spellings, and a shell's own name. */
function withoutPlace(text: string): string {
  const said = MAY_BE_PLACE.test(text) ? text.replace(PLACE, '') : text;
  if (!said.includes('sh: ')) return said;
  return said.replace(/^(?:\S*\/)?(?:ba|z|da|fi|k)?sh: (?:line \d+: |\d+: )?/, '');
}

const MAY_BE_PLACE = /^\S*[:(]\d/;
const PLACE =
  /^\[?(?:[A-Za-z]:)?[^\s:()[\]]{1,200}[:(]\d+(?:[:,.]\d+)?(?:-\d+(?:[.:]\d+)?)?[)\]]*(?::\d+)?:?(?: -)?\s+(?=\S)/;

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': "`'",
  '‘': '’',
  '“': '”',
  '「': '」',
};

/** Names in quotation marks become `<name>`; an apostrophe inside a word is none. */
function withoutQuotes(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const end = CLOSING[char] === undefined ? -1 : closingQuote(text, at, CLOSING[char]);
    if (end === -1) result += char;
    // Rust names the thread of a test after the test, which tells one failure from another.
    else if (result === 'thread ') {
      result += text.slice(at + 1, end);
      at = end;
    } else {
      result += '<name>';
      at = end;
    }
  }
  return result;
}

function closingQuote(text: string, start: number, closers: string): number {
  const isWord = (char: string) => /[A-Za-z0-9]/.test(char);
  if (text.charAt(start) === "'" && isWord(text.charAt(start - 1))) return -1;
  for (let at = start + 1; at < text.length && at - start <= 200; at++) {
    if (!closers.includes(text.charAt(at))) continue;
    if (text.charAt(at) !== "'" || !isWord(text.charAt(at + 1))) return at;
  }
  return -1;
}

const KEPT_BEFORE = /(?:http(?:\/[\d.]+)?|status|code|errno|signal)\W?$/;
const isEnding = wordSet(
  'js ts cjs cts mjs mts jsx tsx cjsx ctsx mjsx mtsx py go rs java kt rb php c cs h cpp cc hpp swift json yml yaml toml md htm html css scss vue svelte sh sql txt lock xml proto tf log env',
);

/** A file's name, by its ending. */
function isFile(text: string): boolean {
  const at = text.lastIndexOf('.');
  return (
    at >= 0 &&
    isEnding.has(text.slice(at + 1).toLowerCase()) &&
    /^[\w.@+-]*$/.test(text.slice(0, at))
  );
}

function hasDigit(word: string): boolean {
  for (const char of word) if (char >= '0' && char <= '9') return true;
  return false;
}

export function hasSlash(text: string): boolean {
  return text.includes('/') || text.includes('\\');
}

/** One word with its brackets and points: the core is looked at, the marks around it stay. */
function normalised(word: string, before: string): string {
  const core = MARKS_AROUND.exec(word);
  const [, open = '', text = '', close = ''] = core ?? [];
  return `${open}${kind(text, before)}${close}`.toLowerCase();
}

const NUMBER_STARTS = '0123456789-+.,:_xX/';
// µ occurs twice: as the sign and as the Greek letter.
const NUMBER = /^[-+]?[\d.,:_x/-]+(?:[a-zµμ%]{1,3}|bytes|seconds?|minutes?)?$/;
const A_PATH = /^(?:[A-Za-z]:|~|\.{1,2})?[\\/]|[\w.@+-][\\/][\w.@+-]/;
const MARKS_AROUND = /^([^\w/~.<\\-]*)(.*?)([^\w/>%]*)$/;

/** Most patterns wait behind a look that is free: making one takes V8 longer than a hook has. */
function kind(text: string, before: string): string {
  if (text === '' || (text.startsWith('<') && /^<\w+>$/.test(text))) return text;
  if (text.includes('://')) return '<url>';
  if (hasSlash(text) && A_PATH.test(text)) return '<path>';
  if (!hasDigit(text)) return isFile(text) ? '<path>' : text;
  const place = text.includes(':') ? text.replace(/(?::\d+)+$/, '') : text;
  if (isFile(place)) return '<path>';
  if (NUMBER_STARTS.includes(text.charAt(0)) && NUMBER.test(text.toLowerCase()))
    return /^\d{1,3}$/.test(text) && KEPT_BEFORE.test(before.toLowerCase()) ? text : '<n>';
  if (text.charAt(4) === '-' && /^\d{4}-\d\d-\d\d/.test(text)) return '<n>';
  if (text.length >= 7 && /^(?:0[xX])?[0-9A-Fa-f]{7,64}$/.test(text)) return '<id>';
  if (text.charAt(8) === '-' && /^[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{20,}$/.test(text)) return '<id>';
  if (text.length >= 24 && /^[\w-]+$/.test(text)) return '<id>';
  // Numbers in brackets and after signs: (0.04s), errors=3, [12]. Letters before a number make a code or a name.
  if (!/(?:^|[^\w.-])\d/.test(text)) return text;
  return text.replace(/(^|[^\w.-])\d+(?:\.\d+)*(?:[Mm]?[Ss]|[KMGkmg][Bb])?(?![\w-])/g, '$1<n>');
}
