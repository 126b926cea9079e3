import type { Origin } from '../../schema.gen.js';
import type { EventLog, LogEntry } from '../log/entry.js';
import { type EventKind, isBaseline } from '../log/event.js';
import { compareIds, groupByAsset, revertedIds } from '../log/order.js';
import type { LoggedEvent } from '../log/parse-log.js';
import { policy } from './policy.js';
import {
  chooseVerdicts,
  isPremise,
  isSuperseded,
  isVerdict,
  outcomeOf,
  type VerdictOutcome,
  verdictStep,
} from './verdict-step.js';

/** The state of one asset by the log. Confidence in integer hundredths, 0..100. */
export interface RuleState {
  readonly id: string;
  /** Absent when no create or import is live: the asset is unknown, or its birth was undone. */
  readonly baseline?: {
    readonly kind: 'create' | 'import';
    readonly confidence: number;
    readonly project: string;
    readonly version: number;
    /** Id of the event. */
    readonly event: string;
    /** import: has a person read the wording? Absent in older logs. */
    readonly read?: boolean;
  };
  /** A create or import exists, but none is live. */
  readonly hasNoBaseline: boolean;
  readonly confidence: number;
  readonly retired: boolean;
  readonly absorbedInto?: string;
  /** A person of this memory said yes to it, or typed it: neither adopted nor imported. */
  readonly kept: boolean;
  /** Ids of live merges into this one, sorted. */
  readonly absorbs: readonly string[];
  readonly pinned: boolean;
  readonly version: number;
  /**
   * True if the rule or its wording was imported, or came from tool output alone, and has not been proved here since.
   * The latter needs a success that quotes the user or a result.
   */
  readonly unproved: boolean;
  /** Its wording came from a file and no person has read it. */
  readonly unread: boolean;
  /** Where an unread wording came from that took the place of another. */
  readonly broughtBy?: Origin;
  /** Sessions in which it was followed and worked. */
  readonly validated: number;
  /** Sessions that counted against it. */
  readonly failed: number;
  /** Milliseconds since 1970. */
  readonly lastValidated?: number;
  readonly lastFailed?: number;
  /** Sessions in which its scene occurred, and sessions that were judged at all. */
  readonly triggered: number;
  readonly reviewed: number;
  readonly cells: Readonly<Record<VerdictOutcome, number>>;
}

/** One event that counted, with where it led. Hundredths. */
interface FoldStep {
  /** Id of the event. */
  readonly event: string;
  /** The change of confidence. For the baseline, the confidence itself. */
  readonly step: number;
  readonly confidence: number;
}

export interface Fold {
  readonly states: ReadonlyMap<string, RuleState>;
  /** Hash of the rule lines → the earliest live reflection that names it, ms since 1970. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Is there an event of this id that is not reverted? */
  readonly isLive: (id: string) => boolean;
  /** Every event that is not reverted, once; those about one asset in order. */
  readonly live: readonly LogEntry[];
  /** ms since 1970 of the newest live event; undefined for an empty log. */
  readonly newest?: number;
}

/**
 * The state as a pure function of the set of events: file order, duplicates and merges do not change it. Steps are
 * computed here from the cells. A step stated by a line counts only if it has no cell.
 */
export function fold(log: EventLog): Fold {
  const groups = groupByAsset(log);
  const reverted = revertedIds(log.entries);
  const states = new Map<string, RuleState>();
  const live: LogEntry[] = [];
  for (const [id, entries] of groups) {
    const isWhole = reverted.size === 0;
    const counting = isWhole ? entries : entries.filter((one) => !reverted.has(one.id));
    for (const entry of counting) live.push(entry);
    if (id === '') continue;
    const ruleState = ruleStateOf(id, counting);
    const hadBaseline = ruleState.baseline !== undefined || entries.some(isBaselineEntry);
    states.set(id, {
      ...ruleState,
      hasNoBaseline: ruleState.baseline === undefined && hadBaseline,
    });
  }
  addReviewed(live, states);
  applyMerges(live, states);
  const ids = new Set<string>();
  const isLive = (id: string) => {
    if (ids.size === 0) for (const one of live) ids.add(one.id);
    return ids.has(id);
  };
  const newest = live.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return {
    states,
    live,
    isLive,
    blocks: firstReflections(live),
    ...(live.length === 0 ? {} : { newest }),
  };
}

/** The steps of one asset, in the order in which they count. */
export function timeline({ entries, domains }: EventLog, id: string): FoldStep[] {
  const reverted = revertedIds(entries);
  const counting = entries.filter((one) => one.asset === id && !reverted.has(one.id));
  const own = groupByAsset({ entries: counting, domains }).get(id) ?? [];
  const steps: FoldStep[] = [];
  ruleStateOf(id, own, steps);
  return steps;
}

/** Those of the kept events that count, each once: not reverted. */
export function liveAmong(
  kept: readonly LoggedEvent[],
  { isLive }: Pick<Fold, 'isLive'>,
): LoggedEvent[] {
  const distinct = new Map(kept.map((one) => [one.id, one]));
  return [...distinct.values()].filter(({ id }) => isLive(id));
}

/** Folds the live entries of one asset, which are in order. */
function ruleStateOf(id: string, entries: readonly LogEntry[], trace?: FoldStep[]): RuleState {
  const birth = baselineOf(entries);
  const home = birth?.project ?? '';
  const chosen = chooseVerdicts(entries, home);
  const isBorrowed = birth?.rare?.isBorrowed === true;
  const start = birth === undefined ? 0 : baselineConfidence(birth);
  const state = { ...emptyState(start, birth?.kind === 'import' || isBorrowed), isBorrowed };
  for (const entry of entries) if (entry.kind === 'import') bringWording(entry, state);
  if (birth !== undefined) trace?.push({ event: birth.id, step: start, confidence: start });
  for (const entry of entries) {
    if (entry === birth || isSuperseded(entry, chosen)) continue;
    const step = apply(entry, state, home);
    trace?.push({ event: entry.id, step, confidence: state.confidence });
  }
  const version = birth?.rare?.version ?? 1;
  return {
    id,
    ...(birth === undefined
      ? {}
      : {
          baseline: {
            kind: birth.kind === 'create' ? 'create' : 'import',
            confidence: start,
            project: birth.project,
            version,
            event: birth.id,
            ...(birth.rare?.read === undefined ? {} : { read: birth.rare.read }),
          },
        }),
    hasNoBaseline: false,
    confidence: state.confidence,
    kept: entries.some(({ rare }) => rare?.isKept === true),
    absorbs: [],
    retired: lastWord(entries, 'deprecate', 'revive'),
    pinned: lastWord(entries, 'pin', 'unpin', 'unpin'),
    version: version + state.revisions,
    unproved: state.unproved,
    unread: state.unread,
    ...(state.broughtBy === undefined ? {} : { broughtBy: state.broughtBy }),
    validated: state.validated,
    failed: state.failed,
    ...(state.lastValidated === undefined ? {} : { lastValidated: state.lastValidated }),
    ...(state.lastFailed === undefined ? {} : { lastFailed: state.lastFailed }),
    triggered: state.triggered,
    reviewed: state.triggered,
    cells: { fs: state.fs, ff: state.ff, us: state.us, uf: state.uf },
  };
}

/** Of all live create events the one with the lowest (delta, id), so that two people's do not add up. */
function baselineOf(entries: readonly LogEntry[]): LogEntry | undefined {
  let best: LogEntry | undefined;
  for (const entry of entries) {
    if (!isBaselineEntry(entry)) continue;
    best ??= entry;
    const order = baselineConfidence(entry) - baselineConfidence(best) || compareIds(entry, best);
    if (order < 0) best = entry;
  }
  return best;
}

function isBaselineEntry({ kind }: LogEntry): boolean {
  return isBaseline({ event: kind });
}

/** The confidence stated at creation. An import never counts more than the import baseline. */
function baselineConfidence({ kind, stated }: LogEntry): number {
  const isImport = kind === 'import';
  const standard = isImport ? policy.baseline.import : policy.baseline.create;
  if (stated === undefined || stated <= 0) return standard;
  return isImport ? Math.min(stated, standard) : Math.min(stated, 100);
}

function emptyState(confidence: number, unproved: boolean) {
  return {
    confidence,
    unproved,
    unread: false,
    broughtBy: undefined as Origin | undefined,
    /** True if the log says that the wording is unread. */
    unreadStated: false,
    /** Did the last followed verdict fail? */
    failing: false,
    revisions: 0,
    validated: 0,
    failed: 0,
    lastValidated: undefined as number | undefined,
    lastFailed: undefined as number | undefined,
    triggered: 0,
    fs: 0,
    ff: 0,
    us: 0,
    uf: 0,
  };
}

type State = ReturnType<typeof emptyState> & { readonly isBorrowed: boolean };

/** Applies one event to the running state of its asset; returns the step in hundredths. */
function apply(entry: LogEntry, state: State, home: string): number {
  const { kind } = entry;
  if (kind === 'import_read' || (countsAsReading(entry) && !state.unreadStated))
    state.unread = false;
  if (isVerdict(entry)) return applyVerdict(entry, state, home);
  if (isPremise(entry)) return move(state, policy.step.premise);
  if (kind === 'revive')
    return move(state, Math.max(0, policy.gate.provisional - state.confidence));
  const isRewording =
    kind === 'revise' ||
    kind === 'import_merge' ||
    (kind === 'merge' && entry.rare?.into === undefined);
  if (isRewording) state.revisions += 1;
  if (kind === 'import_merge') {
    state.unproved = true;
    bringWording(entry, state);
  }
  return 0;
}

/** Applies a wording from a file. If a rule was imported twice, the unread import decides. */
function bringWording({ rare }: LogEntry, state: State): void {
  if (rare?.read === true) return;
  state.unread = true;
  state.broughtBy = rare?.origin ?? state.broughtBy;
  state.unreadStated ||= rare?.read === false;
}

/**
 * Imports up to 0.6.0 have no `read` and were on trial at once. A rule judged here, or decided about by a person, was
 * seen; asking again would hide rules that work.
 */
function countsAsReading(entry: LogEntry): boolean {
  const { kind, rare } = entry;
  const isOwnMerge = kind === 'merge' && rare?.into === undefined;
  return isVerdict(entry) || kind === 'pin' || kind === 'revise' || isOwnMerge;
}

function applyVerdict(entry: LogEntry, state: State, home: string): number {
  const outcome = outcomeOf(entry);
  let step = verdictStep(entry, home);
  if (outcome === 'ff' && entry.cell !== undefined && step < 0 && state.failing)
    step = policy.step.repeatedFailure;
  if (outcome === 'fs') state.failing = false;
  if (outcome === 'ff') state.failing = true;
  if (outcome !== undefined) state[outcome] += 1;
  state.triggered += 1;
  if (outcome === 'fs') {
    state.validated += 1;
    if (!state.isBorrowed || entry.isWitnessed) state.unproved = false;
    state.lastValidated = entry.at;
  } else if (step < 0) {
    state.failed += 1;
    state.lastFailed = entry.at;
  }
  return move(state, step);
}

function move(state: { confidence: number }, step: number): number {
  state.confidence = Math.max(0, Math.min(100, state.confidence + step));
  return step;
}

/** Which of two opposite kinds came last; at the same instant `winner` wins. */
function lastWord(
  entries: readonly LogEntry[],
  on: EventKind,
  off: EventKind,
  winner: EventKind = on,
): boolean {
  let last: LogEntry | undefined;
  for (const entry of entries) {
    if (entry.kind !== on && entry.kind !== off) continue;
    if (last?.at !== entry.at || entry.kind === winner) last = entry;
  }
  return last?.kind === on;
}

/** Adds the sessions that were judged and in which the scene of an asset did not occur. */
function addReviewed(live: readonly LogEntry[], states: Map<string, RuleState>): void {
  const unmatched = new Map<string, Set<string>>();
  for (const { id, kind, asset, session, rare } of live) {
    if (kind !== 'no_match') continue;
    for (const named of [asset, ...(rare?.asset_ids ?? [])]) {
      const sessions = unmatched.get(named) ?? new Set();
      // A verdict without a session counts as one of its own.
      unmatched.set(named, sessions.add(session === '' ? `event ${id}` : session));
    }
  }
  for (const entry of live) if (isVerdict(entry)) unmatched.get(entry.asset)?.delete(entry.session);
  for (const [id, sessions] of unmatched) {
    const ruleState = states.get(id);
    if (ruleState !== undefined)
      states.set(id, { ...ruleState, reviewed: ruleState.reviewed + sessions.size });
  }
}

/** Hash of the rule lines → when a session was first shown them. */
function firstReflections(live: readonly LogEntry[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { kind, at, rare } of live)
    if (kind === 'inject_reflection' && rare?.hash !== undefined)
      first.set(rare.hash, Math.min(at, first.get(rare.hash) ?? at));
  return first;
}

/** Hides what was absorbed; a merge is a new version of the asset that absorbs. */
function applyMerges(live: readonly LogEntry[], states: Map<string, RuleState>): void {
  const targets = new Map<string, string>();
  for (const { kind, asset: from, rare } of live) {
    const into = rare?.into;
    if (kind !== 'merge' || into === undefined || from === into) continue;
    const survivor = states.get(into);
    if (survivor?.baseline === undefined || states.get(from)?.baseline === undefined) continue;
    const other = targets.get(from);
    targets.set(from, other === undefined || into < other ? into : other);
    states.set(into, {
      ...survivor,
      version: survivor.version + 1,
      // A person chose what survives; only an older log lets an unread rule come this far.
      unread: survivor.unread && survivor.baseline.read !== undefined,
      absorbs: [...new Set([...survivor.absorbs, from])].sort(),
    });
  }
  for (const [id, absorbedInto] of survivors(targets)) {
    const ruleState = states.get(id);
    if (absorbedInto !== id && ruleState !== undefined)
      states.set(id, { ...ruleState, absorbedInto });
  }
}

/** The end of each chain of merges. In a cycle the smallest id survives. */
function survivors(targets: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const start of targets.keys()) {
    const path = new Set<string>();
    let at = start;
    while (!path.has(at) && !found.has(at) && targets.has(at)) {
      path.add(at);
      at = targets.get(at) as string;
    }
    const walked = [...path];
    const end = path.has(at)
      ? (walked.slice(walked.indexOf(at)).sort()[0] as string)
      : (found.get(at) ?? at);
    for (const id of path) found.set(id, end);
  }
  return found;
}
