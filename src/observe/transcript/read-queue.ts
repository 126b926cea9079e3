import fs from 'node:fs';
import { recordsOn } from './decode-record.js';
import { type Placed, type QueueOutcome, queueMarks, queueOutcome } from './prompt-queue.js';
import { linesOf, type OpenFile, openFile } from './read-lines.js';
import { isObject } from './turn.js';

/** What became of the queue in a whole transcript: lines may tell it that come much later. */
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
  for (const { bytes, start, length, offset } of linesOf(opened, 0)) {
    const line = bytes.subarray(start, start + length);
    if (!queueMarks.some((mark) => line.includes(mark))) continue;
    for (const record of recordsOn(line).values) if (isObject(record)) yield [record, offset];
  }
}
