import { lazyPattern, prepared, preparePatternsFor } from '../lazy-pattern.js';
import { once } from '../once.js';
import { oneOf } from '../one-of.js';
import { isSilent } from './command-key.js';
import { type Diagnostic, diagnostic } from './diagnostic.js';
import { fingerprint } from './fingerprint.js';
import { jsonTable, type Row, refusals, rows } from './signal-table.js';
import { isShown, readOutput, type ToolOutput } from './tool-output.js';

/** What a tool's output says went on. `line` counts from 1; `text` is that line without colours, cut short. */
export interface Signal {
  signal: string;
  fingerprint: string;
  line: number;
  text: string;
}

/** What the caller knows besides the output. `failed` only where the exit status is known. */
export interface SignalContext {
  tool?: string;
  command?: string;
  failed?: boolean;
}

/**
 * The signals of one tool result: each once, at the first line that tells it from others, in line order.
 * Empty where nothing is wrong. A refusal by the client yields that one signal, whatever its text quotes.
 * Texts above 100 kB are read at both ends only; time is linear in what is read.
 */
export function detectSignals(text: string, context: SignalContext = {}): Signal[] {
  preparePatternsFor(text);
  const refusal = refusalSignal(text, context.tool);
  if (refusal !== undefined) return [refusal];
  if (context.failed !== true && SHOWING_TOOLS().test(context.tool ?? '')) return [];
  const output = readOutput(text);
  const command = context.command ?? '';
  const failed =
    context.failed ?? (output.exit_code === undefined ? undefined : output.exit_code !== 0);
  const found = output.json ? jsonSignals(output) : lineSignals(output, failed, command);
  const certain =
    text.startsWith('<tool_use_error>') || (failed === true && !isQuietNo(output, command));
  if (certain && !found.some(({ signal }) => isFailure(signal))) found.push(unnamed(output));
  return found.sort((a, b) => a.line - b.line);
}

/** Whether something failed. Refusals of the client, tasks, slowness and missing abilities are not failures. */
export function isFailure(signal: string): boolean {
  return signal.startsWith('error:') || signal.startsWith('infra:');
}

/** Of files: a program says such things as well, a refusal comes from the client's own tools. */
const OF_FILES = /^harness:(?:edit|file|not_read)/;

function refusalSignal(text: string, tool: string | undefined): Signal | undefined {
  const start = text.slice(0, 2000).replace(/^\s*(?:<tool_use_error>)?(?:Error: )?/, '');
  const lower = start.toLowerCase();
  const refusal = refusals.find(
    ({ starts, words, pattern }) =>
      starts.some((one) => lower.startsWith(one)) &&
      lower.includes(words) &&
      pattern?.().test(lower) !== false,
  );
  if (refusal === undefined) return undefined;
  if (tool === 'Bash' && OF_FILES.test(refusal.signal)) return undefined;
  const first = start.split('\n', 1)[0] ?? '';
  return signalAt(refusal.signal, 1, first.replace('</tool_use_error>', ''));
}

const LONGEST_TEXT = 300;

function signalAt(signal: string, line: number, text: string): Signal {
  const short = text.trim().slice(0, LONGEST_TEXT);
  return { signal, fingerprint: fingerprint(text), line, text: short };
}

/** In an output of so many lines, and at so many lines from either end of others, weak words count. */
const SHORT = 12;
const EDGE = 3;

function lineSignals(output: ToolOutput, failed: boolean | undefined, command: string): Signal[] {
  const { lines } = output;
  if (failed !== true && output.isProse()) return [];
  const passed = failed !== true && output.hasPassed();
  const lower = lines.map(({ text }) => text.toLowerCase());
  // A line that names its place needs none of them.
  const tried = once(() => possibleRows(lower.join('\n')));
  const found = new Map<string, Signal>();
  lines.forEach((line, index) => {
    const edge = lines.length <= SHORT || index < EDGE || index >= lines.length - EDGE;
    const weakCounts = edge && failed !== false && line.text.length <= 250;
    const name = signalOf(line.text, lower[index] ?? '', tried, weakCounts);
    if (name === undefined || (passed && name !== 'error:test')) return;
    const held = found.get(name);
    if ((held !== undefined && !isBare(held.fingerprint)) || isShown(line)) return;
    const signal = signalAt(name, line.number, line.text);
    if (held === undefined || !isBare(signal.fingerprint)) found.set(name, signal);
  });
  if (found.size === 0 && answersWithUsage(output, command))
    return lines.slice(0, 1).map(({ number, text }) => signalAt('error:usage', number, text));
  const own = [...found.values()].filter(
    ({ line }) => failed === true || !showsOnly(command) || line === lines[0]?.number,
  );
  return withoutEchoes(own);
}

/** Rows with only those phrases and shapes whose words are in the text at all. */
function possibleRows(text: string): Row[] {
  const seen = text.length < WORTH_MARKING ? undefined : triples(text);
  const stands = (words: string) =>
    (seen === undefined || mayStand(seen, words)) && text.includes(words);
  const possible: Row[] = [];
  for (const row of rows) {
    const phrases = row.phrases.filter(stands);
    const shapes = row.shapes.filter(({ words }) => words.every((list) => list.some(stands)));
    if (phrases.length > 0 || shapes.length > 0) possible.push({ ...row, phrases, shapes });
  }
  return possible;
}

/** In a shorter text a search is the quicker way. */
const WORTH_MARKING = 1000;
const SLOTS = 1 << 13;

/** Marks every three characters that stand together: most words of the table are ruled out without a search. */
function triples(text: string): Uint8Array {
  const seen = new Uint8Array(SLOTS);
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at);
    seen[slot(first, second, third)] = 1;
    first = second;
    second = third;
  }
  return seen;
}

function mayStand(seen: Uint8Array, words: string): boolean {
  const { length } = words;
  if (length < 3) return true;
  const marked = (at: number) =>
    seen[slot(words.charCodeAt(at), words.charCodeAt(at + 1), words.charCodeAt(at + 2))] === 1;
  return marked(0) && marked(length - 3);
}

function slot(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (SLOTS - 1);
}

const PLACE_SIGNALS: Readonly<Partial<Record<Diagnostic, string>>> = {
  typescript: 'error:typescript',
  typecheck: 'error:typecheck',
  build: 'error:build',
  lint: 'error:lint',
  warning: 'task:warning',
};

function signalOf(
  text: string,
  lower: string,
  tried: () => readonly Row[],
  weakCounts: boolean,
): string | undefined {
  const place = diagnostic(text);
  return (
    PLACE_SIGNALS[place] ??
    rowOf(text, lower, tried, weakCounts)?.signal ??
    (place === 'perhaps' && weakCounts ? 'error:lint' : undefined)
  );
}

function rowOf(
  text: string,
  lower: string,
  tried: () => readonly Row[],
  weakCounts: boolean,
): Row | undefined {
  const rowFor = (words: string): Row | undefined =>
    tried().find((row) => (row.weak !== true || weakCounts) && fits(row, text, words));
  const row = rowFor(lower);
  if (row === undefined || !NAMED().test(lower)) return row;
  const rest = withoutHarmless(lower);
  return rest === lower ? row : rowFor(rest);
}

/** Without grave words that are part of a name, or of which there are none. */
function withoutHarmless(lower: string): string {
  const said = GRAVE.some((word) => lower.includes(word)) ? lower.replace(NAMES(), 'x') : lower;
  return mayCountNone(said) ? said.replace(NONE(), '') : said;
}

/** A name, or a count of none: in a line without either nothing is harmless. */
const NAMED = lazyPattern(() => /[\w)][-_./][a-z]|\b0\b|\bno\b|without|error [rphb]/);
const GRAVE =
  'error fail fatal invalid missing found denied unknown timeout exception panic refused reject abort illegal unable critical'.split(
    ' ',
  );
const NAMES = lazyPattern(
  () =>
    new RegExp(`(?<![\\w./@-])(?=[\\w./@-]*(?:${GRAVE.join('|')}))[\\w@-]*(?:[./_-]+\\w+)+`, 'g'),
);
const COUNTED = ['error', 'fail', 'problem', 'issue', 'violation', 'offense'];
const NO_COUNT =
  ': 0|:0|= 0|=0|error r|error p|error h|error b|error-r|error-p|error-h|error-b'.split('|');
const NO_WORDS = ['0 ', 'no ', 'without '];
const NO_SUCH = lazyPattern(() => /(?<![a-z\d])(?:0|no|without) (?:[a-z]+ ){0,2}[efipvo]/);

/** NONE is the longest pattern of all: may it fit? */
export function mayCountNone(said: string): boolean {
  const stands = (word: string) => said.includes(word);
  return (
    COUNTED.some(stands) &&
    (NO_COUNT.some(stands) || (NO_WORDS.some(stands) && NO_SUCH().test(said)))
  );
}

export const NONE = lazyPattern(
  () =>
    /\b(?:0|no|without)(?: (?!tests? (?:found|ran))[a-z]+){0,2} (?:errors?|failed|failures?|failing|problems?|issues?|violations?|offenses?)\b|\b(?:error\(?s?\)?|fail(?:ed|ures?)) ?[:=] ?0\b|\berror[ -](?:rate|page|handl\w+|boundar\w+|budget|report\w+)s?\b/g,
);

function fits({ phrases, shapes }: Row, text: string, lower: string): boolean {
  const standsInLower = (word: string): boolean => lower.includes(word);
  return (
    phrases.some(standsInLower) ||
    shapes.some(
      ({ words, capitals, pattern, exact }) =>
        words.every((list) => list.some(standsInLower)) &&
        (capitals.length === 0 || capitals.some((word) => text.includes(word))) &&
        pattern().test(exact ? text : lower),
    )
  );
}

/** "FAIL", "2 issues", "ERROR task failed" stand after every failure alike: a line that tells one from another is better. */
function isBare(text: string): boolean {
  const rest = text.replace(/<\w+>|\w+/g, (word) =>
    word.startsWith('<') || isEmptyWord(word) ? '' : word,
  );
  return !/[a-z\u00c0-\uffff]{2}/.test(rest);
}

const isEmptyWord = oneOf(
  'fail failed failure failures failing error errors issue issues problem problems test tests suite suites file files task tasks build exit code status found with in the and total of command setup process completed warning warnings traceback most recent call last s',
);

/** What any tool says at its end adds nothing to a failure with a name, nor do warnings to a failure. */
function withoutEchoes(signals: readonly Signal[]): Signal[] {
  const failures = signals.filter(({ signal }) => isFailure(signal));
  if (failures.length === 0) return [...signals];
  const named = failures.filter(({ signal }) => signal !== 'error:command');
  return named.length > 0 ? named : failures;
}

/** A tool that answers with how it is called; a longer text is the help someone asked for. */
function answersWithUsage({ lines }: ToolOutput, command: string): boolean {
  if (!/^[Uu](?:sage|SAGE):?[ \t]/.test(lines[0]?.text ?? '')) return false;
  if (/\bhelp\b|(?:^| )-h\b/.test(command)) return false;
  if (command !== '') return true;
  return lines.length <= SHORT && !lines.some(({ text }) => text.includes('-h, --help'));
}

function jsonSignals({ body, lines }: ToolOutput): Signal[] {
  const { rows, finding, noFinding, lowWeight } = jsonTable();
  const hit = rows.find(([, pattern]) => prepared(pattern).test(body));
  if (hit !== undefined) return [jsonSignal(hit[0], hit[1], body)];
  const [message] = finding;
  if (message === undefined || lines.length === 0) return [];
  if (prepared(noFinding).test(body) || !finding.every((field) => prepared(field).test(body)))
    return [];
  return [
    jsonSignal(prepared(lowWeight).test(body) ? 'task:warning' : 'error:lint', message, body),
  ];
}

function jsonSignal(signal: string, pattern: RegExp, body: string): Signal {
  const at = pattern.exec(body)?.index ?? 0;
  const start = body.lastIndexOf('\n', at) + 1;
  const message = /"(?:message|text|description|msg|output|error)" ?: ?"((?:[^"\\]|\\.){1,300})"/i;
  const said = message.exec(body.slice(start))?.[1] ?? body.slice(at, at + LONGEST_TEXT);
  const number = body.slice(0, start).split('\n').length;
  return signalAt(signal, number, said.split('\n', 1)[0] ?? '');
}

/** Tools and commands that show things: an error in what they show is not theirs. */
const SHOWING_TOOLS = lazyPattern(
  () => /^(?:Read|Grep|Glob|LS|LSP|NotebookRead|WebFetch|WebSearch|Task\w*|Agent|TodoWrite)$/,
);
const SHOWING = lazyPattern(
  () =>
    /^(?:cat|bat|head|tail|less|more|nl|sed -n|awk|e?grep|rg|ag|ls|find|fd|tree|wc|stat|file|echo|printf|jq|diff|strings|git (?:(?:-C|-c) \S+ )?(?:log|diff|show|blame|grep|ls-files|status|branch|tag|reflog)|gh (?:pr|issue|run|release|repo) (?:view|diff|list)|gh api|docker logs|kubectl logs|journalctl)\b/,
);

function showsOnly(command: string): boolean {
  const steps = command
    .split(/&&|\|\||;|\n/)
    .map((step) => step.trim().replace(/^(?:sudo|time|env|\w+=\S*) /, ''))
    .filter((step) => step !== '' && !isSilent(step));
  return steps.length > 0 && steps.every((step) => SHOWING().test(step));
}

/** Exit status 1 of a search or a comparison that prints nothing means no. */
function isQuietNo({ lines }: ToolOutput, command: string): boolean {
  return (
    lines.length === 0 &&
    /(?:^|[|;&]\s*)(?:e?grep|rg|diff|cmp|test|\[|which|pgrep|type|command -v|git (?:diff|grep|config|check-ignore))\b[^|;&]*$/.test(
      command,
    )
  );
}

function unnamed({ lines, exit_code }: ToolOutput): Signal {
  const line = lines.find((candidate) => !isShown(candidate)) ?? lines[0];
  return signalAt('error:command', line?.number ?? 1, line?.text ?? `exit code ${exit_code ?? 1}`);
}
