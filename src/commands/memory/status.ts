import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { switchedOnAmong } from '../../application/guards/switch-rule-guard.js';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { codeOfLook } from '../../application/memory/damage.js';
import { measuredIn } from '../../application/memory/effect-data.js';
import { open, previewCompile } from '../../application/memory/transaction.js';
import { silentProblem, trustState } from '../../application/memory/trust.js';
import { daysBetween, nextReview } from '../../application/retrospective/next-step.js';
import { readPrepared } from '../../application/retrospective/read-prepared.js';
import { readingsIn } from '../../application/retrospective/readings.js';
import {
  isJudgement,
  readRecord,
  recordNames,
  retrospectiveInWork,
} from '../../application/retrospective/repository.js';
import { countUnreviewed } from '../../application/retrospective/reviewed-sessions.js';
import { wordingProblems } from '../../application/team/open-wordings.js';
import { countsOfRules } from '../../application/watches/rule-counts.js';
import type { Plan } from '../../compile/compile.js';
import { countByStatus } from '../../compile/index-files.js';
import { type Reads, readsOf, sayReads } from '../../compile/reads.js';
import type { Standing } from '../../learn/fold/rank.js';
import { type HooksTold, type Words, words } from '../../messages/memory/status.js';
import { words as listWords } from '../../messages/rules/list.js';
import { came, tallySentence } from '../../messages/rules/watch.js';
import { words as reflectWords } from '../../messages/sessions/reflect.js';
import { words as trustWords } from '../../messages/setup/trust.js';
import { readCounts, stateFolder, tellName } from '../../observe/journal.js';
import { projectKey } from '../../observe/sessions.js';
import { namesIn, ownFolder } from '../../platform/folders.js';
import { removeFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { ifPossible, type Language, type Problem, type Sentence } from '../../problem.js';
import { measureEffect, noticesIn, summarise } from '../../report/measure-effect.js';
import type { Config, ReviewRecord } from '../../schema.gen.js';
import { dayOfReport } from '../../store/file-name-kinds.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import { type CommandDefinition, everyRow, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { blocksThatFit, type Row, screenSize, table, wrapped } from '../../terminal/layout.js';
import { told } from '../../terminal/next-command.js';
import { oneLine } from '../../text.js';
import { type WaitingRow, waitingRows } from './waiting-rows.js';

export const statusCommand: CommandDefinition = {
  usage: 'status',
  summary: {
    en: 'Show which rules Claude reads, how they do, and what comes next.',
    zh: '显示 Claude 会读到哪些规则、用得怎样、有什么等你决定、下一步做什么。',
  },
  group: 'sessions',
  listed: 'first',
  agent: 'free',
  options: [everyRow, ofUser],
  run: (context) => status(context),
};

export const status: Command = async (context) => {
  const opened = open(context, isJudgement);
  const { config, location } = opened;
  const { plan, problems, written } = await previewCompile(context, {}, opened);
  const records = readRecords(location);
  const last = lastRetrospective(location, records);
  const due = last === null ? null : nextReview(last, config);
  const waiting = waitingRows(opened);
  const counts = countByStatus(plan?.standings ?? []);
  const said = wordingProblems(opened, agentOf(context) !== undefined);
  const left = [
    ...said,
    ...(await cloneProblems(location, context.env, said)),
    ...silentProblem(context.env, location),
  ];
  const errors = problems.filter(({ severity }) => severity === 'error');
  const has = (all: readonly Problem[], rule: string) => all.some((one) => one.rule === rule);
  const now: Situation = {
    ...counts,
    isUser: location.isUser,
    broken: errors.length > 0 || has(problems, 'log/unknown-asset'),
    isRead: plan?.memoryFiles.has('index.json') === true,
    homeless: has(problems, 'target/missing'),
    drifted: written.length > 0,
    isReviewing: isReviewing(opened),
    unreviewed: await countUnreviewed(context, opened),
    unready: has(left, 'git/no-driver'),
    waiting,
    last,
    due,
    today: context.now().toISOString().slice(0, 10),
  };
  const step = nextStep(now);
  const isJson = flag(context, 'json');
  const rules = await rulesIn(context, opened, plan);
  const hooks = hooksIn(context, location);
  const { withoutHooks } = await import('../../application/setup/installed.js');
  const isSwitched = rules.some(({ reminder }) => reminder !== null);
  const later = isSwitched ? withoutHooks(context, opened.memory.language) : [];
  const json = {
    ...counts,
    last_retrospective: last,
    next_retrospective: due,
    waiting,
    rules: rules.map(({ where: _, ...rule }) => rule),
    hooks,
  };
  const next = step === undefined ? words.en.upToDate : told(context, step);
  return {
    problems: isJson ? errors : [...errors, ...left],
    json: { ...json, next },
    bare: true,
    text: isJson ? [] : rowsOf(context, opened, records, now, { rules, hooks, later }),
    code: codeOfLook(errors),
  };
};

/** More than these would hide what comes next; `madness review --list` names each with what it is about. */
const maxWaiting = 3;

/** Each rule in a line, what waits, when the hooks last ran, and what comes next, on one screen. */
function rowsOf(
  context: Context,
  opened: Opened,
  records: readonly ReviewRecord[],
  now: Situation,
  { rules, hooks, later }: Pick<Told, 'rules' | 'hooks'> & { readonly later: readonly string[] },
): string[] {
  const { config, location, memory } = opened;
  const language = config.language ?? 'en';
  const say = words[language];
  const { paint } = context;
  const screen = screenSize(context);
  const { width } = screen;
  const height = flag(context, 'all') ? Number.POSITIVE_INFINITY : screen.height;
  const row = (label: keyof typeof say.labels, text: string): Row => ({
    mark: say.labels[label],
    text,
    ...(label === 'waiting' || label === 'next' ? { tone: 'look' } : {}),
  });
  const rowIf = (isTold: boolean, label: keyof typeof say.labels, value: () => string) =>
    isTold ? [row(label, value())] : [];
  const most = height === Number.POSITIVE_INFINITY ? height : maxWaiting;
  const more = now.waiting.length - most;
  const readings = readingsIn(ownFolder(context.env), context.now().getTime());
  const { enabled, last, week, open: openJobs } = readings;
  const prepared = readPrepared(location).size;
  const at = last && ([last.queued_at.slice(0, 10), last.state] as const);
  const found = summarise(measureEffect(measuredIn(opened, context.env)));
  const step = nextStep(now);
  const next = step === undefined ? say.upToDate : told(context, step);
  const name = location.isUser ? say.own : memory.project;
  const top = [
    // What cannot be read is no empty memory.
    row('memory', now.isRead ? `${name} · ${say.rules(now)}` : name),
    ...rowIf(now.isRead, 'trust', () => trustState(context.env, location, trustWords[language])),
  ];
  const rest = [
    ...now.waiting.slice(0, most).map(({ title }) => row('waiting', oneLine(title, 100))),
    ...rowIf(more > 0, 'waiting', () => say.more(more)),
    row('retrospective', reviewDays(now, say)),
    ...goalLines(config, records).map((line) => row('goal', line)),
    row('hooks', say.hooks(hooks)),
    ...rowIf(enabled || prepared > 0, 'readings', () =>
      reflectWords[language].summary(at, week, { open: openJobs, prepared }),
    ),
    ...rowIf(found.first + found.helps + found.harms > 0, 'effect', () => say.effect(found)),
    ...rowIf(now.unreviewed > 0, 'sessions', () => say.sessions(now.unreviewed)),
    row('next', next.startsWith('/') ? say.inClient(next) : next),
  ];
  const around = table([...top, ...rest], width, paint);
  const said = [...later, ...undone(context, location)].flatMap((line) => wrapped(line, width));
  const blocks = table(
    rules.map(({ title, reads, reminder, where, ...counts }) => ({
      text: `${oneLine(title, 100)}${reads === 'nowhere' ? ` · ${where}` : ''}`,
      facts: [
        counts.kept === null ? '' : tallyOf(counts, language),
        reminder === null ? '' : listWords[language].switched[reminder],
        reads === 'nowhere' ? '' : where,
      ],
    })),
    width,
  );
  const used = around.flat().length + said.length + 3;
  const count = blocksThatFit(blocks, Math.max(height - used, minRules));
  const left = blocks.length - count;
  return [
    ...around.slice(0, top.length).flat(),
    ...(count > 0 ? ['', ...blocks.slice(0, count).flat()] : []),
    ...(left > 0 ? [say.moreRules(left)] : []),
    ...(count > 0 ? [''] : []),
    ...around.slice(top.length, -1).flat(),
    ...said,
    ...(around.at(-1) ?? []),
  ];
}

/** These lines of rules are shown whatever else there is. */
const minRules = 3;

function tallyOf(
  { kept, stopped, broken }: Pick<ToldRule, 'kept' | 'stopped' | 'broken'>,
  language: Language,
): string {
  const counts = { kept: kept ?? 0, stopped: stopped ?? 0, broken: broken ?? 0 };
  return came(counts) === 0 ? '' : tallySentence(counts, language);
}

/** A rule as `status --json` has it; what a program cannot count has null in its columns. */
interface ToldRule {
  readonly id: string;
  readonly title: string;
  readonly reads: Reads;
  /** The same in words, not in JSON. */
  readonly where: string;
  /** What holds a call back: null where it is off. */
  readonly reminder: 'tell' | 'ask' | 'deny' | null;
  readonly kept: number | null;
  readonly stopped: number | null;
  readonly broken: number | null;
}

interface Told {
  readonly rules: readonly ToldRule[];
  readonly hooks: HooksTold;
}

/** Rules that are not removed, those most often broken first, then in the order in which Claude reads them. */
async function rulesIn(
  context: Context,
  opened: Opened,
  plan: Plan | undefined,
): Promise<readonly ToldRule[]> {
  if (plan === undefined) return [];
  const { location, config, memory } = opened;
  const [target = ''] = targetsOf(location, config);
  const scope = { selection: plan.selection, limits: memory.limits, target };
  const counts = await countsOfRules(opened, context.env);
  const all = plan.standings.filter(({ status }) => status !== 'deprecated');
  const on = switchedOnAmong(
    ownFolder(context.env),
    location,
    all.map(({ asset }) => asset),
  );
  const isRead = (one: Standing) => Number(readsOf(one, plan.selection) === 'block');
  return all
    .toSorted((one, other) => isRead(other) - isRead(one))
    .map((one): ToldRule => {
      const { id, title } = one.asset;
      const { kept = null, stopped = null, broken = null } = counts.get(id) ?? {};
      const reminder = on.find(({ asset }) => asset.id === id)?.guard.action ?? null;
      const where = sayReads(one, scope, memory.language);
      return {
        id,
        title,
        reads: readsOf(one, plan.selection),
        where,
        reminder,
        kept,
        stopped,
        broken,
      };
    })
    .toSorted((one, other) => (other.broken ?? 0) - (one.broken ?? 0));
}

/** What was typed and not carried out, said once. An agent leaves it to the person. */
function undone(context: Context, { root }: MemoryLocation): string[] {
  if (agentOf(context) !== undefined) return [];
  const own = ownFolder(context.env);
  return namesIn(join(own, 'state/projects', projectKey(root))).flatMap((name) => {
    const file = join(stateFolder(own, name.replace(/\.json$/, '')), tellName);
    const told = read(file).trim();
    if (told === '') return [];
    removeFile(file);
    return told.split('\n');
  });
}

/** When the hooks last ran in this project, their hints and reminders, and those after which it went well. */
function hooksIn({ env }: Context, { root, isUser }: MemoryLocation): HooksTold {
  const key = projectKey(root);
  const counts = readCounts(ownFolder(env)).filter(({ project }) => isUser || project === key);
  const told = counts
    .map((one) => ({ ...noticesIn(one), first: one.first }))
    .filter(({ given }) => given > 0);
  return {
    last:
      counts
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? null,
    given: told.reduce((sum, { given }) => sum + given, 0),
    well: told.reduce((sum, { well }) => sum + well, 0),
    since: told.map(({ first }) => first).sort()[0] ?? '',
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

function reviewDays({ last, due, today }: Situation, say: Words): string {
  return last === null || due === null
    ? say.unreviewed
    : say.reviews(last, due, daysBetween(due, today));
}

/** Each goal, with the growth that the last retrospective found. */
function goalLines(
  { goals = [], language = 'en' }: Config,
  records: readonly ReviewRecord[],
): string[] {
  const say = words[language];
  const grown = records.flatMap((record) =>
    (record.retrospective.noted?.findings ?? [])
      .filter(({ kind }) => kind === 'growth')
      .map(({ text }) => `${text} (${endOf(record).slice(0, 10)})`),
  );
  return goals.map(({ goal }) => say.goal(goal, grown.at(-1) ?? say.unseen));
}

/** Is a retrospective under way? One whose records are damaged is as well. */
function isReviewing(opened: Opened): boolean {
  return ifPossible(() => retrospectiveInWork(opened.location) !== undefined) ?? true;
}

interface Situation {
  readonly active: number;
  readonly provisional: number;
  readonly deprecated: number;
  readonly isUser: boolean;
  readonly broken: boolean;
  /** True where every rule of the memory could be read. */
  readonly isRead: boolean;
  /** True if no target file exists for the rules. */
  readonly homeless: boolean;
  readonly drifted: boolean;
  readonly isReviewing: boolean;
  /** Sessions that no review has read. */
  readonly unreviewed: number;
  /** This clone does not know how to merge the memory. */
  readonly unready: boolean;
  readonly waiting: readonly WaitingRow[];
  readonly last: string | null;
  readonly due: string | null;
  readonly today: string;
}

/** The command to go on with; undefined if there is nothing to do. */
function nextStep(now: Situation): Sentence | undefined {
  const command = nextCommand(now);
  return command === undefined ? undefined : { en: command, zh: command };
}

function nextCommand(now: Situation): string | undefined {
  if (now.broken) return 'madness check';
  if (now.homeless) return 'madness init';
  if (now.drifted) return 'madness compile';
  if (now.unready) return 'madness init';
  if (now.isReviewing) return now.isUser ? 'madness retro start' : '/madness';
  if (now.waiting.length > 0) return 'madness review';
  if (now.due !== null && now.due <= now.today) return review('mid', now);
  if (now.active + now.provisional + now.deprecated === 0)
    return review(now.due === null ? 'init' : 'mid', now);
  // What came back in sessions that nobody has looked at is no reason to say that all is done.
  if (now.unreviewed > 0) return 'madness scan';
  return undefined;
}

/** The skill is about the project that it runs in. */
function review(mode: 'init' | 'mid', { isUser }: Situation): string {
  return isUser ? `madness retro start ${mode}` : `/madness ${mode}`;
}
