import type { OutputLine } from './output-lines.js';

/**
 * Tests whether a line displays something (code, a listing, a log, a passed test). Its content is then not the tool's
 * own message.
 */
export function isShown({ text, quoted, fenced }: OutputLine): boolean {
  if (fenced) return true;
  const fits = (pattern: RegExp) => pattern.test(text);
  return (quoted || shown.some(fits)) && !said.some(fits);
}

/** Lines of compilers and linters that look like code. */
const said: readonly RegExp[] = [
  /^ {0,8}(?:[Ee]rror|ERROR|[Ff]atal|FATAL)(?:\[\w+\])?[:!]/,
  /^E {2,}\S/,
  /issues? found/,
  /[Dd]id you mean/,
  /curl: \(\d/,
  /^ {0,8}[^\s:()]{1,200}[:(]\d+[:,]\d+\)?:? (?=\S)/,
  /^\s+\d+[:.]\d+ +(?:error|✖|×)/,
  /^\s*(?:--- )?FAIL|^\/\/\S* +FAILED\b/,
  // The summary of a test runner. A diff's summary, a table, a condition and a title look similar.
  /^ {1,12}Test(?: File)?s:? {2,8}[1-9]\d* failed\b|^[#ℹ] fail(?:ed)? +[1-9]|^=+ (?:\d+ [a-z]+, )*[1-9]\d* (?:failed|errors?)\b/,
  /\t(?:fail|failed|failure|error)\t/,
  /^\s*\[?\S{0,80}(?:Error|Exception|Rejection)(?: \[\w+\])?:/,
  /\b(?:CrashLoopBackOff|ErrImage\w+|ImagePullBackOff|OOMKilled)\b|\b\w+\b(?<=\wContainer\w*Error)/,
  /import cycle|build constraints exclude/,
  /^# \w+ audit report/,
  /<(?:title|h1|center)>(?:Error )?[45]\d\d\b|<title>Error<|<pre>Cannot [A-Z]+ /,
];

/** Each recognizes a line of displayed content. */
const shown: readonly RegExp[] = [
  // Numbered lines, search results, files
  /^\s*(?:>\s*)?\d+ *[→│|]|^\d+[:-](?!\d)/,
  /^[-dlbcps][r-][w-][rwxsStT-]{7}/,
  /^[\w./@+-]+[:-]\d+[:-](?! ?(?:[Ee]rror|[Ff]atal|[Ww]arn|info|note|in [`'<]|[A-Z]{1,4}\d{2,})|\d+[:\s]| \S)/,
  // Letters by their ranges, because `\p{L}` takes 2 ms to compile.
  /^[\s│├└─]*(?:[\d.]+[KMGTB]?\s+)?[\w\u00c0-\u1fff\u3040-\ufaff@+-]*[./][\w\u00c0-\u1fff\u3040-\ufaff./@+-]*$/,
  /^[A-Z][A-Z0-9_]{2,}=/,
  // A table with tabs, or the option list of a help text.
  /^\s{2,}-{0,2}\w\S{0,30}\s{2,}\S/,
  /^[^\t]+\t[^\t]+\t[^\t]+\t/,
  // Git
  /^[*|\\/ ]{0,8}[0-9a-f]{7,40} (?!-)|^\[[^\]]+ [0-9a-f]{7,40}\] /,
  /^ \S.* \| +(?:\d+|Bin)\b|^ (?:create|delete|rename) mode |^ \d+ files? changed|^\s+(?:modified|new file|deleted|renamed|both \w+|added by \w+|deleted by \w+):/,
  /^stash@|^(?:hint|remote: Resolving|On branch|Your branch|Auto-merging|Applying:|HEAD is now|Previous HEAD|Saved working directory|Switched to|Dropped refs)\b/,
  // Tests that went well, and those only named
  /^\s*(?:✓|✔|√|--- PASS|=== (?:RUN|PAUSE|CONT|NAME)\b|ok(?: {2}|\t| \d)|PASS\b|PASSED\b|· )/,
  // Messages of lower weight
  /^\s*(?:PHP |psql:\S{1,200}: )?(?:NOTICE: |\[?(?:[Ww]arn(?:ing)?|WARN(?:ING)?|[Ii]nfo|INFO|[Nn]ote|[Dd]ebug|DEBUG|[Nn]otice|[Dd]eprecated|[Vv]erbose|trace)\]?:? |npm (?:warn|WARN|notice|info)|time=\S+ level=(?:info|debug|warn))/,
  // Documents and code
  /^\s*(?:[Ii]f|[Ww]hen|[Uu]nless) /,
  /^\s*<\/?(?!error|failure|file|test|violation|check|issue|pmd|result)[!a-z]\w*[\s>](?!:)/i,
  /\bretrying\b|\bretry (?:in|after) \d|, (?:skipping|skipped|ignoring|ignored)$/i,
  /^-- (?:[a-z]|[A-Z][^-]{1,120} - (?:[Ff]ailed|[Nn]ot found|[Nn]o|NO)$)/,
  /^"[^"]{1,500}"$/,
  /^[.#][\w-][^{]*\{/,
  /^\d+,\S/,
  /\b(?:echo|printf|throw new|raise|grep(?: -\w+)*|(?:console|log\w*)\.\w+)[ (]+["'`]/,
  /^\s*[a-z_][\w.]*!?\(.*["'`].*[)\];,{]$/,
  /^(?:[Nn](?:ame|AME)|[Dd](?:escription|ESCRIPTION)|[Tt](?:itle|ITLE)|[Ss](?:ummary|UMMARY|ubject|UBJECT)):\s/,
  /^#{1,6} |^\s+-{1,2}[A-Za-z]|^\s*[-*•] (?!(?:[Ee]rror|[Ff]atal)\b)[\w`*"'([]|^\s*\{"|^\s*> /,
  /^\s*(?:\/\/|\/\*|\*\/|<!--|"""|'''|#\[|#!)/,
  /^(?:\t| {12})/,
  /(?:[\w)\]"'`]|=>|=) ?\{$|;$|^\s*[})\]]+[;,)]*$|:= |[=!]= nil\b|\bnil[,)]|return nil\b|=> |&&|\|\||[=!]==? /,
  /^\s*(?:func|def|class|import|return|if|else|elif|for|while|const|let|var|package|export|public|private|protected|static|async|await|try|catch|switch|case|struct|interface|impl|fn|pub|raise|throw|except|finally|with|then|echo|print\w*|expect|assert)\b.*[({=:"'`]|^\s*(?:self|this|t|fmt|console|log(?:ger)?)\.\w+[.(]/,
];
