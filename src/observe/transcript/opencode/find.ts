import { existsSync } from 'node:fs';
import path from 'node:path';
import { faults } from '../../../messages/problems/sessions.js';
import { namesIn, type SessionFolders } from '../../../platform/folders.js';
import { readPart } from '../../../platform/fs.js';
import { readObject } from '../../../platform/read-object.js';
import { type Problem, problem } from '../../../problem.js';
import type { Found, Transcript } from '../agent.js';

/** What the last copying left behind, in our own folder. */
export interface CopyState {
  /** The stamp of each database when it was copied. */
  readonly stores: { readonly [file: string]: string };
  /** What a session's file was made from. */
  readonly sessions: { readonly [id: string]: string };
  /** Why sessions of a database are missing or old. */
  readonly troubles: { readonly [file: string]: 'writing' | 'unknown' | 'damaged' };
}

const noCopies: CopyState = { stores: {}, sessions: {}, troubles: {} };

export function copiesFolder(home: string): string {
  return path.join(home, 'opencode');
}

export function readCopyState(home: string): CopyState {
  return { ...noCopies, ...readObject(path.join(copiesFolder(home), 'state.json')) };
}

/** The databases of opencode's releases; a preview has one of its own. */
export function storesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

/** The sessions that were copied. A store without one that can be read is a problem, never an empty list. */
export function findCopied({ opencode, home }: SessionFolders): Found {
  if (opencode === undefined || home === undefined) return { transcripts: [], problems: [] };
  const folder = copiesFolder(home);
  const transcripts = namesIn(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name): Transcript => {
      const file = path.join(folder, name);
      const session = name.slice(0, -'.jsonl'.length);
      return { agent: 'opencode', session, file, slug: '', started_by: parentIn(file) };
    });
  return { transcripts, problems: problemsOf(opencode, home) };
}

function parentIn(file: string): string | undefined {
  const start = readPart(file, 1024)?.bytes.toString('utf8').split('\n', 1)[0] ?? '';
  return /"parent_id": ?"([^"\\]+)"/.exec(start)?.[1];
}

function problemsOf(opencode: string, home: string): Problem[] {
  const stores = storesIn(opencode);
  const { troubles } = readCopyState(home);
  const unread = stores.flatMap((file) => {
    const why = troubles[file];
    return why === undefined ? [] : [warn(file, troubleFaults[why])];
  });
  // Releases before 1.2 kept a file for each message, and moved them into the database later.
  const old = path.join(opencode, 'storage', 'session');
  return stores.length === 0 && existsSync(old) ? [warn(old, faults.oldOpencode)] : unread;
}

const troubleFaults = {
  writing: faults.storeWriting,
  unknown: faults.storeUnknown,
  damaged: faults.storeDamaged,
};

function warn(file: string, wording: Parameters<typeof problem>[2]): Problem {
  return problem('sessions/unread-store', { severity: 'warning', file }, wording);
}
