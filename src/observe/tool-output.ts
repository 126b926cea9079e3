import { lazyPattern } from '../lazy-pattern.js';
import { listOf } from '../list-of.js';
import { once } from '../once.js';
import { oneOf } from '../one-of.js';

/** One line of what a tool printed, without colours and without the prefix of a task runner. */
export interface Line {
  readonly number: number;
  readonly text: string;
  /** Part of a fenced block. */
  readonly fenced: boolean;
  /** Part of a diff or a commit's description. */
  readonly quoted: boolean;
}

export interface ToolOutput {
  /** Without the client's own header; blank lines left out. */
  readonly lines: readonly Line[];
  /** What is read of the text, uncut, for what is not read line by line. */
  readonly body: string;
  /** Of the client's header `Exit code 1`. */
  readonly exit_code: number | undefined;
  /** The whole output is JSON or JSON lines. */
  readonly json: boolean;
  /** The output is a document written for people, such as a pull request. */
  readonly isProse: () => boolean;
  /** The last words say that all went well. */
  readonly hasPassed: () => boolean;
}

const MOST_CHARACTERS = 100_000;
const LONGEST_LINE = 600;

/** Above 100,000 characters only head and tail are read; line numbers are the whole text's. */
export function readOutput(text: string): ToolOutput {
  const raw = rawLines(text);
  const header = /^(?:Error: )?Exit code (\d+)$/.exec(raw[0]?.text.trim() ?? '');
  const body = raw.slice(header === null ? 0 : 1).filter(({ text: line }) => isContent(line));
  const ending = body.slice(-3);
  return {
    lines: withBlocks(body),
    body: text.length <= MOST_CHARACTERS ? text : text.slice(0, MOST_CHARACTERS / 2),
    exit_code: header === null ? undefined : Number(header[1]),
    json: looksLikeJson(body[0]?.text ?? '', text.slice(-100)),
    isProse: () => isProse(body),
    hasPassed: () =>
      ending.some(({ text }) => saysPassed(text)) && !ending.some(({ text }) => saysFailed(text)),
  };
}

interface RawLine {
  readonly number: number;
  readonly text: string;
}

function rawLines(text: string): RawLine[] {
  if (text.length <= MOST_CHARACTERS) return splitLines(text, 1);
  const half = MOST_CHARACTERS / 2;
  const tailStart = text.length - half;
  const tail = splitLines(text.slice(tailStart), 1 + countNewlines(text, tailStart));
  return [...splitLines(text.slice(0, half), 1), ...tail.slice(1)];
}

function splitLines(text: string, firstNumber: number): RawLine[] {
  const lines: RawLine[] = [];
  text.split('\n').forEach((line, index) => {
    const short = line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line;
    // A progress line is written over and over; each state of it counts as a line.
    for (const part of withoutColours(short).split('\r'))
      lines.push({ number: firstNumber + index, text: withoutPrefix(part.trimEnd()) });
  });
  return lines;
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function withoutColours(line: string): string {
  if (!line.includes('\x1b')) return line;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  return line.replace(/\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]{0,200}\x07/g, '');
}

/** Task runners and log drivers put a name or a time before each line of the tool they run. */
function withoutPrefix(line: string): string {
  const first = line.charAt(0);
  if (first === '[')
    return line.replace(
      /^(?:\[(?:\d{1,2}:\d\d:\d\d(?:\.\d+)?(?: [AP]M)?|(?![^\]]*:\d|\s*(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Ff]ail|FAIL|[Ww]arn|WARN|[Ii]nfo|INFO|DEBUG|debug|CRITICAL|eval|stdin))[\w:@./-]{1,40})\] )+(?=\S)/,
      '',
    );
  if (first === '#') return line.replace(/^#\d{1,3} \d+\.\d+ /, '');
  if (first === '=') return line.replace(/^==\d+==\s?/, '');
  if (first >= '0' && first <= '9') {
    const isTimed = line.charAt(2) === ':' || '-/'.includes(line.charAt(4));
    return isTimed ? line.replace(TIME(), '') : line;
  }
  return line.includes(' | ') ? line.replace(/^[\w.-]{1,40} +\| (?=\S)/, '') : line;
}

const TIME = lazyPattern(
  () => /^(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)? +/,
);

function isContent(line: string): boolean {
  return (
    line.trim() !== '' &&
    !line.startsWith('<persisted-output>') &&
    !line.startsWith('Output too large ')
  );
}

function looksLikeJson(first: string, end: string): boolean {
  return /^\s*(?:\{\s*(?:"|$|\})|\[\s*(?:[{"\]]|$))/.test(first) && /[}\]",]\s*$/.test(end);
}

const DOCUMENT_STARTS = ['```', '<!--', '> ', '## ', '### ', '- `', '* `', '- **', '* **'];

/** Headings, lists, bold words: some of them make a document. */
function isProse(lines: readonly RawLine[]): boolean {
  const first = lines[0]?.text ?? '';
  if (first.startsWith('title:\t')) return true;
  const last = lines.at(-1)?.text ?? '';
  if (last.startsWith('(') && /^\(\d+ rows?\)$/.test(last))
    return !lines.some(({ text }) => /^(?:psql:|ERROR|FATAL)/.test(text));
  if (lines.some(({ text }) => text.startsWith('|') && /^\|(?: ?:?-+:? ?\|)+$/.test(text)))
    return true;
  const marks = lines.filter(
    ({ text }) => text.includes('**') || DOCUMENT_STARTS.some((start) => text.startsWith(start)),
  );
  // Compilers put a number sign before a package's name, test runners before a comment.
  const isTitle = first.startsWith('# ') && /^# [A-Z][^/:]*$/.test(first);
  const titled = isTitle ? 2 : first === 'NAME' ? 3 : 0;
  return marks.length + titled >= 3 && (marks.length + titled) * 12 > lines.length;
}

/** A diff, a commit of a log and a fenced block run over lines. */
function withBlocks(lines: readonly RawLine[]): Line[] {
  let block: RegExp | undefined;
  let fenced = false;
  return lines.map(({ number, text }) => {
    if (text.trimStart().startsWith('```')) fenced = !fenced;
    if (DIFF_STARTS.some((start) => text.startsWith(start))) block = DIFF_LINE();
    else if (text.startsWith('commit ') && /^commit [0-9a-f]{7}/.test(text)) block = COMMIT_LINE();
    else if (block !== undefined && !block.test(text)) block = undefined;
    return { number, text, fenced, quoted: block !== undefined };
  });
}

const DIFF_STARTS = ['diff --git ', '@@ ', '--- a/', '+++ b/'];
const DIFF_LINE = lazyPattern(
  () => /^[ +\-\\@]|^(?:diff|index|new|deleted|old|similarity|rename|copy|Binary) |^\.\.\.$/,
);
const COMMIT_LINE = lazyPattern(
  () => /^ {4}|^(?:commit|Author|AuthorDate|Commit|CommitDate|Date|Merge|tree|parent)\b/,
);

const PASSED_STARTS =
  'ok  |ok\t|ok (|pass |pass\t|passed|success|test result: ok|all tests|all checks|all files|all matched'.split(
    '|',
  );
const PASSED_WORDS =
  ' passed| passing|successful|succeeded|build success|up to date|up-to-date|nothing to commit|no errors|no issues|no problems|no warnings|no vulnerabilities|no type error|no lint|done|成功|通过|已提交|已完成'.split(
    '|',
  );

function saysPassed(line: string): boolean {
  const lower = line.toLowerCase();
  if (PASSED_STARTS.some((start) => lower.startsWith(start)) || lower === 'ok' || lower === 'pass')
    return true;
  if (lower.includes('0') && NONE_FAILED().test(lower)) return true;
  return PASSED_WORDS.some((word) => lower.includes(word)) && PASSED().test(lower);
}

const NONE_FAILED = lazyPattern(
  () =>
    /\b0 (?:error|problem|issue|fail|vulnerabilit|个错误)|\b(?:failed|failures|errors)[:=] ?0\b/,
);
const PASSED = lazyPattern(
  () =>
    /^\W*done\b|\d+ pass(?:ed|ing)\b|successful|\bsucceeded\b|build success|(?<!not )up[ -]to[ -]date|nothing to commit|^\W*no (?:\w+ )?(?:errors?|issues|problems|warnings|vulnerabilities)\b|已提交|已完成|(?<![不未没])成功|(?<![不未没有])通过/,
);

function saysFailed(line: string): boolean {
  return FAILED().test(line);
}

const FAILED = lazyPattern(
  () =>
    /\b[1-9]\d* (?:\w+ )?(?:errors?|failed|failures?|failing)\b|^FAIL|\bBUILD FAIL|\b(?:errors?|failures?|failed)[:=] ?[1-9]|\bERROR\b|unsuccessful|not successful|^(?:error|fatal)\b/,
);

/**
 * Whether a line shows something (code, a listing, a log, a test that went well) rather than says it.
 * What such a line contains is not the tool's own word.
 */
export function isShown({ text, quoted, fenced }: Line): boolean {
  if (fenced) return true;
  const first = text.trimStart().charAt(0);
  const shown =
    quoted ||
    SHOWN.some(
      ([starts, pattern, mayFit]) =>
        (starts === '' || starts.includes(first)) &&
        mayFit?.(text) !== false &&
        pattern().test(text),
    );
  return shown && !SAID().some(([mayFit, pattern]) => mayFit(text) && pattern().test(text));
}

/** Where a compiler or linter speaks, even if the line looks like code otherwise: what it must contain, and how. */
export const SAID = once((): readonly Said[] => [
  said('rror|ERROR|atal|FATAL', () => /^ {0,8}(?:[Ee]rror|ERROR|[Ff]atal|FATAL)(?:\[\w+\])?[:!]/),
  said('E  ', () => /^E {2,}\S/),
  said(' found', () => /issues? found/),
  said('id you mean', () => /[Dd]id you mean/),
  said('curl: (', () => /curl: \(\d/),
  [
    (text) => hasDigitBehind(':', text) || hasDigitBehind('(', text),
    lazyPattern(() => /^ {0,8}[^\s:()]{1,200}[:(]\d+[:,]\d+\)?:? (?=\S)/),
  ],
  said(' error| ✖| ×', () => /^\s+\d+[:.]\d+ +(?:error|✖|×)/),
  said('FAIL', () => /^\s*(?:--- )?FAIL/),
  // What a test runner counts at its end: a diff's summary, a table, a condition and a title look like it.
  said(
    ' failed|# fail|ℹ fail| error',
    () =>
      /^ {1,12}Test(?: File)?s {2}[1-9]\d* failed\b|^[#ℹ] fail(?:ed)? [1-9]|^=+ (?:\d+ [a-z]+, )*[1-9]\d* (?:failed|errors?)\b/,
  ),
  said('\tfail|\terror', () => /\t(?:fail|failed|failure|error)\t/),
  said(
    'Error|Exception|Rejection',
    () => /^\s*\[?\S{0,80}(?:Error|Exception|Rejection)(?: \[\w+\])?:/,
  ),
  said(
    'BackOff|ErrImage|OOMKilled|Container',
    () => /\b(?:CrashLoopBackOff|ErrImage\w+|ImagePullBackOff|OOMKilled|\w+Container\w*Error)\b/,
  ),
  said('import cycle|build constraints', () => /import cycle|build constraints exclude/),
  said('audit report', () => /^# \w+ audit report/),
  said(
    '<title>|<h1>|<center>|<pre>',
    () => /<(?:title|h1|center)>(?:Error )?[45]\d\d\b|<title>Error<|<pre>Cannot [A-Z]+ /,
  ),
]);

type Said = readonly [mayFit: (text: string) => boolean, pattern: () => RegExp];

function said(words: string, pattern: () => RegExp): Said {
  const list = listOf(words);
  return [(text) => list.some((word) => text.includes(word)), lazyPattern(pattern)];
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;

type Shown = readonly [starts: string, pattern: () => RegExp, mayFit?: (text: string) => boolean];

const isIndented = (text: string): boolean => text.trimStart().length < text.length;

/**
 * With the characters of which a line's first that is no blank must be one; none means any. A pattern that takes long to
 * compile is tried where a quick look says that it may fit.
 */
export const SHOWN = shownBy([
  // Numbered lines, search results, files
  [`${DIGITS}>`, () => /^\s*>?\s*\d+ *[→│|]|^\d+[:-](?!\d)/],
  [
    '-dlbcps',
    () => /^[-dlbcps][r-][w-][rwxsStT-]{7}/,
    (text) => 'r-'.includes(text.charAt(1)) && 'w-'.includes(text.charAt(2)),
  ],
  [
    '',
    () =>
      /^[\w./@+-]+[:-]\d+[:-](?! ?(?:[Ee]rror|[Ff]atal|[Ww]arn|info|note|in [`'<]|[A-Z]{1,4}\d{2,})|\d+[:\s]| \S)/,
    (text) => hasDigitBehind(':', text) || hasDigitBehind('-', text),
  ],
  [
    '',
    () => /^[\s│├└─]*(?:[\d.]+[KMGTB]?\s+)?[\p{L}\p{N}_.@+-]*[./][\p{L}\p{N}_./@+-]*$/u,
    (text) => ONE_WORD().test(text),
  ],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', () => /^[A-Z][A-Z0-9_]{2,}=/],
  // A table: columns by tabs, or what a help text says of its options
  [
    '',
    () => /^\s{2,}-{0,2}\w\S{0,30}\s{2,}\S/,
    (text) => isIndented(text) && GAP().test(text.trimStart()),
  ],
  ['', () => /^[^\t]+\t[^\t]+\t[^\t]+\t/, (text) => text.includes('\t')],
  // Git
  [`${HEX}*|\\/[`, () => /^[*|\\/ ]{0,8}[0-9a-f]{7,40} (?!-)|^\[[^\]]+ [0-9a-f]{7,40}\] /],
  [
    '',
    () =>
      /^ \S.* \| +(?:\d+|Bin)\b|^ (?:create|delete|rename) mode |^ \d+ files? changed|^\s+(?:modified|new file|deleted|renamed|both \w+|added by \w+|deleted by \w+):/,
    (text) =>
      isIndented(text) && [' | ', ' mode ', ' changed', ':'].some((word) => text.includes(word)),
  ],
  [
    'hrOYAsSDNPH',
    () =>
      /^stash@|^(?:hint|remote: Resolving|On branch|Your branch|Auto-merging|Applying:|HEAD is now|Previous HEAD|Saved working directory|Switched to|Dropped refs)\b/,
    (text) => !text.startsWith('s') || text.startsWith('stash@'),
  ],
  // Tests that went well, and those only named
  [
    '✓✔√-=oP·',
    () =>
      /^\s*(?:✓|✔|√|--- PASS|=== (?:RUN|PAUSE|CONT|NAME)\b|ok(?: {2}|\t| \d)|PASS\b|PASSED\b|· )/,
  ],
  // Messages of lower weight
  [
    '[wWiInNdDvVtP',
    () =>
      /^\s*(?:PHP )?(?:\[?(?:[Ww]arn(?:ing)?|WARN(?:ING)?|[Ii]nfo|INFO|[Nn]ote|[Dd]ebug|DEBUG|[Nn]otice|[Dd]eprecated|[Vv]erbose|trace)\]?:? |npm (?:warn|WARN|notice|info)|time=\S+ level=(?:info|debug|warn))/,
  ],
  // Documents and code
  ['IiWwUu', () => /^\s*(?:[Ii]f|[Ww]hen|[Uu]nless) /],
  [
    '<',
    () =>
      /^\s*<\/?(?!error|failure|file|test|violation|check|issue|pmd|result)[!a-z]\w*[\s>](?!:)/i,
  ],
  [
    '',
    () => /\bretrying\b|\bretry (?:in|after) \d/i,
    (text) => text.toLowerCase().includes('retry'),
  ],
  ['-', () => /^-- [a-z]/],
  ['.#', () => /^[.#][\w-][^{]*\{/],
  [DIGITS, () => /^\d+,\S/],
  [
    '',
    () => /\b(?:echo|printf|throw new|raise|grep(?: -\w+)*|(?:console|log\w*)\.\w+)[ (]+["'`]/,
    (text) => OPENED_QUOTES.some((start) => text.includes(start)),
  ],
  [
    '',
    () => /^\s*[a-z_][\w.]*!?\(.*["'`].*[)\];,{]$/,
    (text) =>
      ')];,{'.includes(text.at(-1) ?? ' ') && ['"', "'", '`'].some((mark) => text.includes(mark)),
  ],
  [
    'ndtsNDTS',
    () =>
      /^(?:[Nn](?:ame|AME)|[Dd](?:escription|ESCRIPTION)|[Tt](?:itle|ITLE)|[Ss](?:ummary|UMMARY|ubject|UBJECT)):\s/,
    (text) => text.indexOf(':') > 3 && text.indexOf(':') < 12,
  ],
  [
    '#-*•{>',
    () =>
      /^#{1,6} |^\s+-{1,2}[A-Za-z]|^\s*[-*•] (?!(?:[Ee]rror|[Ff]atal)\b)[\w`*"'([]|^\s*\{"|^\s*> /,
  ],
  ['/*<"\'#', () => /^\s*(?:\/\/|\/\*|\*\/|<!--|"""|'''|#\[|#!)/],
  ['', () => /^(?:\t| {12})/, isIndented],
  [
    '',
    () =>
      /(?:[\w)\]"'`]|=>|=) ?\{$|;$|^\s*[})\]]+[;,)]*$|:= |[=!]= nil\b|\bnil[,)]|return nil\b|=> |&&|\|\||[=!]==? /,
    (text) =>
      '{;'.includes(text.at(-1) ?? ' ') ||
      '})]'.includes(text.trimStart().charAt(0)) ||
      ['= ', 'nil', '=> ', '&&', '||'].some((sign) => text.includes(sign)),
  ],
  [
    'abcdefilprstvwl',
    () =>
      /^\s*(?:func|def|class|import|return|if|else|elif|for|while|const|let|var|package|export|public|private|protected|static|async|await|try|catch|switch|case|struct|interface|impl|fn|pub|raise|throw|except|finally|with|then|echo|print\w*|expect|assert)\b.*[({=:"'`]|^\s*(?:self|this|t|fmt|console|log(?:ger)?)\.\w+[.(]/,
    (text) => {
      const word = /\w+/.exec(text)?.[0] ?? '';
      return startsCode(word) || word.startsWith('print');
    },
  ],
]);

function hasDigitBehind(mark: string, text: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const next = text.charAt(at + 1);
    if (next >= '0' && next <= '9') return true;
  }
  return false;
}

function shownBy(table: readonly Shown[]): readonly Shown[] {
  return table.map(([starts, pattern, ...mayFit]) => [starts, lazyPattern(pattern), ...mayFit]);
}

const ONE_WORD = lazyPattern(() => /^[\s│├└─\d.KMGTB]*\S*$/);
const GAP = lazyPattern(() => /\s\s/);
const OPENED_QUOTES = [' "', " '", ' `', '("', "('", '(`'];
const startsCode = oneOf(
  'func def class import return if else elif for while const let var package export public private protected static async await try catch switch case struct interface impl fn pub raise throw except finally with then echo expect assert self this t fmt console log logger',
);
