import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetSetOf } from '../application/memory/asset-set.js';
import { mainMemory } from '../application/memory/resolve-memory.js';
import { open } from '../application/memory/transaction.js';
import {
  judgeableOn,
  readFacet,
  retrospectiveInWork,
} from '../application/retrospective/repository.js';
import { idIn } from '../application/retrospective/shown-rules.js';
import { readPrepared } from '../application/sessions/prepared.js';
import { faults } from '../messages/problems/retrospective.js';
import { readShown } from '../observe/journal.js';
import { ownFolder } from '../platform/folders.js';
import { removeFile, replaceOwnFile } from '../platform/fs.js';
import { tryLock } from '../platform/lock.js';
import { commandLineOf } from '../platform/process-info.js';
import { MadnessError } from '../problem.js';
import { parseReceipt, placesIn } from '../reflect/reading-result.js';
import type { Asset } from '../schema.gen.js';
import {
  childFile,
  dropSurplus,
  isOpen,
  type Job,
  jobIds,
  jobPath,
  jobText,
  readJob,
  reflectionFolder,
  runFolder,
} from '../store/reading-queue.js';
import { readReflectionSettings } from '../store/reading-settings.js';
import type { Context } from '../terminal/context.js';
import { oneLine } from '../text.js';
import { applyReceipt } from './apply-receipt.js';
import {
  type ClientAnswer,
  type ClientFailure,
  failureIn,
  readAnswer,
  runClient,
} from './client.js';
import { digestOf, rulesToJudge, taskText } from './reading-task.js';

const maxAttempts = 2;
/** An overloaded service is asked again no sooner. */
const retryPauseMs = 5_000;
/** Files of jobs are kept this long. */
export const keptDays = 30;

/**
 * Works on every open job, one after the other, as the only worker of this machine. A job that comes while the last
 * worker gives its lock back is seen by one of the two.
 */
export async function workOnJobs(context: Context, pauseMs = retryPauseMs): Promise<void> {
  const own = ownFolder(context.env);
  dropSurplus(own, context.now().getTime(), readReflectionSettings(own).max_per_day);
  for (;;) {
    const ran = await tryLock(reflectionFolder(own), async () => {
      for (let job = nextJob(own); job !== undefined; job = nextJob(own)) {
        await workOn(context, own, job, pauseMs);
        dropSurplus(own, context.now().getTime(), readReflectionSettings(own).max_per_day);
      }
      tidyJobs(own, context.now().getTime());
    });
    if (!ran || nextJob(own) === undefined) return;
  }
}

/** The oldest that is open. Who holds the lock works on none yet: one that runs was left by a worker that died. */
function nextJob(own: string): Job | undefined {
  for (const id of jobIds(own)) {
    const job = readJob(own, id);
    if (job !== undefined && isOpen(job)) return job;
  }
  return undefined;
}

async function workOn(context: Context, own: string, found: Job, pauseMs: number): Promise<void> {
  const now = () => context.now().toISOString();
  const folder = runFolder(own, found.id);
  const fail = (error: string) => {
    save(own, { ...found, state: 'failed', ended_at: now(), error: oneLine(error, 300) });
  };
  endLeftClient(found);
  if (!isWanted(own, found)) return fail('switched off');
  // An answer that is complete is not paid for twice.
  const known = found.child === undefined ? undefined : readAnswer(folder, found);
  if (known?.kind !== 'answer' && found.attempts >= maxAttempts) return fail('its worker died');
  const child = known?.kind === 'answer' && found.child ? found.child : randomUUID();
  const attempts = known?.kind === 'answer' ? found.attempts : found.attempts + 1;
  const { client, ...rest } = found;
  const job = { ...rest, state: 'running', child, attempts, worker: process.pid } as const;
  const begun: Job & { child: string } = { ...job, started_at: now() };
  try {
    save(own, begun);
    const ended = await readSession(contextOf(context, found), own, begun, known);
    if ('kind' in ended) await afterFailure(own, begun, ended, now(), pauseMs);
    else save(own, { ...begun, ...ended, state: 'succeeded', ended_at: now() });
  } catch (error) {
    fail((error as Error).message);
    if (!(error instanceof MadnessError)) context.say(String((error as Error).stack));
  }
}

async function afterFailure(
  own: string,
  job: Job,
  failure: ClientFailure,
  now: string,
  pauseMs: number,
): Promise<void> {
  removeFile(join(runFolder(own, job.id), 'response.json'));
  const { error } = failure;
  const isOver = !failure.mayPass || job.attempts >= maxAttempts;
  const { worker, client, ...rest } = job;
  if (isOver) save(own, { ...job, state: 'failed', ended_at: now, error });
  else {
    save(own, { ...rest, state: 'queued', error });
    await sleep(pauseMs);
  }
}

/** Asks a client, checks what it hands in, writes what is proved. */
async function readSession(
  context: Context,
  own: string,
  job: Job & { readonly child: string },
  known: ClientAnswer | ClientFailure | undefined,
): Promise<ClientFailure | Pick<Job, 'outcome' | 'cost' | 'model'>> {
  const folder = runFolder(own, job.id);
  const task = taskOf(context, job);
  if (task === undefined) return { outcome: 'nothing' as const, model: job.model };
  let answer = known?.kind === 'answer' ? known : undefined;
  if (answer === undefined) {
    const asked = await ask(context, own, job, taskText(job, job.child, task.rules, task.digest));
    if (asked.kind === 'failure') return asked;
    answer = asked;
  }
  const { receipt: handed, model, cost } = answer;
  replaceOwnFile(join(folder, 'receipt.json'), `${JSON.stringify(handed ?? null, null, 2)}\n`);
  const expected = { job: job.id, parent: job.session, child: job.child };
  const { receipt, rejected } = parseReceipt(handed, expected);
  const applied =
    receipt === undefined || receipt.outcome === 'nothing'
      ? { rejected: [], files: [] }
      : await applyReceipt(context, job, receipt, { ...task, model, placeOf: placesIn(handed) });
  const validation = { ...applied, rejected: [...rejected, ...applied.rejected] };
  replaceOwnFile(join(folder, 'validation.json'), `${JSON.stringify(validation, null, 2)}\n`);
  if (receipt === undefined) {
    const [first] = rejected;
    return {
      kind: 'failure',
      error: `${first?.rule} ${first?.at}: ${first?.message}`,
      mayPass: false,
    };
  }
  return { outcome: receipt.outcome, cost, model };
}

async function ask(
  context: Context,
  own: string,
  job: Job & { readonly child: string },
  prompt: string,
): Promise<ClientAnswer | ClientFailure> {
  const folder = runFolder(own, job.id);
  replaceOwnFile(join(folder, 'prompt.txt'), prompt);
  removeFile(join(folder, 'called.txt'));
  // Before the client starts: no hook of it may take it for work of the person's.
  replaceOwnFile(childFile(own, job.child), '');
  const { timeout_seconds } = readReflectionSettings(own);
  const failure = await runClient(job, context.env, folder, {
    timeoutMs: timeout_seconds * 1000,
    isWanted: () => isWanted(own, job),
    started: (client) => save(own, { ...job, client }),
  });
  return failure ?? readAnswer(folder, job) ?? failureIn(folder);
}

interface Task {
  readonly rules: readonly Asset[];
  readonly digest: string;
  /** Lines that a retrospective has read before. */
  readonly since: number;
}

/** What to read; undefined if nothing new was said. */
function taskOf(context: Context, job: Job): Task | undefined {
  const opened = open(context);
  const { location } = opened;
  if (retrospectiveInWork(location)?.sessions.some(({ session }) => session === job.session))
    throw new MadnessError(faults.readByRetrospective);
  const prepared = readPrepared(location).get(job.session);
  const since = prepared?.since ?? readFacet(location, job.session)?.lines ?? 0;
  const digest = digestOf(job.session, job.transcript, since);
  if (digest === '') return undefined;
  const assetSet = assetSetOf(opened);
  const judgeable = judgeableOn(assetSet);
  const assets = [...assetSet.told.values()].filter(({ id }) => judgeable.has(id));
  const shown = readShown(ownFolder(context.env), job.session) ?? [];
  const rules = rulesToJudge(assets, new Set([...shown].map(idIn)));
  return { rules, digest, since };
}

/** The session's own project; always an agent's, so that what needs a person's yes waits for it. */
function contextOf(context: Context, { cwd, session, queued_at }: Job): Context {
  const env = { ...context.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
  // A repetition after a kill has the same time and writes the same.
  const now = () => new Date(queued_at);
  const run = { ...context, cwd, env, now, args: [], options: {} };
  return { ...run, options: { memory: mainMemory(run) } };
}

/** A job is obsolete if its file is gone, or a hook queued it before reflection was switched off. */
function isWanted(own: string, { id, reasons }: Job): boolean {
  if (readJob(own, id) === undefined) return false;
  return readReflectionSettings(own).enabled || reasons.includes('asked');
}

/** Does not restore a job whose file is gone. */
function save(own: string, job: Job): void {
  if (readJob(own, job.id) === undefined) return;
  replaceOwnFile(join(own, jobPath(job.id)), jobText(job));
}

/** A client outlives its worker; only one that names the job's own child is ended. */
function endLeftClient({ client, child }: Job): void {
  if (client === undefined || child === undefined) return;
  if (!commandLineOf(client).includes(child)) return;
  try {
    process.kill(client, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Forgets jobs and what they left after `keptDays`. */
function tidyJobs(own: string, now: number): void {
  const oldest = new Date(now - keptDays * 24 * 60 * 60 * 1000).toISOString();
  const kept = new Set(jobIds(own, oldest));
  for (const id of jobIds(own).filter((one) => !kept.has(one))) {
    const child = readJob(own, id)?.child;
    if (child !== undefined) removeFile(childFile(own, child));
    for (const name of runFiles) removeFile(join(runFolder(own, id), name));
    removeFile(join(own, jobPath(id)));
  }
}

const runFiles = [
  ...['prompt.txt', 'response.json', 'receipt.json', 'validation.json', 'stderr.txt'],
  'called.txt',
];
