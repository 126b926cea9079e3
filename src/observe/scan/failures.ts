import { groupBy } from '../../text.js';
import { findSecrets } from '../secrets/mask-secrets.js';
import { failuresIn } from '../signals/call-failures.js';
import { isAlike, isOwn, isShell } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import { type Collector, copyOf, type KeyOfCommand, type Seen } from '../summary/collector.js';
import type { Turn } from '../transcript/turn.js';
import { rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';

export interface SeenFailure extends Seen {
  readonly key: string;
  readonly signal: string;
  /** Another command line, which worked before any file was edited; empty if it is unfit to be shown. */
  answer?: string;
}

interface Call {
  readonly tool: string;
  readonly command: string;
}

interface Open {
  readonly failure: SeenFailure;
  readonly command: string;
  readonly key: string;
  isEdited: boolean;
}

// The project's own work fails in these ways every day, and no rule follows from that.
const ownWork: ReadonlySet<string> = new Set([
  'error:test',
  'error:typescript',
  'error:typecheck',
  'error:git_conflict',
]);
const ownWorkText = new RegExp(
  [
    'imported and not used|declared and not used|\\bundefined:|(?:not enough|too many) arguments|nil pointer|deadline exceeded',
    '\\b\\d+ (?:issues?|problems?|errors?|warnings?)\\b|too many errors|^\\W*FAIL\\b(?!ED to)|^exit (?:code|status) \\d+$',
    'AssertionError|\\bassert(?:ion)? failed|panic: |is not assignable to|Cannot find name|has no exported member|SyntaxError',
  ].join('|'),
);
const missingFile = /no such file|cannot access|does not exist|File not found/i;
const isStatusReport = /^gh (?:pr checks|run (?:view|watch))/;

const minScore = 2;
const maxCommandLength = 160;

/** Collects what failed, and how it ended. */
export function failureCollector(keyOf: KeyOfCommand): Collector<readonly SeenFailure[]> {
  const failures: SeenFailure[] = [];
  const calls = new Map<string, Call>();
  const open = new Set<Open>();
  const take = (turn: Turn) => {
    const { tool, role, kind } = turn;
    if (tool === undefined) return;
    if (role === 'tool_input') calls.set(tool.id, { tool: tool.name, command: commandOf(tool) });
    if (kind !== 'result') return;
    const call = calls.get(tool.id);
    calls.delete(tool.id);
    if (call === undefined || isOwn(call.command)) return;
    if (tool.failed !== true && open.size === 0) return;
    const key = isShell(call.tool) ? keyOf(call.command) : call.tool;
    if (tool.failed !== true) settle(open, call, key);
    else
      for (const failure of newFailures(turn, { ...call, key })) {
        failures.push(failure);
        open.add({ failure, command: call.command, key, isEdited: false });
      }
  };
  return { take, kept: () => failures };
}

function* newFailures(turn: Turn, call: Call & { readonly key: string }): Generator<SeenFailure> {
  if (isStatusReport.test(call.key)) return;
  for (const { signal, fingerprint, text } of failuresIn(call, turn.text, true)) {
    const isNoise =
      ownWork.has(signal) ||
      ownWorkText.test(text) ||
      (missingFile.test(text) && !call.command.startsWith('cd ')) ||
      signal.endsWith(':command');
    // A quote must match the transcript, so a line with a masked secret is unusable.
    if (isNoise || !turn.text.includes(text) || findSecrets(text).length > 0) continue;
    const { line, timestamp: time } = turn;
    yield { line, text, time, copy: copyOf(turn), signal, key: groupOf(fingerprint, text) };
  }
}

/** Groups failures of one kind: all findings of one linter check, and paths or flags that differ only by name. */
function groupOf(fingerprint: string, text: string): string {
  const check = /\(([a-z][\w-]{2,30})\)$|\s([a-z@][\w-]*(?:\/[\w-]+)+)$/.exec(text);
  if (check !== null) return `check ${check[1] ?? check[2]}`;
  return fingerprint.replace(/<path>\*/g, '<path>').replace(/: --?[\w-]+/g, ': <flag>');
}

/** An edit may mend what failed; a like command that works ends it. */
function settle(open: Set<Open>, { tool, command }: Call, key: string): void {
  const isEdit = /^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(tool);
  for (const one of open) {
    if (isEdit) one.isEdited = true;
    else if (isAlike(one.key, key)) {
      if (!one.isEdited && one.command !== command) one.failure.answer = shown(command.trim());
      open.delete(one);
    }
  }
}

function shown(command: string): string {
  return command.length > maxCommandLength || findSecrets(command).length > 0 ? '' : command;
}

export function failureRows(all: readonly (SeenFailure & Sighting)[]): ScanRow[] {
  return [...groupBy(all, ({ key }) => key).values()].flatMap(failureRow);
}

/** Best if no file was edited between the failure and another command line that worked: then the tool is the cause. */
function failureRow(failures: readonly (SeenFailure & Sighting)[]): ScanRow[] {
  const first = failures[0] as SeenFailure & Sighting;
  const sessions = sessionsIn(failures);
  const answers = failures.flatMap(({ answer }) => answer ?? []);
  const isLint = first.signal === 'error:lint' || first.key.startsWith('check ');
  const share = answers.length / failures.length;
  const score = sessions * (1 + share) * (isLint ? (sessions >= 3 ? 0.7 : 0.35) : 1);
  if (sessions < 2 || score < minScore * (isLint ? 0.7 : 1)) return [];
  // Linter findings are fixed in the file, never by another command line.
  const overcome = isLint ? undefined : answers.findLast((command) => command !== '');
  return [
    rowOf('failure', withoutPlace(first.text), failures, { score, overcome: overcome ?? null }),
  ];
}

/** `src/a.ts:12:3: message` without the place, which differs each time. */
function withoutPlace(text: string): string {
  return text.replace(/^\S+?:\d+(?::\d+)?:?\s+(?=\S{3})/, '');
}
