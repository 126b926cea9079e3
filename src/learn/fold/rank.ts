import type { Asset, Status } from '../../schema.gen.js';
import { inSchemaOrder } from '../asset.js';
import type { RuleState } from './fold.js';
import { policy } from './policy.js';

/** An asset with its state by the log. */
export interface Standing {
  readonly asset: Asset;
  readonly ruleState: RuleState;
  readonly status: Status;
  /** Expected gain of showing it in a session; orders the rules. */
  readonly value: number;
}

export interface Selection {
  /** The rules of the block: pinned, proved, then kept ones on trial; each group best first. */
  readonly rules: readonly Standing[];
  /** Proved rules of the user's memory that a project may hold too: shown when a session starts, best first. */
  readonly session: readonly Standing[];
  /** Rules on trial that a session's start tells, because the block has none of them; best first. */
  readonly trials: readonly Standing[];
}

/** Where rules on trial are told: the kept ones in the block, all at a session's start, or none. */
export type TrialPlace = 'block' | 'session' | 'off';

export interface Limits {
  readonly max_rules: number;
  readonly max_pinned: number;
  readonly max_trials: number;
}

export const defaultLimits: Limits = {
  max_rules: policy.block.rules,
  max_pinned: policy.block.pinned,
  max_trials: policy.block.trials,
};

/** Status and value of every asset with a live baseline, best first. */
export function decideStanding(
  assets: ReadonlyMap<string, Asset>,
  states: ReadonlyMap<string, RuleState>,
): Standing[] {
  const born = [...states.values()].filter((ruleState) => ruleState.baseline !== undefined);
  const pooled = pooledSuccess(born);
  const standings: Standing[] = [];
  for (const asset of assets.values()) {
    const ruleState = states.get(asset.id);
    if (ruleState?.baseline === undefined) continue;
    standings.push({
      asset,
      ruleState,
      status: statusOf(ruleState),
      value: gain(ruleState, pooled),
    });
  }
  return standings.sort(byValue);
}

/** Confidence decides. An import, or a rule from tool output alone, needs proof here to be active. */
export function statusOf(ruleState: RuleState): Status {
  if (ruleState.retired || ruleState.absorbedInto !== undefined) return 'deprecated';
  if (ruleState.confidence < policy.gate.provisional) return 'deprecated';
  if (ruleState.confidence < policy.gate.active || ruleState.unproved) return 'provisional';
  return 'active';
}

interface Scope {
  readonly trial?: TrialPlace;
  /** A rule that `travels` is in no block, because only a session knows its project. */
  readonly travels?: (standing: Standing) => boolean;
  /** Does the block have room for its text? */
  readonly fits?: (standing: Standing) => boolean;
}

/**
 * Pinned rules come first, then proved ones, then those on trial that a person kept, while there is room: so a proved
 * rule takes the place of the weakest trial.
 */
export function selectRules(
  standings: readonly Standing[],
  limits: Limits,
  { trial = 'block', travels = () => false, fits = () => true }: Scope = {},
): Selection {
  const able = standings.filter(
    (one) => (one.status === 'active' || mayBePinned(one) || isKept(one)) && fits(one),
  );
  const pinned = able.filter(mayBePinned).slice(0, limits.max_pinned);
  const proved = able.filter((one) => one.status === 'active' && !pinned.includes(one));
  const kept = trial === 'block' ? able.filter((one) => isKept(one) && !pinned.includes(one)) : [];
  const rules = [...pinned, ...proved, ...kept].slice(0, limits.max_rules);
  const waiting = standings.filter((one) => one.status === 'provisional' && !rules.includes(one));
  return {
    rules: rules.filter((one) => !travels(one)),
    session: rules.filter(travels),
    trials: trial === 'off' ? [] : selectTrials(waiting, limits.max_trials),
  };
}

/** On trial, because a person of this memory wanted it; one from elsewhere waits for a success here. */
function isKept({ ruleState, status }: Standing): boolean {
  return status === 'provisional' && ruleState.kept && !ruleState.unproved;
}

/** Is it pinned, and nothing that a pin does not lift keeps it out of the block? */
export function mayBePinned({ ruleState, status }: Standing): boolean {
  return ruleState.pinned && status !== 'deprecated' && !ruleState.unproved;
}

/** Was it born in another project than the one whose memory this is, or in a file? */
export function cameFromElsewhere({ asset, ruleState }: Standing, project: string): boolean {
  return asset.origin !== undefined || (ruleState.baseline?.project || project) !== project;
}

/** At most one that was never proved here: it is someone else's belief. */
function selectTrials(waiting: readonly Standing[], slots: number): Standing[] {
  let unproved = 0;
  return waiting
    .filter(({ ruleState }) => !ruleState.unproved || ++unproved <= policy.block.unproved)
    .slice(0, slots);
}

/**
 * τ · (pF − pU): how often the scene occurs, times how much more often following succeeds than not
 * following. Counts only, so that it cannot depend on order.
 */
function gain(ruleState: RuleState, pooled: number): number {
  const { triggered, unfollowedPrior, followedPrior, localBonus } = policy.value;
  const { fs, ff, us, uf } = ruleState.cells;
  const frequency =
    (ruleState.triggered + triggered.hits) / (ruleState.reviewed + triggered.sessions);
  const unfollowed = (unfollowedPrior * pooled + us) / (unfollowedPrior + us + uf);
  const bonus = ruleState.baseline?.kind === 'create' ? localBonus : 0;
  const followed = (followedPrior * (pooled + bonus) + fs) / (followedPrior + fs + ff);
  return frequency * (followed - unfollowed);
}

/** How often things go well when a rule is not followed, over all rules. */
function pooledSuccess(states: readonly RuleState[]): number {
  const { successes, sessions } = policy.value.pooled;
  const us = states.reduce((sum, ruleState) => sum + ruleState.cells.us, 0);
  const uf = states.reduce((sum, ruleState) => sum + ruleState.cells.uf, 0);
  return (us + successes) / (us + uf + sessions);
}

function byValue(a: Standing, b: Standing): number {
  return (
    b.value - a.value ||
    b.ruleState.confidence - a.ruleState.confidence ||
    (a.asset.id < b.asset.id ? -1 : a.asset.id > b.asset.id ? 1 : 0)
  );
}

/** The asset with the numbers of the log, fields in the order of the schema. */
export function stamp(asset: Asset, ruleState: RuleState): Asset {
  const { merged_from, ...own } = asset;
  return inSchemaOrder({
    ...own,
    ...(ruleState.absorbs.length > 0 ? { merged_from: [...ruleState.absorbs] } : {}),
    version: ruleState.version,
    confidence: ruleState.confidence / 100,
    validated_count: ruleState.validated,
    failed_count: ruleState.failed,
    status: statusOf(ruleState),
    last_validated: day(ruleState.lastValidated),
    last_failed: day(ruleState.lastFailed),
  });
}

function day(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString().slice(0, 10);
}
