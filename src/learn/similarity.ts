import type { Asset } from '../schema.gen.js';
import { PREFIX_OPPOSITES } from './cues.js';
import { CONTENT, type Quantity, readWording, type Term, type Wording } from './wording.js';

export interface Similar {
  id: string;
  kind: 'duplicate' | 'contradiction';
  /** 0..1, two decimals. */
  score: number;
}

export interface TextMatch {
  kind: Similar['kind'] | null;
  score: number;
}

/** Same scene from here on. */
const SAME_TRIGGER = 0.6;
const SAME_ACTION = 0.55;
const SAME_SENTENCE = Number(globalThis.process?.env?.W ?? 0.5);

export function findSimilar(asset: Asset, others: readonly Asset[]): Similar[] {
  const rule = ruleOfAsset(asset);
  const found: Similar[] = [];
  for (const other of others) {
    if (other.id === asset.id) continue;
    const { kind, score } = compareRules(rule, ruleOfAsset(other));
    if (kind !== null) found.push({ id: other.id, kind, score });
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

export function compareTexts(a: string, b: string): TextMatch {
  return compareRules(ruleOfText(a), ruleOfText(b));
}

// ---- rules

interface Rule {
  trigger: Profile;
  skip: Profile;
  action: Profile;
  whole: Profile;
  steps: readonly Profile[];
  form: Form;
}

interface Profile {
  wording: Wording;
  bag: ReadonlyMap<string, Entry>;
  weight: number;
  head: string | undefined;
}

interface Entry {
  weight: number;
  /** Bit 1 said, 2 negated, 4 unsure. */
  signs: number;
}

type Form = 'explicit' | 'leading' | 'loose' | 'order';

const known = new WeakMap<Asset, Rule>();

function ruleOfAsset(asset: Asset): Rule {
  const before = known.get(asset);
  if (before !== undefined) return before;
  const rule = readAsset(asset);
  known.set(asset, rule);
  return rule;
}

function readAsset(asset: Asset): Rule {
  const trigger = readWording(asset.trigger);
  const steps = actionsOf(asset);
  const action = join(steps);
  return {
    trigger: profile(trigger),
    skip: profile(readWording(asset.skip_when ?? '')),
    action: profile(action),
    whole: profile(join([trigger, action])),
    steps: asset.type === 'pref' ? [] : steps.map(profile),
    form: 'explicit',
  };
}

function actionsOf(asset: Asset): Wording[] {
  switch (asset.type) {
    case 'gene':
      return asset.method.map((step) => readWording(step));
    case 'sop':
      return asset.steps.map((step) => readWording(step.action));
    case 'pref':
      if (asset.prefer === undefined && asset.reject === undefined)
        return [readWording(asset.rationale)];
      return [readWording(asset.prefer ?? ''), readWording(asset.reject ?? '', -1)];
    default:
      return asset satisfies never;
  }
}

function join(parts: readonly Wording[]): Wording {
  const axes = new Map<number, number>();
  let sentence = 0;
  const terms: Term[] = [];
  for (const part of parts) {
    for (const term of part.terms)
      terms.push({
        ...term,
        sentence: term.sentence + sentence,
        item: term.item + sentence * 100,
        clause: term.clause + sentence * 100,
      });
    sentence += 10;
    for (const [axis, sides] of part.axes) axes.set(axis, (axes.get(axis) ?? 0) | sides);
  }
  return {
    terms,
    axes,
    quantities: parts.flatMap((part) => part.quantities),
    orders: parts.flatMap((part) => part.orders),
    negations: parts.reduce((sum, part) => sum + part.negations, 0),
  };
}

function profile(wording: Wording): Profile {
  const bag = new Map<string, Entry>();
  let weight = 0;
  for (const term of wording.terms) {
    const bit = term.sign === 1 ? 1 : term.sign === -1 ? 2 : 4;
    const entry = bag.get(term.text);
    if (entry === undefined) {
      bag.set(term.text, { weight: term.weight, signs: bit });
      weight += term.weight;
    } else entry.signs |= bit;
  }
  const one = wording.terms.at(-1)?.sentence === 0;
  const head = one ? wording.terms.find((term) => term.weight >= CONTENT) : undefined;
  return {
    wording,
    bag,
    weight,
    head: head && head.weight >= 1 && /^[a-z]/u.test(head.text) ? head.text : undefined,
  };
}

const EMPTY = profile(readWording(''));

export function ruleOfText(text: string): Rule {
  const { trigger, skip, action, form } = splitRule(text);
  return {
    trigger: profile(readWording(trigger)),
    skip: skip === '' ? EMPTY : profile(readWording(skip)),
    action: profile(readWording(action)),
    whole: profile(readWording(text)),
    steps: [],
    form,
  };
}

export interface Split {
  trigger: string;
  skip: string;
  action: string;
  form: Form;
}

export function splitRule(text: string): Split {
  for (const [pattern, form] of FORMS) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    return {
      trigger: groups.trigger ?? '',
      skip: groups.skip ?? '',
      action: groups.action ?? '',
      form,
    };
  }
  return { trigger: '', skip: '', action: text, form: 'loose' };
}

const FORMS: readonly (readonly [RegExp, Form])[] = [
  [/^\W*IF\s+(?<trigger>.+?),?\s+THEN:?\s+(?<action>.+)$/isu, 'explicit'],
  [
    /^\W*(?:如果|若是?|假如|要是|当|一旦|每当|只要|凡是?)(?<trigger>.+?)(?:时|的话|的时候)?[,，]?\s*(?<![规原否准法守])(?:则|那么)[,，]?\s*(?<action>.+)$/su,
    'explicit',
  ],
  [
    /^\W*(?:if|when|whenever|once|as soon as|in case)\s+(?<trigger>[^,]+?),\s+(?:then\s+)?(?<action>.+)$/isu,
    'leading',
  ],
  [
    /^\W*(?:如果|若是?|假如|要是|当|一旦|每当|只要|凡是?|遇到|在)?(?<trigger>[^,，。]{2,}?)(?:时|的话|的时候|的情况下)[,，]\s*(?:就|应|要)?(?<action>.+)$/su,
    'leading',
  ],
  [
    /^\W*(?:如果|若是?|假如|要是|一旦|每当|只要|凡是?|遇到)(?<trigger>[^,，。]{2,}?)[,，]\s*(?:就|应|要)?(?<action>.+)$/su,
    'leading',
  ],
  [/^(?<trigger>[^→⇒]+?)\s*(?:→|⇒|=>|->)\s*(?<action>[^→⇒]+)$/su, 'loose'],
  [/^\W*(?<trigger>(?:before|after)\s[^,]+?),\s+(?<action>.+)$/isu, 'order'],
  [
    /^(?<trigger>[^,，。]{2,}(?:之前|之后|前|后))[,，]?\s*(?=先|再|要|应|必须|更|运|检|做|写)(?<action>.+)$/su,
    'order',
  ],
  [/^(?<action>[^(（]+?),?\s+(?<trigger>(?:when|whenever|if|once)\s+[^()]+?)\.?$/isu, 'loose'],
  [/^(?<action>[^(（]+?),?\s+(?<trigger>(?:before|after)\s+[^()]+?)\.?$/isu, 'order'],
];

// ---- comparison

export function compareRules(a: Rule, b: Rule): TextMatch {
  if (a.trigger.weight > 0 && b.trigger.weight > 0) {
    if (a.form !== 'order' && b.form !== 'order') {
      const match = byParts(a, b);
      if (match.kind !== null || (a.form === 'explicit' && b.form === 'explicit')) return match;
    }
    const match = byWhole(a, b);
    if (match.kind !== 'duplicate' || overlap(a.action, b.action) >= 0.35) return match;
    return { ...NOTHING, score: match.score };
  }
  return byWhole(a, b);
}

const NOTHING: TextMatch = { kind: null, score: 0 };

function byParts(a: Rule, b: Rule): TextMatch {
  const trigger = overlap(a.trigger, b.trigger);
  const action = likeness(a.action, b.action);
  const mean = (trigger + action) / 2;
  const against = opposed(a.action, b.action) || stepsInverted(a, b);
  if (against && action >= 0.85) return match('contradiction', Math.max(mean, action * 0.8));
  const same = trigger >= SAME_TRIGGER || (trigger >= 0.4 && action >= 0.8);
  if (!same || opposed(a.trigger, b.trigger)) return { ...NOTHING, score: round(mean) };
  if (against && action >= 0.2) return match('contradiction', Math.max(mean, trigger * 0.8));
  if (action >= SAME_ACTION) return match('duplicate', mean);
  const told = a.form !== 'loose' && b.form !== 'loose';
  if (trigger >= 0.8 && told) return match('contradiction', trigger * 0.6);
  return { ...NOTHING, score: round(mean) };
}

function byWhole(a: Rule, b: Rule): TextMatch {
  const score = likeness(a.whole, b.whole);
  const against = opposed(a.whole, b.whole);
  if (score < SAME_SENTENCE || (against && against.startsWith('weak') && score < 0.8))
    return { kind: null, score: round(score) };
  return match(against ? 'contradiction' : 'duplicate', score);
}

function match(kind: Similar['kind'], score: number): TextMatch {
  return { kind, score: round(score) };
}

function round(score: number): number {
  return Math.round(Math.min(1, score) * 100) / 100;
}

/** Weighted Dice coefficient of the terms, signs left aside. */
export function overlap(a: Profile, b: Profile): number {
  const [small, large] = a.bag.size <= b.bag.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [text, entry] of small.bag) {
    const other = large.bag.get(text);
    if (other !== undefined) shared += Math.min(entry.weight, other.weight);
  }
  const total = a.weight + b.weight;
  if (shared > total / 8) shared += abbreviated(small, large);
  return total === 0 ? 0 : (2 * shared) / total;
}

/** Likeness of what is demanded: another leading word is mostly another demand. */
function likeness(a: Profile, b: Profile): number {
  const score = overlap(a, b);
  return a.head && b.head && !a.bag.has(b.head) && !b.bag.has(a.head) ? score * OTHER_HEAD : score;
}

const OTHER_HEAD = Number(globalThis.process?.env?.HEAD ?? 0.85);

function abbreviated(a: Profile, b: Profile): number {
  let shared = 0;
  for (const [x, { weight }] of a.bag) {
    if (weight < 1 || x.length < 4 || b.bag.has(x)) continue;
    for (const [y, other] of b.bag) {
      if (other.weight < 1 || y.length < 4 || a.bag.has(y)) continue;
      if (x.startsWith(y) || y.startsWith(x)) {
        shared += 0.8 * Math.min(weight, other.weight);
        break;
      }
    }
  }
  return shared;
}

export function opposed(a: Profile, b: Profile): string | false {
  return (
    negated(a, b) ||
    oppositeWords(a, b) ||
    otherNumber(a.wording.quantities, b.wording.quantities) ||
    otherOrder(a.wording, b.wording) ||
    swapped(a.wording, b.wording) ||
    recombined(a.wording.terms, b.wording.terms)
  );
}

function negated(a: Profile, b: Profile): string | false {
  let doubt: string | false = false;
  let onlyA = 0;
  let onlyB = 0;
  let both = 0;
  let which = '';
  for (const [text, { weight, signs }] of a.bag) {
    const other = b.bag.get(text);
    if (other === undefined || weight < CONTENT) continue;
    if (signs === 2 && other.signs === 2) both += weight;
    else if (signs === 2 && other.signs === 1) {
      onlyA += weight;
      which += ' ' + text;
    } else if (signs === 1 && other.signs === 2) {
      onlyB += weight;
      which += ' ' + text;
    } else if ((signs === 4 && other.signs === 2) || (signs === 2 && other.signs === 4))
      doubt = `doubt ${text}`;
  }
  if (onlyA + onlyB > 0) {
    const even = a.wording.negations === b.wording.negations;
    if (even && both > 0 && (onlyA === 0 || onlyB === 0)) return false;
    const of = Math.max(onlyA / (weightNegated(a) || 1), onlyB / (weightNegated(b) || 1));
    return `${of < 0.55 ? 'weak ' : ''}negated${which}`;
  }
  return a.wording.negations !== b.wording.negations && doubt;
}

function weightNegated(a: Profile): number {
  let sum = 0;
  for (const { weight, signs } of a.bag.values()) if (signs === 2) sum += weight;
  return sum;
}

function oppositeWords(a: Profile, b: Profile): string | false {
  for (const [axis, sides] of a.wording.axes) {
    const other = b.wording.axes.get(axis);
    if (other !== undefined && (sides & other) === 0) return `axis ${axis}`;
  }
  const left = [...a.bag].filter(([text, { weight }]) => weight >= 1 && !b.bag.has(text));
  const right = [...b.bag].filter(([text, { weight }]) => weight >= 1 && !a.bag.has(text));
  for (const [x, { signs }] of left)
    for (const [y, other] of right)
      if (signs & other.signs && oppositePrefix(x, y)) return `prefix ${x} ${y}`;
  return false;
}

function oppositePrefix(x: string, y: string): boolean {
  return PREFIX_OPPOSITES.some(
    ([one, two]) => prefixed(x, y, one, two) || prefixed(y, x, one, two),
  );
}

function prefixed(x: string, y: string, one: string, two: string): boolean {
  return (
    x.startsWith(one) &&
    y.startsWith(two) &&
    x.length - one.length >= 4 &&
    x.slice(one.length) === y.slice(two.length)
  );
}

function otherNumber(a: readonly Quantity[], b: readonly Quantity[]): string | false {
  const left = a.filter(
    (x) =>
      !b.some(
        (y) =>
          y.value === x.value &&
          (y.unit === x.unit || y.unit === '' || x.unit === '') &&
          x.bound * y.bound !== -1,
      ),
  );
  const right = b.filter(
    (y) =>
      !a.some(
        (x) =>
          y.value === x.value &&
          (y.unit === x.unit || y.unit === '' || x.unit === '') &&
          x.bound * y.bound !== -1,
      ),
  );
  for (const x of left)
    for (const y of right)
      if (x.unit === y.unit || x.unit === '' || y.unit === '')
        return `number ${x.value} ${y.value}`;
  return false;
}

function otherOrder(a: Wording, b: Wording): string | false {
  for (const one of a.orders) {
    for (const two of b.orders) {
      for (const x of one.early) {
        if (!two.late.has(x) || one.late.has(x) || two.early.has(x)) continue;
        for (const y of one.late)
          if (two.early.has(y) && !one.early.has(y) && !two.late.has(y)) return `order ${x} ${y}`;
      }
    }
  }
  return false;
}

/** X p Y against Y p X: two terms changed places around a third that is no mere separator of a list. */
function swapped(one: Wording, two: Wording): string | false {
  const passive = (wording: Wording) =>
    wording.terms.some((term) => term.text === 'by' || term.text === '被');
  if (passive(one) !== passive(two)) return false;
  const shared = alignOnce(one.terms, two.terms);
  for (const [index, pivot] of shared.entries()) {
    const before = shared
      .slice(0, index)
      .filter(([x, y]) => x.weight >= CONTENT && y.at > pivot[1].at);
    const after = shared
      .slice(index + 1)
      .filter(([x, y]) => x.weight >= CONTENT && y.at < pivot[1].at);
    for (const x of before)
      for (const y of after)
        if ((bound(x, pivot) || bound(pivot, y)) && !agreed(one, two, x[0].text, y[0].text))
          return `swap ${x[0].text} ${pivot[0].text} ${y[0].text}`;
  }
  return false;
}

/** Both texts say which of the two comes first, and say the same. */
function agreed(one: Wording, two: Wording, x: string, y: string): boolean {
  const says = (wording: Wording, early: string, late: string) =>
    wording.orders.some((order) => order.early.has(early) && order.late.has(late));
  return (says(one, x, y) && says(two, x, y)) || (says(one, y, x) && says(two, y, x));
}

/** [x p] and [y q] against [x q] and [y p]: the same parts put together the other way. */
function recombined(a: readonly Term[], b: readonly Term[]): string | false {
  const shared = alignOnce(a, b).filter(([x]) => x.weight >= CONTENT);
  const cells = new Map<number, Set<number>>();
  for (const [x, y] of shared) cells.set(x.item, (cells.get(x.item) ?? new Set()).add(y.item));
  const rows = [...cells.values()].filter((row) => row.size > 1);
  for (const [index, row] of rows.entries()) {
    for (const other of rows.slice(index + 1)) {
      if ([...row].filter((item) => other.has(item)).length > 1) return 'recombined';
    }
  }
  return false;
}

type Placed = Term & { at: number };
type Pair = readonly [Placed, Placed];

function alignOnce(a: readonly Term[], b: readonly Term[]): Pair[] {
  const left = once(a);
  const right = once(b);
  const pairs: Pair[] = [];
  for (const [text, x] of left) {
    const y = right.get(text);
    if (y !== undefined) pairs.push([x, y]);
  }
  return pairs.sort((x, y) => x[0].at - y[0].at);
}

function once(terms: readonly Term[]): Map<string, Placed> {
  const seen = new Map<string, Placed>();
  const again = new Set<string>();
  for (const [at, term] of terms.entries()) {
    if (seen.has(term.text)) again.add(term.text);
    seen.set(term.text, { ...term, at });
  }
  for (const text of again) seen.delete(text);
  return seen;
}

function bound(x: Pair, y: Pair): boolean {
  return (
    x[0].item === y[0].item &&
    x[1].item === y[1].item &&
    x[0].sentence === y[0].sentence &&
    x[1].sentence === y[1].sentence
  );
}

function stepsInverted(a: Rule, b: Rule): string | false {
  let last = -1;
  for (const step of a.steps) {
    const at = closest(step, b.steps);
    if (at < 0) continue;
    if (at < last) return 'steps';
    last = at;
  }
  return false;
}

function closest(step: Profile, steps: readonly Profile[]): number {
  let best = -1;
  let score = 0.6;
  for (const [index, other] of steps.entries()) {
    const now = overlap(step, other);
    if (now > score) [best, score] = [index, now];
  }
  return best;
}
