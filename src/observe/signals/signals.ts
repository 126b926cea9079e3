import { head, once, wordSet } from '../../text.js';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { refusalIn } from './client-refusals.js';
import { type Diagnostic, diagnostic } from './diagnostic.js';
import { isShown } from './displayed-content.js';
import { fingerprint } from './fingerprint.js';
import { jsonFinding } from './json-signals.js';
import { kindOfCommand } from './kind-of-command.js';
import { namingIn } from './match-line.js';
import { type OutputLine, readOutput, type ToolOutput } from './output-lines.js';
import { IN_LOG, isAnswer, isOwnWord, showsOnly } from './showing-commands.js';

/**
 * An event in a tool's output. `line` counts from 1; `text` is that line without colours, shortened (mask its secrets
 * before).
 */
export interface Signal {
  signal: string;
  fingerprint: string;
  line: number;
  text: string;
}

/** The caller's knowledge beside the output. `failed` is set only if the exit status is known. */
export interface SignalContext {
  tool?: string;
  command?: string;
  failed?: boolean;
}

/**
 * The signals of one tool result, each once, at its most specific line, in line order. Empty if nothing is wrong. A
 * refusal by the client gives that one signal, whatever its text quotes. Of texts above 100 kB both ends are read; time
 * is linear.
 */
export function detectSignals(text: string, context: SignalContext = {}): Signal[] {
  const refusal = refusalIn(text, context.tool);
  if (refusal !== undefined) return [signalAt(refusal.signal, 1, refusal.said)];
  const task = TASK_TOOLS.test(context.tool ?? '') ? failedTask(text) : undefined;
  if (task !== undefined) return detectSignals(task, { failed: true });
  if (context.failed !== true && SHOWING_TOOLS.test(context.tool ?? '')) return [];
  const output = readOutput(text);
  const command = context.command ?? '';
  const failed =
    context.failed ?? (output.exit_code === undefined ? undefined : output.exit_code !== 0);
  const isNo = failed === true && isAnswer(command, output.exit_code, output.lines.length === 0);
  const found = output.json
    ? jsonSignals(output, (failed === false || isJsonLog(output)) && showsOnly(command))
    : lineSignals(output, isNo ? false : failed, command);
  const certain = text.startsWith('<tool_use_error>') || (failed === true && !isNo);
  if (certain && !found.some(({ signal }) => isFailure(signal)))
    found.push(unnamed(output, command));
  const kind = found.some(({ signal }) => signal === NAMELESS) ? kindOfCommand(command) : undefined;
  if (kind !== undefined)
    for (const signal of found) if (signal.signal === NAMELESS) signal.signal = kind;
  return found.sort((a, b) => a.line - b.line);
}

/** True if something failed. Refusals, tasks, slowness and missing abilities are no failures. */
export function isFailure(signal: string): boolean {
  return signal.startsWith('error:') || signal.startsWith('infra:');
}

/** That something failed, and no more. */
const NAMELESS = 'error:command';
const maxTextCharacters = 300;

function signalAt(signal: string, line: number, text: string): Signal {
  const whole = text.trim();
  // Cut in two, a secret is no longer known by what follows it.
  const said =
    whole.length > maxTextCharacters ? maskSecrets(whole.slice(0, 4 * maxTextCharacters)) : whole;
  return { signal, fingerprint: fingerprint(said), line, text: head(said, maxTextCharacters) };
}

/** Weak words count in outputs of up to this many lines, and this close to either end of others. */
const shortLines = 12;
const edgeLines = 3;
const maxComplaintLines = 2;

function lineSignals(output: ToolOutput, failed: boolean | undefined, command: string): Signal[] {
  const { lines } = output;
  if (failed !== true && output.isProse()) return [];
  const passed = failed !== true && output.hasPassed();
  const nameIn = signalNames(lines);
  const isShowing = failed !== true && showsOnly(command);
  // A program that cannot show says so in few words; more lines are what it shows.
  const mayBeComplaint = lines.length <= maxComplaintLines && !IN_LOG.test(lines[0]?.text ?? '');
  const found = new Map<string, Signal>();
  const look = (isNameless: boolean): void =>
    lines.forEach((line, index) => {
      const edge =
        lines.length <= shortLines || index < edgeLines || index >= lines.length - edgeLines;
      const weakCounts = edge && failed !== false && line.text.length <= 250;
      const name = nameIn(index, weakCounts, isNameless);
      if (name === undefined || (passed && name !== 'error:test')) return;
      if (name === NAMELESS && isEchoed(line.text, command)) return;
      const held = found.get(name);
      if ((held !== undefined && !isBare(held.fingerprint)) || isShown(line)) return;
      const signal = signalAt(name, line.number, line.text);
      if (held === undefined || !isBare(signal.fingerprint)) found.set(name, signal);
    });
  const own = (): Signal[] =>
    [...found.values()].filter(
      ({ line, text }) =>
        failed === true ||
        !isShowing ||
        (failed === undefined && mayBeComplaint && line === lines[0]?.number) ||
        isOwnWord(text, command),
    );
  look(false);
  // Generic messages would add nothing.
  if (!own().some(hasName)) look(true);
  if (found.size === 0 && answersWithUsage(output, command))
    return lines.slice(0, 1).map(({ number, text }) => signalAt('error:usage', number, text));
  return withoutEchoes(own());
}

const PLACE_SIGNALS: Readonly<Partial<Record<Diagnostic, string>>> = {
  typescript: 'error:typescript',
  typecheck: 'error:typecheck',
  build: 'error:build',
  lint: 'error:lint',
  warning: 'task:warning',
};

/** The signal of the line at an index. With `isNameless` generic messages count too. */
function signalNames(
  lines: readonly OutputLine[],
): (index: number, weakCounts: boolean, isNameless: boolean) => string | undefined {
  const text = lines.map((line) => line.text).join('\n');
  const lowerText = text.toLowerCase();
  const lower = lowerText.split('\n');
  const places = lines.map((line) => diagnostic(line.text));
  const naming = once(() => namingIn(text, lowerText));
  return (index, weakCounts, isNameless) => {
    const place = places[index] ?? 'none';
    const mayBeLint = place === 'perhaps' && weakCounts;
    const [line = '', small = ''] = [lines[index]?.text, lower[index]];
    // A test of Swift that fails names its place as a compiler does.
    if (place === 'build' && line.includes(' : XCT')) return 'error:test';
    return (
      PLACE_SIGNALS[place] ??
      naming()(line, small, weakCounts, isNameless || mayBeLint) ??
      (mayBeLint ? 'error:lint' : undefined)
    );
  };
}

/** A failure of a known kind. */
function hasName({ signal }: Signal): boolean {
  return isFailure(signal) && signal !== NAMELESS;
}

/** "FAIL", "2 issues", "构建失败" follow every failure alike. A more specific line is preferred. */
export function isBare(fingerprint: string): boolean {
  const rest = fingerprint.replace(/<\w+>|\w+/g, (word) =>
    word.startsWith('<') || isEmptyWord.has(word) ? '' : word,
  );
  const isPlain = Buffer.byteLength(rest) === rest.length;
  return !/[a-z\u00c0-\uffff]{2}/.test(isPlain ? rest : rest.replace(EMPTY_IN_CHINESE, ''));
}

const EMPTY_IN_CHINESE =
  /构建|编译|测试|用例|任务|命令|执行|运行|失败|错误|出错|发生|未通过|[个项条共有了]/g;

const isEmptyWord = wordSet(
  'fail failed failure failures failing error errors issue issues problem problems test tests suite suites file files task tasks build exit code status found with in the and total of command setup process completed warning warnings traceback most recent call last s',
);

/** The command's own text, such as `|| echo "not found"`; its author knows what it means. */
function isEchoed(text: string, command: string): boolean {
  return /\b(?:echo|printf) /.test(command) && command.includes(text.trim());
}

/** Generic final messages add nothing to a named failure, and warnings add nothing to a failure. */
function withoutEchoes(signals: readonly Signal[]): Signal[] {
  const failures = signals.filter(({ signal }) => isFailure(signal));
  if (failures.length === 0) return [...signals];
  const named = failures.filter(hasName);
  const said = named.length > 0 ? named : failures;
  const telling = said.filter(({ fingerprint }) => !isBare(fingerprint));
  return telling.length > 0 ? telling : said;
}

/** A tool that answers with how it is called; a longer text is the help someone asked for. */
function answersWithUsage({ lines }: ToolOutput, command: string): boolean {
  if (!/^[Uu](?:sage|SAGE):?[ \t]/.test(lines[0]?.text ?? '')) return false;
  if (/\bhelp\b|(?:^| )-h\b/.test(command)) return false;
  if (command !== '') return true;
  return lines.length <= shortLines && !lines.some(({ text }) => text.includes('-h, --help'));
}

function jsonSignals({ body, lines }: ToolOutput, isShown: boolean): Signal[] {
  if (isShown) return [];
  const found = jsonFinding(body, lines.length === 0);
  return found === undefined ? [] : [signalAt(found.signal, found.line, found.said)];
}

/** Tools that show things: an error in what they show is not theirs. */
const SHOWING_TOOLS =
  /^(?:Read|Grep|Glob|LS|LSP|NotebookRead|WebFetch|WebSearch|Task\w*|Agent|TodoWrite)$/;

/** Tools that fetch what a command in the background printed. */
const TASK_TOOLS = /^(?:TaskOutput|BashOutput)$/;
const TASK_FAILED = /^<status>failed<\/status>|^<exit_code>[1-9]/m;
const TASK_TAGS =
  /^<(?:retrieval_status|task_id|task_type|status|exit_code|timestamp)>.*$|^<\/?(?:output|stdout|stderr)>/gm;

/** The output of a failed background command without the client's marks. Line numbers stay. */
function failedTask(text: string): string | undefined {
  return TASK_FAILED.test(text.slice(0, 1000)) ? text.replace(TASK_TAGS, '') : undefined;
}

/** One object a line. */
function isJsonLog({ lines }: ToolOutput): boolean {
  return lines.length > 1 && lines.every(({ text }) => /^\{.*\}$/.test(text));
}

/** `timeout 30 …` ends a command that says nothing of it. */
const TIMED = /(?:^|[\s;&|(])timeout (?:-\S+ (?:\d\S* )?)*\d/;

function unnamed({ lines, exit_code }: ToolOutput, command: string): Signal {
  const line = lines.find((candidate) => !isShown(candidate)) ?? lines[0];
  const isTimeout = [124, 137].includes(exit_code ?? 124) && TIMED.test(command);
  return signalAt(
    isTimeout ? 'infra:timeout' : NAMELESS,
    line?.number ?? 1,
    line?.text ?? `exit code ${exit_code ?? 1}`,
  );
}
