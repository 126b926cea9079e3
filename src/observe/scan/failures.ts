import { groupBy } from '../../text.js';
import { findSecrets } from '../secrets/mask-secrets.js';
import { failuresIn } from '../signals/call-failures.js';
import { commandKey, isAlike, isOwn, isShell } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import type { Turn } from '../transcript/turn.js';
import { type Collector, rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';

interface Failure extends Sighting {
  readonly key: string;
  readonly signal: string;
  readonly command: string;
  /** The next like command that worked, and whether a file was edited before it did. */
  ending?: { readonly command: string; readonly isEdited: boolean };
}

interface Call {
  readonly tool: string;
  readonly command: string;
  readonly key: string;
}

interface Open {
  readonly failure: Failure;
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

/** Collects what failed in one session after the other, and how it ended. */
export function failureCollector(): Collector {
  const failures: Failure[] = [];
  return {
    read: (session, owner = session) => {
      const calls = new Map<string, Call>();
      const open = new Set<Open>();
      return (turn) => {
        if (turn.tool === undefined) return;
        if (turn.role === 'tool_input') calls.set(turn.tool.id, callOf(turn));
        if (turn.kind !== 'result') return;
        const call = calls.get(turn.tool.id);
        calls.delete(turn.tool.id);
        if (call === undefined || isOwn(call.command)) return;
        if (turn.tool.failed === true)
          for (const failure of newFailures({ session, owner }, turn, call)) {
            failures.push(failure);
            open.add({ failure, key: call.key, isEdited: false });
          }
        else settle(open, call);
      };
    },
    rows: () => [...groupBy(failures, ({ key }) => key).values()].flatMap(failureRow),
  };
}

function callOf({ tool }: Turn): Call {
  const name = tool?.name ?? '';
  const command = tool === undefined ? '' : commandOf(tool);
  return { tool: name, command, key: isShell(name) ? commandKey(command) : name };
}

function* newFailures(
  where: Pick<Sighting, 'session' | 'owner'>,
  turn: Turn,
  call: Call,
): Generator<Failure> {
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
    const { command } = call;
    yield { ...where, line, text, time, signal, command, key: groupOf(fingerprint, text) };
  }
}

/** Groups failures of one kind: all findings of one linter check, and paths or flags that differ only by name. */
function groupOf(fingerprint: string, text: string): string {
  const check = /\(([a-z][\w-]{2,30})\)$|\s([a-z@][\w-]*(?:\/[\w-]+)+)$/.exec(text);
  if (check !== null) return `check ${check[1] ?? check[2]}`;
  return fingerprint.replace(/<path>\*/g, '<path>').replace(/: --?[\w-]+/g, ': <flag>');
}

/** An edit may mend what failed; a like command that works ends it. */
function settle(open: Set<Open>, call: Call): void {
  const isEdit = /^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(call.tool);
  for (const one of open) {
    if (isEdit) one.isEdited = true;
    else if (isAlike(one.key, call.key)) {
      one.failure.ending = { command: call.command, isEdited: one.isEdited };
      open.delete(one);
    }
  }
}

/** Best if no file was edited between the failure and another command line that worked: then the tool is the cause. */
function failureRow(failures: readonly Failure[]): ScanRow[] {
  const first = failures[0] as Failure;
  const sessions = sessionsIn(failures);
  const answers = failures.filter(
    ({ ending, command }) => ending !== undefined && !ending.isEdited && ending.command !== command,
  );
  const isLint = first.signal === 'error:lint' || first.key.startsWith('check ');
  const share = answers.length / failures.length;
  const score = sessions * (1 + share) * (isLint ? (sessions >= 3 ? 0.7 : 0.35) : 1);
  if (sessions < 2 || score < minScore * (isLint ? 0.7 : 1)) return [];
  // Linter findings are fixed in the file, never by another command line.
  const overcome = (isLint ? [] : answers)
    .map(({ ending }) => ending?.command.trim() ?? '')
    .filter((command) => command.length <= maxCommandLength && findSecrets(command).length === 0)
    .at(-1);
  return [
    rowOf('failure', withoutPlace(first.text), failures, { score, overcome: overcome ?? null }),
  ];
}

/** `src/a.ts:12:3: message` without the place, which differs each time. */
function withoutPlace(text: string): string {
  return text.replace(/^\S+?:\d+(?::\d+)?:?\s+(?=\S{3})/, '');
}
