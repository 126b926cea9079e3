import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerFault } from '../../messages/answer-faults.js';
import {
  carriedName,
  clientName,
  parseTypedNote,
  plainPrompt,
  readWitness,
  stateFolder,
  type TypedNote,
  tellName,
  typedFolder,
} from '../../observe/journal.js';
import { namesIn } from '../../platform/folders.js';
import { removeFile, removeFileOnce, replaceOwnFile } from '../../platform/fs.js';
import { isAlive } from '../../platform/process-info.js';
import { type Fields, read } from '../../platform/read-object.js';
import {
  type AnswerContext,
  type AskedQuestion,
  type TranscriptRow,
  testAnswer,
} from './answered-question.js';
import type { Question } from './question.js';
import { readTranscriptRows } from './read-transcript-rows.js';

/** An answer that was carried out, as `decide` leaves it in the session's folder for the tests that follow. */
export interface CarriedAnswer {
  /** Folder of the memory that it changed. */
  readonly memory: string;
  readonly asked: AskedQuestion;
  readonly call: string;
  readonly choice: string;
  /** The questions that the same dialog may have shown besides. */
  readonly printed?: readonly Question[];
  /** False if nothing was carried out: only its questions are kept. Absent in older versions: true. */
  readonly isDone?: boolean;
  /** The rule whose reminder was switched on. */
  readonly reminded?: string;
  /** The command that was run, where it was one. */
  readonly command?: string;
}

interface Retested {
  readonly carried: CarriedAnswer;
  /** Undefined: it holds. */
  readonly why: AnswerFault | undefined;
}

/** Tests carried-out answers again, each by its own call; one whose option reads otherwise now was rewritten. */
function retestAnswers(
  all: readonly CarriedAnswer[],
  rows: readonly TranscriptRow[],
  context: Omit<AnswerContext, 'used'>,
): Retested[] {
  return all.map((carried) => {
    const { asked, call, printed = [], isDone } = carried;
    // An older version kept other fields of the question, which cannot be compared as a whole.
    if (isDone === false || asked.question === undefined) return { carried, why: undefined };
    const answer = testAnswer(rows, asked, call, { ...context, printed, used: new Set() });
    if (answer.kind === 'open') return { carried, why: answer.why };
    return { carried, why: answer.choice === carried.choice ? undefined : 'rewritten' };
  });
}

/** How the caller changes a memory. Each function returns one line for the person. */
export interface AgainPort {
  /** Reverts the events. Reports what cannot be reverted, such as a push. */
  readonly undo: (carried: CarriedAnswer, why: AnswerFault) => Promise<string>;
  /** Carries out what was typed; `line` of the transcript shows that the prompt was blocked. */
  readonly carryOut: (typed: TypedNote, line: number) => Promise<string>;
  /** The line for what was typed and not carried out: no row shows that a person typed it at the idle prompt. */
  readonly notDone: (typed: TypedNote) => string;
  /** Lets some milliseconds pass. */
  readonly wait: (ms: number) => void;
}

/** Pauses between two reads of a transcript, which may be long. Together they cover the longest delay of a row. */
const waitsMs = [100, 200, 400, 800, 1500, 3000, 4000];

/**
 * Hooks start this in the background. It carries out typed decisions, tests earlier answers again, and leaves a line
 * for the person if something changed. Without a transcript it does nothing.
 */
export async function decideAgain(
  own: string,
  claude: string,
  session: string,
  port: AgainPort,
): Promise<void> {
  const folder = stateFolder(own, session);
  const told = await carryOutTyped(folder, claude, session, port);
  const file = join(folder, carriedName);
  const all = parseCarried(read(file).trim());
  const rows = all.length === 0 ? [] : readTranscriptRows(claude, session);
  if (rows.length > 0) {
    const witness = (call: string) => readWitness(own, session, call);
    const tested = retestAnswers(all, rows, { session, witness });
    for (const { carried, why } of tested)
      if (why !== undefined) told.push(await port.undo(carried, why));
    const left = tested.flatMap(({ carried, why }) => (why === undefined ? [carried] : []));
    const isOver = left.every(({ isDone }) => isDone === false) || hasEnded(folder);
    if (isOver) removeFile(file);
    else if (left.length < all.length) replaceOwnFile(file, `${JSON.stringify(left)}\n`);
  }
  tellPerson(folder, told);
}

/** The questions that were decided in this session: one dialog may have asked several, decided one by one. */
export function askedBefore(own: string, session: string): Question[] {
  const file = join(stateFolder(own, session), carriedName);
  return parseCarried(read(file).trim()).flatMap(({ asked }) => asked.question ?? []);
}

/** Adds an answer to those that are tested again. */
export function noteCarried(own: string, session: string, carried: CarriedAnswer): void {
  const file = join(stateFolder(own, session), carriedName);
  const all = [...parseCarried(read(file).trim()), carried];
  replaceOwnFile(file, `${JSON.stringify(all)}\n`);
}

/** The client records a blocked prompt when our hook has ended; a note that it never records expires. */
async function carryOutTyped(
  folder: string,
  claude: string,
  session: string,
  { carryOut, notDone, wait }: AgainPort,
): Promise<string[]> {
  const told: string[] = [];
  for (const ms of [...waitsMs, undefined]) {
    const files = namesIn(join(folder, typedFolder)).map((name) => join(folder, typedFolder, name));
    if (files.length === 0) break;
    const rows = readTranscriptRows(claude, session);
    for (const file of files) {
      const note = parseTypedNote(read(file).trim());
      const row = note && findTypedRow(rows, note, session);
      if (row === undefined && ms !== undefined) continue;
      // Only the process that removes the note carries it out.
      if (removeFileOnce(file) && note !== undefined)
        told.push(row === undefined ? notDone(note) : await carryOut(note, row.line));
    }
    if (ms !== undefined) wait(ms);
  }
  return told;
}

/** Leaves lines for the person: the next hook of the session that may speak shows them. */
export function tellPerson(folder: string, lines: readonly string[]): void {
  const news = lines.filter((line) => line !== '');
  if (news.length === 0) return;
  const file = join(folder, tellName);
  replaceOwnFile(file, `${[read(file).trim(), ...news].filter(Boolean).join('\n')}\n`);
}

/** The last test is that after the session's client has ended. */
function hasEnded(folder: string): boolean {
  try {
    const { pid, ended } = JSON.parse(readFileSync(join(folder, clientName), 'utf8'));
    return ended === true || (typeof pid === 'number' && pid > 0 && !isAlive(pid));
  } catch {
    return false;
  }
}

/** A damaged file holds nothing that could be tested. */
function parseCarried(text: string): CarriedAnswer[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Between our hook's note and the client's record of the blocked prompt; a hook has 5 seconds. */
const maxDelayMs = 10_000;

/**
 * Finds the row in which the terminal client recorded that our hook blocked this prompt. A hook started by hand leaves
 * a note and no row; another program's hook leaves a row and no note. Both must exist, and the note must come first.
 */
export function findTypedRow(
  rows: readonly TranscriptRow[],
  note: TypedNote,
  session: string,
): TranscriptRow | undefined {
  const noted = Date.parse(note.ts);
  const at = rows.findIndex(({ record }) => {
    const late = Date.parse(String(record.timestamp)) - noted;
    return (
      record.type === 'system' &&
      record.entrypoint === 'cli' &&
      record.sessionId === session &&
      record.isSidechain !== true &&
      record.forkedFrom === undefined &&
      blockedReason(record) === note.reason &&
      late >= 0 &&
      late <= maxDelayMs
    );
  });
  return at >= 0 && !isQueued(rows, at, note) ? rows[at] : undefined;
}

/**
 * True if the prompt came through the client's queue: a schedule, a mod, another session or a program wrote it, or it
 * was typed while the model worked. One that is typed at the idle prompt leaves no row of the queue before its own.
 */
function isQueued(rows: readonly TranscriptRow[], at: number, { id, ts }: TypedNote): boolean {
  const before = rows.slice(0, at).findLastIndex(({ record }) => isTurn(record));
  return rows.slice(before + 1).some(({ record }, place) => {
    if (record.type !== 'queue-operation') return false;
    const { content, timestamp } = record;
    const isAbout = content === undefined || plainPrompt(JSON.stringify(content)).includes(id);
    const apart = Math.abs(Date.parse(String(timestamp)) - Date.parse(ts));
    return isAbout && (before + 1 + place < at || (content !== undefined && apart <= maxDelayMs));
  });
}

/** A queue that was emptied before this row has nothing to do with what was typed after it. */
function isTurn({ type, promptSubmitEnding }: Fields): boolean {
  return type === 'user' || type === 'assistant' || promptSubmitEnding !== undefined;
}

function blockedReason({ promptSubmitEnding }: Fields): unknown {
  const { ending, promptKept } = (promptSubmitEnding ?? {}) as Fields;
  const { kind, reason } = (ending ?? {}) as Fields;
  return kind === 'blocked_by_hook' && promptKept === false ? reason : undefined;
}
