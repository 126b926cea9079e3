import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { measuredIn } from '../../application/memory/effect-data.js';
import { open, previewCompile } from '../../application/memory/transaction.js';
import { trustState } from '../../application/memory/trust.js';
import { daysBetween, nextAt, nextReview } from '../../application/retrospective/next-step.js';
import { readPrepared } from '../../application/retrospective/prepared.js';
import {
  isJudgement,
  readCandidates,
  readRecord,
  recordNames,
} from '../../application/retrospective/repository.js';
import { countByStatus } from '../../compile/index-files.js';
import { blockRules } from '../../compile/rule-block.js';
import type { Standing } from '../../learn/fold/rank.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { type Reminders, type Words, words } from '../../messages/memory/status.js';
import { nextPiece } from '../../messages/retrospective/retro-status.js';
import { words as reflectWords } from '../../messages/sessions/reflect.js';
import { words as trustWords } from '../../messages/setup/trust.js';
import { readCounts } from '../../observe/journal/kept-counts.js';
import { projectKey } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError, type Problem, type Sentence } from '../../problem.js';
import { isWatched } from '../../reflect/progress.js';
import { measureEffect, summarise } from '../../report/measure-effect.js';
import { reportWords } from '../../report/messages.js';
import type { Config, ReviewRecord } from '../../schema.gen.js';
import { dayOfReport, isPending, isWaiting } from '../../store/file-name-kinds.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import { type Command, type Context, flag, printJson, report } from '../../terminal/context.js';
import { told } from '../../terminal/next-command.js';
import { oneLine } from '../../text.js';
import { readingsIn } from '../../worker/readings.js';

export const status: Command = async (context) => {
  const opened = open(context, isJudgement);
  const { config, location } = opened;
  const { plan, problems, written } = await previewCompile(context);
  const records = readRecords(location);
  const last = lastRetrospective(location, records);
  const due = last === null ? null : nextReview(last, config);
  const unread = (plan?.unread ?? []).map(({ id }) => `unread:${unreadName(id)}`);
  const waiting = [...waitingIn(join(location.memory, 'work')), ...unread];
  const counts = countByStatus(plan?.standings ?? []);
  const left = await cloneProblems(location);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const code = report(context, errors);
  const has = (all: readonly Problem[], rule: string) => all.some((one) => one.rule === rule);
  const now: Situation = {
    ...counts,
    isUser: location.isUser,
    broken: errors.length > 0,
    homeless: has(problems, 'target/missing'),
    drifted: written.length > 0,
    running: runningNext(opened),
    unready: has(left, 'git/no-driver'),
    waiting,
    last,
    due,
    today: context.now().toISOString().slice(0, 10),
  };
  if (flag(context, 'json')) {
    const step = nextStep(now);
    const next = step === undefined ? words.en.upToDate : told(context, step);
    printJson(context, {
      ...counts,
      last_retrospective: last,
      next_retrospective: due,
      waiting,
      next,
    });
    return code;
  }
  report(context, left);
  const block =
    plan === undefined ? [] : blockRules(plan.selection, opened.memory.trial === 'block');
  printRows(context, opened, records, now, block);
  return code;
};

/** More than these would hide what comes next; `madness review --list` names each with what it is about. */
const maxWaiting = 5;

function printRows(
  context: Context,
  opened: Opened,
  records: readonly ReviewRecord[],
  now: Situation,
  block: readonly Standing[],
): void {
  const { config, location } = opened;
  const say = words[config.language ?? 'en'];
  const row = (label: keyof typeof say.labels, value: number | string): void =>
    context.print(`${say.labels[label]}${value}`);
  row('memory', location.memory);
  row('trust', trustState(context.env, location, trustWords[config.language ?? 'en']));
  for (const one of ['active', 'provisional', 'deprecated'] as const) row(one, now[one]);
  const [target = ''] = targetsOf(location, config);
  for (const { asset } of block)
    context.print(`${say.inTarget(target)}${oneLine(asset.title, 100)}  (${asset.id})`);
  row('retrospective', reviewDays(now, say));
  for (const line of goalLines(config, records)) row('goal', line);
  const watched = readCandidates(location).filter(isWatched).length;
  if (watched > 0) row('observed', say.kept(watched));
  for (const item of now.waiting.slice(0, maxWaiting)) row('waiting', item);
  const more = now.waiting.length - maxWaiting;
  if (more > 0) row('waiting', say.more(more));
  const tally = remindersIn(context, location);
  if (tally.given > 0) row('reminders', say.reminders(tally));
  const {
    enabled,
    last,
    week,
    open: openJobs,
  } = readingsIn(ownFolder(context.env), context.now().getTime());
  const prepared = readPrepared(location).size;
  if (enabled || prepared > 0) {
    const at = last && ([last.queued_at.slice(0, 10), last.state] as const);
    const sayReadings = reflectWords[config.language ?? 'en'];
    row('readings', sayReadings.summary(at, week, { open: openJobs, prepared }));
  }
  const found = summarise(measureEffect(measuredIn(opened, context.env)));
  if (found.sessions > 0) row('effect', say.effect(found));
  const step = nextStep(now);
  const next = step === undefined ? say.upToDate : told(context, step);
  row('next', next.startsWith('/') ? say.inClient(next) : next);
}

/** The hints that hooks gave in this project, and those after which the failure stayed away. */
function remindersIn({ env }: Context, { root, isUser }: MemoryLocation): Reminders {
  const key = projectKey(root);
  const counts = readCounts(ownFolder(env)).filter(({ project }) => isUser || project === key);
  const reminded = counts.filter(({ hints }) => hints.length > 0);
  const hints = reminded.flatMap((one) => one.hints);
  return {
    given: hints.length,
    well: hints.filter(({ outcome }) => outcome === 'helped').length,
    since: reminded.map(({ first }) => first).sort()[0] ?? '',
  };
}

/** Oldest first. */
function readRecords(location: MemoryLocation): ReviewRecord[] {
  return recordNames(location)
    .flatMap((name) => readRecord(location, name) ?? [])
    .sort((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
}

function endOf({ retrospective: { finished_at, started_at } }: ReviewRecord): string {
  return finished_at ?? started_at;
}

/** Taken from the records. Without a record, the report's name gives the start of the review. */
function lastRetrospective(
  { memory }: MemoryLocation,
  records: readonly ReviewRecord[],
): string | null {
  const known = new Set(records.map(({ retrospective: { report } }) => report));
  const begun = namesIn(join(memory, 'retrospectives')).flatMap((name) =>
    known.has(`retrospectives/${name}`) ? [] : (dayOfReport(name) ?? []),
  );
  const ended = records.map((record) => endOf(record).slice(0, 10));
  return [...begun, ...ended].sort().at(-1) ?? null;
}

function waitingIn(folder: string): string[] {
  const pending = namesIn(join(folder, 'pending')).filter(isPending);
  return [...pending.map((name) => `pending/${name}`), ...namesIn(folder).filter(isWaiting)]
    .sort()
    .map((name) => `work/${name}`);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function reviewDays({ last, due, today }: Situation, say: Words): string {
  return last === null || due === null
    ? say.unreviewed
    : say.reviews(last, due, daysBetween(due, today));
}

/** Each goal with what the last review that speaks of it found. */
function goalLines(
  { goals = [], language = 'en' }: Config,
  records: readonly ReviewRecord[],
): string[] {
  const say = words[language];
  const found = reportWords[language].progress;
  return goals.map(({ goal }) => {
    const seen = records.flatMap((record) =>
      record.retrospective.findings
        .filter((one) => one.kind === 'goal' && one.goal === goal)
        .map(({ progress = 'unclear' }) => ({ progress, day: endOf(record).slice(0, 10) })),
    );
    const last = seen.at(-1);
    return say.goal(
      goal,
      last === undefined ? say.unseen : `${found[last.progress]} (${last.day})`,
    );
  });
}

/** The next command of the retrospective in work. */
function runningNext(opened: Opened): Sentence | null {
  try {
    return nextAt(opened);
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return nextPiece.command('madness retro status');
  }
}

interface Situation {
  readonly active: number;
  readonly provisional: number;
  readonly deprecated: number;
  readonly isUser: boolean;
  readonly broken: boolean;
  /** True if no target file exists for the rules. */
  readonly homeless: boolean;
  readonly drifted: boolean;
  /** The next command of a retrospective in work. */
  readonly running: Sentence | null;
  /** This clone does not know how to merge the memory. */
  readonly unready: boolean;
  readonly waiting: readonly string[];
  readonly last: string | null;
  readonly due: string | null;
  readonly today: string;
}

/** The command to go on with; undefined if there is nothing to do. */
function nextStep(now: Situation): Sentence | undefined {
  if (!now.broken && !now.homeless && !now.drifted && now.running !== null) return now.running;
  const command = nextCommand(now);
  return command === undefined ? undefined : nextPiece.command(command);
}

function nextCommand(now: Situation): string | undefined {
  if (now.broken) return 'madness check';
  if (now.homeless) return 'madness init';
  if (now.drifted) return 'madness compile';
  if (now.unready) return 'madness init';
  if (now.waiting.length > 0) return 'madness review';
  if (now.due !== null && now.due <= now.today) return review('mid', now);
  if (now.active + now.provisional + now.deprecated === 0)
    return review(now.due === null ? 'init' : 'mid', now);
  return undefined;
}

/** The skill is about the project that it runs in. */
function review(mode: 'init' | 'mid', { isUser }: Situation): string {
  return isUser ? `madness retro start ${mode}` : `/madness ${mode}`;
}
