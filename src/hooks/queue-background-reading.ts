import { hostOf } from '../platform/hosts.js';
import {
  decisionsPath,
  isChild,
  isOpen,
  isStale,
  type Job,
  jobId,
  jobPath,
  jobText,
  readJob,
  readState,
  recentJobs,
  statePath,
} from '../store/reading-queue.js';
import {
  type Counters,
  countStop,
  decideTrigger,
  freshState,
  settled,
  type TriggerState,
} from '../store/reading-trigger.js';
import type { Handled, Session, Settings } from './handler.js';
import { lessonsOf } from './look-back-reasons.js';
import type { UserWords } from './parse-user-messages.js';
import { type Payload, textOf } from './payload.js';

/** After a job that failed, twice tried, its machine waits: the next one would fail alike. */
const failurePauseMs = 60 * 60 * 1000;

/** Counts a Stop and queues the session if it is due. Records each decision as a line. */
export function countForReflection(
  payload: Payload,
  session: Session,
  settings: Settings,
  words: Pick<UserWords, 'standing' | 'corrections' | 'counts'>,
): Handled {
  const { own, reflection } = settings;
  // The reader in the background is Claude Code's, for its own sessions.
  if (hostOf(payload) !== 'claude') return {};
  const before = readState(own, session.folder);
  const job = before.active_job_id === null ? undefined : readJob(own, before.active_job_id);
  const { offset } = session.unread();
  const state = countStop(settled(before, job), { ...words.counts, offset });
  const jobs = recentJobs(own, session.now);
  const decision = decideTrigger({
    counters: state,
    settings: reflection,
    has_high_signal: hasHighSignal(session, words),
    is_child: isChild(own, session.id),
    has_background_tasks:
      Array.isArray(payload.background_tasks) && payload.background_tasks.length > 0,
    has_memory: session.memories().some(({ isUser }) => !isUser),
    has_active_job: isActive(session, settings, jobs),
    failed_lately: failedLately(jobs, session.now),
    jobs_today: jobs.length,
  });
  const now = new Date(session.now).toISOString();
  const id = jobId(now, session.id, offset);
  const line = JSON.stringify({
    ts: now,
    ...decision,
    ...counters(state),
    ...(decision.decision === 'queued' && { job: id }),
  });
  const append = { [decisionsPath(session.folder)]: line };
  if (decision.decision === 'archive_only') return { append, files: stateFile(session, state) };
  const made: Job = {
    id,
    session: session.id,
    transcript: textOf(payload, 'transcript_path'),
    cwd: textOf(payload, 'cwd'),
    reasons: decision.reasons,
    counted: counters(state),
    state: 'queued',
    attempts: 0,
    backend: reflection.backend,
    model: reflection.model,
    queued_at: now,
  };
  return {
    claims: [[`job-${id.slice(-8)}`]],
    // The job now handles everything up to here.
    facts: [{ kind: 'review', reasons: decision.reasons, hints: [] }],
    files: {
      [jobPath(id)]: jobText(made),
      ...stateFile(session, { ...state, active_job_id: id }),
    },
    max_per_day: reflection.max_per_day,
    append,
    start: ['reflect', '--job', id],
  };
}

/** A correction, a refusal with its reason, a standing instruction, or a failure that came back and was overcome. */
function hasHighSignal(
  session: Session,
  { standing, corrections }: Pick<UserWords, 'standing' | 'corrections'>,
): boolean {
  if (standing !== undefined || corrections.length > 0) return true;
  return lessonsOf(session.journal()).repeated.some(({ overcome }) => overcome);
}

function isActive(session: Session, { reflection }: Settings, jobs: readonly Job[]): boolean {
  const staleMs = reflection.trigger.active_job_stale_seconds * 1000;
  return jobs.some(
    (job) => job.session === session.id && isOpen(job) && !isStale(job, session.now, staleMs),
  );
}

function failedLately(jobs: readonly Job[], now: number): boolean {
  const last = jobs.filter((job) => !isOpen(job)).at(-1);
  return last?.state === 'failed' && now - Date.parse(last.ended_at ?? '') < failurePauseMs;
}

function counters(state: TriggerState): Counters {
  const { last_counted_byte_offset, active_job_id, ...rest } = state;
  return rest;
}

function stateFile(session: Session, state: TriggerState): Record<string, string> {
  const text = `${JSON.stringify({ ...freshState, ...state }, null, 2)}\n`;
  return { [statePath(session.folder)]: text };
}
