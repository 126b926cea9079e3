import fs from 'node:fs';
import { recordsOn } from '../decode-record.js';
import { type OpenFile, openFile, readLines } from '../read-lines.js';
import { isObject, type Json } from '../turn.js';
import { isSentByProgram } from './turn-kind.js';

/** What later records show about a text in the client's queue. */
export interface QueueOutcome {
  /** Places of the records whose text the model received while it worked: `enqueue`, else `queued_command`. */
  readonly told: ReadonlySet<number>;
  /** Texts that a program put there. Nothing in the queue tells them from what a person types. */
  readonly fromPrograms: ReadonlySet<string>;
}

/** A record, and a number that names its place: bytes or lines. */
export type Placed = readonly [record: Json, place: number];

/**
 * The outcome of each queued text. One taken back (`popAll`) or dropped was never said; a dequeued one comes again as a
 * prompt; a waiting one may still be taken back. A fork copies delivered texts without the records of the queue.
 */
export function queueOutcome(records: Iterable<Placed>): QueueOutcome {
  const told = new Set<number>();
  const fromPrograms = new Set<string>();
  const enqueued = new Set<string>();
  const queue: { text: string; place: number }[] = [];
  for (const [record, place] of records) {
    for (const text of programTexts(record)) fromPrograms.add(text.trim());
    const repeated = queuedCommand(record);
    if (repeated !== undefined && !enqueued.has(textOf(repeated))) told.add(place);
    if (record.type !== 'queue-operation') continue;
    const { operation, content, reason } = record;
    if (operation === 'enqueue') {
      enqueued.add(textOf(record));
      queue.push({ text: queuedTexts(record).join('\n'), place });
    }
    if (operation === 'popAll') queue.length = 0;
    if (operation !== 'remove' && operation !== 'dequeue') continue;
    // Newer clients name the text that left.
    const named = queue.findIndex(({ text }) => text === content);
    const [left] = queue.splice(Math.max(0, named), 1);
    if (left !== undefined && operation === 'remove' && toldReasons.includes(reason))
      told.add(left.place);
  }
  return { told, fromPrograms };
}

/** Older clients give no reason; newer ones also report dropped texts. */
const toldReasons: readonly unknown[] = [undefined, 'absorbed_mid_turn'];

export function queuedTexts({ content }: Json): string[] {
  return typeof content === 'string' ? [content] : textsIn(content);
}

/** A queued text that the model received, as an `enqueue` record would hold it. */
export function queuedCommand({ type, attachment }: Json): Json | undefined {
  if (type !== 'attachment' || !isObject(attachment)) return undefined;
  return attachment.type === 'queued_command'
    ? { ...attachment, content: attachment.prompt }
    : undefined;
}

function textOf(record: Json): string {
  return queuedTexts(record).join('\n').trim();
}

const fired = 'scheduled_task_fire';
/** A line that tells anything of the queue holds one of these. */
const queueMarks = [
  '"queue-operation"',
  '"queued_command"',
  fired,
  '"turnOrigin"',
  '"wakeupSource"',
  '"textNotTyped"',
  '"handedOff"',
];

function programTexts(record: Json): string[] {
  if (record.subtype === fired) return textsIn([record.prompt]);
  const { message } = record;
  const queued = queuedCommand(record);
  if (queued !== undefined) return isOfPerson(queued) ? [] : queuedTexts(queued);
  if (record.type !== 'user' || !isSentByProgram(record) || !isObject(message)) return [];
  return textsIn(Array.isArray(message.content) ? message.content : [message.content]);
}

/** Newer clients repeat a delivered text as an attachment with its author. */
export function isOfPerson({ origin, humanTurn, commandMode = 'prompt' }: Json): boolean {
  if (humanTurn === false || commandMode !== 'prompt') return false;
  return !isObject(origin) || origin.kind === 'human';
}

function textsIn(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    const text = isObject(part) ? part.text : part;
    return typeof text === 'string' ? [text] : [];
  });
}

/** The outcome of the queue in a whole transcript, because it may be recorded much later. */
export function queueOutcomeIn(file: string): QueueOutcome {
  const opened = openFile(file);
  if (typeof opened === 'string') return queueOutcome([]);
  try {
    return queueOutcome(placedRecords(opened));
  } finally {
    fs.closeSync(opened.fd);
  }
}

function* placedRecords(opened: OpenFile): Generator<Placed> {
  for (const { bytes, start, length, offset } of readLines(opened, 0)) {
    const line = bytes.subarray(start, start + length);
    if (!queueMarks.some((mark) => line.includes(mark))) continue;
    for (const record of recordsOn(line).values) if (isObject(record)) yield [record, offset];
  }
}
