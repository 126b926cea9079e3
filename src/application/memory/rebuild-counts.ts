import { join } from 'node:path';
import {
  countsName,
  countTranscript,
  readCounts,
  sessionFolderName,
} from '../../observe/journal.js';
import { findSources, withFile } from '../../observe/recall.js';
import { readTranscript } from '../../observe/transcript.js';
import { type Environment, ownFolder, sessionFolders } from '../../platform/folders.js';
import { appendLines, makeOwnFolder } from '../../platform/fs.js';
import type { Problem } from '../../problem.js';

/**
 * Counts the sessions of every project that the hooks know nothing of, from transcripts and the archive, and keeps the
 * counts. Done twice, or by two at once, it changes nothing: counts of one session are united.
 */
export async function rebuildCounts(
  env: Environment,
  step: (done: number, of: number) => void,
): Promise<{ readonly sessions: number; readonly problems: readonly Problem[] }> {
  const own = ownFolder(env);
  const known = new Set(readCounts(own).map(({ session }) => session));
  const { sources, problems: found } = await findSources(sessionFolders(env));
  const problems: Problem[] = [...found];
  const counted = new Set<string>();
  const lines: string[] = [];
  for (const [index, source] of sources.entries()) {
    step(index, sources.length);
    // The hooks record an agent's actions for the session that started it.
    const session = sessionFolderName(source.started_by ?? source.session);
    if (known.has(session)) continue;
    const lent = await withFile(source, (file) =>
      countTranscript(session, readTranscript(file).turns),
    );
    if ('problem' in lent) problems.push(lent.problem);
    else if (lent.given !== undefined) {
      counted.add(session);
      lines.push(JSON.stringify(lent.given));
    }
  }
  makeOwnFolder(own);
  if (lines.length > 0) appendLines(join(own, countsName), lines);
  return { sessions: counted.size, problems };
}
