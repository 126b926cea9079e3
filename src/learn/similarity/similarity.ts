import { matchTerms } from '../../observe/recall/tokenize.js';
import type { Asset } from '../../schema.gen.js';
import { prefersOpposite, type Stance, stanceOf } from './stance.js';

export interface Similar {
  readonly id: string;
  readonly kind: 'duplicate' | 'contradiction';
  /** 0..1, two decimals. */
  readonly score: number;
}

/**
 * Which of `others` may say the same as `asset`, and which the opposite: best first, then by id. It proposes
 * and never merges. A translation is not recognised, nor the same rule in wholly other words.
 */
export function findSimilar(asset: Asset, others: readonly Asset[]): Similar[] {
  return similarAmong(others)(asset);
}

/** The same for many assets: the others are read once. */
export function similarAmong(others: readonly Asset[]): (asset: Asset) => Similar[] {
  const rules = others.map(readRule);
  return (asset) => {
    const own = readRule(asset);
    return rules
      .filter(({ id }) => id !== asset.id)
      .flatMap((other) => compareRules(own, other) ?? [])
      .sort(bestFirst);
  };
}

/** A pair of rules that may say the same, or the opposite. */
export interface SimilarPair extends Omit<Similar, 'id'> {
  readonly a: string;
  readonly b: string;
}

/** Every two of these that may say the same, or the opposite, once: best first, then by id. */
export function similarPairs(assets: readonly Asset[]): SimilarPair[] {
  const rules = assets.map(readRule);
  return rules
    .flatMap((rule, index) =>
      rules
        .slice(index + 1)
        .flatMap((other) => compareRules(rule, other) ?? [])
        .map((found) => ({ ...found, with: rule.id })),
    )
    .sort(bestFirst)
    .map(({ id, with: a, kind, score }) => ({ a, b: id, kind, score }));
}

interface Rule {
  readonly id: string;
  readonly trigger: ReadonlySet<string>;
  readonly action: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly stance: Stance;
}

function readRule(asset: Asset): Rule {
  const actions = actionsOf(asset);
  const reject = asset.type === 'pref' ? (asset.reject ?? '') : '';
  const terms = (text: string) => new Set(matchTerms(text).keys());
  const [trigger, action] = [terms(asset.trigger), terms(`${actions}\n${reject}`)];
  return {
    id: asset.id,
    trigger,
    action,
    all: new Set([...trigger, ...action]),
    stance: stanceOf(`${asset.trigger}\n${actions}`, reject),
  };
}

function actionsOf(asset: Asset): string {
  if (asset.type === 'gene') return asset.method.join('\n');
  if (asset.type === 'sop') return asset.steps.map(({ action }) => action).join('\n');
  return asset.prefer ?? asset.rationale;
}

/** Share of terms, 0..1. test/similarity.test.ts measures what each finds. */
const minSimilarity = 0.43;
const minSameTrigger = 0.8;
/** Below this the actions differ so much that the rules demand different things. */
const minSameAction = 0.45;

function compareRules(a: Rule, b: Rule): Similar | undefined {
  const score = dice(a.all, b.all);
  const isSameScene =
    Math.min(a.trigger.size, b.trigger.size) >= 2 && dice(a.trigger, b.trigger) >= minSameTrigger;
  if (score < minSimilarity && !isSameScene) return undefined;
  const isDuplicate =
    score >= minSimilarity &&
    dice(a.action, b.action) >= minSameAction &&
    !prefersOpposite(a.stance, b.stance);
  return {
    id: b.id,
    kind: isDuplicate ? 'duplicate' : 'contradiction',
    score: Math.round(score * 100) / 100,
  };
}

/** Dice coefficient: twice the shared terms, by the terms of both. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

function bestFirst(a: Similar, b: Similar): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
