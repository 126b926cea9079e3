import { closeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  blocksOf,
  openFile,
  queuedCommand,
  readLines,
  recordsOn,
} from '../../observe/transcript.js';
import { namesIn } from '../../platform/folders.js';
import { type Fields, isRecord } from '../../platform/read-object.js';
import type { TranscriptRow } from './answered-question.js';

/**
 * Reads the rows that `findAnswer` needs, in file order, lines counted from 1: AskUserQuestion calls and results,
 * prompts, notes of hooks about those calls, and blocked prompts. Of every other record it keeps the place in the
 * chain. One buffer is enough for files of hundreds of MB. Returns nothing without a file.
 */
export function readTranscriptRows(claude: string, session: string): TranscriptRow[] {
  const file = transcriptFile(claude, session);
  const opened = file === undefined ? 'none' : openFile(file);
  if (typeof opened === 'string') return [];
  const rows: TranscriptRow[] = [];
  const calls = new Set<string>();
  let line = 0;
  try {
    for (const { bytes, start, length, tooLong } of readLines(opened, 0)) {
      line++;
      if (tooLong || length === 0) continue;
      for (const record of parseLine(bytes.subarray(start, start + length), calls)) {
        for (const { name, id } of blocksOf(record))
          if (name === tool && typeof id === 'string') calls.add(id);
        rows.push({ line, record: withoutBulk(record, calls) });
      }
    }
  } finally {
    closeSync(opened.fd);
  }
  return rows;
}

const tool = 'AskUserQuestion';

/** The longest file where two folders hold one of this name. A session's id is no path. */
function transcriptFile(claude: string, session: string): string | undefined {
  if (!/^[\w-]+$/.test(session)) return undefined;
  const projects = join(claude, 'projects');
  const found = namesIn(projects).flatMap((slug) => {
    const file = join(projects, slug, `${session}.jsonl`);
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ file, size: stat.size }] : [];
  });
  return found.sort((a, b) => b.size - a.size)[0]?.file;
}

/** `recordsOn` leaves out what a call gave back, which of our own calls is needed. */
function parseLine(bytes: Buffer, calls: ReadonlySet<string>): readonly Fields[] {
  const isOurs = bytes.includes(tool) || [...calls].some((call) => bytes.includes(call));
  const values = (isOurs ? parseWhole(bytes) : undefined) ?? recordsOn(bytes).values;
  return values.filter(isRecord);
}

function parseWhole(bytes: Buffer): readonly unknown[] | undefined {
  try {
    return [JSON.parse(bytes.toString('utf8'))];
  } catch {
    return undefined;
  }
}

const links = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'isSidechain',
  'timestamp',
  'entrypoint',
  'sessionId',
];
const ofPrompts = ['promptId', 'origin', 'promptSource', 'turnOrigin', 'isCompactSummary'];

function withoutBulk(record: Fields, calls: ReadonlySet<string>): Fields {
  const blocks = blocksOf(record);
  const isOurs = blocks.some(
    ({ name, tool_use_id }) => name === tool || calls.has(tool_use_id as string),
  );
  const { attachment, promptSubmitEnding, message } = record;
  const isHooks = isRecord(attachment) && calls.has(attachment.toolUseID as string);
  const isQueue = record.type === 'queue-operation' || queuedCommand(record) !== undefined;
  if (isOurs || isHooks || isQueue || promptSubmitEnding !== undefined) return record;
  const fields = record.type === 'user' ? [...links, ...ofPrompts] : links;
  const kept = Object.fromEntries(
    fields.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])),
  );
  if (!isRecord(message)) return kept;
  const content = blocks.flatMap(({ type, id, name, tool_use_id }) =>
    type === 'tool_use' || type === 'tool_result' ? [{ type, id, name, tool_use_id }] : [],
  );
  return { ...kept, message: { id: message.id, stop_reason: message.stop_reason, content } };
}
