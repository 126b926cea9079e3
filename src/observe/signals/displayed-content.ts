import type { OutputLine } from './output-lines.js';

/**
 * Tests whether a line displays something (code, a listing, a log, a passed test). Its content is then not the tool's
 * own message.
 */
export function isShown({ text, quoted, fenced }: OutputLine): boolean {
  if (fenced) return true;
  const first = text.trimStart().charAt(0);
  const shown =
    quoted ||
    SHOWN.some(
      ([starts, pattern, mayFit]) =>
        (starts === '' || starts.includes(first)) && mayFit?.(text) !== false && pattern.test(text),
    );
  return shown && !SAID.some(([mayFit, pattern]) => mayFit(text) && pattern.test(text));
}

/** Lines of compilers and linters that look like code: a required text, and a pattern. */
export const SAID: readonly Said[] = [
  said('rror|ERROR|atal|FATAL', /^ {0,8}(?:[Ee]rror|ERROR|[Ff]atal|FATAL)(?:\[\w+\])?[:!]/),
  said('E  ', /^E {2,}\S/),
  said(' found', /issues? found/),
  said('id you mean', /[Dd]id you mean/),
  said('curl: (', /curl: \(\d/),
  [
    (text) => hasDigitBehind(':', text) || hasDigitBehind('(', text),
    /^ {0,8}[^\s:()]{1,200}[:(]\d+[:,]\d+\)?:? (?=\S)/,
  ],
  said(' error| ✖| ×', /^\s+\d+[:.]\d+ +(?:error|✖|×)/),
  said('FAIL', /^\s*(?:--- )?FAIL|^\/\/\S* +FAILED\b/),
  // The summary of a test runner. A diff's summary, a table, a condition and a title look similar.
  said(
    ' failed|# fail|ℹ fail| error',
    /^ {1,12}Test(?: File)?s:? {2,8}[1-9]\d* failed\b|^[#ℹ] fail(?:ed)? +[1-9]|^=+ (?:\d+ [a-z]+, )*[1-9]\d* (?:failed|errors?)\b/,
  ),
  said('\tfail|\terror', /\t(?:fail|failed|failure|error)\t/),
  said('Error|Exception|Rejection', /^\s*\[?\S{0,80}(?:Error|Exception|Rejection)(?: \[\w+\])?:/),
  said(
    'BackOff|ErrImage|OOMKilled|Container',
    /\b(?:CrashLoopBackOff|ErrImage\w+|ImagePullBackOff|OOMKilled)\b|\b\w+\b(?<=\wContainer\w*Error)/,
  ),
  said('import cycle|build constraints', /import cycle|build constraints exclude/),
  said('audit report', /^# \w+ audit report/),
  said(
    '<title>|<h1>|<center>|<pre>',
    /<(?:title|h1|center)>(?:Error )?[45]\d\d\b|<title>Error<|<pre>Cannot [A-Z]+ /,
  ),
];

type Said = readonly [mayFit: (text: string) => boolean, pattern: RegExp];

function said(words: string, pattern: RegExp): Said {
  const list = words.split('|');
  return [(text) => list.some((word) => text.includes(word)), pattern];
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;

type Shown = readonly [starts: string, pattern: RegExp, mayFit?: (text: string) => boolean];

const isIndented = (text: string): boolean => text.trimStart().length < text.length;

/**
 * Each pattern recognizes a line of displayed content. `starts` lists the characters that the line may begin with after its
 * indentation; an empty string allows any. `mayFit` is a cheap test that runs before a pattern that is slow to compile.
 */
export const SHOWN: readonly Shown[] = [
  // Numbered lines, search results, files
  [`${DIGITS}>`, /^\s*(?:>\s*)?\d+ *[→│|]|^\d+[:-](?!\d)/],
  [
    '-dlbcps',
    /^[-dlbcps][r-][w-][rwxsStT-]{7}/,
    (text) => 'r-'.includes(text.charAt(1)) && 'w-'.includes(text.charAt(2)),
  ],
  [
    '',
    /^[\w./@+-]+[:-]\d+[:-](?! ?(?:[Ee]rror|[Ff]atal|[Ww]arn|info|note|in [`'<]|[A-Z]{1,4}\d{2,})|\d+[:\s]| \S)/,
    (text) => hasDigitBehind(':', text) || hasDigitBehind('-', text),
  ],
  [
    '',
    /^\s*(?:[\d.]+[KMGTB]?\s+)?[\w@+-]*[./][\w./@+-]*$/,
    (text) => isAscii(text) && mayBeName(text),
  ],
  // The letters of all languages: V8 takes ten times as long for them.
  [
    '',
    /^[\s│├└─]*(?:[\d.]+[KMGTB]?\s+)?[\p{L}\p{N}_@+-]*[./][\p{L}\p{N}_./@+-]*$/u,
    (text) => !isAscii(text) && mayBeName(text),
  ],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', /^[A-Z][A-Z0-9_]{2,}=/],
  // A table with tabs, or the option list of a help text.
  ['', /^\s{2,}-{0,2}\w\S{0,30}\s{2,}\S/, (text) => isIndented(text) && GAP.test(text.trimStart())],
  ['', /^[^\t]+\t[^\t]+\t[^\t]+\t/, (text) => text.includes('\t')],
  // Git
  [`${HEX}*|\\/[`, /^[*|\\/ ]{0,8}[0-9a-f]{7,40} (?!-)|^\[[^\]]+ [0-9a-f]{7,40}\] /],
  [
    '',
    /^ \S.* \| +(?:\d+|Bin)\b|^ (?:create|delete|rename) mode |^ \d+ files? changed|^\s+(?:modified|new file|deleted|renamed|both \w+|added by \w+|deleted by \w+):/,
    (text) =>
      isIndented(text) && [' | ', ' mode ', ' changed', ':'].some((word) => text.includes(word)),
  ],
  [
    'hrOYAsSDNPH',
    /^stash@|^(?:hint|remote: Resolving|On branch|Your branch|Auto-merging|Applying:|HEAD is now|Previous HEAD|Saved working directory|Switched to|Dropped refs)\b/,
    (text) => !text.startsWith('s') || text.startsWith('stash@'),
  ],
  // Tests that went well, and those only named
  [
    '✓✔√-=oP·',
    /^\s*(?:✓|✔|√|--- PASS|=== (?:RUN|PAUSE|CONT|NAME)\b|ok(?: {2}|\t| \d)|PASS\b|PASSED\b|· )/,
  ],
  // Messages of lower weight
  [
    '[wWiInNdDvVtPp',
    /^\s*(?:PHP |psql:\S{1,200}: )?(?:NOTICE: |\[?(?:[Ww]arn(?:ing)?|WARN(?:ING)?|[Ii]nfo|INFO|[Nn]ote|[Dd]ebug|DEBUG|[Nn]otice|[Dd]eprecated|[Vv]erbose|trace)\]?:? |npm (?:warn|WARN|notice|info)|time=\S+ level=(?:info|debug|warn))/,
  ],
  // Documents and code
  ['IiWwUu', /^\s*(?:[Ii]f|[Ww]hen|[Uu]nless) /],
  ['<', /^\s*<\/?(?!error|failure|file|test|violation|check|issue|pmd|result)[!a-z]\w*[\s>](?!:)/i],
  [
    '',
    /\bretrying\b|\bretry (?:in|after) \d|, (?:skipping|skipped|ignoring|ignored)$/i,
    (text) => /retry|skip|ignor/i.test(text),
  ],
  ['-', /^-- (?:[a-z]|[A-Z][^-]{1,120} - (?:[Ff]ailed|[Nn]ot found|[Nn]o|NO)$)/],
  ['"', /^"[^"]{1,500}"$/],
  ['.#', /^[.#][\w-][^{]*\{/],
  [DIGITS, /^\d+,\S/],
  [
    '',
    /\b(?:echo|printf|throw new|raise|grep(?: -\w+)*|(?:console|log\w*)\.\w+)[ (]+["'`]/,
    (text) => OPENED_QUOTES.some((start) => text.includes(start)),
  ],
  [
    '',
    /^\s*[a-z_][\w.]*!?\(.*["'`].*[)\];,{]$/,
    (text) =>
      ')];,{'.includes(text.at(-1) ?? ' ') && ['"', "'", '`'].some((mark) => text.includes(mark)),
  ],
  [
    'ndtsNDTS',
    /^(?:[Nn](?:ame|AME)|[Dd](?:escription|ESCRIPTION)|[Tt](?:itle|ITLE)|[Ss](?:ummary|UMMARY|ubject|UBJECT)):\s/,
    (text) => text.indexOf(':') > 3 && text.indexOf(':') < 12,
  ],
  [
    '#-*•{>',
    /^#{1,6} |^\s+-{1,2}[A-Za-z]|^\s*[-*•] (?!(?:[Ee]rror|[Ff]atal)\b)[\w`*"'([]|^\s*\{"|^\s*> /,
  ],
  ['/*<"\'#', /^\s*(?:\/\/|\/\*|\*\/|<!--|"""|'''|#\[|#!)/],
  ['', /^(?:\t| {12})/, isIndented],
  [
    '',
    /(?:[\w)\]"'`]|=>|=) ?\{$|;$|^\s*[})\]]+[;,)]*$|:= |[=!]= nil\b|\bnil[,)]|return nil\b|=> |&&|\|\||[=!]==? /,
    (text) =>
      '{;'.includes(text.at(-1) ?? ' ') ||
      '})]'.includes(text.trimStart().charAt(0)) ||
      ['= ', 'nil', '=> ', '&&', '||'].some((sign) => text.includes(sign)),
  ],
  [
    'abcdefilprstvwl',
    /^\s*(?:func|def|class|import|return|if|else|elif|for|while|const|let|var|package|export|public|private|protected|static|async|await|try|catch|switch|case|struct|interface|impl|fn|pub|raise|throw|except|finally|with|then|echo|print\w*|expect|assert)\b.*[({=:"'`]|^\s*(?:self|this|t|fmt|console|log(?:ger)?)\.\w+[.(]/,
    (text) => {
      const word = /\w+/.exec(text)?.[0] ?? '';
      return startsCode.has(word) || word.startsWith('print');
    },
  ],
];

function hasDigitBehind(mark: string, text: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const next = text.charAt(at + 1);
    if (next >= '0' && next <= '9') return true;
  }
  return false;
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function mayBeName(text: string): boolean {
  return (text.includes('.') || text.includes('/')) && ONE_WORD.test(text);
}

const ONE_WORD = /^[\s│├└─\d.KMGTB]*\S*$/;
const GAP = /\s\s/;
const OPENED_QUOTES = [' "', " '", ' `', '("', "('", '(`'];
const startsCode: ReadonlySet<string> = new Set(
  'func def class import return if else elif for while const let var package export public private protected static async await try catch switch case struct interface impl fn pub raise throw except finally with then echo expect assert self this t fmt console log logger'.split(
    ' ',
  ),
);
