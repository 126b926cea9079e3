import { isDeepStrictEqual } from 'node:util';
import type { AnswerFault } from '../../messages/answer-faults.js';
import type { WitnessNote } from '../../observe/journal.js';
import { blocksOf, isOfPerson, queuedCommand } from '../../observe/transcript.js';
import { type Fields, fieldsOf, isRecord, objectsIn } from '../../platform/read-object.js';
import { numberedAt, type Question } from './question.js';

/** One record of a session's transcript; `line` counts from 1. */
export interface TranscriptRow {
  readonly line: number;
  readonly record: Fields;
}

/** One change as its dialog must show it. `filed_at`: ISO 8601 time of the pending change. */
export interface AskedQuestion {
  readonly id: string;
  readonly question: Question;
  readonly filed_at: string;
}

export interface AnswerContext {
  /** Id of the session in which we asked. */
  readonly session: string;
  /** Answers that counted already, in any session: tool call ids, or `answerKey` if a call had several questions. */
  readonly used: ReadonlySet<string>;
  /** `damaged` where a note is there and cannot be read. */
  readonly witness?: (call: string) => WitnessNote | 'damaged' | undefined;
  /** True where a hook of ours saw this session start: its note of the dialog must be there. */
  readonly needsWitness?: boolean;
  /** The questions of other changes, which one dialog may show too. */
  readonly printed?: readonly Question[];
}

export type Answer =
  | {
      readonly kind: 'answered';
      readonly choice: string;
      readonly call: string;
      readonly line: number;
      readonly ts: string;
    }
  | {
      readonly kind: 'open';
      readonly why: AnswerFault;
      /** The person's own words: free text, notes or feedback. */
      readonly words?: string;
    };

/** The call that asked, its result, and what the conditions need of the other rows. */
interface AskedCall {
  readonly call: string;
  readonly asked: AskedQuestion;
  readonly context: AnswerContext;
  readonly transcript: Indexed;
  readonly ask: Placed;
  readonly results: readonly Placed[];
  /** The only result, or an empty row. */
  readonly result: Placed;
  readonly output: Fields;
}

interface Placed {
  readonly at: number;
  readonly line: number;
  readonly record: Fields;
}

type Condition = (found: AskedCall) => AnswerFault | undefined;

/**
 * Finds the person's answer to one question. Tests each call that carries the question's id against every condition.
 * The last call that passes counts, unless the person said something else afterwards. If none passes, the last one is
 * explained.
 */
export function findAnswer(
  rows: readonly TranscriptRow[],
  asked: AskedQuestion,
  context: AnswerContext,
): Answer {
  const transcript = index(rows);
  let answer: Answer = { kind: 'open', why: 'never_asked' };
  for (const found of callsFor(asked, context, transcript)) {
    const next = answerOf(found);
    const overrides = next.kind === 'answered' || spoken.has(next.why);
    if (answer.kind === 'open' || overrides) answer = next;
  }
  return answer;
}

/** Tests one call alone. Used to check an answer again after it was carried out. */
export function testAnswer(
  rows: readonly TranscriptRow[],
  asked: AskedQuestion,
  call: string,
  context: AnswerContext,
): Answer {
  const found = callsFor(asked, context, index(rows)).findLast((one) => one.call === call);
  return found === undefined ? { kind: 'open', why: 'never_asked' } : answerOf(found);
}

/** The person answered, in another way than by an option: an earlier option no longer holds. */
const spoken: ReadonlySet<AnswerFault> = new Set(['own_words', 'notes', 'chat', 'said_after']);

/** Names of the conditions that the last call for this question fails; undefined if none asked it. */
export function failedConditions(
  rows: readonly TranscriptRow[],
  asked: AskedQuestion,
  context: AnswerContext,
): readonly string[] | undefined {
  const found = callsFor(asked, context, index(rows)).at(-1);
  if (found === undefined) return undefined;
  return Object.entries(conditions).flatMap(([name, holds]) => (holds(found) ? [name] : []));
}

function answerOf(found: AskedCall): Answer {
  for (const condition of Object.values(conditions)) {
    const why = condition(found);
    if (why === undefined) continue;
    const words = wordsOf(found);
    return words === undefined ? { kind: 'open', why } : { kind: 'open', why, words };
  }
  return {
    kind: 'answered',
    choice: textOf(answerTo(found)),
    call: found.call,
    line: found.result.line,
    ts: textOf(found.result.record.timestamp),
  };
}

/** Tried in this order. The first one that fails is the reason shown. */
export const conditions: Readonly<Record<string, Condition>> = {
  C1: hasOneResult,
  C2: wasAcceptedInDialog,
  C3: belongsToSession,
  C4: isNoCopy,
  C5: hasAnnotations,
  C6: wasNotEndedByCountdown,
  C7: isOurQuestion,
  C8: wasNotRewritten,
  C9: isPersonsTurn,
  C10: interruptsNoCall,
  C11: isNotPassedBy,
  C12: isUnused,
  after: hasNothingSaidAfter,
  later: isLaterThanFiling,
  witness: isConfirmed,
};

/** C1. A dialog leaves one result on the row that asked; none, a second one or an error is no choice. */
function hasOneResult({ ask, results, result, output }: AskedCall): AnswerFault | undefined {
  if (results.length === 0) return 'unanswered';
  const isItsOwn =
    results.length === 1 &&
    result.at > ask.at &&
    result.record.type === 'user' &&
    result.record.sourceToolAssistantUUID === ask.record.uuid;
  if (!isItsOwn) return 'not_by_person';
  if (!isError(result.record)) return undefined;
  const { permissionDecision, toolDenialKind } = result.record;
  if (fieldsOf(permissionDecision).source === 'user_reject') return 'chat';
  if (toolDenialKind === 'user-rejected') return 'escaped';
  return output.answers === undefined && permissionDecision === undefined
    ? 'unanswered'
    : 'not_by_person';
}

/** C2. A hook, a rule or a mode that answers is named as the source. */
function wasAcceptedInDialog({ result }: AskedCall): AnswerFault | undefined {
  const { decision, source } = fieldsOf(result.record.permissionDecision);
  return decision === 'accept' && source === 'user_temporary' ? undefined : 'not_by_person';
}

/** C3. Only the terminal client in the session that we asked in; a program's host has another entry point. */
function belongsToSession({ ask, result, context }: AskedCall): AnswerFault | undefined {
  const rows = [ask.record, result.record];
  if (rows.some(({ isSidechain, agentId }) => isSidechain === true || agentId !== undefined))
    return 'sub_agent';
  if (rows.some(({ entrypoint }) => entrypoint !== 'cli')) return 'other_host';
  return rows.some(({ sessionId }) => sessionId !== context.session) ? 'other_session' : undefined;
}

/** C4. The host of a program leaves `session_id` out; a branch names its source. After /clear the value is old. */
function isNoCopy({ ask, result }: AskedCall): AnswerFault | undefined {
  if (ask.record.forkedFrom !== undefined || result.record.forkedFrom !== undefined)
    return 'copied';
  return textOf(result.record.session_id) === '' ? 'not_by_person' : undefined;
}

/** C5. The dialog always writes `annotations`; hooks that answer do not. */
function hasAnnotations({ output }: AskedCall): AnswerFault | undefined {
  return isRecord(output.annotations) ? undefined : 'not_by_person';
}

/** C6. An idle dialog can close on a timer, with whichever option was marked. */
function wasNotEndedByCountdown({ output }: AskedCall): AnswerFault | undefined {
  if (output.afkTimeoutMs !== undefined) return 'countdown';
  return output.response === undefined ? undefined : 'own_words';
}

/** C7. The dialog showed our questions and nothing else, and the answer is one of the options. */
function isOurQuestion(found: AskedCall): AnswerFault | undefined {
  const { asked, context, output } = found;
  if (objectsIn(output.questions).some(({ multiSelect }) => multiSelect === true)) return 'several';
  if (!isOurDialog(output.questions, asked, context.printed ?? [])) return 'altered_question';
  if (notesOn(output, asked).length > 0) return 'notes';
  const answer = answerTo(found);
  if (answer === undefined) return 'unanswered';
  return isLabel(asked, answer) ? undefined : 'own_words';
}

/**
 * Every question is compared as a whole, by value, and by its number in the dialog: the order of keys is the model's.
 * The client adds a missing `multiSelect`.
 */
function isOurDialog(
  shown: unknown,
  { question }: AskedQuestion,
  printed: readonly Question[],
): boolean {
  if (!Array.isArray(shown)) return false;
  const isAt = (one: Question, at: number): boolean => {
    const other: unknown = shown[at];
    const whole = isRecord(other) && { multiSelect: false, ...other };
    return isDeepStrictEqual(whole, numberedAt(one, at, shown.length));
  };
  const ours = shown.filter((_, at) => isAt(question, at));
  return (
    ours.length === 1 && shown.every((_, at) => [question, ...printed].some((one) => isAt(one, at)))
  );
}

function answerTo({ output, asked }: AskedCall): unknown {
  return fieldsOf(output.answers)[asked.question.question];
}

function isLabel({ question }: AskedQuestion, answer: unknown): boolean {
  return question.options.some(({ label }) => label === answer);
}

/** C8. Another hook can replace the recorded answer after the dialog; its own output tells. */
function wasNotRewritten({ call, transcript }: AskedCall): AnswerFault | undefined {
  const isRewriting = ({ record: { attachment } }: Placed): boolean =>
    isRecord(attachment) &&
    attachment.toolUseID === call &&
    attachment.hookEvent === 'PostToolUse' &&
    JSON.stringify(attachment).includes('updatedToolOutput');
  return transcript.rows.some(isRewriting) ? 'rewritten' : undefined;
}

/** C9. A person began the turn, or something of theirs did: a finished sub-agent, a schedule. A program's turn is none. */
function isPersonsTurn({ ask, result, transcript }: AskedCall): AnswerFault | undefined {
  const above = transcript.prompts.filter(({ at }) => at < ask.at);
  const own = above.findLast(({ record }) => record.promptId === result.record.promptId);
  if (own === undefined || own.record.entrypoint !== 'cli') return 'program_turn';
  const began = starterOf(own.record);
  if (began === 'human') return undefined;
  const before = above.findLast(({ at, record }) => at < own.at && starterOf(record) !== 'other');
  const isTheirs =
    began === 'other' && before !== undefined && starterOf(before.record) === 'human';
  return isTheirs ? undefined : 'program_turn';
}

/** C10. A call of an earlier message that ends after the question may have driven the answer. */
function interruptsNoCall({ ask, transcript }: AskedCall): AnswerFault | undefined {
  const message = messageId(ask.record);
  const isOpen = ({ at, record }: Placed): boolean =>
    at < ask.at &&
    record.type === 'assistant' &&
    messageId(record) !== message &&
    blocksOf(record).some(
      ({ type, id }) =>
        type === 'tool_use' && (transcript.results.get(id) ?? []).some((row) => row.at > ask.at),
    );
  return transcript.rows.some(isOpen) ? 'open_call' : undefined;
}

/** C11. A second client answered where a later row of the first goes on from before the question. */
function isNotPassedBy({ ask, result, transcript }: AskedCall): AnswerFault | undefined {
  const message = messageId(ask.record) ?? ask;
  const passes = new Map<number, boolean>();
  const known = (row: Placed): boolean | undefined => {
    if (row.at === result.at || row.at === ask.at || messageId(row.record) === message)
      return false;
    return row.at < ask.at ? true : passes.get(row.at);
  };
  // A row whose parent is missing, as behind a compaction, proves nothing.
  const passesBy = (row: Placed): boolean => {
    const path = new Set<number>();
    let passed: boolean | undefined;
    for (let step: Placed | undefined = row; step && passed === undefined; ) {
      passed = path.has(step.at) ? false : known(step);
      path.add(step.at);
      step = transcript.byUuid.get(step.record.parentUuid);
    }
    for (const at of path) if (at > ask.at) passes.set(at, passed === true);
    return passed === true;
  };
  const later = transcript.rows.filter(
    ({ at, record: { type } }) => at > ask.at && (type === 'user' || type === 'assistant'),
  );
  return later.some(passesBy) ? 'passed_by' : undefined;
}

/** C12. A fork repeats a row with the same call: one call counts once. */
function isUnused({ call, asked, context: { used } }: AskedCall): AnswerFault | undefined {
  return used.has(call) || used.has(answerKey(call, asked.id)) ? 'used' : undefined;
}

/** A call may hold up to four questions, and each of them counts once. */
export function answerKey(call: string, id: string): string {
  return `${call} ${id}`;
}

/** An answer given before this filing does not count for it. */
function isLaterThanFiling({ ask, result, asked }: AskedCall): AnswerFault | undefined {
  const filed = Date.parse(asked.filed_at);
  const isLater = [ask, result].every(({ record }) => Date.parse(textOf(record.timestamp)) > filed);
  return isLater ? undefined : 'before_filing';
}

/** What a person types after the answer, before the model goes on, may take it back. Nobody reads it for a yes or no. */
function hasNothingSaidAfter({ result, transcript }: AskedCall): AnswerFault | undefined {
  const later = transcript.rows.filter(({ at }) => at > result.at);
  const next = later.findIndex(({ record }) => record.type === 'assistant' && !record.isSidechain);
  const between = next < 0 ? later : later.slice(0, next);
  const fired = between.some(({ record }) => record.subtype === 'scheduled_task_fire');
  return between.some((row) => isTyped(row, fired)) ? 'said_after' : undefined;
}

/** A prompt of a person, or one that waits in the queue and is no message of the program. */
function isTyped({ record }: Placed, hasFired: boolean): boolean {
  const queued = queuedCommand(record);
  if (queued !== undefined) return isOfPerson(queued);
  if (record.type === 'queue-operation')
    return (
      record.operation === 'enqueue' &&
      !hasFired &&
      !/^\s*<task-notification/.test(textOf(record.content))
    );
  return isPrompt({ at: 0, line: 0, record }) && starterOf(record) === 'human';
}

/**
 * Where a hook of ours saw the session start, it must have seen the dialog close too: what the dialog took and what the
 * model was told, in the same client. A mod can change either.
 */
function isConfirmed(found: AskedCall): AnswerFault | undefined {
  const { call, asked, context, transcript } = found;
  const note = context.witness?.(call);
  if (note === undefined) {
    if (context.needsWitness !== true) return undefined;
    const unseen = callsFor(asked, context, transcript).filter(
      (one) => one.results.length > 0 && context.witness?.(one.call) === undefined,
    );
    return unseen.length > 1 ? 'unseen_again' : 'unseen';
  }
  if (note === 'damaged' || note.call !== call) return 'contradicted';
  if (note.entrypoint !== 'cli' || !note.attended) return 'not_by_person';
  if (note.session_pid !== 0 && note.client_pid !== note.session_pid) return 'other_client';
  const { question } = asked.question;
  const answer = answerTo(found);
  const isTold = note.answers[question] === answer;
  const isTaken = note.taken === undefined || note.taken[question] === answer;
  return isTold && isTaken ? undefined : 'contradicted';
}

/** Returns what the person wrote into the dialog instead of choosing an option. The report of an undecided question shows it. */
function wordsOf(found: AskedCall): string | undefined {
  const { output, asked, result } = found;
  // The client's own words about a chat are no words of the person.
  const { userFeedback } =
    result.record.permissionDecision === undefined ? result.record : ({} as Fields);
  const answer = answerTo(found);
  const own = isLabel(asked, answer) ? undefined : answer;
  const words = [userFeedback, output.response, ...notesOn(output, asked), own].filter(
    (text) => typeof text === 'string' && text !== '' && text !== '(notes only)',
  );
  return words.length === 0 ? undefined : words.join('\n');
}

function notesOn({ annotations }: Fields, { question: { question } }: AskedQuestion): unknown[] {
  const { notes } = fieldsOf(fieldsOf(annotations)[question]);
  return notes === undefined ? [] : [notes].flat();
}

/** Every AskUserQuestion call that carries the id, in the model's words or in those that were shown. */
function callsFor(
  asked: AskedQuestion,
  context: AnswerContext,
  transcript: Indexed,
): readonly AskedCall[] {
  const isMarked = (questions: unknown): boolean =>
    objectsIn(questions).some(({ question }) => isAbout(textOf(question), asked.id));
  return transcript.rows.flatMap((ask) =>
    ask.record.type !== 'assistant'
      ? []
      : blocksOf(ask.record).flatMap(({ type, name, id, input }) => {
          if (type !== 'tool_use' || name !== 'AskUserQuestion' || typeof id !== 'string')
            return [];
          const results = transcript.results.get(id) ?? [];
          const result = results[0] ?? { at: -1, line: ask.line, record: {} };
          const output = fieldsOf(result.record.toolUseResult);
          if (!isMarked(fieldsOf(input).questions) && !isMarked(output.questions)) return [];
          return [{ call: id, asked, context, transcript, ask, results, result, output }];
        }),
  );
}

/** `[ID]`, or `[ID 1/3]` where a question has several parts. */
export function isAbout(text: string, id: string): boolean {
  return text.includes(`[${id}]`) || text.includes(`[${id} `);
}

interface Indexed {
  readonly rows: readonly Placed[];
  readonly byUuid: ReadonlyMap<unknown, Placed>;
  /** Rows that hold the result of a call, by the call's id. */
  readonly results: ReadonlyMap<unknown, readonly Placed[]>;
  readonly prompts: readonly Placed[];
}

/** A second compaction appends rows again: what has the uuid of an earlier row is left out. */
function index(rows: readonly TranscriptRow[]): Indexed {
  const placed: Placed[] = [];
  const byUuid = new Map<unknown, Placed>();
  const results = new Map<unknown, Placed[]>();
  for (const { line, record } of rows) {
    if (typeof record.uuid === 'string' && byUuid.has(record.uuid)) continue;
    const row = { at: placed.length, line, record };
    placed.push(row);
    if (typeof record.uuid === 'string') byUuid.set(record.uuid, row);
    // Other rows, which log requests for instance, may repeat a result and are no turn.
    for (const { type, tool_use_id } of record.type === 'user' ? blocksOf(record) : [])
      if (type === 'tool_result')
        results.set(tool_use_id, [...(results.get(tool_use_id) ?? []), row]);
  }
  return { rows: placed, byUuid, results, prompts: placed.filter(isPrompt) };
}

/** A scheduled prompt is a meta row, so those count too. */
function isPrompt({ record }: Placed): boolean {
  const { type, isCompactSummary, isSidechain, origin, promptSource, turnOrigin } = record;
  return (
    type === 'user' &&
    isCompactSummary !== true &&
    isSidechain !== true &&
    !blocksOf(record).some((block) => block.type === 'tool_result') &&
    (origin ?? promptSource ?? turnOrigin) !== undefined
  );
}

function starterOf({ origin, promptSource, turnOrigin }: Fields): 'human' | 'sdk' | 'other' {
  if (promptSource === 'sdk' || turnOrigin === 'sdk') return 'sdk';
  return fieldsOf(origin).kind === 'human' && turnOrigin === 'human' ? 'human' : 'other';
}

function isError(record: Fields): boolean {
  return blocksOf(record).some(({ type, is_error }) => type === 'tool_result' && is_error === true);
}

function messageId({ message }: Fields): unknown {
  return fieldsOf(message).id;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
