import {
  type Changed,
  filled,
  inputStrings,
  isObject,
  type Json,
  type Role,
  type ToolCall,
  type Turn,
  type TurnKind,
} from '../turn.js';
import { isOfPerson, type QueueOutcome, queuedCommand, queuedTexts } from './prompt-queue.js';
import { type DialogQuestion, dialogAnswers, questionsOf } from './question-answers.js';
import { isTypedByPerson, kindOf, nothingHeard } from './turn-kind.js';

/**
 * Turns the records of one file into turns. It remembers the calls whose results are still to come, so records must
 * come in the order of the file. `malformed` for a message it cannot understand; only `user`, `assistant`,
 * `queue-operation` and `queued_command` records hold turns. `outcome` is asked for once something waits in the queue;
 * its places are the offsets that the reader is given. A record whose uuid was read is not read again.
 */
export function turnReader(
  file: string,
  outcome: () => QueueOutcome,
  hasTyped = false,
): RecordReader {
  const memory: Memory = {
    calls: new Map(),
    scheduled: new Set(),
    typed: '',
    hasTyped,
    read: new Set(),
  };
  return (record, line, offset) => {
    if (record.type === 'queue-operation')
      return queued(record, base(file, line, offset, record), memory, outcome);
    const repeated = queuedCommand(record);
    if (repeated !== undefined) {
      if (wasRead(record, memory) || !isOfPerson(repeated)) return none;
      return told(repeated, base(file, line, offset, record), memory, outcome);
    }
    const content = contentOf(record);
    if (content === undefined) return malformed;
    if (wasRead(record, memory)) return none;
    const common = base(file, line, offset, record);
    return record.type === 'assistant'
      ? assistantTurns(record, content, common, memory)
      : userTurns(record, content, common, memory);
  };
}

/** A second compaction in one process appends copies of earlier records. */
function wasRead({ uuid }: Json, { read }: Memory): boolean {
  if (typeof uuid !== 'string') return false;
  if (read.has(uuid)) return true;
  read.add(uuid);
  return false;
}

export type RecordReader = (
  record: Json,
  line: number,
  offset: number,
) => ReadTurns | typeof malformed;

interface ReadTurns {
  readonly turns: readonly Turn[];
  /** Types of content blocks that were not understood. */
  readonly unknown: readonly string[];
}

const none: ReadTurns = { turns: [], unknown: [] };

export const malformed = Symbol('malformed');

/** What earlier records show about later ones. */
interface Memory {
  readonly calls: Map<string, Call>;
  /** Prompts the model left to be sent later. */
  readonly scheduled: Set<string>;
  /** Replaces the call id of the shell command that the person typed last. */
  typed: string;
  /** A person typed in a terminal. */
  hasTyped: boolean;
  /** `uuid` of each record. */
  readonly read: Set<string>;
}

interface Call {
  readonly name: string;
  /** Kept for AskUserQuestion only: its result can be parsed only with its questions. */
  readonly questions: readonly DialogQuestion[] | undefined;
}

type Base = Omit<Turn, 'role' | 'kind' | 'text' | 'tool'>;

// A call without a result stays in memory; a file of millions of such calls must not.
const maxCallsInFlight = 10_000;

function base(file: string, line: number, offset: number, record: Json): Base {
  const message = record.message;
  return {
    file,
    line,
    offset,
    timestamp: filled(record.timestamp),
    session_id: filled(record.sessionId),
    cwd: filled(record.cwd),
    branch: filled(record.gitBranch),
    message_id: isObject(message) ? filled(message.id) : undefined,
    uuid: filled(record.uuid),
    is_sidechain: record.isSidechain === true,
  };
}

function contentOf(record: Json): string | readonly unknown[] | undefined {
  const content = isObject(record.message) ? record.message.content : record.content;
  return typeof content === 'string' || Array.isArray(content) ? content : undefined;
}

function turn(
  common: Base,
  role: Role,
  kind: TurnKind,
  text: string,
  tool: ToolCall | undefined = undefined,
): Turn {
  return {
    file: common.file,
    line: common.line,
    offset: common.offset,
    role,
    kind,
    text,
    timestamp: common.timestamp,
    session_id: common.session_id,
    cwd: common.cwd,
    branch: common.branch,
    message_id: common.message_id,
    uuid: common.uuid,
    is_sidechain: common.is_sidechain,
    tool,
  };
}

/** The turns of each block of a message. A block without a turn is unknown, unless it has no text. */
function blockTurns(
  role: 'assistant' | 'user',
  content: string | readonly unknown[],
  turnsOf: (block: Json) => readonly Turn[] | undefined,
): ReadTurns {
  const turns: Turn[] = [];
  const unknown: string[] = [];
  for (const said of typeof content === 'string' ? [content] : content) {
    const block = typeof said === 'string' ? { type: 'text', text: said } : said;
    const found = isObject(block) ? turnsOf(block) : undefined;
    if (found !== undefined) turns.push(...found);
    else if (!isObject(block)) unknown.push(`${role}/(not an object)`);
    else if (!silentBlocks.has(String(block.type))) unknown.push(`${role}/${block.type}`);
  }
  return { turns, unknown };
}

const silentBlocks = new Set(['redacted_thinking', 'image', 'document', 'fallback']);

function assistantTurns(
  record: Json,
  content: string | readonly unknown[],
  common: Base,
  memory: Memory,
): ReadTurns {
  const model = isObject(record.message) ? record.message.model : undefined;
  const said = record.isApiErrorMessage === true || model === '<synthetic>' ? 'synthetic' : 'text';
  return blockTurns('assistant', content, (block) => {
    if (block.type === 'text') return turnIf(common, 'assistant', said, block.text);
    // Newer clients keep the block and leave out its text.
    if (block.type === 'thinking') return turnIf(common, 'thinking', 'thinking', block.thinking);
    if (isServerResult(block.type)) return resultTurns(block, undefined, common, memory);
    return isCall(block.type) ? [callTurn(block, common, memory)] : undefined;
  });
}

function turnIf(common: Base, role: Role, kind: TurnKind, text: unknown): Turn[] {
  const said = filled(text);
  return said === undefined ? [] : [turn(common, role, kind, said)];
}

function isCall(type: unknown): boolean {
  return type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';
}

/** The result of a server tool is part of the model's own message: `web_search_tool_result`. */
function isServerResult(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('_tool_result');
}

function callTurn(block: Json, common: Base, memory: Memory): Turn {
  const { calls, scheduled } = memory;
  const name = filled(block.name) ?? '';
  const id = filled(block.id) ?? '';
  const questions = name === 'AskUserQuestion' ? questionsOf(block.input) : undefined;
  if (calls.size >= maxCallsInFlight) calls.delete(calls.keys().next().value as string);
  calls.set(id, { name, questions });
  const strings = inputStrings(block.input);
  if (/^(?:Cron|Schedule|Remote|Push)/.test(name))
    for (const text of strings) scheduled.add(text.trim());
  return turn(common, 'tool_input', 'call', strings.join('\n'), { name, id, input: block.input });
}

function userTurns(
  record: Json,
  content: string | readonly unknown[],
  common: Base,
  memory: Memory,
): ReadTurns {
  if (isTypedByPerson(record)) memory.hasTyped = true;
  // Data kept beside results belongs to one of them.
  const kept = content.length === 1 ? record.toolUseResult : undefined;
  return blockTurns('user', content, (block) => {
    if (block.type === 'text') return wordsTurns(filled(block.text) ?? '', record, common, memory);
    return block.type === 'tool_result' ? resultTurns(block, kept, common, memory) : undefined;
  });
}

/** A text in a `user` line: the person's, another agent's, or the client's own. */
function wordsTurns(text: string, record: Json, common: Base, memory: Memory): Turn[] {
  if (text === '') return [];
  const kind = kindOf(text, record, memory);
  if (kind === 'bash_input') memory.typed = `!${common.line}`;
  const typed = kind === 'bash_input' || kind === 'bash_output';
  const shown = kind === 'bash_output' || kind === 'command_output';
  const tool = typed ? { name: '!', id: memory.typed } : undefined;
  return [turn(common, shown ? 'tool_result' : 'user', kind, text, tool)];
}

function resultTurns(block: Json, kept: unknown, common: Base, { calls }: Memory): Turn[] {
  const id = filled(block.tool_use_id) ?? '';
  const call = calls.get(id);
  calls.delete(id);
  const failed = block.is_error === true;
  const texts = resultTexts(block.content);
  const first = texts[0] ?? '';
  const changed = failed ? undefined : changedIn(first, kept);
  const tool: ToolCall = {
    name: call?.name ?? '',
    id,
    failed,
    ...(changed === undefined ? {} : { changed }),
  };
  const refused = failed && isRefusal(first);
  const kind = refused ? 'refusal' : failed && hookError.test(first) ? 'hook' : 'result';
  const turns = (texts.length === 0 ? [''] : texts).map((text) =>
    turn(common, 'tool_result', kind, text, tool),
  );
  // A dialog left for a chat repeats its questions as the reason; the person typed nothing.
  const reason = refused && call?.questions === undefined ? reasonOf(first) : undefined;
  if (reason) turns.push(turn(common, 'user', 'rejection', reason, tool));
  if (!failed && call?.questions) {
    for (const { text, isChosen } of dialogAnswers(first, kept, call.questions)) {
      turns.push(turn(common, 'user', isChosen ? 'choice' : 'answer', text, tool));
    }
  }
  return turns;
}

/** What the person made of an edit: by the client's record beside the result, else by its sentence. */
function changedIn(result: string, kept: unknown): Changed | undefined {
  const beside = isObject(kept) && kept.userModified === true ? kept : undefined;
  if (beside === undefined && !CHANGED.test(result.slice(-400))) return undefined;
  const edits = Array.isArray(beside?.edits) ? beside.edits : [];
  const texts = [beside?.newString ?? beside?.content, ...edits.map((edit) => edit?.new_string)];
  const said = texts.filter((text): text is string => typeof text === 'string');
  return { text: said.length === 0 ? undefined : said.join('\n') };
}

const CHANGED = /The user modified your proposed (?:changes|content) before accepting/;

/** Each text of a result apart: words that run over two of them were shown nowhere. */
function resultTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isObject(part) && typeof part.text === 'string' ? [part.text] : [];
  });
}

const hookError = /^(?:Error: )?(?:Pre|Post)ToolUse:\S+ hook (?:blocking )?error/;

/**
 * Text that the person typed while the model worked, and that the model received. Notifications, other agents' words
 * and timers use the same queue.
 */
function queued(
  record: Json,
  common: Base,
  memory: Memory,
  outcome: () => QueueOutcome,
): ReadTurns {
  return record.operation === 'enqueue' ? told(record, common, memory, outcome) : none;
}

function told(
  record: Json,
  common: Base,
  { scheduled }: Memory,
  outcome: () => QueueOutcome,
): ReadTurns {
  const texts = queuedTexts(record).filter(
    (text) =>
      !/^\s*(?:<[a-z]|$)/.test(text) &&
      kindOf(text, { isSidechain: common.is_sidechain }, { ...nothingHeard, scheduled }) ===
        'prompt',
  );
  if (texts.length === 0 || !outcome().told.has(common.offset)) return none;
  const { fromPrograms } = outcome();
  const theirs = texts.filter((text) => !fromPrograms.has(text.trim()));
  return { turns: theirs.map((text) => turn(common, 'user', 'queued', text)), unknown: [] };
}

/**
 * True if a call's result says that the person prevented it. Output of a command with these words begins with "Exit
 * code".
 */
function isRefusal(result: string): boolean {
  return REFUSAL.test(result);
}

const REFUSAL =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action right now)\.|Permission for this tool use was denied\.|The agent proposed a plan that was rejected by the user\.)/;

/** The person's reason for a refusal, in their words; undefined without one. */
function reasonOf(refusal: string): string | undefined {
  // The plan follows, and a model wrote it.
  if (refusal.startsWith('The agent proposed a plan')) return undefined;
  const opens = OPENS.exec(refusal);
  if (opens === null) return undefined;
  return refusal
    .slice(opens.index + opens[0].length)
    .replace(NOTE_AFTER, '')
    .trim();
}

const OPENS =
  /(?:To tell you how to proceed, the user said:\n|NOT written to the file\)\. The user said:\n|The user provided the following reason for the rejection:\s+)/;

const NOTE_AFTER = /\n\nNote: The user's next message may contain a correction[\s\S]*$/;
