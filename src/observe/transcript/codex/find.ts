import path from 'node:path';
import { faults } from '../../../messages/problems/sessions.js';
import type { SessionFolders } from '../../../platform/folders.js';
import { readPart } from '../../../platform/fs.js';
import { type Problem, problem } from '../../../problem.js';
import type { Found, Transcript } from '../agent.js';
import { sessionOfFile } from '../kept-path.js';
import { entriesIn, within } from '../list-folder.js';

/**
 * Every rollout, those of years ago too: a session lies under the day it began and is resumed for weeks. Compressed ones
 * are not read, and said so.
 */
export function findRollouts({ codex }: SessionFolders): Found {
  if (codex === undefined) return { transcripts: [], problems: [] };
  const problems: Problem[] = [];
  const files = ['sessions', 'archived_sessions'].flatMap((name) =>
    filesIn(path.join(codex, name), problems),
  );
  const packed = files.filter((file) => file.endsWith('.jsonl.zst'));
  if (packed.length > 0)
    problems.push(
      problem(
        'sessions/compressed',
        { severity: 'warning', file: path.dirname(packed[0] as string) },
        faults.compressed(packed.length),
      ),
    );
  const rollouts = files.filter((file) => /[\\/]rollout-[^\\/]*\.jsonl$/.test(file));
  return { transcripts: rollouts.sort().flatMap(transcriptOf), problems };
}

function filesIn(folder: string, problems: Problem[]): string[] {
  return entriesIn(folder, problems).flatMap((entry) => {
    const file = within(folder, entry);
    return entry.isDirectory() ? filesIn(file, problems) : [file];
  });
}

function transcriptOf(file: string): Transcript[] {
  const start = readPart(file, headBytes)?.bytes.toString('utf8') ?? '';
  const started_by = parentIn(start);
  // A review of another session by Codex itself has no parent to count for, and nobody's words.
  if (started_by === '') return [];
  return [{ agent: 'codex', session: sessionOfFile(file), file, slug: '', started_by }];
}

// The long instructions stand behind what is looked for.
const headBytes = 2048;

/** The thread that started this sub-agent; empty if that is not said, undefined for a session of its own. */
export function parentIn(firstLine: string): string | undefined {
  const head = firstLine.split(/\n|,"(?:base_)?instructions":/, 1)[0] ?? '';
  const parent = /"parent_thread_id":"([^"\\]+)"/.exec(head)?.[1];
  if (parent !== undefined) return parent;
  return /"source":\{"subagent":|"thread_source":"subagent"/.test(head) ? '' : undefined;
}
