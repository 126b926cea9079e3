import fs from 'node:fs';
import path from 'node:path';
import type { Head } from '../agent.js';
import type { Json } from '../turn.js';

/** The history of another thread at the beginning of a fork or of a sub-agent's rollout. */
export interface CopiedPart {
  /** The thread that owns this record; undefined for the file's own. Asked once for each record, in their order. */
  readonly isCopy: (type: string, payload: Json, timestamp: unknown) => string | undefined;
}

/**
 * Before 0.150 a fork begins with its parent's whole history, with new times. Its own part begins with the first turn
 * whose id, a UUID that starts with its time, is later than the thread's. Where turns have no ids, copies are what was
 * written within a second. A parent that is gone leaves its words to its fork.
 */
export function copiedPart(file: string, head: Head, isResumed: boolean): CopiedPart {
  const { session = '' } = head;
  let from = isResumed ? undefined : head.copiedFrom;
  let isLooked = false;
  let began: number | undefined;
  const isCopy = (type: string, payload: Json, timestamp: unknown): string | undefined => {
    if (isResumed) return undefined;
    const time = Date.parse(String(timestamp));
    began ??= time;
    // Early forks do not name their parent: its first line follows.
    if (type === 'session_meta' && typeof payload.id === 'string' && payload.id !== session)
      from ??= isLooked ? undefined : payload.id;
    if (from === undefined) return undefined;
    if (!isLooked) {
      isLooked = true;
      if (!isThere(file, from)) from = undefined;
    }
    const turn = payload.turn_id;
    const isLater = typeof turn === 'string' && /^[\da-f]{8}-/.test(turn) && turn > session;
    const starts = type === 'turn_context' || payload.type === 'task_started';
    if ((starts && isLater) || (turn === undefined && time - began > maxCopyTime)) from = undefined;
    return from;
  };
  return { isCopy };
}

// Milliseconds: copies of a long history are written in one go.
const maxCopyTime = 5000;

/** A rollout lies under the local day on which it began, which its id tells to a day. */
function isThere(file: string, thread: string): boolean {
  const root = /^(.*)[\\/](?:archived_)?sessions[\\/]/.exec(file)?.[1];
  const time = Number.parseInt(thread.replace('-', '').slice(0, 12), 16);
  const days = [-1, 0, 1].map((day) => new Date(time + day * 86_400_000));
  const dated = days
    .filter((day) => !Number.isNaN(day.getTime()))
    .map((day) => path.join('sessions', ...day.toISOString().slice(0, 10).split('-')));
  const folders =
    root === undefined ? [] : [...dated, 'archived_sessions'].map((name) => path.join(root, name));
  return [path.dirname(file), ...folders].some((folder) => {
    try {
      return fs.readdirSync(folder).some((name) => name.endsWith(`-${thread}.jsonl`));
    } catch {
      return false;
    }
  });
}
