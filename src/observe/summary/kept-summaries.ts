import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, replaceFile } from '../../platform/fs.js';
import { parseRecord, read } from '../../platform/read-object.js';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { statOf } from '../sessions/find-files.js';
import type { FoundSession } from '../sessions/sessions.js';
import { type SessionSummary, summariseSession, summaryVersion } from './summary.js';

const folderName = 'summaries';

/**
 * A session's summary: the kept one while its files have not changed, else a new one. It is kept only where our own
 * folder exists already, with secrets masked.
 */
export function summaryOfSession(session: FoundSession, own: string): SessionSummary {
  if (!existsSync(own)) return summariseSession(session);
  const stamp = [session.file, ...session.agents.map(({ file }) => file)]
    .map((file) => `${file} ${statOf(file)?.size} ${statOf(file)?.mtimeMs}`)
    .join('\n');
  const name = createHash('sha256').update(session.file).digest('hex').slice(0, 32);
  const path = join(own, folderName, `${name}.json`);
  const kept = readKept(path);
  if (kept?.stamp === stamp && kept.summary.version === summaryVersion) return kept.summary;
  const summary = masked(summariseSession(session));
  try {
    makeFolder(join(own, folderName), 0o700);
    replaceFile(path, JSON.stringify({ stamp, summary }), { mode: 0o600 });
  } catch {
    // What cannot be kept is read again.
  }
  return summary;
}

function masked(summary: SessionSummary): SessionSummary {
  const steps = summary.steps.map((step) =>
    step.kind === 'command' ? { ...step, command: maskSecrets(step.command) } : step,
  );
  return { ...summary, title: maskSecrets(summary.title), steps };
}

function readKept(path: string): { stamp: string; summary: SessionSummary } | undefined {
  return parseRecord(read(path)) as { stamp: string; summary: SessionSummary } | undefined;
}
