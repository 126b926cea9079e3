import { type Keeper, type Run, simulate } from './keeper.js';
import {
  complianceAmong,
  createWorld,
  oracle,
  type Rule,
  truthIn,
  type WorldKind,
} from './world.js';

/** How well a memory was kept, over several worlds of one kind. */
export interface Score {
  readonly name: string;
  /** Successes that what was shown added, in % of what the best ten would have added; one a seed. */
  readonly uplifts: readonly number[];
  readonly uplift: number;
  /** Harmful rules shown in a session, one a seed. */
  readonly harms: readonly number[];
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
    harms: runs.map(({ shown }) => {
      const from = Math.floor(kind.sessions / 3);
      const sessions = shown.slice(from);
      const harmful = sessions.flatMap((seated, index) =>
        seated.filter(
          (rule) => truthIn(rule, from + index).with < rule.without - kind.effect.low / 2,
        ),
      );
      return harmful.length / sessions.length;
    }),
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

/** Each beside the first, over the same worlds: how much less it gains and how much more harm it shows, 95 %. */
export function renderDifferences([ours, ...others]: readonly Score[]): string {
  if (ours === undefined || ours.uplifts.length < 2) return 'one world each: no interval';
  const lines = others.map(({ name, uplifts, harms }) => {
    const [less, more] = [interval(ours.uplifts, uplifts), interval(ours.harms, harms)];
    const isWorse = less.high < 0 ? 'gains less' : less.low > 0 ? 'gains more' : 'gains as much';
    const harm =
      more.low > 0 ? 'shows more harm' : more.high < 0 ? 'shows less harm' : 'as much harm';
    return `${name.padEnd(46)}${print(less, 1)}${print(more, 2)}   ${isWorse}, ${harm}`;
  });
  const head = `${'beside the product, with 95 %'.padEnd(46)}${'uplift, points'.padEnd(24)}${'harmful a session'.padEnd(24)}`;
  return [head, ...lines].join('\n');
}

interface Interval {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** Of the paired differences: each world is its own control. */
export function interval(ours: readonly number[], theirs: readonly number[]): Interval {
  const differences = theirs.map((value, index) => value - (ours[index] as number));
  const middle = mean(differences);
  const error = deviation(differences) / Math.sqrt(differences.length - 1);
  return { middle, low: middle - 1.96 * error, high: middle + 1.96 * error };
}

function print({ middle, low, high }: Interval, digits: number): string {
  const [a, b, c] = [middle, low, high].map((value) => value.toFixed(digits));
  return `${a} (${b} to ${c})`.padEnd(24);
}

function upliftOf({ world, shown }: Run, slots: number): number {
  const { kind } = world;
  const usual = kind.followed_when_shown - kind.followed_when_not;
  const gained = shown.reduce((sum, seated, session) => {
    const share = (complianceAmong(kind, seated.length) - kind.followed_when_not) / usual;
    return sum + share * seated.reduce((all, rule) => all + truthIn(rule, session).worth, 0);
  }, 0);
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
