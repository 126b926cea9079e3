import { cellBits, unstated } from '../log/columns.js';
import { isBirthKind, kindOf } from '../log/event.js';
import { arrange, compareIds, num } from '../log/order.js';
import { type EventLog, idOf, type LoggedEvent } from '../log/parse-log.js';
import { applyMerges } from './merges.js';
import { policy } from './policy.js';
import {
  chooseVerdicts,
  isPremise,
  isSuperseded,
  isVerdict,
  type Outcome,
  outcomeOf,
  verdictStep,
} from './verdict-step.js';

/** What the log says of one asset. Confidence in integer hundredths, 0..100. */
export interface Life {
  readonly id: string;
  /** Absent when no create or import is live: the asset is unknown, or its birth was undone. */
  readonly baseline?: {
    readonly kind: 'create' | 'import';
    readonly confidence: number;
    readonly project: string;
    readonly version: number;
    readonly row: number;
  };
  /** A create or import exists, but none is live. */
  readonly unborn: boolean;
  readonly confidence: number;
  readonly retired: boolean;
  readonly absorbedInto?: string;
  /** Ids of live merges into this one, sorted. */
  readonly absorbs: readonly string[];
  readonly pinned: boolean;
  readonly version: number;
  /**
   * Its birth or its wording was imported, or it was born of what tools showed alone, and nothing has
   * proved it here since. The latter takes a success that quotes the user or a result.
   */
  readonly unproved: boolean;
  /** Its wording came from a file and no person has read it. */
  readonly unread: boolean;
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
  readonly cells: Readonly<Record<Outcome, number>>;
}

/** One event that counted, with where it led. Hundredths. */
export interface Step {
  readonly row: number;
  /** What it moved; the baseline's is its confidence. */
  readonly step: number;
  readonly confidence: number;
}

export interface Fold {
  readonly lives: ReadonlyMap<string, Life>;
  /** Hash of the rule lines → the earliest live reflection that names it, ms since 1970. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Is the event of this row neither a duplicate nor reverted? */
  readonly isLive: (row: number) => boolean;
  /** ms since 1970 of the newest live event; undefined for an empty log. */
  readonly newest?: number;
}

/**
 * The state as a pure function of the set of events: file order, duplicates and merges cannot change
 * it. The steps are computed here from the cells; what a line states of itself counts only where it
 * has no cell.
 */
export function fold(log: EventLog): Fold {
  const { groups, dead } = arrange(log);
  const isLive = (row: number) => dead[row] === 0;
  const unmatched = unmatchedSessions(log, isLive);
  const lives = new Map<string, Life>();
  for (const [asset, rows] of groups)
    if (asset !== 0) lives.set(log.names[asset] as string, lifeOf(log, asset, rows, isLive));
  for (const [asset, sessions] of unmatched)
    addReviewed(log, lives, asset, sessions, groups, isLive);
  applyMerges(log, lives, isLive);
  return { lives, isLive, ...blockHistory(log, isLive) };
}

/** The steps of one asset, in the order in which they count. */
export function timeline(log: EventLog, id: string): Step[] {
  const { groups, dead } = arrange(log);
  const asset = log.names.indexOf(id);
  const steps: Step[] = [];
  lifeOf(log, asset, groups.get(asset) ?? new Uint32Array(), (row) => dead[row] === 0, steps);
  return steps;
}

/** Those of the kept events that count: neither a duplicate nor reverted. */
export function liveAmong(
  kept: readonly LoggedEvent[],
  log: EventLog,
  { isLive }: Pick<Fold, 'isLive'>,
): LoggedEvent[] {
  const byId = new Map(kept.map((one) => [one.id, one]));
  const highs = new Set([...byId.keys()].map((id) => Number.parseInt(id.slice(0, 8), 16)));
  const found: LoggedEvent[] = [];
  for (let row = 0; row < log.count; row++) {
    if (!highs.has(num(log.idHigh, row)) || !isLive(row)) continue;
    const one = byId.get(idOf(log, row));
    if (one !== undefined) found.push(one);
  }
  return found;
}

/** Folds the rows of one asset, which stand in order. */
function lifeOf(
  log: EventLog,
  asset: number,
  rows: Uint32Array,
  isLive: (row: number) => boolean,
  trace?: Step[],
): Life {
  const counting = rows.filter(isLive);
  const baseline = baselineOf(log, counting);
  const chosen = chooseVerdicts(log, counting, baseline?.project ?? '');
  const isBorrowed = baseline !== undefined && log.borrowed.has(baseline.row);
  const isForeign = baseline?.kind === 'import' || isBorrowed;
  const state = { ...emptyState(baseline?.confidence ?? 0, isForeign), isBorrowed };
  for (const row of counting)
    if (num(log.kind, row) === kindOf.import) bringWording(log, row, state);
  if (baseline !== undefined)
    trace?.push({ row: baseline.row, step: baseline.confidence, confidence: baseline.confidence });
  for (const row of counting) {
    if (row === baseline?.row || isSuperseded(log, row, chosen)) continue;
    const step = apply(log, row, state, baseline?.project ?? '');
    trace?.push({ row, step, confidence: state.confidence });
  }
  return {
    id: log.names[asset] as string,
    ...(baseline === undefined ? {} : { baseline }),
    unborn: baseline === undefined && rows.some((row) => isBirthKind(num(log.kind, row))),
    confidence: state.confidence,
    absorbs: [],
    retired: lastWord(log, counting, kindOf.deprecate, kindOf.revive),
    pinned: lastWord(log, counting, kindOf.pin, kindOf.unpin, kindOf.unpin),
    version: (baseline?.version ?? 1) + state.revisions,
    unproved: state.unproved,
    unread: state.unread,
    validated: state.validated,
    failed: state.failed,
    ...(state.lastValidated === undefined ? {} : { lastValidated: state.lastValidated }),
    ...(state.lastFailed === undefined ? {} : { lastFailed: state.lastFailed }),
    triggered: state.triggered,
    reviewed: state.triggered,
    cells: { fs: state.fs, ff: state.ff, us: state.us, uf: state.uf },
  };
}

/** Of all live births the one with the lowest (delta, id): two people's cannot add up. */
function baselineOf(log: EventLog, rows: Uint32Array): Life['baseline'] {
  let best: number | undefined;
  for (const row of rows) {
    if (!isBirthKind(num(log.kind, row))) continue;
    if (best === undefined) best = row;
    const order =
      birthConfidence(log, row) - birthConfidence(log, best) || compareIds(log, row, best);
    if (order < 0) best = row;
  }
  if (best === undefined) return undefined;
  return {
    kind: num(log.kind, best) === kindOf.create ? 'create' : 'import',
    confidence: birthConfidence(log, best),
    project: log.names[num(log.project, best)] as string,
    version: log.births.get(best) ?? 1,
    row: best,
  };
}

/** What a birth states; an import is never worth more than any import, whatever it says. */
function birthConfidence(log: EventLog, row: number): number {
  const isImport = num(log.kind, row) === kindOf.import;
  const standard = isImport ? policy.baseline.import : policy.baseline.create;
  const stated = num(log.stated, row);
  if (stated === unstated || stated <= 0) return standard;
  return isImport ? Math.min(stated, standard) : Math.min(stated, 100);
}

function emptyState(confidence: number, unproved: boolean) {
  return {
    confidence,
    unproved,
    unread: false,
    /** Does the log say of the unread wording that nobody has read it? */
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
function apply(log: EventLog, row: number, state: State, home: string): number {
  const kind = num(log.kind, row);
  if (kind === kindOf.import_read || (countsAsReading(log, row) && !state.unreadStated))
    state.unread = false;
  if (isVerdict(log, row)) return applyVerdict(log, row, state, home);
  if (isPremise(log, row)) return move(state, policy.step.premise);
  if (kind === kindOf.revive)
    return move(state, Math.max(0, policy.gate.provisional - state.confidence));
  const rewords =
    kind === kindOf.revise ||
    kind === kindOf.import_merge ||
    (kind === kindOf.merge && !log.into.has(row));
  if (rewords) state.revisions += 1;
  if (kind === kindOf.import_merge) {
    state.unproved = true;
    bringWording(log, row, state);
  }
  return 0;
}

/** A file brings a wording. Of two imports of one rule the one that nobody has read decides. */
function bringWording(log: EventLog, row: number, state: State): void {
  const read = log.read.get(row);
  if (read === true) return;
  state.unread = true;
  state.unreadStated ||= read === false;
}

/**
 * Up to 0.6.0 no import stated `read`, and an imported rule was told on trial at once. One that was judged here, or
 * about which a person decided afterwards, was before their eyes: asking again would hide rules that work.
 */
function countsAsReading(log: EventLog, row: number): boolean {
  const kind = num(log.kind, row);
  return (
    isVerdict(log, row) ||
    kind === kindOf.pin ||
    kind === kindOf.revise ||
    (kind === kindOf.merge && !log.into.has(row))
  );
}

function applyVerdict(log: EventLog, row: number, state: State, home: string): number {
  const outcome = outcomeOf(log, row);
  let step = verdictStep(log, row, home);
  if (outcome === 'ff' && num(log.cell, row) !== 0 && step < 0 && state.failing)
    step = policy.step.repeatedFailure;
  if (outcome === 'fs') state.failing = false;
  if (outcome === 'ff') state.failing = true;
  if (outcome !== undefined) state[outcome] += 1;
  state.triggered += 1;
  if (outcome === 'fs') {
    state.validated += 1;
    if (!state.isBorrowed || num(log.cell, row) & cellBits.witnessed) state.unproved = false;
    state.lastValidated = num(log.ts, row);
  } else if (step < 0) {
    state.failed += 1;
    state.lastFailed = num(log.ts, row);
  }
  return move(state, step);
}

function move(state: { confidence: number }, step: number): number {
  state.confidence = Math.max(0, Math.min(100, state.confidence + step));
  return step;
}

/** Which of two opposite kinds came last; at the same instant `winner` wins. */
function lastWord(
  log: EventLog,
  rows: Uint32Array,
  on: number,
  off: number,
  winner: number = on,
): boolean {
  let last: number | undefined;
  for (const row of rows) {
    const kind = num(log.kind, row);
    if (kind !== on && kind !== off) continue;
    const sameInstant = last !== undefined && num(log.ts, last) === num(log.ts, row);
    if (!sameInstant || kind === winner) last = row;
  }
  return last !== undefined && num(log.kind, last) === on;
}

/** asset → sessions that were judged and in which its scene did not occur. */
function unmatchedSessions(
  log: EventLog,
  isLive: (row: number) => boolean,
): Map<number, Set<number>> {
  const unmatched = new Map<number, Set<number>>();
  for (let row = 0; row < log.count; row++) {
    if (num(log.kind, row) !== kindOf.no_match || !isLive(row)) continue;
    // A judgement without a session is one of its own.
    const session = num(log.session, row) || -1 - row;
    for (const asset of new Set([num(log.asset, row), ...(log.lists.get(row) ?? [])])) {
      const sessions = unmatched.get(asset) ?? new Set();
      unmatched.set(asset, sessions.add(session));
    }
  }
  return unmatched;
}

function addReviewed(
  log: EventLog,
  lives: Map<string, Life>,
  asset: number,
  sessions: ReadonlySet<number>,
  groups: ReadonlyMap<number, Uint32Array>,
  isLive: (row: number) => boolean,
): void {
  const life = lives.get(log.names[asset] as string);
  if (life === undefined) return;
  const judged = new Set<number>();
  for (const row of groups.get(asset) ?? [])
    if (isLive(row) && isVerdict(log, row)) judged.add(num(log.session, row));
  const more = [...sessions].filter((session) => !judged.has(session)).length;
  lives.set(life.id, { ...life, reviewed: life.reviewed + more });
}

function blockHistory(
  log: EventLog,
  isLive: (row: number) => boolean,
): Pick<Fold, 'blocks' | 'newest'> {
  const blocks = new Map<string, number>();
  let newest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < log.count; row++)
    if (isLive(row)) newest = Math.max(newest, num(log.ts, row));
  for (const [row, hash] of log.hashes) {
    if (!isLive(row) || num(log.kind, row) !== kindOf.inject_reflection) continue;
    const at = num(log.ts, row);
    blocks.set(hash, Math.min(at, blocks.get(hash) ?? at));
  }
  return { blocks, ...(Number.isFinite(newest) ? { newest } : {}) };
}
