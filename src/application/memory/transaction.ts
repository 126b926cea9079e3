import { compile, type Plan } from '../../compile/compile.js';
import { ruleName } from '../../compile/index-files.js';
import { parseAssets } from '../../learn/asset.js';
import { instant } from '../../learn/log/event.js';
import type { Request } from '../../learn/proposal.js';
import { words as askWords } from '../../messages/approval.js';
import { words } from '../../messages/compile.js';
import { faults } from '../../messages/problems/memory.js';
import { hasErrors, ifPossible, MadnessError, type Problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { stampOf } from '../../store/compile-cache.js';
import {
  type Change,
  changed,
  comparePlan,
  type Opened,
  openMemory,
  type Written,
  writePlan,
  writeStamp,
} from '../../store/store.js';
import { nameOfTarget } from '../../store/targets.js';
import { type Context, flag, printJson, report, text } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/suggest-command.js';
import type { Question } from '../approval/question.js';
import { refreshGates } from '../guards/gates.js';
import { eventsAhead } from './event-time.js';
import { languageIn, withMemoryLock } from './find-memory.js';
import { locationIfAny, locationOf } from './resolve-memory.js';
import { hearOwnWordings } from './trust.js';

export function open(context: Context, keep?: (event: Event) => boolean): Opened {
  return openMemory(locationOf(context), keep);
}

/** The instant of this run, ISO 8601 in UTC. */
export function instantOf(context: Context): string {
  const date = text(context, 'date');
  if (date === undefined)
    return context
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(instant(date)))
    throw new MadnessError(faults.badDay(date));
  return `${date}T00:00:00Z`;
}

/** What a command decided from the memory as it stood under the lock. */
export interface Decision {
  readonly change?: Change;
  /** With an error among them nothing is written. */
  readonly problems?: readonly Problem[];
  /** Said when it is done. */
  readonly done?: string;
  /** What was asked for, with what only the memory could tell (a whole id for its first digits). */
  readonly request?: Request;
}

/** How many lines come into a target, and how many go. */
export interface TargetDiff {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface Outcome extends Written {
  readonly problems: readonly Problem[];
  /** Absent where a problem forbade to compile. */
  readonly plan?: Plan;
  readonly done?: string;
  /** Targets whose block changes. */
  readonly targets?: readonly TargetDiff[];
  /** What was filed instead of a change; without a question where the whole of it does not fit one. */
  readonly pending?: { readonly id: string; readonly questions: readonly Question[] };
}

/** More compiled files that a plan gives rise to, name in the memory → text, or why there are none. */
export type Extra = (
  opened: Opened,
  plan: Plan,
) => Promise<{
  readonly files: readonly (readonly [string, string])[];
  readonly problems: readonly Problem[];
  /** What tells of all this: written when it stands, and no output of compile. */
  readonly afterwards?: readonly (readonly [string, string])[];
}>;

/** Decides, compiles and writes as one step, alone. A decision with an error writes nothing. */
export async function transact(
  context: Context,
  decide: (opened: Opened) => Decision,
  more: { keep?: (event: Event) => boolean; extra?: Extra | undefined } = {},
): Promise<Outcome> {
  const location = locationOf(context);
  return withMemoryLock(location, context.say, async () => {
    const opened = openMemory(location, more.keep);
    const decision = hasErrors(opened.problems) ? {} : decide(opened);
    const problems = [...opened.problems, ...(decision.problems ?? [])];
    if (hasErrors(problems)) return { written: [], unchanged: [], problems };
    const next = changed(opened.memory, decision.change ?? {});
    const planned = await compile(next, instantOf(context));
    const { plan, afterwards } = await withExtra(opened, planned, more.extra);
    const told = [...afterwards, ...(decision.change?.afterwards ?? [])];
    const touched = new Set(decision.change?.events?.flatMap((one) => touchedBy(one, opened)));
    const ahead = eventsAhead({ location, memory: next }, context.now());
    const { done } = decision;
    const targets = await targetDiffs(opened, plan);
    if (flag(context, 'dryRun')) {
      const would = comparePlan(opened, plan, decision.change);
      return { ...would, plan, problems: [...problems, ...ahead], targets, ...(done && { done }) };
    }
    const written = writePlan(opened, plan, { ...decision.change, afterwards: new Map(told) });
    if (ahead.length === 0) leaveStamp(opened, plan, written);
    ifPossible(() => refreshGates(context.env, location));
    const { texts } = decision.change ?? {};
    const unsaid = texts
      ? hearOwnWordings(context.env, location, opened.memory.texts, next.texts)
      : [];
    return {
      ...written,
      plan,
      targets,
      problems: [
        ...problems,
        ...ahead,
        ...unsaid,
        ...plan.problems.filter((one) => !isOwnDoing(one, touched)),
      ],
      ...(done === undefined ? {} : { done }),
    };
  });
}

/** What every changing command prints: the problems, what it did or filed, and the exit code. */
export function finish(
  context: Context,
  {
    problems,
    done,
    pending,
    targets = [],
    written = [],
  }: Pick<Outcome, 'problems'> & Partial<Outcome>,
): number {
  if (flag(context, 'json')) {
    const asked = pending && { pending: pending.id, ask: { questions: pending.questions } };
    printJson(context, { ...asked, problems });
    return hasErrors(problems) ? 1 : 0;
  }
  const code = report(context, problems);
  if (pending !== undefined) printPending(context, pending);
  else if (done !== undefined) {
    const say = words[languageIn(locationIfAny(context))];
    const isDry = flag(context, 'dryRun') && code === 0;
    if (isDry) context.print(say.dryRun);
    context.print(done);
    for (const one of targets) context.print(say.target(one));
    if (isDry) for (const path of written) context.print(say.wouldWrite(path));
  } else if (code !== 0) context.say(words[languageIn(locationOf(context))].refused);
  return code;
}

export function printPending(
  context: Context,
  { id, questions }: NonNullable<Outcome['pending']>,
): void {
  const say = askWords[languageIn(locationIfAny(context))];
  if (questions.length === 0) {
    context.print(say.tooLong(id));
    return;
  }
  context.print(say.waits(id));
  context.print(suggestCommand(context, say.next(id)));
  printJson(context, { questions });
}

async function targetDiffs(
  { location, memory }: Opened,
  { targetFiles }: Plan,
): Promise<TargetDiff[]> {
  if (targetFiles.size === 0) return [];
  const { diffLines } = await import('diff');
  return [...targetFiles].map(([path, after]) => {
    const before = memory.targets.find((one) => one.path === path)?.text ?? '';
    const parts = diffLines(before, after);
    const lines = (of: 'added' | 'removed') =>
      parts.filter((part) => part[of]).reduce((sum, { count }) => sum + count, 0);
    return {
      path: nameOfTarget(location, path),
      added: lines('added'),
      removed: lines('removed'),
    };
  });
}

/** The numbers of what a change is about are behind the log because of that change. */
function isOwnDoing({ rule, at }: Problem, touched: ReadonlySet<unknown>): boolean {
  return rule === 'asset/stale-number' && touched.has(at);
}

/** The rules whose numbers an event moves, or one that it takes back. */
function touchedBy({ asset_id, into, reverts }: Event, opened: Opened): unknown[] {
  const undone = opened.kept.find(({ id }) => id === reverts)?.event;
  return [asset_id, into, ...(undone === undefined ? [] : touchedBy(undone, opened))];
}

/** Compiles; takes the lock only when there is something to write. */
export async function compileAndWrite(context: Context, extra?: Extra): Promise<Outcome> {
  const preview = await previewCompile(context, extra);
  return preview.written.length === 0 ? preview : transact(context, () => ({}), { extra });
}

/** What compile would write. */
export async function previewCompile(context: Context, extra?: Extra): Promise<Outcome> {
  const opened = open(context);
  if (hasErrors(opened.problems)) {
    // What else is wrong does not wait for its turn.
    const known = new Set(opened.problems.map(({ file }) => file));
    const others = [
      ...opened.memory.log.problems,
      ...parseAssets(opened.memory.texts).problems.filter(({ file }) => !known.has(file)),
    ];
    return { written: [], unchanged: [], problems: [...opened.problems, ...others] };
  }
  const planned = await compile(opened.memory, instantOf(context));
  const { plan } = await withExtra(opened, planned, extra);
  return {
    ...comparePlan(opened, plan),
    plan,
    problems: [...opened.problems, ...eventsAhead(opened, context.now()), ...plan.problems],
  };
}

async function withExtra(
  opened: Opened,
  plan: Plan,
  extra: Extra | undefined,
): Promise<{ plan: Plan; afterwards: readonly (readonly [string, string])[] }> {
  if (extra === undefined || plan.memoryFiles.size === 0) return { plan, afterwards: [] };
  const { files, problems, afterwards = [] } = await extra(opened, plan);
  const more = {
    memoryFiles: new Map([...plan.memoryFiles, ...files]),
    problems: [...plan.problems, ...problems],
  };
  return { plan: { ...plan, ...more }, afterwards };
}

/** What was said once and is mended now needs no saying again; anything else does. */
function leaveStamp({ location }: Opened, plan: Plan, { written, unchanged }: Written): void {
  const passing = ['asset/stale-number', 'target/edited-by-hand'];
  if (plan.problems.some(({ rule }) => !passing.includes(rule))) return;
  const outputs = [...written, ...unchanged].filter(
    (path) => !plan.staleFiles.some((name) => path.endsWith(name)),
  );
  const stamp = stampOf(location, outputs, plan.selection.rules.map(ruleName), plan.blockVersion);
  if (stamp !== undefined) writeStamp(location, stamp);
}
