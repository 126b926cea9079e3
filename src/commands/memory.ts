import { compile, type Plan } from '../compile/compile.js';
import { instant } from '../learn/event.js';
import { hasErrors, MadnessError, type Problem } from '../problem.js';
import type { Event } from '../schema.gen.js';
import {
  type Change,
  changed,
  comparePlan,
  findHouse,
  type House,
  type Opened,
  openMemory,
  userHouse,
  type Written,
  writePlan,
} from '../store.js';
import { type Context, flag, text } from './context.js';

/** The memory that this run is about. */
export function houseOf(context: Context): House {
  if (flag(context, 'user')) return userHouse(context.env);
  return findHouse(text(context, 'memory'), context.cwd, context.env);
}

export function open(context: Context, keep?: (event: Event) => boolean): Opened {
  return openMemory(houseOf(context), keep);
}

/** The instant of this run, ISO 8601 in UTC without fractions of a second. */
export function instantOf(context: Context): string {
  const date = text(context, 'date');
  if (date === undefined)
    return context
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(instant(date)))
    throw new MadnessError(`Expected a day as YYYY-MM-DD, got ${date}.`);
  return `${date}T00:00:00Z`;
}

/** What a command decided from the memory as it stood under the lock. */
export interface Decision {
  readonly change?: Change;
  /** With an error among them nothing is written. */
  readonly problems?: readonly Problem[];
  /** Said when it is done. */
  readonly done?: string;
}

export interface Outcome extends Written {
  readonly problems: readonly Problem[];
  readonly plan: Plan | undefined;
  readonly done: string | undefined;
}

/** Decides, compiles and writes as one step, alone. A decision with an error writes nothing. */
export async function change(
  context: Context,
  decide: (opened: Opened) => Decision,
  keep?: (event: Event) => boolean,
): Promise<Outcome> {
  const house = houseOf(context);
  const nothing = { written: [], unchanged: [], plan: undefined, done: undefined };
  const early = openMemory(house);
  if (hasErrors(early.problems)) return { ...nothing, problems: early.problems };
  const { withLock } = await import('../lock.js');
  const { join } = await import('node:path');
  return withLock(join(house.memory, 'work'), context.say, async () => {
    const opened = openMemory(house, keep);
    const decision = decide(opened);
    const found = [...opened.problems, ...(decision.problems ?? [])];
    if (hasErrors(found)) return { ...nothing, problems: found };
    const next = changed(opened.memory, decision.change ?? {});
    const plan = await compile(next, instantOf(context));
    const written = writePlan(opened, plan, decision.change);
    return { ...written, plan, problems: [...found, ...plan.problems], done: decision.done };
  });
}

/** Compiles; takes the lock only when there is something to write. */
export async function compileAndWrite(context: Context): Promise<Outcome> {
  const preview = await previewCompile(context);
  if (hasErrors(preview.problems) && preview.plan === undefined) return preview;
  if (preview.written.length === 0) return preview;
  return change(context, () => ({}));
}

/** What compile would write. */
export async function previewCompile(context: Context): Promise<Outcome> {
  const opened = open(context);
  const nothing = { written: [], unchanged: [], plan: undefined, done: undefined };
  if (hasErrors(opened.problems)) return { ...nothing, problems: opened.problems };
  const plan = await compile(opened.memory, instantOf(context));
  return {
    ...comparePlan(opened, plan),
    plan,
    problems: [...opened.problems, ...plan.problems],
    done: undefined,
  };
}
