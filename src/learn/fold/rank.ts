import type { Asset, Status } from '../../schema.gen.js';
import { inSchemaOrder } from '../asset.js';
import type { Life } from './fold.js';
import { policy } from './policy.js';

/** An asset with what the log says of it. */
export interface Standing {
  readonly asset: Asset;
  readonly life: Life;
  readonly status: Status;
  /** Expected gain of showing it in a session; orders the rules. */
  readonly value: number;
}

export interface Selection {
  /** What stands in the block, best first. */
  readonly rules: readonly Standing[];
  /** Proved rules of the user's memory that a project may hold too: shown when a session starts, best first. */
  readonly session: readonly Standing[];
  /** Provisional rules that may be tried, best first. */
  readonly trials: readonly Standing[];
}

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

/** Where every asset with a live baseline stands, best value first. */
export function decideStanding(
  assets: ReadonlyMap<string, Asset>,
  lives: ReadonlyMap<string, Life>,
): Standing[] {
  const born = [...lives.values()].filter((life) => life.baseline !== undefined);
  const pooled = pooledSuccess(born);
  const standings: Standing[] = [];
  for (const asset of assets.values()) {
    const life = lives.get(asset.id);
    if (life?.baseline === undefined) continue;
    standings.push({ asset, life, status: statusOf(life), value: gain(life, pooled) });
  }
  return standings.sort(byValue);
}

/** Confidence decides, but what was imported, or what tools alone showed, is not active before it was proved here. */
export function statusOf(life: Life): Status {
  if (life.retired || life.absorbedInto !== undefined) return 'deprecated';
  if (life.confidence < policy.gate.provisional) return 'deprecated';
  if (life.confidence < policy.gate.active || life.unproved) return 'provisional';
  return 'active';
}

/**
 * Pinned rules first, then active ones; provisional ones wait for a trial. What `travels` stands in no block: which
 * project is at hand only a session knows.
 */
export function selectRules(
  standings: readonly Standing[],
  limits: Limits,
  travels: (standing: Standing) => boolean = () => false,
): Selection {
  const pinned = standings.filter(mayBePinned).slice(0, limits.max_pinned);
  const active = standings.filter((one) => one.status === 'active' && !pinned.includes(one));
  const rules = [...pinned, ...active].slice(0, limits.max_rules);
  const waiting = standings.filter((one) => one.status === 'provisional' && !rules.includes(one));
  return {
    rules: rules.filter((one) => !travels(one)),
    session: rules.filter(travels),
    trials: selectTrials(waiting, limits.max_trials),
  };
}

/** Is it pinned, and nothing that a pin does not lift keeps it out of the block? */
export function mayBePinned({ life, status }: Standing): boolean {
  return life.pinned && status !== 'deprecated' && !life.unproved;
}

/** Was it born in another project than the one whose memory this is, or in a file? */
export function cameFromElsewhere({ asset, life }: Standing, project: string): boolean {
  return asset.origin !== undefined || (life.baseline?.project || project) !== project;
}

/** At most one that was never proved here: it is someone else's belief. */
function selectTrials(waiting: readonly Standing[], slots: number): Standing[] {
  let unproved = 0;
  return waiting
    .filter(({ life }) => !life.unproved || ++unproved <= policy.block.unproved)
    .slice(0, slots);
}

/**
 * τ · (pF − pU): how often the scene occurs, times how much more often following succeeds than not
 * following. Counts only, so that it cannot depend on order.
 */
function gain(life: Life, pooled: number): number {
  const { triggered, unfollowedPrior, followedPrior, localBonus } = policy.value;
  const { fs, ff, us, uf } = life.cells;
  const frequency = (life.triggered + triggered.hits) / (life.reviewed + triggered.sessions);
  const unfollowed = (unfollowedPrior * pooled + us) / (unfollowedPrior + us + uf);
  const bonus = life.baseline?.kind === 'create' ? localBonus : 0;
  const followed = (followedPrior * (pooled + bonus) + fs) / (followedPrior + fs + ff);
  return frequency * (followed - unfollowed);
}

/** How often things go well when a rule is not followed, over all rules. */
function pooledSuccess(lives: readonly Life[]): number {
  const { successes, sessions } = policy.value.pooled;
  const us = lives.reduce((sum, life) => sum + life.cells.us, 0);
  const uf = lives.reduce((sum, life) => sum + life.cells.uf, 0);
  return (us + successes) / (us + uf + sessions);
}

function byValue(a: Standing, b: Standing): number {
  return (
    b.value - a.value ||
    b.life.confidence - a.life.confidence ||
    (a.asset.id < b.asset.id ? -1 : a.asset.id > b.asset.id ? 1 : 0)
  );
}

/** The asset with the numbers of the log, fields in the order of the schema. */
export function stamp(asset: Asset, life: Life): Asset {
  const { merged_from, ...own } = asset;
  return inSchemaOrder({
    ...own,
    ...(life.absorbs.length > 0 ? { merged_from: [...life.absorbs] } : {}),
    version: life.version,
    confidence: life.confidence / 100,
    validated_count: life.validated,
    failed_count: life.failed,
    status: statusOf(life),
    last_validated: day(life.lastValidated),
    last_failed: day(life.lastFailed),
  });
}

function day(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString().slice(0, 10);
}
