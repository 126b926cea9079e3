import { join } from 'node:path';
import { compile, type Plan } from '../../compile/compile.js';
import { blockNews } from '../../compile/reads.js';
import { parseAssets } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { firstOfEach } from '../../learn/history/undo.js';
import { eventId } from '../../learn/log/event.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { words } from '../../messages/memory/compile.js';
import { ownFolder } from '../../platform/folders.js';
import { readObject } from '../../platform/read-object.js';
import { hasErrors, ifPossible, type Problem } from '../../problem.js';
import type { Asset, Event } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import {
  type Change,
  changed,
  comparePlan,
  type Opened,
  openMemory,
  type Written,
  writePlan,
} from '../../store/store.js';
import { nameOfTarget, rememberTargets } from '../../store/targets.js';
import { oneLine } from '../../text.js';
import type { Question } from '../approval/question.js';
import { refreshGates } from '../guards/guard-prefilters.js';
import { endedReminders } from '../guards/switch-rule-guard.js';
import { isPersonal, nameHere, rememberOwnDecisions } from '../team/who.js';
import { toldPlan, withheld } from '../trust/unheard.js';
import { damagesOf } from './damage.js';
import { futureEvents } from './event-time.js';
import { withMemoryLock } from './find-memory.js';
import { locationOf } from './resolve-memory.js';
import type { Caller } from './run-context.js';
import { hearOwnWords } from './trust.js';

export function open(caller: Caller, keep?: (event: Event) => boolean): Opened {
  return openFor(caller, locationOf(caller), keep);
}

/** The memory as this caller may read it: an agent gets no word that git brought and no person here has seen. */
export function openFor(
  caller: Caller,
  location: MemoryLocation,
  keep?: (event: Event) => boolean,
): Opened {
  return withheld(caller, openMemory(location, keep));
}

/** The instant of this run, ISO 8601 in UTC. */
/** The memory as it will be, for the next step of the same change. */
export function after(opened: Opened, change: Change): Opened {
  const logged = (change.events ?? []).map((event): LoggedEvent => {
    return { event, id: eventId(event), line: 0 };
  });
  return {
    ...opened,
    memory: changed(opened.memory, change),
    kept: [...opened.kept, ...logged],
  };
}

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
  /** Its events were written before, by somebody. */
  readonly isAsItWas?: true;
  /** The request, completed from the memory, such as a whole id for its first digits. */
  readonly request?: Request;
}

/** How many lines come into a target, and how many go. */
interface TargetDiff {
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
  readonly pending?: {
    readonly id: string;
    readonly questions: readonly Question[];
    /** Lines that the question has too many. */
    readonly over: number;
  };
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

interface CompileOptions {
  readonly extra?: Extra | undefined;
  /** The date of a new block, ISO 8601. The default is now. */
  readonly instant?: string | undefined;
}

interface TransactionOptions extends CompileOptions {
  /** Events that are kept in full. */
  readonly keep?: (event: Event) => boolean;
  /** Tells what would be written, and writes nothing. */
  readonly isDryRun?: boolean;
  /** A person said that the log begins here, whatever this machine knew of an earlier one. */
  readonly isBeginning?: boolean;
  /** Brings back what is lost: it is written also where something else stays lost. */
  readonly isRemedy?: boolean;
}

/** Decides, compiles and writes in one step under the lock. Writes nothing if the decision has an error. */
export async function transact(
  caller: Caller,
  decide: (opened: Opened) => Decision,
  more: TransactionOptions = {},
): Promise<Outcome> {
  const location = locationOf(caller);
  return withMemoryLock(location, caller.say, async () => {
    const opened = openFor(caller, location, more.keep);
    const wanted = hasErrors(opened.problems) ? {} : decide(opened);
    const decided = keepsQuotes(caller, location) ? wanted : unquoted(wanted);
    const isKept = more.isDryRun || decided.isAsItWas || hasErrors(decided.problems ?? []);
    const decision = isKept ? decided : signed(caller, opened, decided);
    const problems = [...opened.problems, ...(decision.problems ?? [])];
    if (hasErrors(problems)) return { written: [], unchanged: [], problems };
    const next = changed(opened.memory, decision.change ?? {});
    const planned = toldPlan(opened, await compile(next, more.instant ?? instantOf(caller)));
    const { plan: whole, afterwards } = await withExtra(opened, planned, more.extra);
    const told = [...afterwards, ...(decision.change?.afterwards ?? [])];
    const found = damagesOf(caller, { location, memory: next }, whole, more.isBeginning);
    const damages = found.filter((one) => !isTakenOut(one, opened));
    // What is still lost may stand in a target: that stays as it is.
    const plan = damages.length > 0 ? { ...whole, targetFiles: new Map() } : whole;
    const isMending =
      damages.length > 0 && (more.isRemedy || (await mends(caller, opened, damages)));
    if (damages.length > 0 && !isMending)
      return { written: [], unchanged: [], problems: [...problems, ...damages] };
    const touched = new Set(decision.change?.events?.flatMap((one) => touchedBy(one, opened)));
    const ahead = futureEvents({ location, memory: next }, caller.now());
    const { done } = decision;
    const targets = await targetDiffs(opened, plan);
    const news = newsOf(opened, plan);
    const tellNews = () => {
      for (const line of news) caller.say(line);
    };
    if (more.isDryRun) {
      tellNews();
      const would = comparePlan(opened, plan, decision.change);
      return { ...would, plan, problems: [...problems, ...ahead], targets, ...(done && { done }) };
    }
    const unsaid = hearOwnWords(caller.env, location, {
      before: opened.memory.texts,
      after: next.texts,
      events: [...(decision.change?.events ?? []), ...plan.events],
    });
    const written = writePlan(opened, plan, { ...decision.change, afterwards: new Map(told) });
    tellNews();
    if (!decision.isAsItWas) tellUndo(caller, location, decision.change?.events ?? []);
    // A block in a former target is named until it is gone.
    if (!plan.problems.some(({ rule }) => rule === 'target/forgotten'))
      rememberTargets(location, opened.memory.targets, plan.targetFiles);
    if (!decision.isAsItWas) rememberOwnDecisions(caller, location, decision.change?.events ?? []);
    const ended = endedReminders(caller.env, location, opened.memory.texts, next.texts);
    ifPossible(() => refreshGates(caller.env, location));
    return {
      ...written,
      plan,
      targets,
      problems: [
        ...problems,
        ...ahead,
        ...unsaid,
        ...ended,
        ...damages,
        ...plan.problems.filter((one) => !isOwnDoing(one, touched) && !damages.includes(one)),
      ],
      ...(done === undefined ? {} : { done }),
    };
  });
}

/** A rule that was in its file, and leaves it by this change, is not lost. */
function isTakenOut({ rule, at }: Problem, { memory }: Opened): boolean {
  return rule === 'log/unknown-asset' && parseAssets(memory.texts).assets.has(String(at));
}

/** Is less lost after a change than before it? Several losses are mended one by one. */
async function mends(caller: Caller, opened: Opened, left: readonly Problem[]): Promise<boolean> {
  const before = await compile(opened.memory, instantOf(caller));
  return damagesOf(caller, opened, before).length > left.length;
}

/** A person may keep quotes out of the memory that leaves for their other machines. */
function keepsQuotes({ env }: Caller, { isUser }: Opened['location']): boolean {
  return !isUser || readObject(join(ownFolder(env), 'config.json')).quotes !== false;
}

function unquoted(decision: Decision): Decision {
  if (decision.change === undefined || decision.isAsItWas) return decision;
  const events = decision.change.events?.map(({ quotes, before, after, ...event }) => ({
    ...event,
    ...(before === undefined ? {} : { before: withoutQuotes(before) }),
    ...(after === undefined ? {} : { after: withoutQuotes(after) }),
  }));
  const texts = [...(decision.change.texts ?? [])].map(
    ([name, text]) =>
      [name, `${JSON.stringify(JSON.parse(text).map(withoutQuotes), null, 2)}\n`] as const,
  );
  const change = {
    ...decision.change,
    ...(events === undefined ? {} : { events }),
    ...(texts.length === 0 ? {} : { texts: new Map(texts) }),
  };
  return { ...decision, change };
}

function withoutQuotes(asset: Asset): Asset {
  const { evidence = [], ...rest } = asset;
  const bare = evidence
    .map(({ quote, ...one }) => one)
    .filter((one) => Object.keys(one).length > 0);
  return (bare.length === 0 ? rest : { ...rest, evidence: bare }) as Asset;
}

/** The decision with the name of the person in each event that a person's answer or command made. */
function signed(caller: Caller, { location }: Opened, decision: Decision): Decision {
  const { change } = decision;
  const events = change?.events ?? [];
  if (!events.some(isPersonal)) return decision;
  const who = nameHere(caller, location);
  if (who === undefined) return decision;
  const named = events.map((event) => (isPersonal(event) ? { ...event, who } : event));
  return { ...decision, change: { ...change, events: named } };
}

/** What comes into the block and what leaves it, a line each: nothing leaves in silence. */
function newsOf(opened: Opened, plan: Plan): string[] {
  const { memory } = opened;
  const adopted = plan.events.filter(({ event }) => event === 'create').length;
  if (memory.log.log.entries.length === 0 && adopted > 0)
    return [words[memory.language].adopted(adopted), ...blockNewsOf(opened, plan)];
  return blockNewsOf(opened, plan);
}

function blockNewsOf({ location, memory }: Opened, plan: Plan): string[] {
  const [path] = plan.targetFiles.keys();
  if (path === undefined) return [];
  const { limits, language } = memory;
  const before = memory.targets.flatMap(({ text }) => text ?? []);
  const { came, left } = blockNews(before, plan, limits, language);
  const [file, say] = [nameOfTarget(location, path), words[language]];
  return [
    ...came.map(({ asset }) => say.came(file, oneLine(asset.title, 100), asset.id)),
    ...left.map(({ id, title, why }) => say.left(file, oneLine(title, 100), id, why)),
  ];
}

/** The one place that says how a change is taken back, by whatever door it came. An undo says that itself. */
function tellUndo(caller: Caller, { isUser }: MemoryLocation, events: readonly Event[]): void {
  const decided = events.filter(isPersonal).map((event) => ({ event, id: eventId(event) }));
  if (decided.length === 0) return;
  const ids = firstOfEach(decided).map(({ id }) => id.slice(0, 8));
  const named = ids.length > maxNamedUndos ? '' : ` ${ids.join(' ')}`;
  const { undo } = words[caller.language?.() ?? 'en'];
  caller.say(undo(`madness undo${named}${isUser ? ' --user' : ''}`));
}

/** What more rules came of is taken back as the last decision. */
const maxNamedUndos = 4;

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

/** What compile would write; of a memory that was opened already, of that. */
export async function previewCompile(
  caller: Caller,
  { extra, instant }: CompileOptions = {},
  opened: Opened = open(caller),
): Promise<Outcome> {
  if (hasErrors(opened.problems)) {
    // Reports the other problems too, not only the first.
    const known = new Set(opened.problems.map(({ file }) => file));
    const others = [
      ...opened.memory.log.problems,
      ...parseAssets(opened.memory.texts).problems.filter(({ file }) => !known.has(file)),
    ];
    return { written: [], unchanged: [], problems: [...opened.problems, ...others] };
  }
  const planned = toldPlan(opened, await compile(opened.memory, instant ?? instantOf(caller)));
  const { plan } = await withExtra(opened, planned, extra);
  const damages = damagesOf(caller, opened, plan);
  // What follows from a loss ends with it, and its own remedy would be the wrong one.
  const echoes =
    damages.length > 0 ? ['target/edited-by-hand', 'target/block-kept', 'asset/stale-number'] : [];
  const others = plan.problems.filter(
    (one) => !damages.includes(one) && !echoes.includes(one.rule),
  );
  return {
    // What a damaged memory would compile to is shown, and not to be written.
    ...(damages.length > 0 ? { written: [], unchanged: [] } : comparePlan(opened, plan)),
    plan,
    problems: [...opened.problems, ...damages, ...futureEvents(opened, caller.now()), ...others],
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
