import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { removeFile, replaceOwnFile } from '../../platform/fs.js';
import { parseRecord, read } from '../../platform/read-object.js';
import { statOf } from '../sessions/find-files.js';
import type { FoundSession } from '../sessions/sessions.js';
import { type Part, type SessionSummary, summariseSession, summaryVersion } from './summary.js';

/** Below our own folder. */
export const summariesFolder = 'summaries';

/** Longer ones are made each time. */
const maxCharacters = 4 << 20;
/** The client deletes old transcripts; the oldest summaries go when there are more. */
const maxFiles = 4000;
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
  const kept = readKept(path, stamp);
  if (kept !== undefined && asked.every((part) => kept.parts.includes(part))) return kept;
  const parts = new Set<Part>(['steps', 'scan', ...(kept?.parts ?? []), ...asked]);
  const summary = summariseSession(session, [...parts]);
  const body = JSON.stringify(summary);
  try {
    if (body.length <= maxCharacters) {
      tidy(join(own, summariesFolder));
      replaceOwnFile(path, `${headOf(stamp, body)}\n${body}`);
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

function headOf(stamp: string, body: string): string {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return JSON.stringify({ version: summaryVersion, stamp, sha256 });
}

/** Undefined if it is of other files, of another version, or damaged. */
function readKept(path: string, stamp: string): SessionSummary | undefined {
  const text = read(path);
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== headOf(stamp, body)) return undefined;
  return parseRecord(body) as SessionSummary | undefined;
}

const tidied = new Set<string>();

/** Once in a process. */
function tidy(folder: string): void {
  if (tidied.has(folder)) return;
  tidied.add(folder);
  const names = namesIn(folder);
  const changed = (name: string) => statOf(join(folder, name))?.mtimeMs ?? 0;
  const isLeft = (name: string) => !name.endsWith('.json') && changed(name) < Date.now() - maxAge;
  const sorted = names.length <= maxFiles ? [] : [...names].sort((a, b) => changed(b) - changed(a));
  for (const name of [...names.filter(isLeft), ...sorted.slice(maxFiles)])
    removeFile(join(folder, name));
}
