/** One line of what a tool printed, without colours and without the prefix of a task runner. */
export interface OutputLine {
  readonly number: number;
  readonly text: string;
  /** Part of a fenced block. */
  readonly fenced: boolean;
  /** Part of a diff or a commit's description. */
  readonly quoted: boolean;
}

export interface ToolOutput {
  /** Without the client's own header; blank lines left out. */
  readonly lines: readonly OutputLine[];
  /** The text that is read, uncut, for whatever is not matched by line. */
  readonly body: string;
  /** From the client's header `Exit code 1`. */
  readonly exit_code: number | undefined;
  /** The whole output is JSON or JSON lines. */
  readonly json: boolean;
  /** The output is a document written for people, such as a pull request. */
  readonly isProse: () => boolean;
  readonly hasPassed: () => boolean;
}

const maxCharacters = 100_000;
const maxLineCharacters = 600;

/** Above 100,000 characters only head and tail are read; line numbers are the whole text's. */
export function readOutput(text: string): ToolOutput {
  const raw = rawLines(text);
  const header = /^(?:Error: )?Exit code (\d+)$/.exec(raw[0]?.text.trim() ?? '');
  const body = raw.slice(header === null ? 0 : 1).filter(({ text: line }) => isContent(line));
  const ending = body.slice(-3);
  return {
    lines: withBlocks(body),
    body: text.length <= maxCharacters ? text : text.slice(0, maxCharacters / 2),
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
  if (text.length <= maxCharacters) return splitLines(text, 1);
  const half = maxCharacters / 2;
  const tailStart = text.length - half;
  const tail = splitLines(text.slice(tailStart), 1 + countNewlines(text, tailStart));
  return [...splitLines(text.slice(0, half), 1), ...tail.slice(1)];
}

function splitLines(text: string, firstNumber: number): RawLine[] {
  const lines: RawLine[] = [];
  const isColoured = text.includes('\x1b');
  const isOverwritten = text.includes('\r');
  text.split('\n').forEach((line, index) => {
    const short = line.length > maxLineCharacters ? line.slice(0, maxLineCharacters) : line;
    const bare = isColoured ? withoutColours(short) : short;
    // A progress line is written over and over; each state of it counts as a line.
    for (const part of isOverwritten ? bare.split('\r') : [bare])
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  return line.replace(/\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]{0,200}\x07/g, '');
}

/** Task runners and log drivers put a name or a time before each line of the tool they run. */
function withoutPrefix(line: string): string {
  return line.startsWith('[') ? withoutBrackets(line) : line.replace(RUNNER, '');
}

const RUNNER =
  /^(?:#\d{1,3} \d+\.\d+ |==\d+==\s?|(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)? +|(?!\d)[\w.-]{1,40} +\| (?=\S))/;

/** `[12:30:05] `, `[build] `: but not a level, a place or a shell's script name, which carry meaning. */
function withoutBrackets(line: string): string {
  let rest = line;
  while (rest.startsWith('[')) {
    const end = rest.indexOf('] ');
    const behind = rest.charAt(end + 2);
    if (end < 0 || behind.trim() === '' || !isPrefix(rest.slice(1, end))) break;
    rest = rest.slice(end + 2);
  }
  return rest;
}

function isPrefix(name: string): boolean {
  if (name.length > 40) return false;
  const isTimed = name.charAt(0) >= '0' && name.charAt(0) <= '9' && CLOCK.test(name);
  return isTimed || (PREFIX.test(name) && !SAYS.test(name));
}

const CLOCK = /^\d{1,2}:\d\d:\d\d(?:\.\d+)?(?: [AP]M)?$/;
const PREFIX = /^[\w:@./-]+$/;
const SAYS =
  /:\d|^(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Ff]ail|FAIL|[Ww]arn|WARN|[Ii]nfo|INFO|DEBUG|debug|CRITICAL|eval|stdin)/;

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
function withBlocks(lines: readonly RawLine[]): OutputLine[] {
  let block: RegExp | undefined;
  let fenced = false;
  return lines.map(({ number, text }) => {
    if (text.trimStart().startsWith('```')) fenced = !fenced;
    if (DIFF_STARTS.some((start) => text.startsWith(start))) block = DIFF_LINE;
    else if (text.startsWith('commit ') && /^commit [0-9a-f]{7}/.test(text)) block = COMMIT_LINE;
    else if (block !== undefined && !block.test(text)) block = undefined;
    return { number, text, fenced, quoted: block !== undefined };
  });
}

const DIFF_STARTS = ['diff --git ', '@@ ', '--- a/', '+++ b/'];
const DIFF_LINE =
  /^[ +\-\\@]|^(?:diff|index|new|deleted|old|similarity|rename|copy|Binary) |^\.\.\.$/;
const COMMIT_LINE =
  /^ {4}|^(?:commit|Author|AuthorDate|Commit|CommitDate|Date|Merge|tree|parent)\b/;

function saysPassed(line: string): boolean {
  return PASSED.test(line.toLowerCase());
}

const PASSED =
  /^(?:ok(?: {2}|\t| \(|$)|pass(?:[ \t]|ed|$)|success|test result: ok|all (?:tests|checks|files|matched))|\b0 (?:error|problem|issue|fail|vulnerabilit|个错误)|\b(?:failed|failures|errors)[:=] ?0\b|^\W*done\b|\d pass(?:ed|ing)\b|successful|\bsucceeded\b|build success|(?<!not )up[ -]to[ -]date|nothing to commit|^\W*no (?:\w+ )?(?:errors?|issues|problems|warnings|vulnerabilities)\b|已提交|已完成|(?<![不未没])成功|(?<![不未没有])通过/;

function saysFailed(line: string): boolean {
  return FAILED.test(line);
}

const FAILED =
  /\b[1-9]\d* (?:\w+ )?(?:errors?|failed|failures?|failing)\b|^FAIL|\bBUILD FAIL|\b(?:errors?|failures?|failed)[:=] ?[1-9]|\bERROR\b|unsuccessful|not successful|^(?:error|fatal)\b|(?:失败|[未不]通过)[:：]? ?[1-9]\d*(?![\d.%]| ?[次秒])|(?<![\d.])[1-9]\d* ?[个項项条]?(?:失败|错误|[未不]通过)/;
