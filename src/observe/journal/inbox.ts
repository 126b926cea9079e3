import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readPart } from '../../platform/fs.js';
import { fieldsOf, jsonIn } from '../../platform/read-object.js';

/** Below our own folder: a file for each project, a message a line. */
export const inboxFolder = 'inbox';

export function inboxPath(project: string): string {
  return `${inboxFolder}/${project}.jsonl`;
}

/** The file with the offset, in bytes, up to which any session has read the messages. */
export function seenPath(project: string): string {
  return `${inboxFolder}/${project}.seen`;
}

export interface Message {
  /** ISO 8601. */
  readonly ts: string;
  /** The project that it was sent from. */
  readonly from: string;
  /** An agent's was allowed by a person. */
  readonly by: 'person' | 'agent';
  readonly text: string;
}

/** With the offset behind it. */
type Placed = Message & { readonly end: number };

/** Of what waits unread; more would not be read at once. */
export const maxWaitingBytes = 32 << 10;

/** A client shows the model 10,000 characters of all that one hook says; rules and news need some of them. */
const maxHandedOut = 7000;
const frame = 200;

/** The first messages, as many as a model is told at once: at least one. */
export function handedOut<T extends Pick<Message, 'text'>>(messages: readonly T[]): readonly T[] {
  let left = maxHandedOut;
  return messages.filter(({ text }, at) => {
    left -= text.length + frame;
    return at === 0 || left >= 0;
  });
}

/** The messages after `from` bytes, and the end of the last one; undefined without a file. */
export function messagesIn(
  own: string,
  project: string,
  from: number,
): { readonly messages: readonly Placed[]; readonly end: number } | undefined {
  const file = join(own, inboxPath(project));
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const part = readPart(file, maxWaitingBytes, (size) => Math.min(from, size));
  const bytes = part?.bytes ?? Buffer.alloc(0);
  const length = bytes.lastIndexOf(0x0a) + 1;
  const start = part?.start ?? 0;
  let end = start;
  const messages = bytes
    .toString('utf8', 0, length)
    .split('\n')
    .flatMap((line) => {
      end += Buffer.byteLength(line) + 1;
      return messageIn(line).map((message): Placed => ({ ...message, end }));
    });
  return { messages, end: start + length };
}

function messageIn(line: string): Message[] {
  const { ts, from, by, text } = fieldsOf(jsonIn(line));
  const isWhole = typeof ts === 'string' && typeof from === 'string' && typeof text === 'string';
  return isWhole ? [{ ts, from, by: by === 'person' ? by : 'agent', text }] : [];
}
