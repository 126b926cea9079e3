import { type Keeper, type Run, simulate } from './keeper.js';
import { createWorld, oracle, type Rule, type WorldKind } from './world.js';

/** How well a memory was kept, over several worlds of one kind. */
export interface Score {
  readonly name: string;
  /** Successes that what was shown added, in % of what the best ten would have added; one a seed. */
  readonly uplifts: readonly number[];
  readonly uplift: number;
  /** The same against as many rules as the product can show, 13. */
  readonly uplift13: number;
  /** Rules shown in a session, harmful ones among them, and good ones in %; after the first third. */
  readonly shown: number;
  readonly harmful: number;
  readonly good: number;
  /** Rules worth having that became active, in %, and the median number of sessions it took them. */
  readonly promoted: number;
  readonly sessionsToPromotion: number;
}

export function score(keeper: Keeper, kind: WorldKind, seeds: readonly number[]): Score {
  const runs = seeds.map((seed) => simulate(keeper, createWorld(kind, seed)));
  const uplifts = runs.map((run) => upliftOf(run, 10));
  const late = runs.flatMap(({ shown }) => shown.slice(Math.floor(kind.sessions / 3)));
  const seats = late.flat();
  const seatsOf = (character: Rule['character']) =>
    seats.filter((rule) => rule.character === character).length;
  const waits = runs.flatMap(({ world, promoted }) =>
    world.rules
      .filter((rule) => isWorthHaving(rule, kind))
      .map((rule) => (promoted.get(rule) ?? Number.POSITIVE_INFINITY) - rule.learnt_in - 1),
  );
  const ended = waits.filter(Number.isFinite);
  return {
    name: keeper.name,
    uplifts,
    uplift: mean(uplifts),
    uplift13: mean(runs.map((run) => upliftOf(run, 13))),
    shown: seats.length / late.length,
    harmful: seatsOf('harmful') / late.length,
    good: (100 * seatsOf('good')) / seats.length,
    promoted: (100 * ended.length) / waits.length,
    sessionsToPromotion: median(ended),
  };
}

export function render(title: string, scores: readonly Score[]): string {
  const columns = ['uplift', 'sd', 'of 13', 'shown', 'harmful', 'good', 'promoted', 'after'];
  const lines = scores.map((one) => [
    `${one.uplift.toFixed(1)} %`,
    deviation(one.uplifts).toFixed(1),
    `${one.uplift13.toFixed(1)} %`,
    one.shown.toFixed(1),
    one.harmful.toFixed(2),
    Number.isNaN(one.good) ? '–' : `${one.good.toFixed(0)} %`,
    `${one.promoted.toFixed(0)} %`,
    Number.isNaN(one.sessionsToPromotion) ? '–' : one.sessionsToPromotion.toFixed(0),
  ]);
  const row = (name: string, cells: readonly string[]) =>
    name.padEnd(44) + cells.map((cell) => cell.padStart(10)).join('');
  return [
    row(title, columns),
    ...lines.map((cells, index) => row(scores[index]?.name ?? '', cells)),
  ].join('\n');
}

function upliftOf({ world, shown }: Run, slots: number): number {
  const gained = shown.flat().reduce((sum, { worth }) => sum + worth, 0);
  const possible = shown.reduce((sum, _, session) => sum + oracle(world, session, slots), 0);
  return (100 * gained) / possible;
}

/** Good, not rare, and born early enough to have had a chance. */
function isWorthHaving({ character, worth, learnt_in }: Rule, { sessions }: WorldKind): boolean {
  return character === 'good' && worth > 0.012 && learnt_in < sessions - 40;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
