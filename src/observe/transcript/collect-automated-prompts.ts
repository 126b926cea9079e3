import fs from 'node:fs';
import { isSentByProgram } from './automated-prompts.js';
import { recordsOn } from './decode-record.js';
import { linesOf, openFile } from './read-lines.js';
import { isObject, type Json } from './turn.js';

/**
 * The prompts in a transcript that the client says it sent itself. They may have waited in its queue, where nothing
 * tells them from what a person types, lines before that is said; the model may have left them in another session.
 */
export function promptsOfPrograms(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  const opened = openFile(file);
  if (typeof opened === 'string') return found;
  try {
    for (const { bytes, start, length } of linesOf(opened, 0)) {
      const line = bytes.subarray(start, start + length);
      if (!marks.some((mark) => line.includes(mark))) continue;
      for (const record of recordsOn(line).values.filter(isObject))
        for (const text of textsOf(record)) found.add(text.trim());
    }
  } finally {
    fs.closeSync(opened.fd);
  }
  return found;
}

const fired = 'scheduled_task_fire';
const marks = [fired, '"turnOrigin"', '"wakeupSource"', '"textNotTyped"', '"handedOff"'];

function textsOf(record: Json): string[] {
  if (record.subtype === fired) return strings([record.prompt]);
  if (record.type !== 'user' || !isSentByProgram(record) || !isObject(record.message)) return [];
  const { content } = record.message;
  return strings(Array.isArray(content) ? content.map((block) => block?.text) : [content]);
}

function strings(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
