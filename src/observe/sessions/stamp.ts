import { createHash, type Hash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionFolders } from '../../platform/folders.js';

/** Workflows put what their agents say three folders below a project. */
const maxDepth = 8;

/** Names, sizes and times of all transcripts in one hash: while it stays, what was counted in them does. */
export function stampOfSessions({ claude, codex, qwen, home }: SessionFolders): string {
  const hash = createHash('sha256');
  note(join(claude, 'projects'), 0, hash);
  for (const name of ['sessions', 'archived_sessions'])
    if (codex !== undefined) note(join(codex, name), 0, hash);
  if (qwen !== undefined) note(join(qwen, 'projects'), 0, hash);
  // opencode's sessions are read from copies.
  if (home !== undefined) note(join(home, 'opencode'), 0, hash);
  return hash.digest('hex');
}

function note(folder: string, depth: number, hash: Hash): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < maxDepth) note(path, depth + 1, hash);
    } else if (entry.name.endsWith('.jsonl')) {
      const stat = statOf(path);
      hash.update(`${path} ${stat?.size} ${stat?.mtimeMs}\n`);
    } else if (entry.isSymbolicLink() && depth < maxDepth) note(path, depth + 1, hash);
  }
}

/** None if it cannot be read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Undefined if the file is gone, is a cyclic link, or lies in a forbidden folder. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
