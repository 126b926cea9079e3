import { PREFIX_OPPOSITES } from './lexicon.js';
import type { Order, Term, Wording } from './parse-wording.js';
import { CONTENT, type Quantity } from './tokenize.js';

/** Bag of the terms of a text: weight, and how often each is said, negated, or neither for sure. */
export interface Profile {
  readonly wording: Wording;
  readonly bag: ReadonlyMap<string, Entry>;
  readonly weight: number;
}

export interface Entry {
  readonly weight: number;
  said: number;
  negated: number;
  unsure: number;
}

/** `demand`: the two demand opposite things. `hint`: they differ in polarity, but perhaps about different acts. */
export type Opposition = 'demand' | 'hint' | 'number' | 'label' | null;

/** Do two texts that share their words mean opposite things? */
export function oppose(a: Profile, b: Profile): Opposition {
  if (oppositeAxes(a, b) || oppositePrefixes(a, b)) return 'demand';
  if (inverted(a.wording.orders(), b.wording.orders())) return 'demand';
  const sign = oppositeSigns(a, b);
  if (sign === 'demand' || turned(a, b)) return 'demand';
  if (swapped(a.wording, b.wording) || recombined(a.wording.terms, b.wording.terms))
    return 'demand';
  return otherAmount(a.wording.quantities, b.wording.quantities) ?? sign;
}

/** No word differs, so a cue that does is what the difference is about. */
function turned(a: Profile, b: Profile): boolean {
  if (!covers(a, b) || !covers(b, a)) return false;
  if (a.wording.negations !== b.wording.negations) return true;
  return a.wording.turn * b.wording.turn < 0 && !agree(a.wording.orders(), b.wording.orders());
}

function covers(a: Profile, b: Profile): boolean {
  for (const [text, { weight }] of b.bag) if (weight >= CONTENT && !a.bag.has(text)) return false;
  return true;
}

function agree(a: readonly Order[], b: readonly Order[]): boolean {
  return a.some((one) => b.some((two) => one.turned && two.turned && alike(one, two)));
}

function alike(one: Order, two: Order): boolean {
  return meet(only(one.early, one.late), two.early) && meet(only(one.late, one.early), two.late);
}

function meet(a: readonly string[], b: ReadonlySet<string>): boolean {
  return a.some((text) => b.has(text));
}

function only(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((text) => !b.has(text));
}

// ---- negation

function oppositeSigns(a: Profile, b: Profile): Opposition {
  const onlyA: string[] = [];
  const onlyB: string[] = [];
  let both = 0;
  let unsure = false;
  for (const [text, x] of a.bag) {
    const y = b.bag.get(text);
    if (y === undefined || x.weight < CONTENT) continue;
    const side = oppositeSign(x, y);
    if (side !== 0) (side > 0 ? onlyA : onlyB).push(text);
    else if (x.negated > 0 && y.negated > 0) both += x.weight;
    else unsure ||= x.unsure > 0 !== y.unsure > 0;
  }
  const even = a.wording.negations === b.wording.negations;
  if (onlyA.length + onlyB.length === 0) return unsure && !even ? 'hint' : null;
  if (even && onlyA.length === 0 && wider(a, b, onlyB, both)) return null;
  if (even && onlyB.length === 0 && wider(b, a, onlyA, both)) return null;
  const share = Math.max(negatedShare(a, onlyA), negatedShare(b, onlyB));
  return share < SAME_ACT ? 'hint' : 'demand';
}

/** The one negation of the act reaches further in b: "日志里不要打印" / "不要在日志里打印". */
function wider(a: Profile, b: Profile, texts: readonly string[], both: number): boolean {
  if (both === 0) return false;
  if (isPassive(a.wording) !== isPassive(b.wording)) return true;
  const { terms } = a.wording;
  const items = new Set(terms.filter(({ sign }) => sign === -1).map(({ item }) => item));
  const near = terms.every(({ text, item }) => !texts.includes(text) || items.has(item));
  return near && both >= weightOf(a, texts);
}

/** Less of what is negated is shared: it is another act about the same object. */
const SAME_ACT = 0.55;

/** +1 negated in x only, −1 in y only, 0 not opposed. */
function oppositeSign(x: Entry, y: Entry): number {
  if (x.unsure + y.unsure > 0) return 0;
  const disjoint = (x.said === 0 && y.negated === 0) || (x.negated === 0 && y.said === 0);
  const recounted = x.said + x.negated === y.said + y.negated;
  return disjoint || recounted ? Math.sign(x.negated - y.negated) : 0;
}

function negatedShare(profile: Profile, texts: readonly string[]): number {
  let all = 0;
  for (const { weight, negated } of profile.bag.values()) {
    if (negated > 0 && weight >= CONTENT) all += weight;
  }
  return all === 0 ? 0 : weightOf(profile, texts) / all;
}

function weightOf({ bag }: Profile, texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (bag.get(text)?.weight ?? 0), 0);
}

// ---- opposite words

function oppositeAxes(a: Profile, b: Profile): boolean {
  for (const [axis, sides] of a.wording.axes()) {
    const other = b.wording.axes().get(axis);
    if (other !== undefined && (sides & other) === 0) return true;
  }
  return false;
}

function oppositePrefixes(a: Profile, b: Profile): boolean {
  const left = onlyIn(a, b);
  const right = onlyIn(b, a);
  return left.some(([x, { said }]) =>
    right.some(([y, other]) => said > 0 === other.said > 0 && oppositePrefix(x, y)),
  );
}

function onlyIn(a: Profile, b: Profile): [string, Entry][] {
  return [...a.bag].filter(([text, { weight }]) => weight >= 1 && !b.bag.has(text));
}

function oppositePrefix(x: string, y: string): boolean {
  return PREFIX_OPPOSITES.some(
    ([one, two]) => prefixed(x, y, one, two) || prefixed(y, x, one, two),
  );
}

function prefixed(x: string, y: string, one: string, two: string): boolean {
  const rest = x.slice(one.length);
  // "input" is not the opposite of "put".
  const least = one === '' ? 5 : 3;
  return (
    rest.length >= least && x.startsWith(one) && y.startsWith(two) && rest === y.slice(two.length)
  );
}

// ---- numbers

function otherAmount(a: readonly Quantity[], b: readonly Quantity[]): 'number' | 'label' | null {
  const left = a.filter((x) => !b.some((y) => sameAmount(x, y)));
  const right = b.filter((y) => !a.some((x) => sameAmount(x, y)));
  const pairs = left.flatMap((x) =>
    right.filter((y) => comparable(x, y)).map((y) => x.label && y.label),
  );
  if (pairs.length === 0) return null;
  return pairs.every((label) => label) ? 'label' : 'number';
}

function sameAmount(x: Quantity, y: Quantity): boolean {
  const units = x.unit === y.unit || x.unit === '' || y.unit === '';
  return x.value === y.value && units && x.bound * y.bound !== -1;
}

function comparable(x: Quantity, y: Quantity): boolean {
  if (x.unit === y.unit) return true;
  return (x.unit === '' || y.unit === '') && x.bound === y.bound && x.bound !== 0;
}

// ---- order

function inverted(a: readonly Order[], b: readonly Order[]): boolean {
  return a.some((one) => b.some((two) => invertedPair(one, two)));
}

function invertedPair(one: Order, two: Order): boolean {
  const x = [...one.early].find(
    (text) => two.late.has(text) && !one.late.has(text) && !two.early.has(text),
  );
  const y = [...one.late].find(
    (text) => two.early.has(text) && !one.early.has(text) && !two.late.has(text),
  );
  return x !== undefined && y !== undefined;
}

type Pair = readonly [Placed, Placed];
type Placed = Term & { readonly at: number };

/** X p Y against Y p X: two terms changed places around a third that is no mere separator of a list. */
function swapped(a: Wording, b: Wording): boolean {
  if (isPassive(a) !== isPassive(b)) return false;
  const shared = alignOnce(a.terms, b.terms);
  if (exchanged(shared)) return true;
  for (const [index, pivot] of shared.entries()) {
    const before = shared
      .slice(0, index)
      .filter(([x, y]) => x.weight >= CONTENT && y.at > pivot[1].at);
    if (before.length === 0) continue;
    const after = shared
      .slice(index + 1)
      .filter(([x, y]) => x.weight >= CONTENT && y.at < pivot[1].at);
    for (const x of before) {
      for (const y of after) {
        const joined = together(x, pivot) || together(pivot, y);
        if (joined && !agreed(a, b, x[0].text, y[0].text)) return true;
      }
    }
  }
  return false;
}

/** "replace X by Y" against "replace Y with X": what was the object stands behind a preposition, and the reverse. */
function exchanged(shared: readonly Pair[]): boolean {
  const content = shared.filter(([x]) => x.weight >= CONTENT);
  const lost = content.filter(([x, y]) => x.link === '' && y.link !== '');
  const won = content.filter(([x, y]) => x.link !== '' && y.link === '');
  return lost.some(([x1, x2]) => won.some(([y1, y2]) => x1.at < y1.at && y2.at < x2.at));
}

/** "X covers Y" and "Y is covered by X" say the same. */
function isPassive({ terms }: Wording): boolean {
  const texts = new Set(terms.map((term) => term.text));
  return (
    texts.has('被') ||
    (texts.has('by') && ['is', 'are', 'was', 'were', 'be', 'been'].some((verb) => texts.has(verb)))
  );
}

function together([x1, x2]: Pair, [y1, y2]: Pair): boolean {
  return x1.item === y1.item && x2.item === y2.item;
}

/** Both texts say which of the two comes first, and say the same. */
function agreed(a: Wording, b: Wording, x: string, y: string): boolean {
  return (says(a, x, y) && says(b, x, y)) || (says(a, y, x) && says(b, y, x));
}

function says({ orders }: Wording, early: string, late: string): boolean {
  return orders().some((order) => order.early.has(early) && order.late.has(late));
}

function alignOnce(a: readonly Term[], b: readonly Term[]): Pair[] {
  const left = placesOf(a);
  const right = placesOf(b);
  const pairs: Pair[] = [];
  for (const [text, [x, ...more]] of left) {
    const [y, ...others] = right.get(text) ?? [];
    if (x && y && more.length + others.length === 0) pairs.push([x, y]);
  }
  return pairs.sort((x, y) => x[0].at - y[0].at);
}

function placesOf(terms: readonly Term[]): Map<string, Placed[]> {
  const places = new Map<string, Placed[]>();
  for (const [at, term] of terms.entries()) {
    if (term.text === '') continue;
    const list = places.get(term.text);
    if (list === undefined) places.set(term.text, [{ ...term, at }]);
    else list.push({ ...term, at });
  }
  return places;
}

/** [x p] and [y q] against [x q] and [y p]: the same parts put together the other way. */
function recombined(a: readonly Term[], b: readonly Term[]): boolean {
  const cells = new Map<number, Set<number>>();
  const link = (x: number, y: number) => cells.set(x, (cells.get(x) ?? new Set<number>()).add(y));
  for (const [x, y] of alignOnce(a, b)) if (x.weight >= CONTENT) link(x.item, y.item);
  const left = placesOf(a);
  const right = placesOf(b);
  for (const [text, places] of left) {
    const others = [...(right.get(text) ?? [])];
    if (
      places.length < 2 ||
      places.length > OFTEN ||
      places.length !== others.length ||
      (places[0]?.weight ?? 0) < CONTENT
    )
      continue;
    for (const [x, y] of paired(places, others, cells)) link(x.item, y.item);
  }
  const rows = [...cells.values()].filter((row) => row.size > 1);
  return rows.some((row, index) =>
    rows.slice(index + 1).some((other) => [...row].filter((item) => other.has(item)).length > 1),
  );
}

/** A word that is everywhere stands for nothing in particular. */
const OFTEN = 8;

/** A word said more than once is taken to stand where its neighbours went; what is left over moved. */
function paired(
  places: readonly Placed[],
  others: Placed[],
  cells: ReadonlyMap<number, ReadonlySet<number>>,
): Pair[] {
  const pairs: Pair[] = [];
  const rest: Placed[] = [];
  for (const x of places) {
    const at = others.findIndex((y) => cells.get(x.item)?.has(y.item));
    const [y] = at < 0 ? [] : others.splice(at, 1);
    if (y === undefined) rest.push(x);
    else pairs.push([x, y]);
  }
  for (const [index, x] of rest.entries()) {
    const y = others[index];
    if (y !== undefined) pairs.push([x, y]);
  }
  return pairs;
}
