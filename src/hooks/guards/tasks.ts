import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { claudeFolder } from '../../platform/folders.js';
import { readPart } from '../../platform/fs.js';
import { readObject } from '../../platform/read-object.js';
import type { Session } from '../handler.js';
import { isRecord, type Payload, parseRecord, recordOf, textOf } from '../payload.js';

export interface Tasks {
  readonly done: readonly string[];
  readonly open: readonly string[];
}

const maxTasks = 200;
const maxTranscriptBytes = 1 << 20;
const plain = /^[\w-]{1,128}$/;

/** The session's list of tasks as the client keeps it on the disk, else its last call of TodoWrite. */
export function tasksOf(payload: Payload, session: Session): Tasks {
  const folder = join(claudeFolder(process.env), 'tasks', session.id);
  const kept = plain.test(session.id) ? tasksIn(folder) : [];
  const tasks = kept.length > 0 ? kept : todosIn(textOf(payload, 'transcript_path'));
  const named = (isDone: boolean) =>
    tasks
      .filter(({ status }) => (status === 'completed') === isDone && status !== 'deleted')
      .map((task) => textOf(task, 'subject') || textOf(task, 'content'));
  return { done: named(true), open: named(false) };
}

function tasksIn(folder: string): Payload[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .slice(0, maxTasks)
      .map((name) => readObject(join(folder, name)))
      .filter((task) => textOf(task, 'subject') !== '');
  } catch {
    return [];
  }
}

function todosIn(transcript: string): Payload[] {
  const line = endOf(transcript)
    .split('\n')
    .findLast((one) => one.includes('"name":"TodoWrite"'));
  const { content } = recordOf(parseRecord(line ?? '') ?? {}, 'message');
  const calls = Array.isArray(content) ? content.filter(isRecord) : [];
  const { todos } = recordOf(calls.findLast(({ name }) => name === 'TodoWrite') ?? {}, 'input');
  return Array.isArray(todos) ? todos.filter(isRecord).slice(0, maxTasks) : [];
}

/** The end of a transcript, at most 1 MB. */
export function endOf(transcript: string): string {
  const from = (size: number) => Math.max(0, size - maxTranscriptBytes);
  return transcript === ''
    ? ''
    : (readPart(transcript, maxTranscriptBytes, from)?.bytes.toString('utf8') ?? '');
}
