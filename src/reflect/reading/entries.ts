import { isCorrection } from '../../observe/evidence.js';
import { standingInstruction } from '../../observe/scan.js';
import { maskEach } from '../../observe/secrets.js';
import {
  callInWords,
  commandKey,
  commandOf,
  detectSignals,
  failuresIn,
  filesWritten,
  isAlike,
  isBare,
  isFailure,
  isOwn,
  isShell,
  isTrivial,
  onOneLine,
} from '../../observe/signals.js';
import {
  isObject,
  isOwnWords,
  type ToolCall,
  type Turn,
  typedWords,
  withoutReminders,
} from '../../observe/transcript.js';
import { head, once } from '../../text.js';
import type { Ended, Entry, Failure, Mend, Weight } from './session-reading.js';

/** A call, as far as a rule may name it. */
export interface NamedCall {
  readonly tool: string;
  readonly command: string;
  /** Of an edit; relative to the session's folder. */
  readonly file: string;
}

export interface EntryOptions {
  /** Lines up to this one were read before. */
  readonly since?: number;
  /** Nothing behind this line is read. */
  readonly until?: number;
  /** Which sub-agent of its session it is, from 1. */
  readonly agent?: number;
  /** Records that stood in another file; those of this one are added. */
  readonly seen?: Set<string>;
  /** Does a rule name it? */
  readonly isNamed?: (call: NamedCall) => boolean;
}

/** What was gathered from one transcript. */
export interface Entries {
  /** Masked and put into words when they are asked for: most sessions of a long time are only weighed. */
  readonly entries: () => readonly Entry[];
  readonly weight: Weight;
  readonly files: readonly string[];
  readonly signals: readonly string[];
  readonly loops: number;
  /** How failures ended, for hints. */
  readonly ended: () => readonly Ended[];
  readonly failures: () => readonly Failure[];
}

interface Said {
  readonly line: number;
  readonly kind: 'you' | 'answered' | 'stopped' | 'claude';
  readonly role: string;
  readonly at: string | undefined;
  text: string;
  /** The question that was answered. */
  readonly detail?: string;
}

interface Call extends NamedCall {
  readonly line: number;
  readonly kind: 'call';
  readonly at: string | undefined;
  readonly id: string;
  readonly words: string;
  readonly key: () => string;
  /** Of its key; an empty one of a call without a command. */
  readonly programs: () => readonly string[];
  readonly isLook: () => boolean;
  readonly isNamed: () => boolean;
  /** Until its transcript is read: what an edit holds is long. */
  input: unknown;
  result?: number;
  /** Its last line. */
  end: string;
  failure?:
    | { readonly signal: string; readonly fingerprint: string; readonly text: string }
    | undefined;
  refusal?: string;
  changed?: string;
  answers: number;
  /** Set where it stands under an earlier line, or under none. */
  isSilent: boolean;
  /** It stands behind the failure that it mends. */
  isMend: boolean;
  again: number[];
  /** Other failures that the same call mended. */
  also: Call[];
  mend?: { readonly call: Call; readonly between: readonly Call[]; readonly step: string };
}

const editors: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);
/** Their failures are the client's own business: a path that is not there, an edit that does not fit. */
const lookers: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead']);

/** The entries of one transcript, in the order of its lines. Secrets are masked before anything is cut. */
export function readEntries(turns: Iterable<Turn>, options: EntryOptions = {}): Entries {
  const { since = 0, until = Number.POSITIVE_INFINITY, seen, isNamed = () => false } = options;
  const calls = new Map<string, Call>();
  const inOrder: Call[] = [];
  const said: Said[] = [];
  const files = new Set<string>();
  let folder: string | undefined;
  let claude: Turn | undefined;
  const held = new Map<string, number>();
  let hasRefused = false;
  let record: string | undefined;
  let isCopy = false;
  /** Claude's last words before the person's stand beside these. */
  const answer = (one: Said): void => {
    said.push(...wordsOfClaude(claude), one);
    claude = undefined;
  };
  const takeWords = (turn: Turn): void => {
    const { line, kind, timestamp: at, role, tool } = turn;
    if (kind === 'interrupt') {
      // The client adds it to a refusal.
      if (!hasRefused) answer({ line, kind: 'stopped', role, at, text: '' });
      return;
    }
    if (!isOwnWords(turn) || turn.is_sidechain || options.agent !== undefined) return;
    const text = withoutReminders(typedWords(turn)).trim();
    if (text === '' || /^\/madness(?::|\s|$)/.test(text)) return;
    if (kind === 'rejection') {
      const call = calls.get(tool?.id ?? '');
      if (call !== undefined) call.refusal = text;
      return;
    }
    if (kind === 'answer' || kind === 'choice') {
      const call = calls.get(tool?.id ?? '');
      const detail = questionAt(call);
      // Our own questions are no part of the work.
      if (!OURS.test(detail)) answer({ line, kind: 'answered', role, at, text, detail });
      return;
    }
    // What waited in the queue comes again when it is sent.
    const waiting = held.get(text);
    if (kind !== 'queued' && waiting !== undefined) {
      said.splice(
        said.findIndex((one) => one.line === waiting && one.kind === 'you'),
        1,
      );
      held.delete(text);
    } else if (kind === 'queued') held.set(text, line);
    answer({ line, kind: 'you', role, at, text: kind === 'bash_input' ? `!${text}` : text });
  };
  const takeCall = ({ line, tool, timestamp: at }: Turn): void => {
    if (tool === undefined) return;
    const command = isShell(tool.name) ? commandOf(tool) : '';
    if (isOwn(command)) return;
    const [file = ''] = filesWritten(tool, folder);
    const named = { tool: tool.name, command, file };
    const key = once(() => (command === '' ? '' : commandKey(command)));
    const call: Call = {
      ...named,
      line,
      kind: 'call',
      at,
      id: tool.id,
      words:
        command !== '' ? command : file === '' ? wordsOf(tool, folder) : `${tool.name} ${file}`,
      key,
      programs: once(() =>
        key()
          .split('; ')
          .map((one) => one.split(' ', 1)[0] ?? ''),
      ),
      isLook: once(() => (command === '' ? lookers.has(tool.name) : isTrivial(command))),
      isNamed: once(() => LANDS.test(command) || isNamed(named)),
      input: tool.input,
      end: '',
      answers: 0,
      isSilent: false,
      isMend: false,
      again: [],
      also: [],
    };
    calls.set(tool.id, call);
    inOrder.push(call);
  };
  const takeResult = ({ line, kind, tool, text }: Turn): void => {
    const call = calls.get(tool?.id ?? '');
    if (tool === undefined || call === undefined || call.result !== undefined) return;
    call.result = line;
    hasRefused = kind === 'refusal';
    if (hasRefused) {
      call.refusal ??= '';
      return;
    }
    const failed = tool.failed === true;
    if (tool.changed !== undefined) call.changed = difference(call.input, tool.changed.text);
    if (!failed && call.file !== '') files.add(call.file);
    const output = failed ? withoutReminders(text) : ends(text);
    if (failed ? mayFail(call, kind === 'hook') : hidesFailure(call)) {
      const context = { ...call, ...(failed ? { failed } : {}) };
      const found = call.isLook() ? [] : detectSignals(output, context);
      call.failure = found.find(({ signal }) => isFailure(signal));
    } else if (failed) call.isSilent = true;
    if (call.command !== '') call.end = lastLine(text);
  };
  for (const turn of turns) {
    if (turn.line > until) break;
    folder ??= turn.cwd;
    if (turn.uuid !== record && turn.uuid !== undefined && seen !== undefined) {
      // The blocks of one record share its id.
      record = turn.uuid;
      isCopy = seen.has(record);
      seen.add(record);
    }
    if (turn.line <= since || isCopy) continue;
    if (turn.role === 'user') takeWords(turn);
    else if (turn.role === 'tool_input') takeCall(turn);
    else if (turn.role === 'tool_result' && turn.tool?.name !== '!') takeResult(turn);
    else if (turn.kind === 'text' && !turn.is_sidechain) claude = turn;
  }
  if (options.agent === undefined) said.push(...wordsOfClaude(claude));
  const loops = pair(inOrder, said);
  for (const call of inOrder) call.input = undefined;
  const signals = new Set(inOrder.flatMap(({ failure }) => failure?.signal ?? []));
  const { agent } = options;
  return {
    entries: once(() => {
      const entries = masked([...said, ...inOrder], folder).sort((a, b) => a.line - b.line);
      return agent === undefined ? entries : entries.map((one) => ({ ...one, agent }));
    }),
    weight: {
      words: said.filter(({ kind }) => kind === 'you' || kind === 'answered').length,
      corrections: said.filter(({ kind, text }) => kind === 'you' && isCorrection(text)).length,
      refusals: inOrder.filter(({ refusal }) => refusal !== undefined).length,
      changed: inOrder.filter(({ changed }) => changed !== undefined).length,
      stops: said.filter(({ kind }) => kind === 'stopped').length,
      mends: inOrder.filter(({ mend, isSilent }) => mend !== undefined && !isSilent).length,
      calls: inOrder.length,
    },
    files: maskEach([...files]),
    signals: [...signals],
    loops,
    ended: () => inOrder.flatMap(endOf),
    failures: () =>
      inOrder.flatMap(({ line, result = line, failure }) =>
        failure === undefined
          ? []
          : [{ line: result, signal: failure.signal, text: maskEach([failure.text])[0] ?? '' }],
      ),
  };
}

const OURS = /^\[[0-9a-f]{8}\] /;

/** Commits, pushes and pull requests. */
const LANDS =
  /\bgit\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?){0,3}(?:commit|push)\b|\b(?:gh|glab)\s+[mp]r\s+create\b/;

function wordsOf(tool: ToolCall, folder: string | undefined): string {
  return `${tool.name} ${callInWords(tool, folder)}`.trim();
}

function questionAt(call: Call | undefined): string {
  if (call === undefined || !isObject(call.input)) return '';
  const { questions } = call.input;
  const question = Array.isArray(questions) ? questions[call.answers++]?.question : undefined;
  return typeof question === 'string' ? question : '';
}

function mayFail({ tool, isLook }: Call, isHook: boolean): boolean {
  return isHook || !(editors.has(tool) || isLook());
}

/** Behind a pipe or a semicolon the shell tells nothing of a command that failed; its output may. */
function hidesFailure({ command }: Call): boolean {
  return HIDES.test(command.replace(/&&|[<>]&/g, ''));
}

const HIDES = /[|;&\n]/;

/** Where it says so: at an end. */
function ends(output: string): string {
  if (output.length <= 2 * maxEnd) return output;
  return `${head(output, maxEnd)}\n${output.slice(-maxEnd)}`;
}

const maxEnd = 1000;

function lastLine(text: string): string {
  const end = text.slice(-2000).trimEnd();
  return end.slice(end.lastIndexOf('\n') + 1).trim();
}

function wordsOfClaude(turn: Turn | undefined): Said[] {
  const text = turn === undefined ? undefined : lastSentence(turn.text);
  if (turn === undefined || text === undefined) return [];
  const { line, timestamp: at, role } = turn;
  return [{ line, kind: 'claude', role, at, text }];
}

/** The last whole sentence; undefined where there is none. */
export function lastSentence(text: string): string | undefined {
  const plain = text.slice(-4000).replace(/```[\s\S]*?(?:```|$)/g, '\n');
  const sentences = plain
    .split(/\n+/)
    .flatMap((line) => line.replace(/^[\s*#>|-]+|\*\*|\|$/g, '').split(SENTENCE_ENDS))
    .map((sentence) => sentence.trim());
  return sentences.findLast(isWhole);
}

const SENTENCE_ENDS = /(?<=[.!?][)"'”’]?)\s+(?=\S)|(?<=[。！？])/;

function isWhole(sentence: string): boolean {
  if (!/[.!?。！？…][)"'”’*_`]*$/.test(sentence) || sentence.includes('|')) return false;
  if (/^no response requested/i.test(sentence)) return false;
  const isChinese = /[\u4e00-\u9fff]/.test(sentence);
  return isChinese ? sentence.length >= 6 : sentence.split(/\s+/).length >= 3;
}

/** Pairs each failure with the call that mends it, and puts equal ones under the first. Counts those. */
function pair(calls: readonly Call[], said: readonly Said[]): number {
  let open: { readonly call: Call; readonly alike: Call[]; last: number }[] = [];
  let loops = 0;
  for (const [at, call] of calls.entries()) {
    if (call.result === undefined || call.refusal !== undefined) continue;
    const { failure } = call;
    if (failure !== undefined) {
      const earlier = open.find(
        (one) =>
          one.call.failure?.fingerprint === failure.fingerprint &&
          one.call.tool === call.tool &&
          (!isBare(failure.fingerprint) || isAlike(one.call.key(), call.key())),
      );
      if (earlier === undefined) open.push({ call, alike: [call], last: at });
      else {
        earlier.call.again.push(call.line);
        earlier.alike.push(call);
        earlier.last = at;
        call.isSilent = true;
        loops++;
      }
      continue;
    }
    if (call.isSilent || open.length === 0) continue;
    let first: Call | undefined;
    for (const one of open) {
      if (!one.alike.some((failed) => mends(call, failed))) continue;
      const between = calls
        .slice(one.last + 1, at)
        .filter((step) => !step.isLook() && !step.isSilent && step.failure === undefined);
      one.call.mend = { call, between, step: stepOf(between) };
      if (isInProgress(one.call, between, said)) one.call.isSilent = true;
      else if (first === undefined) first = one.call;
      else {
        // What one call mends is one line; the others are named in it.
        first.also.push(one.call);
        first.mend = one.call.mend;
        one.call.isSilent = true;
      }
    }
    if (first !== undefined) call.isMend = true;
    open = open.filter((one) => one.call.mend === undefined);
  }
  return loops;
}

/** A failure against which something was done, named as the hooks name it. */
function endOf({ failure, mend, tool, command, key }: Call): Ended[] {
  if (failure === undefined || mend === undefined || mend.between.length === 0) return [];
  const [named] = failuresIn({ tool, command, key: key() }, failure.text, true);
  if (named === undefined) return [];
  const { result, line, at = '' } = mend.call;
  const steps = mend.between
    .slice(-3)
    .map((step) => onOneLine(step.command === '' ? step.words : `Bash ${step.words}`, 200));
  const { signal, fingerprint } = named;
  return [{ signal, fingerprint, date: at, line: result ?? line, followed: maskEach(steps) }];
}

function mends(call: Call, failed: Call): boolean {
  // Most calls name another program; the rest is dearer to ask.
  if (call.tool !== failed.tool || !failed.programs().some((name) => call.command.includes(name)))
    return false;
  if (call.isLook()) return false;
  if (failed.command === '') return call.words === failed.words;
  const shared = failed
    .key()
    .split('; ')
    .filter((key) => isAlike(key, call.key()));
  // Of a program without a sub-command (rm, mkdir) another file is another thing.
  return shared.some((key) =>
    key.includes(' ') ? isSameTask(key, failed, call) : hasSameOperand(failed, call),
  );
}

/** `gh pr diff` and `gh pr view` differ in the word behind what they share. */
function isSameTask(key: string, failed: Call, call: Call): boolean {
  const [one, other] = [failed.command, call.command].map((command) => {
    const behind = command.slice(command.indexOf(key) + key.length);
    return command.includes(key) ? (/^ ([a-z][\w-]*)(?=\s|$)/.exec(behind)?.[1] ?? '') : '';
  });
  return one === '' || other === '' || one === other;
}

function hasSameOperand(failed: Call, call: Call): boolean {
  const operands = operandsOf(failed.command);
  const others = new Set(operandsOf(call.command));
  return operands.length === 0 || operands.some((word) => others.has(word));
}

function operandsOf(command: string): string[] {
  return command
    .slice(0, 2000)
    .split(/[\s;&|()"'`<>]+/)
    .filter((word) => /[./]/.test(word));
}

/** A compile error between two edits is how work goes on; no person spoke of it. */
function isInProgress(failed: Call, between: readonly Call[], said: readonly Said[]): boolean {
  if (!WORK.test(failed.failure?.signal ?? '') || failed.again.length > 0) return false;
  const end = failed.mend?.call.line ?? failed.line;
  const isSpokenOf = said.some(
    ({ kind, line }) => kind === 'you' && line > failed.line && line < end,
  );
  return !isSpokenOf && between.length > 0 && between.every(({ tool }) => editors.has(tool));
}

const WORK = /^error:(?:build|typescript|typecheck|syntax|compile)/;

/** What an edit put there, and what stands there instead: `− line   + line`. */
function difference(input: unknown, kept: string | undefined): string {
  const proposed = proposedBy(input);
  if (kept === undefined) return '';
  const [before, after] = [linesIn(proposed), linesIn(kept)];
  const gone = before.filter((line) => !after.includes(line));
  const come = after.filter((line) => !before.includes(line));
  return `− ${listed(gone)}   + ${listed(come)}`;
}

function proposedBy(input: unknown): string {
  if (!isObject(input)) return '';
  const edits = Array.isArray(input.edits) ? input.edits : [];
  const texts = [input.new_string ?? input.content, ...edits.map((edit) => edit?.new_string)];
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function linesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

function listed(lines: readonly string[]): string {
  if (lines.length === 0) return '(nothing)';
  const more = lines.length > 3 ? ` (+${lines.length - 3} lines)` : '';
  return `${lines
    .slice(0, 3)
    .map((line) => head(line, 120))
    .join(' ⏎ ')}${more}`;
}

/** The first line of an edit that is not what stood there. */
function firstChange({ input, file }: Call): string {
  const before = isObject(input) && typeof input.old_string === 'string' ? input.old_string : '';
  const known = new Set(linesIn(before));
  const line = linesIn(proposedBy(input)).find((one) => !known.has(one));
  return `${file}${line === undefined ? '' : `: ${head(line, 200)}`}`;
}

const maxQuote = 2000;
/** What of a command is masked: more is neither printed nor quoted. */
const maxCommand = 2400;

/** Masks all texts of a transcript in one pass, and makes its entries of them. */
function masked(found: readonly (Said | Call)[], folder: string | undefined): Entry[] {
  const texts: string[] = [];
  const put = (text: string): number => texts.push(text) - 1;
  const places = found.map((one) =>
    one.kind === 'call'
      ? {
          words: put(shorter(one.words.slice(0, maxCommand), folder)),
          detail: put(one.refusal ?? one.changed ?? one.failure?.text ?? one.end.slice(0, 600)),
          between: put(shorter(one.mend?.step ?? '', folder)),
        }
      : { words: put(one.text), detail: put(one.detail ?? ''), between: -1 },
  );
  const plain = maskEach(texts);
  const textAt = (at: number): string => plain[at] ?? '';
  const flat = (at: number): string => onLine(textAt(at));
  const words = new Map<Call, number>();
  const details = new Map<Call, number>();
  for (const [at, one] of found.entries()) {
    if (one.kind !== 'call') continue;
    words.set(one, places[at]?.words as number);
    details.set(one, places[at]?.detail as number);
  }
  return found.map((one, at): Entry => {
    const { words: word, detail, between } = places[at] as (typeof places)[number];
    if (one.kind !== 'call') return entryOf(one, textAt(word), flat(detail));
    const { mend, failure, line } = one;
    const said = flat(detail);
    const call = shown(flat(word));
    const text = textAt(word).trim();
    const common = {
      line,
      role: 'tool_input',
      at: one.at,
      text: call,
      ...(one.result === undefined ? {} : { result: one.result }),
      ...(one.file === '' ? {} : { file: one.file }),
    };
    if (one.refusal !== undefined) {
      const quote = head(textAt(detail) || text, maxQuote);
      return { ...common, kind: 'refused', by: 'person', role: 'user', detail: said, quote };
    }
    if (one.changed !== undefined) {
      const place = one.result ?? line;
      const quote = head(`${one.file}: ${textAt(detail)}`, maxQuote);
      const own = { line: place, role: 'tool_result', detail: said, quote };
      return { ...common, ...own, kind: 'changed', by: 'person' };
    }
    if (failure !== undefined && !one.isSilent) {
      const mended: Mend | undefined = mend && {
        line: mend.call.line,
        text: shown(flat(words.get(mend.call) as number)),
        calls: mend.between.length,
        ...(mend.between.length === 1
          ? { between: { line: (mend.between[0] as Call).line, text: flat(between) } }
          : {}),
      };
      return {
        ...common,
        kind: 'failed',
        by: 'program',
        detail: said,
        quote: head(`${text} → ${said}`, maxQuote),
        ...(one.again.length > 0 ? { again: one.again } : {}),
        ...(one.also.length > 0
          ? { also: one.also.flatMap((also) => alsoOf(also, flat(details.get(also) as number))) }
          : {}),
        ...(mended === undefined ? {} : { mend: mended }),
      };
    }
    const how = textAt(detail);
    const isQuiet = one.isSilent || failure !== undefined || (one.isMend && !one.isNamed());
    return {
      ...common,
      kind: 'well',
      by: 'program',
      detail: onLine(how),
      quote: head(how === '' ? text : `${text} → ${onLine(how)}`, maxQuote),
      group: groupOf(one),
      isNamed: one.isNamed() && !isQuiet,
      isQuiet,
    };
  });
}

function alsoOf({ line, again }: Call, text: string): { line: number; text: string }[] {
  return [{ line, text }, ...again.map((other) => ({ line: other, text: '' }))];
}

/** In a range: programs with their sub-commands, tools by name; empty for what only looks. */
function groupOf({ isLook, key, command, tool }: Call): string {
  if (isLook()) return '';
  return command === '' ? tool : (key().split('; ', 1)[0] as string);
}

/** The one call between a failure and its mend; of an edit what it changed. */
function stepOf([step, another]: readonly Call[]): string {
  if (step === undefined || another !== undefined) return '';
  return editors.has(step.tool) ? firstChange(step) : step.words;
}

/** Without the session's own folder, which stands in front of most paths. */
function shorter(words: string, folder: string | undefined): string {
  if (folder === undefined || !words.includes(folder)) return words;
  const rest = words.startsWith(`cd ${folder} && `) ? words.slice(folder.length + 7) : words;
  return rest.replaceAll(`${folder}/`, '');
}

/** A message in a here-document begins where it begins; a long command with a commit begins there. */
function shown(call: string): string {
  const plain = call.replace(/"\$\(cat <<-?\s*'?(\w+)'?\s+/, '"');
  const landing = plain.length > maxShown ? (LANDS.exec(plain)?.index ?? 0) : 0;
  return landing > 60 ? `… ${plain.slice(landing)}` : plain;
}

const maxShown = 140;

function entryOf({ line, kind, role, at }: Said, text: string, detail: string): Entry {
  const common = { line, kind, role, at, quote: head(text, maxQuote) };
  if (kind === 'claude') return { ...common, by: 'claude', text: onLine(text) };
  if (kind !== 'you') return { ...common, by: 'person', text: onLine(text), detail };
  return { ...common, by: 'person', text: cutWords(text, 400), short: shortWords(text) };
}

function shortWords(text: string): [string, string] {
  return [cutWords(text, 200), cutWords(text, 120)];
}

const maxPromptLines = 12;

/** Words of the person: whole up to `most` characters, else beginning, end, and what corrects or orders between them. */
export function cutWords(text: string, most: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isPaste = lines.length > maxPromptLines;
  const flat = onLine(text);
  if (flat.length <= most) return flat;
  const [start, end] = [Math.floor(most * 0.625), Math.floor(most * 0.375)];
  const first = isPaste ? onLine(lines[0] as string) : flat;
  const last = isPaste ? onLine(lines.at(-1) as string) : flat;
  const opening = first.length > start ? `${head(first, start)}…` : first;
  const closing = last.length > end ? `…${tail(last, end)}` : last;
  const orders = most < 400 ? [] : ordersIn(text, opening, closing);
  const middle = [...orders, ...(isPaste ? [`(${lines.length} lines)`] : [])];
  return [opening, ...middle, closing].join(' ');
}

const maxOrders = 4;
/** A longer text is a document, and what it orders is not the person's order. */
const maxTyped = 2500;
const maxSentences = 40;

function ordersIn(text: string, opening: string, closing: string): string[] {
  const found: string[] = [];
  const sentences = text.slice(0, 6000).split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/);
  const isTyped = text.length <= maxTyped;
  for (const sentence of sentences.slice(0, maxSentences)) {
    const one = onLine(sentence);
    if (found.length >= maxOrders) break;
    if (one.length <= 8 || one.length > 200) continue;
    if (!isCorrection(one) && !(isTyped && standingInstruction(one) !== undefined)) continue;
    if (!opening.includes(one) && !closing.includes(one)) found.push(`… ${one} …`);
  }
  return found;
}

function tail(text: string, length: number): string {
  const from = text.length - length;
  const unit = text.charCodeAt(from);
  return text.slice(unit >= 0xdc00 && unit < 0xe000 ? from + 1 : from);
}

function onLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
