import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../platform/folders.js';
import { removeFile } from '../platform/fs.js';
import { readObject } from '../platform/read-object.js';
import { fnv1a } from '../text.js';
import { type Counters, freshState, noCounters, type TriggerState } from './reading-trigger.js';

// Below our own folder. A job is written as a file first, so the next start finds it after any crash.
const folder = 'reflection';

export interface Job {
  readonly id: string;
  readonly session: string;
  readonly transcript: string;
  readonly cwd: string;
  readonly reasons: readonly string[];
  readonly counted: Counters;
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed';
  readonly attempts: number;
  readonly backend: 'digest' | 'fork';
  readonly model: string;
  /** ISO 8601. */
  readonly queued_at: string;
  readonly started_at?: string;
  readonly ended_at?: string;
  /** Process ids of the worker and of the client that it started. */
  readonly worker?: number;
  readonly client?: number;
  /** Session id of that client. */
  readonly child?: string;
  readonly outcome?: 'saved' | 'nothing';
  /** Why it failed, for the person. */
  readonly error?: string;
  readonly cost?: Cost;
}

export interface Cost {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly usd: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Hashes the time and the part to read, so that two hooks with the same view create one job. */
export function jobId(now: string, session: string, offset: number): string {
  return `${now.replace(/[^0-9]/g, '')}-${fnv1a(`${session} ${offset}`)}`;
}

/** When the last consolidation began, milliseconds. */
export const consolidatedName = 'consolidated';

export function consolidateLock(own: string): string {
  return join(own, 'state', 'consolidate');
}

// Paths relative to our own folder, as a hook names what it writes.
export const jobPath = (id: string) => `${folder}/jobs/${id}.json`;
export const statePath = (session: string) => `${folder}/triggers/${session}/state.json`;
export const decisionsPath = (session: string) => `${folder}/triggers/${session}/decisions.jsonl`;

export function reflectionFolder(own: string): string {
  return join(own, folder);
}

export function runFolder(own: string, id: string): string {
  return join(own, folder, 'runs', id);
}

/** Named before the client starts: a session of ours is never read. */
export function childFile(own: string, child: string): string {
  return join(own, folder, 'children', child);
}

export function isChild(own: string, session: string): boolean {
  return /^[\w-]+$/.test(session) && existsSync(childFile(own, session));
}

export function jobText(job: Job): string {
  return `${JSON.stringify(job, null, 2)}\n`;
}

/** Undefined also if the file is damaged. */
export function readJob(own: string, id: string): Job | undefined {
  const job = readObject(join(own, jobPath(id))) as unknown as Job;
  const texts = [job.session, job.state, job.cwd, job.queued_at];
  if (!texts.every((one) => typeof one === 'string') || !Array.isArray(job.reasons))
    return undefined;
  return { ...job, id, counted: { ...noCounters, ...job.counted } };
}

/** Ids begin with their time: the oldest first. Those since `from`, ISO 8601. */
export function jobIds(own: string, from = ''): string[] {
  const first = from.replace(/[^0-9]/g, '');
  return namesIn(join(own, folder, 'jobs'))
    .flatMap((name) => /^(\d{17}-[0-9a-f]{8})\.json$/.exec(name)?.[1] ?? [])
    .filter((id) => id >= first)
    .sort();
}

/** Jobs of the last 24 hours, and those dated later by a clock that jumped. */
export function recentJobs(own: string, now: number): Job[] {
  const from = new Date(now - dayMs).toISOString();
  return jobIds(own, from).flatMap((id) => readJob(own, id) ?? []);
}

/**
 * Gives up what is queued beyond the limit of a day. Hooks of sessions that stop at one moment do not see each other's
 * jobs, so each calls this after it has written its own: the last one sees them all.
 */
export function dropSurplus(own: string, now: number, maxPerDay: number): void {
  for (const { id, state, attempts } of recentJobs(own, now).slice(maxPerDay))
    if (state === 'queued' && attempts === 0) removeFile(join(own, jobPath(id)));
}

export function isOpen({ state }: Job): boolean {
  return state === 'queued' || state === 'running';
}

/** A job that began so long ago was given up. */
export function isStale({ queued_at, started_at = queued_at }: Job, now: number, ms: number) {
  return now - Date.parse(started_at) > ms;
}

export function readState(own: string, session: string): TriggerState {
  const value = readObject(join(own, statePath(session)));
  const number = (name: keyof TriggerState) =>
    typeof value[name] === 'number' ? (value[name] as number) : 0;
  return {
    ...freshState,
    stops_since_memory_review: number('stops_since_memory_review'),
    readable_chars_since_memory_review: number('readable_chars_since_memory_review'),
    tool_calls_since_skill_review: number('tool_calls_since_skill_review'),
    last_counted_byte_offset: number('last_counted_byte_offset'),
    active_job_id: typeof value.active_job_id === 'string' ? value.active_job_id : null,
  };
}
