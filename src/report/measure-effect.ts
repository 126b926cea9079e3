import { chooseVerdicts, outcomeOf } from '../learn/fold/verdict-step.js';
import type { LogEntry } from '../learn/log/entry.js';
import type { Reminders, Words } from '../messages/memory/effect.js';
import type { WatchCounts } from '../messages/rules/watch.js';
import {
  type KeptHint,
  type KeptReminder,
  mergeCounts,
  type SessionCounts,
} from '../observe/journal.js';
import { groupBy } from '../text.js';

const hourMs = 3_600_000;
/** Sessions needed on each side before a difference is reported. */
export const minPerSide = 5;

/** A rule as `effect` sees it; `entries` are its live events, in any order. */
export interface MeasuredRule {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly born: number;
  /** Project of its birth. */
  readonly home: string;
  /** The signals that its `when` names. */
  readonly signals: readonly string[];
  readonly entries: readonly LogEntry[];
  /** How often sessions kept it, where a program counts it. */
  readonly watch?: WatchCounts | undefined;
}

export interface Measured {
  readonly rules: readonly MeasuredRule[];
  readonly counts: readonly SessionCounts[];
  /** Milliseconds since 1970: what came before is left out. */
  readonly since?: number;
  /** Share of the sessions in the hold-out now; 0 if it is off. */
  readonly holdout?: number;
}

interface Repeat {
  /** Failures of one fingerprint in one project, each counted once. */
  readonly first: number;
  /** Those among them that came back in another session, more than an hour later. */
  readonly again: number;
  readonly rate: number | null;
}

/** Sessions, and those among them in which it failed. */
interface Failing {
  readonly sessions: number;
  readonly failures: number;
}

interface Ended {
  readonly achieved: number;
  readonly not: number;
}

/** The 95 % interval of a difference, null if a side is empty. `enough`: it may be reported. */
interface Compared {
  readonly low: number | null;
  readonly high: number | null;
  readonly enough: boolean;
}

export interface RuleEffect extends Compared {
  readonly id: string;
  readonly before: Failing;
  readonly after: Failing;
  readonly followed: Ended;
  readonly unfollowed: Ended;
  /** Share that ended well when followed, less the share when not; null if a side is empty. */
  readonly uplift: number | null;
  /** Sessions in which it was followed and which failed. */
  readonly harm: number;
  /** Null where no program counts it. */
  readonly watch: WatchCounts | null;
  readonly reminders: Reminders;
}

/** Sessions with a failure that a rule names: those without rules from the hooks, and those with them. */
interface Holdout extends Compared {
  /** As it is set now. */
  readonly share: number;
  readonly held: Failing;
  readonly told: Failing;
  /** Share of failures when held out, less the share otherwise. Above 0 the hooks help. */
  readonly difference: number | null;
  /** Hints that were due and not given, and how the next like command went without them. */
  readonly hints: Hints;
}

export interface Hints {
  readonly given: number;
  readonly helped: number;
  readonly repeated: number;
}

export interface Effect {
  /** ISO 8601 of the first and the last session, null if there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sessions: number;
  /** Null if it was never on. */
  readonly holdout: Holdout | null;
  readonly repeat: Repeat;
  readonly first_try: { readonly met: number; readonly well: number };
  readonly rules: readonly RuleEffect[];
  readonly hints: Hints;
  readonly reminders: Reminders;
  /** Calls that guards stopped, and those among them that the person allowed anyway. */
  readonly guards: { readonly stopped: number; readonly overridden: number };
}

/**
 * Counts the effect of a memory's rules. The order and repetition of events, rules and counts change nothing. A session
 * is in the span if its first fact or event is.
 */
export function measureEffect(measured: Measured): Effect {
  const { rules, since = Number.NEGATIVE_INFINITY, holdout = 0 } = measured;
  const sessions = inSpan(measured);
  const judged = [...new Map(rules.map((rule) => [rule.id, rule])).values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => ({ rule, verdicts: verdictsOf(rule) }));
  const isSince = (verdict: LogEntry): boolean => verdict.at >= since;
  const firsts = judged.flatMap(({ verdicts }) => verdicts.slice(0, 1)).filter(isSince);
  const hints = sessions.flatMap((session) => session.hints);
  const guards = sessions.flatMap((session) => session.guards);
  const times = sessions.flatMap(({ first, last }) => [first, last]).sort();
  return {
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    sessions: sessions.length,
    holdout: holdoutOf(sessions, namedBy(rules), holdout),
    repeat: repeatIn(sessions),
    first_try: { met: firsts.length, well: firsts.filter(endedWell).length },
    rules: judged.map(({ rule, verdicts }) => effectOf(rule, verdicts.filter(isSince), sessions)),
    hints: countHints(hints.filter(({ withheld }) => withheld !== true)),
    reminders: countReminders(sessions.flatMap((session) => session.reminders)),
    guards: {
      stopped: guards.length,
      overridden: guards.filter(({ overridden }) => overridden).length,
    },
  };
}

/** Each session once, by its name. */
function inSpan({ counts, since = Number.NEGATIVE_INFINITY }: Measured): SessionCounts[] {
  return mergeCounts(counts).filter(({ first }) => Date.parse(first) >= since);
}

function namedBy(rules: readonly MeasuredRule[]): Set<string> {
  return new Set(rules.flatMap(({ signals }) => signals));
}

function countHints(hints: readonly KeptHint[]): Hints {
  return {
    given: hints.length,
    helped: hints.filter(({ outcome }) => outcome === 'helped').length,
    repeated: hints.filter(({ outcome }) => outcome === 'repeated').length,
  };
}

function countReminders(all: readonly KeptReminder[]): Reminders {
  const of = (wanted: KeptReminder['outcome']) =>
    all.filter(({ outcome }) => outcome === wanted).length;
  const waived = of('waived');
  return { given: all.length - waived, heeded: of('heeded'), repeated: of('repeated'), waived };
}

/** What a session was told at the right moment, by hints and reminders, and how often that went well. */
export function noticesIn({ hints, reminders }: SessionCounts): { given: number; well: number } {
  const told = countHints(hints.filter(({ withheld }) => withheld !== true));
  const { given, heeded } = countReminders(reminders);
  return { given: told.given + given, well: told.helped + heeded };
}

/** Only sessions in which the hold-out was on, and which stayed on one side. */
function holdoutOf(
  sessions: readonly SessionCounts[],
  named: ReadonlySet<string>,
  share: number,
): Holdout | null {
  const onSide = (side: 'held' | 'told') =>
    sessions.filter(({ holdout }) => holdout.length === 1 && holdout[0] === side);
  const heldSessions = onSide('held');
  const [held, told] = [failingIn(heldSessions, named), failingIn(onSide('told'), named)];
  const hints = heldSessions.flatMap((session) => session.hints);
  if (share === 0 && held.sessions + told.sessions === 0) return null;
  return {
    share,
    held,
    told,
    ...comparison([held.failures, held.sessions], [told.failures, told.sessions]),
    hints: countHints(hints.filter(({ withheld }) => withheld === true)),
  };
}

function failingIn(sessions: readonly SessionCounts[], signals: ReadonlySet<string>): Failing {
  return {
    sessions: sessions.length,
    failures: sessions.filter(({ failures }) => failures.some(({ signal }) => signals.has(signal)))
      .length,
  };
}

/** The first share less the second; null if a side is empty. */
function comparison(a: Share, b: Share) {
  const isMeasured = a[1] > 0 && b[1] > 0;
  const { difference, low, high } = differenceInterval(a, b);
  return {
    difference: isMeasured ? difference : null,
    low: isMeasured ? low : null,
    high: isMeasured ? high : null,
    enough: a[1] >= minPerSide && b[1] >= minPerSide,
  };
}

/** The numbers of an effect in one row, for `status`. */
type Summary = Readonly<
  Record<
    'sessions' | 'first' | 'again' | 'met' | 'well' | 'given' | 'helped' | 'repeated',
    number
  > &
    Record<'stopped' | 'overridden' | 'compared' | 'helps' | 'harms', number>
>;

export function summarise(found: Effect): Summary {
  const { sessions, repeat, first_try, hints, guards, rules } = found;
  const told = rules.filter(({ enough }) => enough);
  return {
    ...{ sessions, first: repeat.first, again: repeat.again, ...first_try, ...hints, ...guards },
    compared: told.length,
    helps: told.filter(({ low }) => (low ?? 0) > 0).length,
    harms: told.filter(({ high }) => (high ?? 0) < 0).length,
  };
}

/** One decided verdict a session, oldest first. The session that taught the rule proves nothing of it. */
function verdictsOf({ entries, home }: MeasuredRule): LogEntry[] {
  return [...chooseVerdicts(entries, home).values()]
    .filter((entry) => outcomeOf(entry) !== undefined)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function endedWell(verdict: LogEntry): boolean {
  return outcomeOf(verdict)?.endsWith('s') === true;
}

function effectOf(
  rule: MeasuredRule,
  verdicts: readonly LogEntry[],
  sessions: readonly SessionCounts[],
): RuleEffect {
  const isFollowed = (verdict: LogEntry): boolean => outcomeOf(verdict)?.startsWith('f') === true;
  const followed = ended(verdicts.filter(isFollowed));
  const unfollowed = ended(verdicts.filter((verdict) => !isFollowed(verdict)));
  const [mine, other] = [followed, unfollowed].map(
    ({ achieved, not }): Share => [achieved, achieved + not],
  ) as [Share, Share];
  const { difference, ...rest } = comparison(mine, other);
  return {
    id: rule.id,
    ...beforeAndAfter(sessions, new Set(rule.signals), rule.born),
    followed,
    unfollowed,
    uplift: difference,
    ...rest,
    harm: followed.not,
    watch: rule.watch ?? null,
    reminders: countReminders(
      sessions.flatMap(({ reminders }) =>
        reminders.filter((one) => one.rule.replace(/^\w+:/, '') === rule.id),
      ),
    ),
  };
}

function ended(verdicts: readonly LogEntry[]): Ended {
  const achieved = verdicts.filter(endedWell).length;
  return { achieved, not: verdicts.length - achieved };
}

type BeforeAndAfter = Pick<RuleEffect, 'before' | 'after'>;

/** Empty for a rule that names no signal: nothing is known of its failures. */
function beforeAndAfter(
  sessions: readonly SessionCounts[],
  signals: ReadonlySet<string>,
  at: number,
): BeforeAndAfter {
  const counted = signals.size === 0 ? [] : sessions;
  const isBefore = ({ first }: SessionCounts): boolean => Date.parse(first) < at;
  return {
    before: failingIn(counted.filter(isBefore), signals),
    after: failingIn(
      counted.filter((one) => !isBefore(one)),
      signals,
    ),
  };
}

/** A kind of failure in one project: the sessions that met it, and those among them that met it again. */
interface FailureKind {
  /** Project, signal and fingerprint, a line each. */
  readonly key: string;
  readonly sessions: number;
  /** More than an hour after the first. */
  readonly later: number;
}

export function kindsOf(sessions: readonly SessionCounts[]): FailureKind[] {
  return [...timesOf(sessions)].map(([key, times]) => {
    const first = times.reduce((one, other) => Math.min(one, other));
    return { key, sessions: times.length, later: times.filter((at) => at - first > hourMs).length };
  });
}

/** When each kind of failure was first met in each session. */
function timesOf(sessions: readonly SessionCounts[]): Map<string, number[]> {
  const met = sessions.flatMap(({ project, failures }) =>
    failures.map((one) => ({ ...one, key: [project, one.signal, one.fingerprint].join('\n') })),
  );
  const kinds = [...groupBy(met, ({ key }) => key)];
  return new Map(kinds.map(([key, all]) => [key, all.map(({ at }) => Date.parse(at))]));
}

function repeatIn(sessions: readonly SessionCounts[]): Repeat {
  const kinds = kindsOf(sessions);
  const first = kinds.length;
  const again = kinds.filter(({ later }) => later > 0).length;
  return { first, again, rate: first === 0 ? null : again / first };
}

/** Kinds of failures in a week, from its Monday in UTC, ms since 1970. */
export interface Week {
  readonly from: number;
  /** Met for the first time. */
  readonly fresh: number;
  /** Met before, in another session more than an hour ago; once a session. */
  readonly again: number;
}

const dayMs = 24 * hourMs;

/** The Monday of a week in UTC, ms since 1970. The epoch was a Thursday. */
export function mondayOf(at: number): number {
  return (Math.floor((at / dayMs + 3) / 7) * 7 - 3) * dayMs;
}

/** Every week from the first failure to the last one, also those without any. */
export function weeksOf(measured: Measured): Week[] {
  const weeks = new Map<number, { fresh: number; again: number }>();
  const count = (at: number, kind: 'fresh' | 'again'): void => {
    const from = mondayOf(at);
    const week = weeks.get(from) ?? { fresh: 0, again: 0 };
    week[kind]++;
    weeks.set(from, week);
  };
  for (const times of timesOf(inSpan(measured)).values()) {
    const [first = 0, ...later] = times.sort((a, b) => a - b);
    count(first, 'fresh');
    for (const at of later) if (at - first > hourMs) count(at, 'again');
  }
  const begins = [...weeks.keys()].sort((a, b) => a - b);
  const [first = 0, last = -1] = [begins[0], begins.at(-1)];
  return Array.from({ length: Math.floor((last - first) / (7 * dayMs)) + 1 }, (_, index) => {
    const from = first + index * 7 * dayMs;
    return { from, ...(weeks.get(from) ?? { fresh: 0, again: 0 }) };
  });
}

/** `rule` is `type:id`, null for hints at a past session; the most hints first. */
export function hintsByRule(measured: Measured): (Hints & { readonly rule: string | null })[] {
  const hints = inSpan(measured)
    .flatMap((session) => session.hints)
    .filter(({ withheld }) => withheld !== true);
  return [...new Set(hints.map(({ rule }) => rule))]
    .map((rule) => ({ rule, ...countHints(hints.filter((hint) => hint.rule === rule)) }))
    .sort((a, b) => b.given - a.given || ((a.rule ?? '') < (b.rule ?? '') ? -1 : 1));
}

/**
 * Signals without a rule, before and after the second session that showed them: the expected effect of rules that do
 * nothing but are made where rules are made. Sums all such signals.
 */
export function measureUnnamed(measured: Measured): BeforeAndAfter {
  const sessions = inSpan(measured);
  const named = namedBy(measured.rules);
  const begun = new Map<string, number[]>();
  for (const { first, failures } of sessions)
    for (const signal of new Set(failures.map((failure) => failure.signal)))
      if (!named.has(signal)) begun.set(signal, [...(begun.get(signal) ?? []), Date.parse(first)]);
  const parts = [...begun].flatMap(([signal, times]) => {
    const second = times.sort((a, b) => a - b)[1];
    return second === undefined ? [] : [beforeAndAfter(sessions, new Set([signal]), second + 1)];
  });
  const sum = (side: 'before' | 'after'): Failing => ({
    sessions: parts.reduce((all, part) => all + part[side].sessions, 0),
    failures: parts.reduce((all, part) => all + part[side].failures, 0),
  });
  return { before: sum('before'), after: sum('after') };
}

/** Notes for the reader: how many rules were compared, when an effect becomes visible, and what is confounded. */
export function readingNotes(found: Effect, measured: Measured, say: Words): string[] {
  const { before, after } = measureUnnamed(measured);
  const of = ({ failures, sessions }: Failing): string => say.of(failures, sessions);
  return [
    say.compared(summarise(found).compared),
    say.power,
    say.confounded,
    ...(before.sessions > 0 ? [say.unnamed(of(before), of(after))] : []),
  ];
}

/** The 0.975 quantile of the normal distribution: both tails leave 5 %. */
const z = 1.959963984540054;

/** Successes among trials. */
export type Share = readonly [successes: number, trials: number];

/** Wilson's score interval of a proportion, 95 %; all of 0 to 1 without a trial. */
export function wilsonInterval([successes, trials]: Share): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const middle = share + z ** 2 / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/**
 * The difference of two independent proportions with its 95 % interval: method 10 of Newcombe, "Interval estimation for
 * the difference between independent proportions", Statistics in Medicine 17 (1998), 873–890.
 */
export function differenceInterval(
  a: Share,
  b: Share,
): { readonly difference: number; readonly low: number; readonly high: number } {
  const [p, q] = [a, b].map(([successes, trials]) => (trials === 0 ? 0.5 : successes / trials)) as [
    number,
    number,
  ];
  const [lowP, highP] = wilsonInterval(a);
  const [lowQ, highQ] = wilsonInterval(b);
  return {
    difference: p - q,
    low: p - q - Math.hypot(p - lowP, highQ - q),
    high: p - q + Math.hypot(highP - p, q - lowQ),
  };
}
