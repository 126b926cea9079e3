import type { Asset } from '../../schema.gen.js';
import { oppose, type Profile } from './contradiction.js';
import { type Rule, ruleOfAsset, type Side } from './rule.js';

export interface Similar {
  id: string;
  kind: 'duplicate' | 'contradiction';
  /** 0..1, two decimals. */
  score: number;
}

type Match = Omit<Similar, 'id'>;

/**
 * Which of `others` may say the same as `asset`, and which the opposite: best first, then by id. It proposes
 * and never merges. A translation is not recognised, nor the same rule in wholly other words.
 */
export function findSimilar(asset: Asset, others: readonly Asset[]): Similar[] {
  return similarAmong(others)(asset);
}

/** The same for many assets: the others are read once. */
export function similarAmong(others: readonly Asset[]): (asset: Asset) => Similar[] {
  const rules = read(others);
  return (asset) => {
    const own = ruleOfAsset(asset);
    return likeIt(
      own,
      rules.filter(({ id }) => id !== asset.id),
    ).sort(bestFirst);
  };
}

/** Every two of these that may say the same, or the opposite, once: best first, then by id. */
export function similarPairs(assets: readonly Asset[]): (Similar & { with: string })[] {
  const rules = read(assets);
  return rules
    .flatMap(({ id, rule }, index) =>
      likeIt(rule, rules.slice(index + 1)).map((found) => ({ ...found, with: id })),
    )
    .sort(bestFirst);
}

interface Named {
  readonly id: string;
  readonly rule: Rule;
}

function read(assets: readonly Asset[]): Named[] {
  return assets.map((asset) => ({ id: asset.id, rule: ruleOfAsset(asset) }));
}

function likeIt(own: Rule, others: readonly Named[]): Similar[] {
  return others.flatMap(({ id, rule }): Similar[] => {
    const match = compareRules(own, rule);
    return match === undefined ? [] : [{ id, ...match }];
  });
}

function bestFirst(a: Similar, b: Similar): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}

/** Overlaps, 0..1. Between .40 and .55 the F1 on pairs of real rules hardly moves; test/similarity.test.ts measures it. */
const SAME_TRIGGER = 0.6;
const EQUAL_TRIGGER = 0.8;
/** Enough where the action is as good as equal. */
const LIKE_TRIGGER = 0.4;
const SAME_ACTION = 0.5;
const EQUAL_ACTION = 0.8;
const SAME_SENTENCE = 0.47;
/** Another leading word is mostly another demand. */
const OTHER_HEAD = 0.85;
/** Weight added to what differs: the few words that short texts share prove little. */
const DOUBT = 0.25;
/** A trigger or an action of less weight is too general to contradict anything. */
const TELLING = 1;

function compareRules(a: Rule, b: Rule): Match | undefined {
  const isWhole = [a.trigger, b.trigger, a.action, b.action].some(({ weight }) => weight === 0);
  return isWhole ? byWhole(a, b) : byParts(a, b);
}

/** Trigger apart from action. */
function byParts(a: Rule, b: Rule): Match | undefined {
  const trigger = overlap(a.trigger, b.trigger);
  const action = likeness(a.action, b.action);
  if (
    action >= SAME_ACTION &&
    (skips(a, b) || skips(b, a)) &&
    oppose(a.action, b.action) === null
  ) {
    return result('contradiction', action);
  }
  if (trigger >= SAME_TRIGGER || (trigger >= LIKE_TRIGGER && action >= EQUAL_ACTION)) {
    const kind = inOneScene(a, b, trigger, action);
    return kind === undefined ? undefined : result(kind, (trigger + action) / 2);
  }
  // The same act demanded here and forbidden there is worth a look whatever the scenes.
  const act = action >= EQUAL_ACTION && Math.min(a.action.weight, b.action.weight) > TELLING;
  if (act && demands(a, b) === 'demand') return result('contradiction', action * OTHER_HEAD);
  return undefined;
}

function inOneScene(a: Rule, b: Rule, trigger: number, action: number): Match['kind'] | undefined {
  const scene = oppose(a.trigger, b.trigger);
  const against = demands(a, b);
  // "more than 400 lines" and "more than 800 lines" for one demand: one of the two is wrong.
  if (scene === 'number' && against === null && action >= SAME_ACTION) return 'contradiction';
  if (scene !== null) return undefined;
  if (against !== null && action >= 0.1) return 'contradiction';
  if (action >= SAME_ACTION) return 'duplicate';
  const telling = Math.min(a.trigger.weight, b.trigger.weight) >= TELLING;
  return telling && trigger >= EQUAL_TRIGGER ? 'contradiction' : undefined;
}

function demands(a: Rule, b: Rule): ReturnType<typeof oppose> {
  return oppose(a.action, b.action) ?? (stepsInverted(a.steps(), b.steps()) ? 'demand' : null);
}

/** Is the scene in which b applies the one that a leaves out? */
function skips(a: Rule, b: Rule): boolean {
  const skip = a.skip();
  return overlap(skip, b.trigger) >= SAME_TRIGGER && oppose(skip, b.trigger) === null;
}

/** Where a trigger or an action holds no word that tells anything. */
function byWhole(a: Rule, b: Rule): Match | undefined {
  const score = likeness(a.whole(), b.whole());
  if (score < SAME_SENTENCE) return undefined;
  const against = oppose(a.whole(), b.whole());
  if (against === null) return result('duplicate', score);
  const clear = against !== 'hint' || score >= EQUAL_ACTION;
  return clear ? result('contradiction', score) : undefined;
}

function result(kind: Match['kind'], score: number): Match {
  return { kind, score: Math.round(Math.min(1, score) * 100) / 100 };
}

/** Overlap of two demands. */
function likeness(a: Side, b: Side): number {
  const score = overlap(a, b);
  const other = a.head && b.head && !a.bag.has(b.head) && !b.bag.has(a.head);
  return other ? score * OTHER_HEAD : score;
}

/** Weighted Dice coefficient of the words, whether negated or not. */
function overlap(a: Profile, b: Profile): number {
  const total = a.weight + b.weight;
  if (total === 0) return 0;
  const [small, large] = a.bag.size <= b.bag.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [text, { weight }] of small.bag) {
    const other = large.bag.get(text);
    if (other !== undefined) shared += Math.min(weight, other.weight);
  }
  if (8 * shared > total) shared += abbreviated(small, large);
  return 2 * shared > total - 0.01 ? 1 : (2 * shared) / (total + DOUBT);
}

/** repo and repository, config and configuration. */
function abbreviated(a: Profile, b: Profile): number {
  let shared = 0;
  for (const [x, { weight }] of a.bag) {
    if (weight < 1 || x.length < 4 || b.bag.has(x)) continue;
    for (const [y, other] of b.bag) {
      if (other.weight < 1 || y.length < 4 || a.bag.has(y)) continue;
      if (!x.startsWith(y) && !y.startsWith(x)) continue;
      shared += 0.8 * Math.min(weight, other.weight);
      break;
    }
  }
  return shared;
}

function stepsInverted(a: readonly Side[], b: readonly Side[]): boolean {
  let last = -1;
  for (const step of a) {
    const at = closest(step, b);
    if (at < 0) continue;
    if (at < last) return true;
    last = at;
  }
  return false;
}

function closest(step: Side, steps: readonly Side[]): number {
  let best = -1;
  let score = SAME_TRIGGER;
  for (const [index, other] of steps.entries()) {
    const now = overlap(step, other);
    if (now > score) [best, score] = [index, now];
  }
  return best;
}
