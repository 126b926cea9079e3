import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readPart } from '../platform/fs.js';

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

const maxBytes = 32 << 10;

/** The messages after `from` bytes, and the end of the last one; undefined without a file. */
export function messagesIn(
  own: string,
  project: string,
  from: number,
): { readonly messages: readonly Message[]; readonly end: number } | undefined {
  const file = join(own, inboxPath(project));
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const part = readPart(file, maxBytes, (size) => Math.min(from, size));
  const bytes = part?.bytes ?? Buffer.alloc(0);
  const length = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('utf8', 0, length).split('\n');
  return { messages: lines.flatMap(messageIn), end: (part?.start ?? 0) + length };
}

function messageIn(line: string): Message[] {
  try {
    const { ts, from, by, text } = JSON.parse(line) as Message;
    const isWhole = [ts, from, text].every((one) => typeof one === 'string');
    return isWhole ? [{ ts, from, by: by === 'person' ? by : 'agent', text }] : [];
  } catch {
    return [];
  }
}
