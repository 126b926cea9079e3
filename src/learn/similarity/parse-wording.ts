import { once } from '../../text.js';
import type { Cue } from './lexicon.js';
import {
  type Axis,
  type Break,
  CONTENT,
  lex,
  type Quantity,
  type Unit,
  type Word,
} from './tokenize.js';

/** +1 said, −1 negated, 0 it cannot be told how far a negation reaches. */
type Sign = 1 | 0 | -1;

/** One word, name, number or pair of Chinese characters: is it negated, and where does it stand? */
export interface Term {
  readonly text: string;
  readonly weight: number;
  readonly axes: readonly Axis[] | undefined;
  /** The preposition it stands behind, if any. */
  readonly link: string;
  sign: Sign;
  /** Counts up at every separator of a list; clause and sentence at theirs. */
  readonly item: number;
  readonly clause: number;
  readonly sentence: number;
}

/** What must come first and what later, as texts of terms. */
export interface Order {
  readonly early: ReadonlySet<string>;
  readonly late: ReadonlySet<string>;
  /** Told by "before" or "after", not by "then". */
  readonly turned: boolean;
}

export interface Wording {
  readonly terms: readonly Term[];
  readonly quantities: readonly Quantity[];
  readonly negations: number;
  /** How often an act is put before something, less how often after. */
  readonly turn: number;
  /** Asked of suspects only. */
  readonly orders: () => readonly Order[];
  /** Axis of OPPOSITES → bit 1 the one side, bit 2 the other. */
  readonly axes: () => ReadonlyMap<number, number>;
}

export interface Part {
  readonly text: string;
  /** The whole part is what must not be done. */
  readonly negated?: boolean;
}

/** The meaning-bearing words of the parts, in order, each part a sentence of its own. */
export function readWording(parts: readonly Part[]): Wording {
  const state = newState();
  for (const { text, negated = false } of parts) {
    const units = lex(text);
    state.start = negated ? -1 : 1;
    if (negated) state.negations += 1;
    atBreak(state, 'sentence', units, units.length);
    for (const [index, unit] of units.entries()) take(state, unit, units, index);
  }
  const { terms, quantities, cuts, negations } = state;
  return {
    terms,
    quantities,
    negations,
    turn: cuts.reduce((sum, { cue }) => sum + TURN[cue], 0),
    orders: once(() => ordersOf(terms, cuts)),
    axes: once(() => axesOf(terms)),
  };
}

// ---- how far negations reach

interface State {
  terms: Term[];
  quantities: Quantity[];
  cuts: Cut[];
  /** Sign to which a clause returns. */
  start: 1 | -1;
  sign: Sign;
  /** First term under the present negation. */
  scope: number;
  /** The last preposition of the list item. */
  link: string;
  outer: { readonly sign: Sign; readonly choosing: boolean }[];
  bound: Sign;
  contrast: boolean;
  choosing: boolean;
  /** Place of the last "prefer" of the clause, or −1. */
  preferring: number;
  /** A "to" has been taken to reject; "prefer X to do Y over Z" shows that it did not. */
  unsettled: boolean;
  negations: number;
  item: number;
  clause: number;
  sentence: number;
}

interface Cut {
  readonly at: number;
  readonly cue: 'before' | 'ago' | 'after' | 'later' | 'next';
  readonly sentence: number;
}

const TURN: Readonly<Record<Cut['cue'], number>> = {
  before: 1,
  ago: 1,
  after: -1,
  later: -1,
  next: 0,
};

function newState(): State {
  return {
    terms: [],
    quantities: [],
    cuts: [],
    start: 1,
    sign: 1,
    scope: 0,
    link: '',
    outer: [],
    bound: 0,
    contrast: false,
    choosing: false,
    preferring: -1,
    unsettled: false,
    negations: 0,
    item: 0,
    clause: 0,
    sentence: -1,
  };
}

function take(state: State, unit: Unit, units: readonly Unit[], index: number): void {
  switch (unit.is) {
    case 'word':
      // "do not X for Y": Y may or may not be part of what is negated.
      if (state.sign === -1 && LINKS.has(unit.text) && hasContent(state)) state.sign = 0;
      if (state.contrast && hasContent(state) && isLatin(unit) !== isLatin(state.terms.at(-1)))
        state.sign = 0;
      if (unit.text === 'to' && state.preferring >= 0) perhapsReject(state);
      addTerm(state, unit);
      break;
    case 'quantity':
      addQuantity(state, unit);
      break;
    case 'break':
      atBreak(state, unit.level, units, index);
      break;
    case 'cue':
      if (unit.verb !== undefined) negate(state, unit.verb);
      else AT_CUE[unit.cue](state, units, index);
      break;
    default:
      unit satisfies never;
  }
}

function isLatin(word: { readonly text: string } | undefined): boolean {
  return word !== undefined && /^[\w#]/u.test(word.text);
}

const LINKS: ReadonlySet<string> = new Set(
  'for when while if because so to in on at with by from into'.split(' '),
);

function hasContent(state: State): boolean {
  for (let at = state.scope; at < state.terms.length; at += 1) {
    if ((state.terms[at]?.weight ?? 0) >= CONTENT) return true;
  }
  return false;
}

/** "prefer X to Y" rejects Y, "prefer X to do Y" does not. */
function perhapsReject(state: State): void {
  if (state.terms.length < state.preferring + 2) return;
  state.preferring = -1;
  state.unsettled = true;
  state.negations += 1;
  state.sign = 0;
}

function addTerm(state: State, { text, weight, axes, flipped = false }: Word): void {
  const { item, clause, sentence } = state;
  const sign = flipped ? opposite(state.sign) : state.sign;
  if (flipped) state.negations += 1;
  if (LINKS.has(text)) state.link = text;
  state.terms.push({ text, weight, axes, link: state.link, sign, item, clause, sentence });
}

function opposite(sign: Sign): Sign {
  return sign === 1 ? -1 : sign === -1 ? 1 : 0;
}

function addQuantity(state: State, quantity: Quantity): void {
  const bound = quantity.bound === 0 ? state.bound : quantity.bound;
  state.bound = 0;
  state.quantities.push({ ...quantity, bound, label: quantity.label && bound === 0 });
  const named = quantity.label && quantity.unit !== '';
  if (!named) addTerm(state, { is: 'word', text: `#${quantity.unit}`, weight: AMOUNT });
}

/** That there is a number counts a little; that it is another number is seen elsewhere. */
const AMOUNT = 0.5;

function atBreak(state: State, level: Break, units: readonly Unit[], index: number): void {
  if (level === 'open') {
    state.outer.push({ sign: state.sign, choosing: state.choosing });
    state.sign = state.sign === 1 ? 1 : 0;
    return;
  }
  if (level === 'close') {
    Object.assign(state, state.outer.pop());
    return;
  }
  nextItem(state);
  if (level === 'list') return;
  state.clause += 1;
  state.bound = 0;
  state.contrast = false;
  if (level !== 'comma' || !listGoesOn(units, index)) state.sign = state.start;
  if (level === 'comma') return;
  state.choosing = false;
  state.preferring = -1;
  state.unsettled = false;
  if (level === 'sentence') {
    state.sentence += 1;
    state.outer.length = 0;
  }
}

function nextItem(state: State): void {
  state.item += 1;
  state.link = '';
}

/** "no A, B or C": a comma inside a list does not end the negation. */
function listGoesOn(units: readonly Unit[], from: number): boolean {
  let words = 0;
  for (let at = from + 1; at < units.length; at += 1) {
    const unit = units[at] as Unit;
    if (unit.is === 'word') words += unit.weight >= CONTENT ? 1 : 0;
    else if (unit.is === 'cue') return unit.cue === 'or';
    else if (unit.is === 'break' && unit.level !== 'comma' && unit.level !== 'list') return false;
    if (words > 6 || at > from + 20) return false;
  }
  return false;
}

/** "do not avoid X" means X; "not A not B" does not. In a part that is negated as a whole, "no X" means X. */
function negate(state: State, verb?: Word): void {
  const doubled = state.sign === -1 && (state.start === -1 || !hasContent(state));
  if (verb !== undefined) addTerm(state, verb);
  if (!state.unsettled) state.negations += 1;
  state.unsettled = false;
  state.contrast = false;
  state.sign = doubled ? 1 : -1;
  state.scope = state.terms.length;
}

/** "never X before Y", "never X without Y": X is not forbidden, Y is its condition. */
function conditional(state: State): boolean {
  if (state.sign !== -1 || state.start !== 1) return false;
  for (const term of state.terms.slice(state.scope)) term.sign = 0;
  state.negations -= 1;
  return true;
}

function cut(state: State, cue: Cut['cue']): void {
  if (state.cuts.length < 50)
    state.cuts.push({ at: state.terms.length, cue, sentence: state.sentence });
}

const AT_CUE: Readonly<Record<Cue, (state: State, units: readonly Unit[], index: number) => void>> =
  {
    not(state) {
      negate(state);
    },
    avoid(state) {
      negate(state);
    },
    contrast(state) {
      negate(state);
      state.contrast = true;
    },
    except(state) {
      state.negations += 1;
      state.sign = -1;
      state.scope = state.terms.length;
    },
    without(state) {
      if (conditional(state)) state.sign = 1;
      else negate(state);
    },
    end(state) {
      state.sign = state.start;
    },
    and(state) {
      nextItem(state);
      if (state.sign !== state.start) state.sign = 0;
    },
    or: nextItem,
    prefer(state) {
      state.choosing = true;
      state.preferring = state.terms.length;
    },
    choose(state) {
      state.choosing = true;
    },
    over(state, units, index) {
      if (units[index + 1]?.is === 'quantity') state.bound = 1;
      else if (state.choosing) negate(state);
      state.preferring = -1;
    },
    before: atBefore,
    until: atBefore,
    ago(state) {
      const negated = conditional(state);
      cut(state, negated ? 'next' : 'ago');
      if (negated) state.sign = 0;
    },
    after(state) {
      cut(state, 'after');
      state.sign = state.start;
    },
    next(state) {
      cut(state, 'next');
      state.sign = state.start;
    },
    later(state) {
      cut(state, 'later');
      state.sign = state.start;
    },
    'at most'(state) {
      state.bound = -1;
    },
    'at least'(state) {
      state.bound = 1;
    },
    'or less'() {},
    'or more'() {},
    blank() {},
    hold() {},
  };

function atBefore(state: State, units: readonly Unit[], index: number): void {
  const next = units.slice(index + 1, index + 1 + AHEAD);
  const told = next.some((unit) => unit.is === 'word' && unit.weight >= CONTENT);
  cut(state, told && conditional(state) ? 'after' : 'before');
  state.sign = state.start;
}

/** A condition follows its word closely. */
const AHEAD = 6;

// ---- what the text says as a whole

function axesOf(terms: readonly Term[]): ReadonlyMap<number, number> {
  const sides = new Map<number, number>();
  for (const { axes, sign } of terms) {
    for (const [axis, side] of axes ?? []) {
      if (sign !== 0) sides.set(axis, (sides.get(axis) ?? 0) | (side * sign > 0 ? 1 : 2));
    }
  }
  return sides;
}

function ordersOf(terms: readonly Term[], cuts: readonly Cut[]): Order[] {
  return cuts.flatMap((here, index) => {
    const [left, right] = sidesOf(terms, here, cuts[index + 1]);
    const reversed = here.cue === 'after' || here.cue === 'ago';
    const early = contentOf(reversed ? right : left);
    const late = contentOf(reversed ? left : right);
    return early.size > 0 && late.size > 0 ? [{ early, late, turned: here.cue !== 'next' }] : [];
  });
}

/** What stands on the two sides of a word of order, inside its sentence. */
function sidesOf(terms: readonly Term[], { at, cue, sentence }: Cut, next?: Cut): [Term[], Term[]] {
  const near = cue === 'ago' ? terms[at - 1]?.clause : undefined;
  const end = next?.sentence === sentence ? next.at : terms.length;
  const here = (term: Term) => term.sentence === sentence;
  const left = terms
    .slice(0, at)
    .filter((term) => here(term) && (near === undefined || term.clause === near));
  const right = terms.slice(at, end).filter(here);
  if (left.some((term) => term.weight >= CONTENT)) return [left, right];
  // "before X, Y": nothing stands in front, so the first clause is X and the rest Y.
  const clause = right[0]?.clause;
  return [
    right.filter((term) => term.clause !== clause),
    right.filter((term) => term.clause === clause),
  ];
}

function contentOf(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.filter((term) => term.weight >= CONTENT).map((term) => term.text));
}
