import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stampOfSessions } from '../../observe/sessions.js';
import {
  type Environment,
  ownFolder,
  sessionFolders,
  summariesFolder,
} from '../../platform/folders.js';
import { replaceOwnFile } from '../../platform/fs.js';
import { parseRecord, read, recordOf } from '../../platform/read-object.js';
import type { MemoryLocation } from '../../store/location.js';

declare const BUILD: string;

/** Sentences that were tried are counted too. */
const most = 20;

/**
 * What was counted in the sessions of a memory's project, while no transcript changed; else it is counted and kept. It
 * is kept only where our own folder exists already. `MADNESS_NO_CACHE=1` counts anew.
 */
export async function keptCount<Count>(
  { memory, root, isUser }: MemoryLocation,
  env: Environment,
  asked: object,
  count: () => Promise<Count>,
): Promise<Count> {
  const own = ownFolder(env);
  if (env.MADNESS_NO_CACHE || !existsSync(own)) return count();
  const stamp = `${BUILD} ${stampOfSessions(sessionFolders(env))}`;
  const name = createHash('sha256').update(memory).digest('hex').slice(0, 32);
  const path = join(own, summariesFolder, `counts-${name}.json`);
  const [, body = ''] = read(path).split('\n');
  const kept = parseRecord(body) ?? {};
  const counts = kept.stamp === stamp ? recordOf(kept, 'counts') : {};
  const key = JSON.stringify({ root, isUser, ...asked });
  if (Object.hasOwn(counts, key)) return counts[key] as Count;
  const made = await count();
  const text = JSON.stringify({
    stamp,
    counts: { ...Object.fromEntries(Object.entries(counts).slice(-most)), [key]: made },
  });
  // The head says whose it is, as that of a summary does.
  try {
    replaceOwnFile(path, `${JSON.stringify({ file: memory })}\n${text}\n`);
  } catch {
    // What cannot be kept is counted again.
  }
  return made;
}
