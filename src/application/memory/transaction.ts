import { compile, type Plan } from '../../compile/compile.js';
import { ruleName } from '../../compile/index-files.js';
import { parseAssets } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { hasErrors, ifPossible, type Problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { compileCacheOf } from '../../store/compile-cache.js';
import {
  type Change,
  changed,
  comparePlan,
  type Opened,
  openMemory,
  type Written,
  writeCompileCache,
  writePlan,
} from '../../store/store.js';
import { nameOfTarget } from '../../store/targets.js';
import type { Question } from '../approval/question.js';
import { refreshGates } from '../guards/guard-prefilters.js';
import { futureEvents } from './event-time.js';
import { withMemoryLock } from './find-memory.js';
import { locationOf } from './resolve-memory.js';
import type { Caller } from './run-context.js';
import { hearOwnWordings } from './trust.js';

export function open(caller: Caller, keep?: (event: Event) => boolean): Opened {
  return openMemory(locationOf(caller), keep);
}

/** The instant of this run, ISO 8601 in UTC. */
export function instantOf({ now }: Pick<Caller, 'now'>): string {
  return now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
}

/** What a command decided from the memory while it held the lock. */
export interface Decision {
  readonly change?: Change;
  /** With an error among them nothing is written. */
  readonly problems?: readonly Problem[];
  /** Printed when it is done. */
  readonly done?: string;
  /** The request, completed from the memory, such as a whole id for its first digits. */
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
  /** Absent if a problem forbade to compile. */
  readonly plan?: Plan;
  readonly done?: string;
  /** Targets whose block changes. */
  readonly targets?: readonly TargetDiff[];
  /** The pending change filed instead; without a question if it does not fit one. */
  readonly pending?: { readonly id: string; readonly questions: readonly Question[] };
}

/** More compiled files that a plan gives rise to, name in the memory → text, or why there are none. */
export type Extra = (
  opened: Opened,
  plan: Plan,
) => Promise<{
  readonly files: readonly (readonly [string, string])[];
  readonly problems: readonly Problem[];
  /** Files about the result. They are written last and are no output of compile. */
  readonly afterwards?: readonly (readonly [string, string])[];
}>;

export interface CompileOptions {
  readonly extra?: Extra | undefined;
  /** The date of a new block, ISO 8601. The default is now. */
  readonly instant?: string | undefined;
}

interface TransactionOptions extends CompileOptions {
  /** Events that are kept in full. */
  readonly keep?: (event: Event) => boolean;
  /** Tells what would be written, and writes nothing. */
  readonly isDryRun?: boolean;
}

/** Decides, compiles and writes in one step under the lock. Writes nothing if the decision has an error. */
export async function transact(
  caller: Caller,
  decide: (opened: Opened) => Decision,
  more: TransactionOptions = {},
): Promise<Outcome> {
  const location = locationOf(caller);
  return withMemoryLock(location, caller.say, async () => {
    const opened = openMemory(location, more.keep);
    const decision = hasErrors(opened.problems) ? {} : decide(opened);
    const problems = [...opened.problems, ...(decision.problems ?? [])];
    if (hasErrors(problems)) return { written: [], unchanged: [], problems };
    const next = changed(opened.memory, decision.change ?? {});
    const planned = await compile(next, more.instant ?? instantOf(caller));
    const { plan, afterwards } = await withExtra(opened, planned, more.extra);
    const told = [...afterwards, ...(decision.change?.afterwards ?? [])];
    const touched = new Set(decision.change?.events?.flatMap((one) => touchedBy(one, opened)));
    const ahead = futureEvents({ location, memory: next }, caller.now());
    const { done } = decision;
    const targets = await targetDiffs(opened, plan);
    if (more.isDryRun) {
      const would = comparePlan(opened, plan, decision.change);
      return { ...would, plan, problems: [...problems, ...ahead], targets, ...(done && { done }) };
    }
    const written = writePlan(opened, plan, { ...decision.change, afterwards: new Map(told) });
    if (ahead.length === 0) keepCompileCache(opened, plan, written);
    ifPossible(() => refreshGates(caller.env, location));
    const { texts } = decision.change ?? {};
    const unsaid = texts
      ? hearOwnWordings(caller.env, location, opened.memory.texts, next.texts)
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
export async function compileAndWrite(
  caller: Caller,
  options: CompileOptions = {},
): Promise<Outcome> {
  const preview = await previewCompile(caller, options);
  return preview.written.length === 0 ? preview : transact(caller, () => ({}), options);
}

export async function previewCompile(
  caller: Caller,
  { extra, instant }: CompileOptions = {},
): Promise<Outcome> {
  const opened = open(caller);
  if (hasErrors(opened.problems)) {
    // Reports the other problems too, not only the first.
    const known = new Set(opened.problems.map(({ file }) => file));
    const others = [
      ...opened.memory.log.problems,
      ...parseAssets(opened.memory.texts).problems.filter(({ file }) => !known.has(file)),
    ];
    return { written: [], unchanged: [], problems: [...opened.problems, ...others] };
  }
  const planned = await compile(opened.memory, instant ?? instantOf(caller));
  const { plan } = await withExtra(opened, planned, extra);
  return {
    ...comparePlan(opened, plan),
    plan,
    problems: [...opened.problems, ...futureEvents(opened, caller.now()), ...plan.problems],
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

/** Caches the compile unless it has a problem that must be reported again. */
function keepCompileCache({ location }: Opened, plan: Plan, { written, unchanged }: Written): void {
  const passing = ['asset/stale-number', 'target/edited-by-hand'];
  if (plan.problems.some(({ rule }) => !passing.includes(rule))) return;
  const outputs = [...written, ...unchanged].filter(
    (path) => !plan.staleFiles.some((name) => path.endsWith(name)),
  );
  const stamp = compileCacheOf(
    location,
    outputs,
    plan.selection.rules.map(ruleName),
    plan.blockVersion,
  );
  if (stamp !== undefined) writeCompileCache(location, stamp);
}
