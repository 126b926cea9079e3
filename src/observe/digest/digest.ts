import { isCorrection } from '../evidence/user-corrections.js';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { isOwn } from '../signals/command-key.js';
import { detectSignals, isFailure, type Signal, type SignalContext } from '../signals/signals.js';
import { commandOf, filesWritten, onOneLine, summaryOf } from '../signals/tool-summary.js';
import type { Collector } from '../summary/collector.js';
import {
  isOwnWords,
  type Turn,
  type TurnKind,
  typedWords,
  withoutReminders,
} from '../transcript/turn.js';

/** What a model needs to judge a session. Each part is in line order, except `user`. Secrets are masked. */
export interface Digest {
  session: string;
  /** Upper bound for the form it was fitted to. */
  tokens: number;
  /** Rejections and corrections first, then the person's other words. */
  user: Words[];
  tools: DigestCall[];
  failures: DigestFailure[];
  loops: Loop[];
  /** Written to; relative to the session's folder where they lie in it. */
  files: string[];
  cues: Cue[];
}

export interface Words {
  line: number;
  text: string;
  /** `rejection`, `correction`, or the kind of the turn; `left_out` if there was no room. */
  kind: string;
}

export interface DigestCall {
  line: number;
  tool: string;
  summary: string;
  failed: boolean;
}

export interface DigestFailure {
  line: number;
  signal: string;
  text: string;
}

/** The same failure again: same signal, same fingerprint. */
export interface Loop {
  signal: string;
  count: number;
  lines: number[];
}

/** Points to how it went: a commit, passed tests, thanks, an interrupt, the last words. */
export interface Cue {
  line: number;
  kind: string;
  text: string;
}

/** The complete digest, before anything is cut. */
export type Draft = Omit<Digest, 'tokens'>;

/** One pass over the turns of a session, in the order of its file. */
export function draftDigest(session: string, turns: Iterable<Turn>): Draft {
  const { take, kept } = digestCollector(session);
  for (const turn of turns) take(turn);
  return kept();
}

export function digestCollector(session: string): Collector<Draft> {
  const notes: Notes = {
    draft: { session, user: [], tools: [], failures: [], loops: [], files: [], cues: [] },
    made: new Map(),
    written: new Map(),
    repeats: new Map(),
    folder: undefined,
    redirected: false,
    waiting: new Map(),
    failedTasks: new Map(),
    last: undefined,
  };
  const take = (turn: Turn) => {
    notes.folder ??= turn.cwd;
    noteByRole[turn.role](turn, notes);
  };
  return { take, kept: () => drafted(notes) };
}

function drafted(notes: Notes): Draft {
  const { draft, repeats, written, last } = notes;
  if (last !== undefined)
    addCue(notes, last.line, 'last_words', onOneLine(maskSecrets(last.text), 400));
  draft.cues.sort((left, right) => left.line - right.line);
  return {
    ...draft,
    user: urgentFirst(draft.user),
    loops: [...repeats.values()].filter(({ count }) => count > 1),
    files: [...new Set([...written.values()].flat())],
  };
}

/** Rejections and corrections: what a digest must never lose. */
export function isUrgent({ kind }: Words): boolean {
  return kind === 'rejection' || kind === 'correction';
}

interface Notes {
  readonly draft: Draft;
  readonly made: Map<string, Made>;
  /** Files, by the call that writes them, unless it failed. */
  readonly written: Map<DigestCall, readonly string[]>;
  /** Keyed by signal and fingerprint. */
  readonly repeats: Map<string, Loop>;
  folder: string | undefined;
  /** True if the model was stopped or refused since the person's last words. */
  redirected: boolean;
  /** Typed while the model worked, by text: they come again when they are sent. */
  readonly waiting: Map<string, Words>;
  /** Lines of the notifications, by the task that failed in the background. */
  readonly failedTasks: Map<string, number>;
  last: Turn | undefined;
}

interface Made {
  readonly call: DigestCall;
  readonly command: string;
}

const noteByRole: Readonly<Record<Turn['role'], (turn: Turn, notes: Notes) => void>> = {
  user: noteUser,
  assistant: (turn, notes) => {
    if (turn.kind === 'text') notes.last = turn;
    else if (/error/i.test(turn.text)) {
      addCue(notes, turn.line, 'client_error', onOneLine(maskSecrets(turn.text), 160));
    }
  },
  thinking: () => {},
  tool_input: noteCall,
  tool_result: noteResult,
};

// Tasks set by another agent appear beside the person's words, marked by kind and shortened.
const tasks: ReadonlySet<TurnKind> = new Set(['agent_prompt', 'plan', 'scheduled']);

function noteUser(turn: Turn, notes: Notes): void {
  const { line, kind } = turn;
  if (kind === 'task_notification') noteFailedTask(turn, notes);
  if (kind === 'interrupt') {
    notes.redirected = true;
    addCue(notes, line, 'interrupted', maskSecrets(turn.text));
  } else if (kind === 'compact_summary' && !turn.text.startsWith('<')) {
    addCue(notes, line, 'compacted', '');
  }
  const own = isOwnWords(turn);
  if (!own && !tasks.has(kind)) return;
  const text = maskSecrets(withoutReminders(typedWords(turn)).trim());
  if (text === '') return;
  const taken = own ? ownKind(turn, text, notes) : kind;
  const said = { line, text: own ? text : onOneLine(text, 400), kind: taken };
  notes.draft.user.push(said);
  if (!own) return;
  if (kind === 'queued') notes.waiting.set(text, said);
  else forget(notes, text);
  notes.redirected = false;
  if (isThanks(text)) addCue(notes, line, 'thanks', onOneLine(text, 120));
}

function ownKind({ kind }: Turn, text: string, notes: Notes): string {
  if (kind !== 'prompt' && kind !== 'queued') return kind;
  const begun = notes.last !== undefined || notes.draft.tools.length > 0;
  // A person may stop the work because it is done.
  const tookBack = notes.redirected && !isThanks(text);
  return begun && (tookBack || isCorrection(text)) ? 'correction' : kind;
}

function forget({ draft, waiting }: Notes, text: string): void {
  const earlier = waiting.get(text);
  if (earlier === undefined) return;
  waiting.delete(text);
  draft.user.splice(draft.user.indexOf(earlier), 1);
}

const thanks =
  /(?<!\bno )\b(?:thank|thanks|thx)\b|(?<!不用)(?:谢谢|感谢|多谢|謝謝|感謝|多謝|辛苦[了啦])/i;
const praise =
  /\b(?:perfect|great|awesome|excellent|nice(?:ly)?|lgtm|looks good|well done|it works|works now)\b|(?:完美|太[好棒]了|[很真]好|[很真]棒|不错|不錯|[没沒][问問][题題]了|搞定(?:了|$|[!！])|可以了|好了)(?!再|就|之?[后後]|以[后後]|的[话話])/i;
/** Before praise: what is denied, wished for, or asked. */
const doubt =
  /\b(?:not|no|never|would|could|should|can|sure|ensure|until|if|whether|check|verify|why|how|what|does|is it)\b|n['’]t\b|[不没未别等]|如果|是否|怎么/i;
const asks = /(?:[?？]|[吗么]|了没有?)$/;

function isThanks(text: string): boolean {
  if (text.length >= 400) return false;
  const clauses = text.match(/[^,;:.!?\n，；：。！？]+[!?！？]?/g) ?? [];
  return clauses.some((clause) => thanks.test(clause) || isPraise(clause.trim()));
}

function isPraise(clause: string): boolean {
  const found = praise.exec(clause);
  return found !== null && !doubt.test(clause.slice(0, found.index)) && !asks.test(clause);
}

function noteCall({ line, tool }: Turn, { draft, made, written, folder }: Notes): void {
  if (tool === undefined) return;
  const call = { line, tool: tool.name, summary: summaryOf(tool, folder), failed: false };
  draft.tools.push(call);
  made.set(tool.id, { call, command: commandOf(tool) });
  written.set(call, filesWritten(tool, folder).map(maskSecrets));
}

function noteResult(turn: Turn, notes: Notes): void {
  const { line, kind, tool } = turn;
  const made = notes.made.get(tool?.id ?? '');
  if (kind === 'command_output') return;
  if (tool?.failed && made !== undefined) {
    made.call.failed = true;
    notes.written.delete(made.call);
  }
  if (kind === 'refusal') {
    notes.redirected = true;
    const what = made === undefined ? '' : `${made.call.tool} ${made.call.summary}`;
    addCue(notes, line, 'rejected', what.trim());
    return;
  }
  if (isOwn(made?.command ?? '')) return;
  const text = withoutReminders(turn.text);
  const failures = detectSignals(text, signalContext(turn, made)).filter(({ signal }) =>
    isFailure(signal),
  );
  if (failures.length > 0) forgetTask(text, notes);
  for (const failure of failures) noteFailure(line, failure, notes);
  if (failures.length > 0 && made !== undefined) made.call.failed = true;
  if (failures.length === 0) noteSuccess(line, text, made?.command ?? '', notes);
}

function noteFailure(line: number, { signal, fingerprint, text }: Signal, notes: Notes): void {
  const key = `${signal} ${fingerprint}`;
  const known = notes.repeats.get(key);
  if (known === undefined) {
    notes.repeats.set(key, { signal, count: 1, lines: [line] });
    notes.draft.failures.push({ line, signal, text: maskSecrets(text) });
  } else {
    known.count++;
    known.lines.push(line);
  }
}

/** A command in the background failed, and nothing of its output was read yet. */
function noteFailedTask({ line, text }: Turn, notes: Notes): void {
  const summary = /<summary>(Background command [^<]{1,400})<\/summary>/.exec(text)?.[1];
  const id = TASK_ID.exec(text)?.[1];
  if (summary === undefined || id === undefined || !text.includes('<status>failed</status>'))
    return;
  const [failure] = detectSignals(summary, { failed: true });
  if (failure === undefined || notes.failedTasks.has(id)) return;
  noteFailure(line, failure, notes);
  notes.failedTasks.set(id, line);
}

const TASK_ID = /<task[-_]id>([\w-]{1,80})<\/task[-_]id>/;

/** The output of a task is more precise than its failure notice. */
function forgetTask(output: string, { draft, failedTasks }: Notes): void {
  const line = failedTasks.get(TASK_ID.exec(output)?.[1] ?? '');
  const told = draft.failures.findIndex((failure) => failure.line === line);
  if (line !== undefined && told >= 0) draft.failures.splice(told, 1);
}

function signalContext({ tool }: Turn, made: Made | undefined): SignalContext {
  return {
    ...(tool?.name && { tool: tool.name }),
    ...(made?.command && { command: made.command }),
    ...(tool?.failed !== undefined && { failed: tool.failed }),
  };
}

const successes: readonly (readonly [kind: string, command: RegExp, output: RegExp])[] = [
  ['commit', /\bcommit\b/, /^\[[^\]\n]+ [0-9a-f]{7,40}\] .+$/m],
  ['pull_request', /\bpr create\b/, /https:\/\/\S{1,300}\/(?:pull|merge_requests)\/\d+/],
  // A fetch prints `main -> origin/main`, a push `main -> main`.
  [
    'pushed',
    /\bgit\b.*\bpush\b(?![^;&|\n]* (?:--dry-run|-n)\b)/,
    /^.*(?<!\S)(\S+) +-> (?!\S+\/\1(?:\s|$))\S.*$/m,
  ],
  [
    'tests_passed',
    /\b(?:tests?|jest|vitest|pytest|spec|check|mvn|gradle)\b/,
    /^.*\b(?:\d+ (?:tests? )?pass(?:ed|ing)\b.*|PASS\b.*|BUILD SUCCESS.*)$|^ok\s+\S+.*$/m,
  ],
];

function noteSuccess(line: number, text: string, command: string, notes: Notes): void {
  if (command === '') return;
  const output = text.slice(-20_000);
  for (const [kind, asked, answered] of successes) {
    const found = asked.test(command) ? answered.exec(output)?.[0] : undefined;
    if (found !== undefined) addCue(notes, line, kind, onOneLine(maskSecrets(found), 120));
  }
}

function addCue({ draft }: Notes, line: number, kind: string, text: string): void {
  draft.cues.push({ line, kind, text });
}

function urgentFirst(words: readonly Words[]): Words[] {
  return [...words.filter(isUrgent), ...words.filter((item) => !isUrgent(item))];
}
