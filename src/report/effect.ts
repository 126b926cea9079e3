import { chooseVerdicts, outcomeOf } from '../learn/fold/verdict-step.js';
import type { LogEntry } from '../learn/log/entry.js';
import { mergeCounts, type SessionCounts } from '../observe/journal/kept-counts.js';

const hourMs = 3_600_000;
/** Sessions needed on each side before a difference is reported. */
const minPerSide = 5;

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
}

export interface Measured {
  readonly rules: readonly MeasuredRule[];
  readonly counts: readonly SessionCounts[];
  /** Milliseconds since 1970: what came before is left out. */
  readonly since?: number;
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

export interface RuleEffect {
  readonly id: string;
  readonly before: Failing;
  readonly after: Failing;
  readonly followed: Ended;
  readonly unfollowed: Ended;
  /** Share that ended well when followed, less the share when not; null if a side is empty. */
  readonly uplift: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly enough: boolean;
  /** Sessions in which it was followed and which failed. */
  readonly harm: number;
}

export interface Effect {
  /** ISO 8601 of the first and the last session, null if there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sessions: number;
  readonly repeat: Repeat;
  readonly first_try: { readonly met: number; readonly well: number };
  readonly rules: readonly RuleEffect[];
  /** Signals that no rule names, before and after the second session that showed them. */
  readonly unnamed: { readonly before: Failing; readonly after: Failing };
  readonly hints: { readonly given: number; readonly helped: number; readonly repeated: number };
}

/**
 * Counts the effect of a memory's rules. The order and repetition of events, rules and counts change nothing. A session
 * is in the span if its first fact or event is.
 */
export function measureEffect({
  rules,
  counts,
  since = Number.NEGATIVE_INFINITY,
}: Measured): Effect {
  const sessions = mergeCounts(counts).filter(({ first }) => Date.parse(first) >= since);
  const judged = [...new Map(rules.map((rule) => [rule.id, rule])).values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((rule) => ({ rule, verdicts: verdictsOf(rule, since) }));
  const firsts = judged.flatMap(({ verdicts }) => verdicts.slice(0, 1));
  const hints = sessions.flatMap((session) => session.hints);
  const times = sessions.flatMap(({ first, last }) => [first, last]).sort();
  return {
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    sessions: sessions.length,
    repeat: repeatIn(sessions),
    first_try: {
      met: firsts.length,
      well: firsts.filter(endedWell).length,
    },
    rules: judged.map(({ rule, verdicts }) => effectOf(rule, verdicts, sessions)),
    unnamed: unnamedIn(sessions, new Set(rules.flatMap(({ signals }) => signals))),
    hints: {
      given: hints.length,
      helped: hints.filter(({ outcome }) => outcome === 'helped').length,
      repeated: hints.filter(({ outcome }) => outcome === 'repeated').length,
    },
  };
}

/** One decided verdict a session, oldest first. The session that taught the rule proves nothing of it. */
function verdictsOf({ entries, home }: MeasuredRule, since: number): LogEntry[] {
  return [...chooseVerdicts(entries, home).values()]
    .filter((entry) => entry.at >= since && outcomeOf(entry) !== undefined)
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
  const sides = [followed, unfollowed].map(({ achieved, not }) => achieved + not);
  const isMeasured = sides.every((side) => side > 0);
  const { difference, low, high } = differenceInterval(
    [followed.achieved, sides[0] as number],
    [unfollowed.achieved, sides[1] as number],
  );
  return {
    id: rule.id,
    ...beforeAndAfter(sessions, rule.signals, rule.born),
    followed,
    unfollowed,
    uplift: isMeasured ? difference : null,
    low: isMeasured ? low : null,
    high: isMeasured ? high : null,
    enough: sides.every((side) => side >= minPerSide),
    harm: followed.not,
  };
}

function ended(verdicts: readonly LogEntry[]): Ended {
  const achieved = verdicts.filter(endedWell).length;
  return { achieved, not: verdicts.length - achieved };
}

/** Empty for a rule that names no signal: nothing is known of its failures. */
function beforeAndAfter(
  sessions: readonly SessionCounts[],
  signals: readonly string[],
  at: number,
): { before: Failing; after: Failing } {
  const counted = signals.length === 0 ? [] : sessions;
  const isBefore = ({ first }: SessionCounts): boolean => Date.parse(first) < at;
  const failing = (some: readonly SessionCounts[]): Failing => ({
    sessions: some.length,
    failures: some.filter(({ failures }) => failures.some(({ signal }) => signals.includes(signal)))
      .length,
  });
  return {
    before: failing(counted.filter(isBefore)),
    after: failing(counted.filter((one) => !isBefore(one))),
  };
}

function repeatIn(sessions: readonly SessionCounts[]): Repeat {
  const seen = new Map<string, number[]>();
  for (const { project, failures } of sessions)
    for (const { signal, fingerprint, at } of failures) {
      const key = JSON.stringify([project, signal, fingerprint]);
      seen.set(key, [...(seen.get(key) ?? []), Date.parse(at)]);
    }
  const first = seen.size;
  const again = [...seen.values()].filter(
    (times) => Math.max(...times) - Math.min(...times) > hourMs,
  ).length;
  return { first, again, rate: first === 0 ? null : again / first };
}

/** The expected effect of rules that do nothing but are made after a failure came back. Sums all such signals. */
function unnamedIn(
  sessions: readonly SessionCounts[],
  named: ReadonlySet<string>,
): { before: Failing; after: Failing } {
  const begun = new Map<string, number[]>();
  for (const { first, failures } of sessions)
    for (const signal of new Set(failures.map((failure) => failure.signal)))
      if (!named.has(signal)) begun.set(signal, [...(begun.get(signal) ?? []), Date.parse(first)]);
  const parts = [...begun].flatMap(([signal, times]) => {
    const second = times.sort((a, b) => a - b)[1];
    return second === undefined ? [] : [beforeAndAfter(sessions, [signal], second + 1)];
  });
  const sum = (side: 'before' | 'after'): Failing => ({
    sessions: parts.reduce((all, part) => all + part[side].sessions, 0),
    failures: parts.reduce((all, part) => all + part[side].failures, 0),
  });
  return { before: sum('before'), after: sum('after') };
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
