import { matchTerms } from '../../observe/recall.js';
import type { Asset } from '../../schema.gen.js';
import { once } from '../../text.js';
import {
  agreesOnChoice,
  demandsOpposite,
  isMoved,
  isOpposite,
  isRearranged,
  namesOtherThings,
  prefersOpposite,
  type Stance,
  sharesSubject,
  stanceOf,
} from './stance.js';

export interface Similar {
  readonly id: string;
  /** Says the same, is alike, or demands the opposite. */
  readonly kind: 'duplicate' | 'alike' | 'contradiction';
  /** 0..1, two decimals. */
  readonly score: number;
}

/**
 * Rules of `others` that may say the same as `asset` or the opposite, best first, then by id. Never merges anything.
 * Does not recognise translations or full rewordings.
 */
export function findSimilar(asset: Asset, others: readonly Asset[]): Similar[] {
  return similarAmong(others)(asset);
}

/** The same for many assets: the others are read once. */
export function similarAmong(others: readonly Asset[]): (asset: Asset) => Similar[] {
  const rules = others.map(ruleOf);
  const index = new Map<string, number[]>();
  for (const [at, { all }] of rules.entries())
    for (const term of all) {
      const places = index.get(term);
      if (places === undefined) index.set(term, [at]);
      else places.push(at);
    }
  return (asset) => {
    const own = ruleOf(asset);
    const shared = new Map<number, number>();
    for (const term of own.all)
      for (const at of index.get(term) ?? []) shared.set(at, (shared.get(at) ?? 0) + weight(term));
    return [...shared]
      .flatMap(([at, sum]) => {
        const other = rules[at] as ComparedRule;
        const score = (2 * sum) / (own.weight + other.weight);
        // A single common word proves nothing unless it is the whole text.
        if (other.id === own.id || (sum < 1.5 && score < 1)) return [];
        return compareRules(own, other, score) ?? [];
      })
      .sort(bestFirst);
  };
}

/** Two rules that may say the same or the opposite. */
export interface SimilarPair extends Omit<Similar, 'id'> {
  readonly a: string;
  readonly b: string;
}

/** All pairs of rules that may say the same or the opposite, best first, then by id. */
export function similarPairs(assets: readonly Asset[]): SimilarPair[] {
  const places = new Map(assets.map(({ id }, index) => [id, index]));
  const find = similarAmong(assets);
  const isLater = (b: string, index: number) => (places.get(b) ?? 0) > index;
  return assets
    .flatMap((asset, index) => find(asset).map((found) => ({ ...found, a: asset.id, index })))
    .filter(({ id, index }) => isLater(id, index))
    .sort(bestFirst)
    .map(({ a, id, kind, score }) => ({ a, b: id, kind, score }));
}

interface ComparedRule {
  readonly id: string;
  readonly trigger: ReadonlySet<string>;
  readonly action: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly weight: number;
  /** Asked of the few that are alike. */
  readonly stance: () => Stance;
  readonly scene: () => Stance;
  readonly title: () => Stance;
  readonly isOneSentence: boolean;
}

const known = new WeakMap<Asset, ComparedRule>();

/** Each asset is read once as long as it lives. */
function ruleOf(asset: Asset): ComparedRule {
  const before = known.get(asset);
  if (before !== undefined) return before;
  const actions = actionsOf(asset);
  const reject = asset.type === 'pref' ? (asset.reject ?? '') : '';
  // A rule of one sentence has no scene.
  const scene = /^\s*always\s*$/i.test(asset.trigger) ? '' : asset.trigger;
  const [trigger, action] = [termsOf(scene), termsOf(`${actions}\n${reject}`)];
  const all = new Set([...trigger, ...action]);
  const rule = {
    id: asset.id,
    trigger,
    action,
    all,
    weight: weigh(all),
    stance: once(() => stanceOf(`${scene}\n${actions}`, reject)),
    scene: once(() => stanceOf(scene, '')),
    isOneSentence: scene !== asset.trigger && !actions.includes('\n'),
    title: once(() => stanceOf(asset.title, '')),
  };
  known.set(asset, rule);
  return rule;
}

function actionsOf(asset: Asset): string {
  if (asset.type === 'gene') return asset.method.join('\n');
  if (asset.type === 'sop') return asset.steps.map(({ action }) => action).join('\n');
  return asset.prefer ?? asset.rationale;
}

/** The terms of recall, and each Chinese character: translators share characters where they share no pair. */
function termsOf(text: string): ReadonlySet<string> {
  const characters = text.match(/(?![的了])\p{Script=Han}/gu) ?? [];
  return new Set([...matchTerms(text).keys(), ...characters.map((character) => `·${character}`)]);
}

function weight(term: string): number {
  return term.startsWith('·') ? 0.5 : 1;
}

function weigh(terms: ReadonlySet<string>): number {
  let sum = 0;
  for (const term of terms) sum += weight(term);
  return sum;
}

/** Share of terms, 0..1. test/learn/similarity.test.ts measures what each finds. */
const minSimilarity = 0.4;
const minSameTrigger = 0.8;
/** Below this the actions differ so much that the rules demand different things. */
const minSameAction = 0.45;

/** At this score two wordings differ by little: a negation, a number or an order turns the rule round. */
const nearlySame = 0.6;
/** One sentence shares words with many: below this they are about other things. */
const minSameSentence = 0.5;

function compareRules(a: ComparedRule, b: ComparedRule, score: number): Similar | undefined {
  const isSameScene = () =>
    Math.min(a.trigger.size, b.trigger.size) >= 2 && dice(a.trigger, b.trigger) >= minSameTrigger;
  const isSentence = a.isOneSentence && b.isOneSentence;
  const [one, other] = [a.stance(), b.stance()];
  if (
    isSentence
      ? !sharesSubject(one, other) && score < minSameSentence
      : score < minSimilarity && !isSameScene()
  )
    return undefined;
  if (isForAnotherThing(a, b)) return undefined;
  const kind = isDuplicate(a, b, score)
    ? 'duplicate'
    : demandsOpposite(one, other) ||
        (score >= nearlySame && isClear(one, other) && isOpposite(one, other))
      ? 'contradiction'
      : 'alike';
  if (kind === 'alike' && isSentence && namesOtherThings(one, other)) return undefined;
  return { id: b.id, kind, score: Math.round(score * 100) / 100 };
}

function isClear(...stances: readonly Stance[]): boolean {
  return stances.every(({ open }) => open.size === 0);
}

function isDuplicate(a: ComparedRule, b: ComparedRule, score: number): boolean {
  const [one, other] = [a.stance(), b.stance()];
  const isSentence = a.isOneSentence && b.isOneSentence;
  if (isSentence && (isMoved(one, other) || isRearranged(one, other) || agreesOnChoice(one, other)))
    return true;
  return (
    score >= minSimilarity &&
    dice(a.action, b.action) >= minSameAction &&
    !prefersOpposite(one, other)
  );
}

/**
 * True if two rules demand the same of two things: "bugs are undefined", "files are undefined". Each title must name
 * what only its own scene does; otherwise the scenes may be one thing in two words.
 */
function isForAnotherThing(a: ComparedRule, b: ComparedRule): boolean {
  return (
    dice(a.action, b.action) === 1 &&
    dice(a.trigger, b.trigger) >= minSimilarity &&
    !isOpposite(a.scene(), b.scene()) &&
    namesOwn(a, b) &&
    namesOwn(b, a)
  );
}

function namesOwn(a: ComparedRule, b: ComparedRule): boolean {
  const own = [...a.scene().units].filter((unit) => !b.scene().units.has(unit));
  return own.some((unit) => a.title().units.has(unit) && !b.title().units.has(unit));
}

/** Dice coefficient: twice the shared terms, by the terms of both. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += weight(term);
  return (2 * shared) / (weigh(a) + weigh(b));
}

function bestFirst(a: Similar, b: Similar): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
