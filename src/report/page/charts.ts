import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { policy } from '../../learn/fold/policy.js';
import { came, type Tally } from '../../messages/rules/watch.js';
import { head } from '../../text.js';
import { columns } from '../../validation.js';
import { type Hints, mondayOf, type Week } from '../measure-effect.js';

/** Positions in the drawings of templates/page, which have this width; the browser scales them. */
const width = 960;
const left = 56;
const rowHeight = 40;
/** End of the row names and start of their drawing. */
const nameEnd = 316;
const rowsLeft = 330;
const labelColumns = 44;
const weekMs = 7 * 86_400_000;
/** Weeks of a drawing of counts. */
const [minWeeks, maxWeeks] = [4, 26];
/** Lines with a colour and a name. */
const maxNamed = 6;

/** The history of a rule's confidence: changes, oldest first, as ms since 1970 and 0 to 1. */
export interface ConfidenceLine {
  readonly title: string;
  readonly points: readonly (readonly [at: number, confidence: number])[];
}

/** Prints a day, ms since 1970. */
type Day = (at: number) => string;

/** One line per rule, from its creation to `until`. The first ones are named, the others are grey behind them. */
export function confidenceChart(rules: readonly ConfidenceLine[], until: number, day: Day) {
  const height = 380;
  const [right, top, bottom] = [width - 300, 14, height - 50];
  const births = rules.flatMap(({ points }) => points.slice(0, 1).map(([at]) => at));
  const x = scaleUtc([Math.min(...births, until - 86_400_000), until], [left, right]);
  const y = scaleLinear([0, 1], [bottom, top]);
  const path = line().curve(curveStepAfter).digits(1);
  const lines = rules.map(({ title, points }) => {
    const last = points.at(-1)?.[1] ?? 0;
    // One point a unit of the drawing: more cannot be seen.
    const seen = new Map(points.map(([at, value]) => [Math.round(x(at)), y(value)] as const));
    return { title, last, y: short(y(last)), d: path([...seen, [right, y(last)]]) ?? '' };
  });
  const named = lines.slice(0, maxNamed);
  const places = spread(
    named.map((one) => one.y),
    bottom,
  );
  const [active, retired] = [policy.gate.active, policy.gate.provisional].map((gate) =>
    short(y(gate / 100)),
  ) as [number, number];
  return {
    ...frame(height, left, right, top, bottom),
    yTicks: y.ticks(5).map((at) => sideTick(y(at), at.toFixed(1))),
    xTicks: x.ticks(5).map((at) => ({ x: short(x(at)), label: day(at.getTime()) })),
    active,
    retired,
    activeMark: active - 6,
    retiredMark: retired - 6,
    markX: left + 6,
    labelX: right + 20,
    others: lines.slice(maxNamed),
    lines: named.map((one, index) => ({
      ...one,
      leader: `M${right + 5},${one.y}L${right + 16},${places[index]}`,
      textY: (places[index] as number) + 4,
      label: `${one.last.toFixed(2)} ${cut(one.title, labelColumns - 8)}`,
    })),
  };
}

/** Places for labels in the order of `wanted`: at least a line apart, and none below `lowest`. */
function spread(wanted: readonly number[], lowest: number): number[] {
  const gap = 18;
  const order = [...wanted.entries()].sort(([, a], [, b]) => a - b);
  const down: number[] = [];
  for (const [, place] of order) down.push(Math.max(place, (down.at(-1) ?? 0) + gap));
  const places: number[] = [];
  for (const [rank, [index]] of order.entries())
    places[index] = Math.min(down[rank] as number, lowest - gap * (order.length - 1 - rank));
  return places;
}

/** A difference with its interval, −1 to 1; `isTold`: there is enough to tell it. */
export interface DifferenceRow {
  readonly title: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly isTold: boolean;
  readonly points: string;
  readonly interval: string;
  readonly sides: string;
}

export function differenceChart(rows: readonly DifferenceRow[], points: (share: number) => string) {
  const [top, right] = [34, 640];
  const bottom = top + rows.length * rowHeight;
  const x = scaleLinear([-1, 1], [rowsLeft, right]);
  return {
    ...frame(bottom + 50, rowsLeft, right, top, bottom),
    ticks: x.ticks(4).map((at) => ({
      x: short(x(at)),
      kind: at === 0 ? 'zero' : 'grid',
      label: points(at),
    })),
    rows: rows.map((row, index) => {
      const y = top + (index + 0.5) * rowHeight;
      const { title, difference, low, high, isTold } = row;
      return {
        ...row,
        name: cut(title, labelColumns),
        kind: !isTold ? 'few' : low > 0 ? 'good' : high < 0 ? 'bad' : 'open',
        x: short(x(difference)),
        low: short(x(low)),
        high: short(x(high)),
        y,
        textY: y + 4,
      };
    }),
  };
}

/** Kinds of failures a week: those that came back, and on top of them the new ones. */
export function weeksChart(weeks: readonly Week[], day: Day, date: Day) {
  const height = 300;
  const [right, top, bottom] = [width - 16, 40, height - 50];
  const most = Math.max(1, ...weeks.map(({ fresh, again }) => fresh + again));
  const band = weeks.map(({ from }) => from);
  const x = scaleBand(band, [left, right]).padding(0.35);
  const y = scaleLinear([0, most], [bottom, top]).nice(4);
  // As many days as there is room for.
  const every = Math.ceil(weeks.length / 9);
  return {
    ...frame(height, left, right, top, bottom),
    yTicks: y.ticks(Math.min(4, most)).map((at) => sideTick(y(at), String(at))),
    bars: weeks.map(({ from, fresh, again }, index) => ({
      fresh,
      again,
      day: date(from),
      title: `${day(from)}: ${again} + ${fresh}`,
      label: index % every === 0 ? day(from) : '',
      x: short(x(from) ?? 0),
      width: short(x.bandwidth()),
      middle: short((x(from) ?? 0) + x.bandwidth() / 2),
      againY: short(y(again)),
      againHeight: short(bottom - y(again)),
      freshY: short(y(again + fresh)),
      freshHeight: short(y(again) - y(again + fresh)),
    })),
  };
}

/** How often a rule was kept, stopped and broken, in all since it stands and week by week. */
export interface CountedRule {
  readonly title: string;
  readonly told: string;
  /** Milliseconds since 1970. */
  readonly born: number;
  readonly weeks: readonly (Tally & { readonly from: number })[];
}

/** A row for each rule: a bar a week, what was kept below what was stopped and broken, and a line where the rule was made. */
export function countsChart(rules: readonly CountedRule[], until: number, day: Day) {
  const [top, right, rowHeight] = [40, width - 230, 56];
  const bottom = top + rules.length * rowHeight;
  const last = mondayOf(until);
  const first = Math.max(
    last - (maxWeeks - 1) * weekMs,
    Math.min(
      last - (minWeeks - 1) * weekMs,
      ...rules.flatMap(({ weeks }) => weeks.map(({ from }) => from)),
    ),
  );
  const all = Array.from({ length: (last - first) / weekMs + 1 }, (_, at) => first + at * weekMs);
  const x = scaleBand(all, [rowsLeft, right]).padding(0.2);
  const most = Math.max(1, ...rules.flatMap(({ weeks }) => weeks.map(came)));
  const y = scaleLinear([0, most], [0, rowHeight - 14]);
  const every = Math.ceil(all.length / 6);
  return {
    ...frame(bottom + 50, rowsLeft, right, top, bottom),
    ticks: all
      .filter((_, index) => index % every === 0)
      .map((from) => ({ x: short((x(from) ?? 0) + x.bandwidth() / 2), label: day(from) })),
    rows: rules.map(({ title, told, born, weeks }, index) => {
      const base = top + (index + 1) * rowHeight - 6;
      const shown = weeks.filter(({ from }) => from >= first && from <= last);
      return {
        ...{ title, told, name: cut(title, labelColumns), base, toldX: right + 14 },
        textY: base - rowHeight / 2 + 12,
        birth: born < first ? null : short((x(mondayOf(born)) ?? rowsLeft) - 2),
        birthY: base - rowHeight + 12,
        bars: shown.map(({ from, kept, stopped, broken }) => ({
          ...{ x: short(x(from) ?? 0), width: short(x.bandwidth()), kept, stopped, broken },
          day: day(from),
          keptY: short(base - y(kept)),
          keptHeight: short(y(kept)),
          stoppedY: short(base - y(kept + stopped)),
          stoppedHeight: short(y(stopped)),
          brokenY: short(base - y(kept + stopped + broken)),
          brokenHeight: short(y(broken)),
        })),
      };
    }),
  };
}

export function hintsChart(all: readonly (Hints & { readonly title: string })[]) {
  const [right, top] = [width - 60, 40];
  const bottom = top + all.length * rowHeight;
  const most = Math.max(1, ...all.map(({ given }) => given));
  const x = scaleLinear([0, most], [rowsLeft, right]);
  return {
    ...frame(bottom + 50, rowsLeft, right, top, bottom),
    ticks: x.ticks(Math.min(5, most)).map((at) => ({ x: short(x(at)), label: String(at) })),
    rows: all.map(({ title, given, helped, repeated }, index) => {
      const y = top + index * rowHeight + 9;
      const unknown = given - helped - repeated;
      const bar = (kind: string, from: number, count: number) =>
        count === 0 ? [] : [{ kind, x: short(x(from)), width: short(x(count) - rowsLeft), count }];
      return {
        ...{ title, name: cut(title, labelColumns), given, helped, repeated, unknown },
        ...{ y, textY: y + 16, countX: short(x(given)) + 8 },
        bars: [
          ...bar('helped', 0, helped),
          ...bar('repeated', helped, repeated),
          ...bar('unknown', helped + repeated, unknown),
        ],
      };
    }),
  };
}

/** The frame of a drawing: its height, its edges, and places for the labels of both axes. */
function frame(height: number, from: number, right: number, top: number, bottom: number) {
  return {
    ...{ height, left: from, right, top, bottom, nameEnd },
    middle: (from + right) / 2,
    tickY: bottom + 20,
    axisY: bottom + 42,
    side: `translate(14 ${(top + bottom) / 2}) rotate(-90)`,
  };
}

function sideTick(y: number, label: string) {
  return { y: short(y), textY: short(y) + 4, label };
}

/** A tenth of a unit cannot be seen. */
function short(place: number): number {
  return Math.round(place * 10) / 10;
}

/** A Chinese character takes two columns. */
function cut(text: string, most: number): string {
  if (columns(text) <= most) return text;
  let kept = head(text, most);
  while (columns(kept) >= most) kept = head(kept, kept.length - 1);
  return `${kept.trimEnd()}…`;
}
