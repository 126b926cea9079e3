import { join } from 'node:path';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { switchReflection } from '../../application/retrospective/readings.js';
import { sessionNamed } from '../../application/retrospective/resolve-session.js';
import { words } from '../../messages/sessions/reflect.js';
import { readCoverage } from '../../observe/transcript.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { startWorker } from '../../platform/start-worker.js';
import { MadnessError } from '../../problem.js';
import {
  type Cost,
  dropSurplus,
  isOpen,
  type Job,
  jobId,
  jobIds,
  jobPath,
  jobText,
  readJob,
  recentJobs,
} from '../../store/reading-queue.js';
import { readReflectionSettings } from '../../store/reading-settings.js';
import { noCounters } from '../../store/reading-trigger.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, flag, type Result, text } from '../../terminal/context.js';
import { keptDays, workOnJobs } from '../../worker/worker.js';

export const reflectCommand: CommandDefinition = {
  usage: 'reflect',
  summary: {
    en: 'Read sessions in the background before a retrospective: switch it, see what it did.',
    zh: '复盘之前先在后台阅读会话：开关它，看它做了什么。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  options: [
    [
      '--on',
      'from now on; some 10,000 tokens a reading, at most six in 24 hours',
      '从现在起；每次约 10,000 个词元，24 小时内最多六次',
      'person',
    ],
    ['--off', 'no longer, and end what runs', '不再读取，并结束正在运行的'],
    ['--status', 'the last jobs', '最近的任务'],
    ['--now <session>', 'read that session now', '现在就读取这个会话', 'person'],
    ['--cost', 'what the readings of 30 days cost', '30 天内的读取花费'],
    ['--job <id>', 'work on what waits (hooks)', '处理等待的任务（由钩子使用）', 'hidden'],
  ],
  run: (context) => reflect(context),
};

/** Sessions that are read in the background: switch it, look at it, or read one now. */
export const reflect: Command = async (context) => {
  const say = words[context.language()];
  if (text(context, 'job') !== undefined) {
    await workOnJobs(context);
    return 0;
  }
  const now = text(context, 'now');
  if (now !== undefined) return readNow(context, now);
  if (flag(context, 'on')) return switchTo(context, true);
  if (flag(context, 'off')) return switchTo(context, false);
  if (flag(context, 'cost')) return showCost(context);
  if (flag(context, 'status')) return showStatus(context);
  throw new MadnessError(say.oneOf, say.oneOfHint);
};

function switchTo(context: Context, enabled: boolean): Result {
  const say = words[context.language()];
  const { max_per_day, model } = switchReflection(ownFolder(context.env), enabled);
  return {
    problems: [],
    json: { on: enabled },
    text: [enabled ? say.on(max_per_day, model) : say.off],
  };
}

/** Queues one session regardless of its counters, within the daily limit. */
function readNow(context: Context, name: string): Result {
  const own = ownFolder(context.env);
  const say = words[context.language()];
  const settings = readReflectionSettings(own);
  locationOf(context);
  const { session, file } = sessionNamed(context, name);
  const jobs = recentJobs(own, context.now().getTime());
  const busy = jobs.find((job) => job.session === session && isOpen(job));
  if (busy !== undefined) throw new MadnessError(say.busy(busy.id), say.oneOfHint);
  if (jobs.length >= settings.max_per_day)
    throw new MadnessError(say.full(settings.max_per_day), say.fullHint);
  const queued_at = context.now().toISOString();
  const job: Job = {
    id: jobId(queued_at, session, -1),
    session,
    transcript: file,
    cwd: readCoverage(file).cwd ?? context.cwd,
    reasons: ['asked'],
    counted: noCounters,
    state: 'queued',
    attempts: 0,
    backend: settings.backend,
    model: settings.model,
    queued_at,
  };
  makeOwnFolder(own);
  replaceFile(join(own, jobPath(job.id)), jobText(job));
  dropSurplus(own, context.now().getTime(), settings.max_per_day);
  startWorker(context.env, job.id);
  return { problems: [], json: { job: job.id }, text: [say.queued(session, job.id)] };
}

/** How many of the last jobs are shown. */
const maxShown = 20;

function showStatus(context: Context): Result {
  const own = ownFolder(context.env);
  const say = words[context.language()];
  const { enabled, max_per_day } = readReflectionSettings(own);
  const today = recentJobs(own, context.now().getTime()).length;
  const jobs = jobIds(own)
    .slice(-maxShown)
    .reverse()
    .flatMap((id) => readJob(own, id) ?? []);
  const latest = jobs[0]?.id ?? null;
  const line = ({ id, session, state, outcome, error, cost }: Job) => {
    const why = state === 'failed' ? error : outcome === 'nothing' ? say.nothing : undefined;
    const parts = [why, cost && `$${cost.usd.toFixed(4)}`].filter(Boolean);
    const more = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
    return say.job(id, session.slice(0, 8), say.state[state], more);
  };
  const head = enabled ? say.isOn(today, max_per_day) : say.isOff;
  return {
    json: { on: enabled, latest, jobs: jobs.map(row), today, max_per_day },
    text: [head, ...(jobs.length === 0 ? [say.none] : jobs.map(line))],
  };
}

function row({ id, session, state, reasons, backend, model, cost, error, ...job }: Job) {
  const { started_at: started = null, ended_at: ended = null, outcome = null } = job;
  const head = { id, session, state, reasons, backend, model, cost: cost ?? null };
  return { ...head, started, ended, outcome, error: error ?? null };
}

function showCost(context: Context): Result {
  const own = ownFolder(context.env);
  const costs = jobIds(own).flatMap((id): Cost[] => {
    const cost = readJob(own, id)?.cost;
    return cost === undefined ? [] : [cost];
  });
  const sum = (of: (cost: Cost) => number) => costs.reduce((total, one) => total + of(one), 0);
  const tokens = sum(({ input_tokens, output_tokens }) => input_tokens + output_tokens);
  const usd = sum((cost) => cost.usd);
  return {
    json: { days: keptDays, jobs: costs.length, tokens, usd },
    text: [words[context.language()].cost(costs.length, tokens, usd.toFixed(4), keptDays)],
  };
}
