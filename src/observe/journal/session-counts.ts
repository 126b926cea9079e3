import { groupBy } from '../../text.js';
import type { Fact, GuardFact } from './journal.js';

/** What stays of a session's journal: names, hashes and times, no text. */
export interface SessionCounts {
  /** The name of its folder in `state/`. */
  readonly session: string;
  /** Key of the project, '' where unknown. */
  readonly project: string;
  /** ISO 8601, of the first and the last fact. */
  readonly first: string;
  readonly last: string;
  /** `type:id`, sorted. */
  readonly shown: readonly string[];
  /** Each fingerprint once, with its first time. */
  readonly failures: readonly KeptFailure[];
  readonly hints: readonly KeptHint[];
  /** Calls that a guard held back. */
  readonly guards: readonly KeptGuard[];
  /** Calls that a rule's reminder refused once. */
  readonly reminders: readonly KeptReminder[];
  /** The session's side of the hold-out: both if its share changed meanwhile, none if it was off. */
  readonly holdout: readonly ('held' | 'told')[];
}

export interface KeptFailure {
  readonly signal: string;
  readonly fingerprint: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface KeptHint {
  readonly hint: string;
  readonly rule: string | null;
  readonly outcome: 'helped' | 'repeated' | 'unknown';
  /** It was due, and the hold-out left it out. */
  readonly withheld?: true;
}

interface KeptGuard {
  /** Name of a built-in one, or `type:id` of the rule. */
  readonly guard: string;
  /** Id of the call, or its time. */
  readonly call: string;
  /** The person allowed it anyway. */
  readonly overridden: boolean;
}

export interface KeptReminder {
  /** `type:id`. */
  readonly rule: string;
  /** Id of the call, or its time. */
  readonly call: string;
  /** `heeded`: what was missing ran, or the call did not come again. `waived`: the person's words let it pass. */
  readonly outcome: 'heeded' | 'repeated' | 'waived' | 'unknown';
}

/** The counts of a journal; undefined if it is empty. */
export function countsOf(
  session: string,
  project: string,
  facts: readonly Fact[],
): SessionCounts | undefined {
  if (facts.length === 0) return undefined;
  const times = facts.map(({ ts }) => ts);
  // Sorted, so that the worst outcome counts in any order of the facts.
  const outcomes = new Map(
    facts
      .flatMap((fact) => (fact.kind === 'hint_outcome' ? [[fact.hint, fact.outcome] as const] : []))
      .sort(([, a], [, b]) => compare(a, b)),
  );
  return sessionCounts(session, project, times, {
    shown: facts.flatMap((fact) => (fact.kind === 'shown' ? fact.rules : [])),
    failures: facts.flatMap((fact) =>
      fact.kind === 'signal'
        ? [{ signal: fact.signal, fingerprint: fact.fingerprint, at: fact.ts }]
        : [],
    ),
    hints: facts.flatMap((fact) =>
      fact.kind === 'hint' || fact.kind === 'withheld'
        ? [
            {
              hint: fact.hint,
              rule: fact.rule ?? null,
              outcome: outcomes.get(fact.hint) ?? 'unknown',
              ...(fact.kind === 'withheld' && { withheld: true }),
            } as const,
          ]
        : [],
    ),
    guards: facts.flatMap((fact) =>
      fact.kind === 'guard' && isHeldBack(fact)
        ? [
            {
              guard: fact.guard,
              call: fact.call ?? fact.ts,
              overridden: fact.action === 'overridden',
            },
          ]
        : [],
    ),
    reminders: remindersIn(facts),
    holdout: facts.flatMap((fact) =>
      fact.kind === 'holdout' ? [fact.held ? ('held' as const) : ('told' as const)] : [],
    ),
  });
}

/** Of at least one time, in any order. */
export function sessionCounts(
  session: string,
  project: string,
  times: readonly string[],
  counts: Partial<SessionCounts>,
): SessionCounts {
  const none = { shown: [], failures: [], hints: [], guards: [], reminders: [], holdout: [] };
  const first = times.reduce(smaller);
  return normal({ session, project, first, last: times.reduce(larger), ...none, ...counts });
}

function isHeldBack({ action }: GuardFact): boolean {
  return action === 'ask' || action === 'deny' || action === 'overridden';
}

function remindersIn(all: readonly Fact[]): KeptReminder[] {
  const facts = [...all].sort((a, b) => compare(a.ts, b.ts));
  return facts.flatMap((fact, at) => {
    if (fact.kind !== 'guard' || (fact.action !== 'remind' && fact.action !== 'waived')) return [];
    const outcome = fact.action === 'waived' ? 'waived' : outcomeOf(fact, facts.slice(at + 1));
    return [{ rule: fact.guard, call: fact.call ?? fact.ts, outcome }];
  });
}

/** What came until the next reminder of the same rule. */
function outcomeOf(
  { guard, call, runs }: GuardFact,
  later: readonly Fact[],
): KeptReminder['outcome'] {
  const isOf = (fact: Fact, action: GuardFact['action']) =>
    fact.kind === 'guard' && fact.guard === guard && fact.action === action;
  const end = later.findIndex((fact) => isOf(fact, 'remind') && (fact as GuardFact).call !== call);
  const until = later.slice(0, end < 0 ? undefined : end);
  if (until.some((fact) => isOf(fact, 'repeated'))) return 'repeated';
  const undone = new Set(until.flatMap((fact) => (fact.kind === 'undone' ? [fact.call] : [])));
  const hasRun = (run: string) =>
    until.some((fact) => fact.kind === 'ran' && fact.run === run && !undone.has(fact.call));
  return runs === undefined || runs.every(hasRun) ? 'heeded' : 'unknown';
}

/** One entry a session, by its name. A union, so order and repetition of the input change nothing. */
export function mergeCounts(all: readonly SessionCounts[]): SessionCounts[] {
  return [...groupBy(all, ({ session }) => session)]
    .sort(([a], [b]) => compare(a, b))
    .map(([session, parts]) =>
      normal({
        session,
        project: parts.map(({ project }) => project).reduce(larger),
        first: parts.map(({ first }) => first).reduce(smaller),
        last: parts.map(({ last }) => last).reduce(larger),
        shown: parts.flatMap(({ shown }) => shown),
        failures: parts.flatMap(({ failures }) => failures),
        hints: parts.flatMap(({ hints }) => hints),
        guards: parts.flatMap(({ guards }) => guards),
        reminders: parts.flatMap(({ reminders }) => reminders),
        holdout: parts.flatMap(({ holdout }) => holdout),
      }),
    );
}

function normal(counts: SessionCounts): SessionCounts {
  const { shown, failures, hints, guards, reminders, holdout } = counts;
  return {
    ...counts,
    shown: [...new Set(shown)].sort(),
    failures: bestOf(
      failures,
      ({ signal, fingerprint }) => `${signal} ${fingerprint}`,
      (one, other) => one.at < other.at,
    ),
    hints: bestOf(
      hints,
      ({ hint }) => hint,
      (one, other) => rank(one) > rank(other),
    ),
    guards: bestOf(
      guards,
      ({ guard, call }) => `${guard} ${call}`,
      ({ overridden }) => overridden,
    ),
    reminders: bestOf(
      reminders,
      ({ rule, call }) => `${rule} ${call}`,
      (one, other) => weight(one) > weight(other),
    ),
    holdout: [...new Set(holdout)].sort(),
  };
}

/** One of each key, sorted by it. */
function bestOf<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  isBetter: (one: T, other: T) => boolean,
): T[] {
  const best = new Map<string, T>();
  for (const one of all) {
    const other = best.get(keyOf(one));
    if (other === undefined || isBetter(one, other)) best.set(keyOf(one), one);
  }
  return [...best].sort(([a], [b]) => compare(a, b)).map(([, one]) => one);
}

/** The worst that is known of a hint counts. */
function rank({ outcome, rule }: KeptHint): string {
  return `${['unknown', 'helped', 'repeated'].indexOf(outcome)} ${rule ?? ''}`;
}

function weight({ outcome }: KeptReminder): number {
  return ['unknown', 'heeded', 'repeated', 'waived'].indexOf(outcome);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const smaller = (a: string, b: string): string => (a < b ? a : b);
const larger = (a: string, b: string): string => (a > b ? a : b);
