import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, summariesFolder } from '../../platform/folders.js';
import { readPart, removeFile, replaceOwnFile } from '../../platform/fs.js';
import { parseRecord, read, textOf } from '../../platform/read-object.js';
import type { FoundSession } from '../sessions/sessions.js';
import { statOf } from '../sessions/stamp.js';
import { type Part, type SessionSummary, summariseSession, summaryVersion } from './summary.js';

/** Longer ones are made each time. */
const maxCharacters = 4 << 20;
/** Milliseconds after which what a killed process left beside its file goes. */
const maxAge = 3_600_000;

/**
 * A session's summary with the parts that are asked for: the kept one while its files have not changed, else a new one.
 * It is kept only where our own folder exists already, and then with what most commands ask for, so that one reading
 * serves all.
 */
export function summaryOfSession(
  session: FoundSession,
  own: string,
  asked: readonly Part[],
): SessionSummary {
  if (!existsSync(own)) return summariseSession(session, asked);
  const stamp = stampOf(session);
  const name = createHash('sha256').update(session.file).digest('hex').slice(0, 32);
  const path = join(own, summariesFolder, `${name}.json`);
  const kept = readKept(path, session.file, stamp);
  if (kept !== undefined && asked.every((part) => kept.parts.includes(part))) return kept;
  const parts = new Set<Part>(['steps', 'scan', ...(kept?.parts ?? []), ...asked]);
  const summary = summariseSession(session, [...parts]);
  const body = JSON.stringify(summary);
  try {
    if (body.length <= maxCharacters) {
      if (tidied.size < tidied.add(own).size) dropSummaries(own);
      replaceOwnFile(path, `${headOf(session.file, stamp, body)}\n${body}`);
    }
  } catch {
    // What cannot be kept is read again.
  }
  return summary;
}

/** Files, sizes and times: what has them all was not written since. */
function stampOf({ file, agents }: FoundSession): string {
  return [file, ...agents.map((agent) => agent.file)]
    .map((one) => `${one} ${statOf(one)?.size} ${statOf(one)?.mtimeMs}`)
    .join('\n');
}

/** Two lines: whose it is, and what it must agree with. */
function headOf(file: string, stamp: string, body: string): string {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${JSON.stringify({ file })}\n${JSON.stringify({ version: summaryVersion, stamp, sha256 })}`;
}

/** Undefined if it is of other files, of another version, or damaged. */
function readKept(path: string, file: string, stamp: string): SessionSummary | undefined {
  const text = read(path);
  const end = text.lastIndexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== headOf(file, stamp, body)) return undefined;
  return parseRecord(body) as SessionSummary | undefined;
}

/** Done once in a process. */
const tidied = new Set<string>();
const headBytes = 8192;

/** Removes the summaries of transcripts that are gone, and what a killed process left beside a file. */
export function dropSummaries(own: string): void {
  for (const name of namesIn(join(own, summariesFolder))) {
    const path = join(own, summariesFolder, name);
    const isLeft = !name.endsWith('.json') && (statOf(path)?.mtimeMs ?? 0) < Date.now() - maxAge;
    if (isLeft || (name.endsWith('.json') && !existsSync(transcriptOf(path)))) removeFile(path);
  }
}

function transcriptOf(path: string): string {
  const [head = ''] = readPart(path, headBytes)?.bytes.toString('utf8').split('\n', 1) ?? [];
  return textOf(parseRecord(head) ?? {}, 'file');
}
