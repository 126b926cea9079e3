import { isCorrection } from '../observe/evidence/user-corrections.js';
import { isPlan, isSentByProgram } from '../observe/transcript/automated-prompts.js';
import { isRefusal, reasonOf } from '../observe/transcript/refusal-reason.js';
import { isRecord, type Payload, parseRecord, recordOf, textOf } from './payload.js';

/** What the person said in a stretch of a transcript: the last prompt, and corrections with refusals. */
export interface UserWords {
  readonly prompt: string;
  readonly corrections: readonly string[];
}

/**
 * Only lines that may be the person's are parsed. What comes in their name is left out: results of tools, finished
 * agents, commands and their output, hooks, timers, summaries, plans, side chains, and lines from before `since`, ISO 8601.
 */
export function userWords(transcript: string, since = ''): UserWords {
  const said: string[] = [];
  const refused: string[] = [];
  const queue: string[] = [];
  for (const line of transcript.split('\n')) {
    if (!mayBeTheirs(line) || isBefore(line, since)) continue;
    const record = parseRecord(line);
    if (record === undefined) continue;
    if (record.type === 'queue-operation') said.push(...told(record, queue));
    else if (line.includes(RESULT)) refused.push(...reasonsIn(record));
    else if (record.type === 'user' && isTheirs(record)) said.push(...typed(record));
  }
  const corrections = [...refused, ...said.filter(isCorrection)];
  return { prompt: said.at(-1) ?? '', corrections };
}

const RESULT = '"tool_use_id"';
const REFUSALS = ["The user doesn't want to ", 'Permission for this tool use was denied.'];

function mayBeTheirs(line: string): boolean {
  if (line.includes('"type":"queue-operation"')) return true;
  if (!line.includes('"type":"user"')) return false;
  return !line.includes(RESULT) || REFUSALS.some((start) => line.includes(start));
}

const stamp = '"timestamp":"';

/** A line without a time is not. */
function isBefore(line: string, since: string): boolean {
  const at = since === '' ? -1 : line.indexOf(stamp);
  const from = at + stamp.length;
  return at >= 0 && line.slice(from, from + since.length) < since;
}

/**
 * What was typed while the model was working and told to it then and there. What still waits at the end of its turn
 * becomes a prompt; the queue may also be given up.
 */
function told({ operation, content, reason }: Payload, queue: string[]): string[] {
  if (operation === 'enqueue') queue.push(textIn(content).trim());
  if (operation === 'popAll') queue.length = 0;
  if (operation !== 'remove' && operation !== 'dequeue') return [];
  const next = queue.shift() ?? '';
  return operation === 'remove' && TOLD.includes(reason) && isTyped(next) ? [next] : [];
}

/** Why a text left the queue for the model; older clients say nothing of it, newer ones also what was given up. */
const TOLD: readonly unknown[] = [undefined, 'absorbed_mid_turn'];

function reasonsIn(record: Payload): string[] {
  return blocksOf(record)
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textIn(content))
    .filter(isRefusal)
    .flatMap((refusal) => reasonOf(refusal) || []);
}

function typed(record: Payload): string[] {
  const text = textIn(recordOf(record, 'message').content).trim();
  return isTyped(text) && !isPlan(record, text) ? [text] : [];
}

const NOT_THEIRS =
  /^(?:<[a-z][\w-]*>|Caveat: |Stop hook feedback:|\[Request interrupted|This session is being continued|Base directory for this skill:)/;

function isTyped(text: string): boolean {
  return text !== '' && !('<CS[TB'.includes(text.charAt(0)) && NOT_THEIRS.test(text));
}

function isTheirs(record: Payload): boolean {
  const { isMeta, isCompactSummary, isSidechain } = record;
  return ![isMeta, isCompactSummary, isSidechain].includes(true) && !isSentByProgram(record);
}

function blocksOf(record: Payload): Payload[] {
  const { content } = recordOf(record, 'message');
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Of a message or a result: as it stands, or its blocks of text. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((block) => textOf(block, 'text'))
    .filter((text) => text !== '' && !text.startsWith('<system-reminder>'))
    .join('\n');
}
