import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { columns } from '../../compile/rule-block.js';
import { policy } from '../../learn/fold/policy.js';
import type { PageWords } from '../../messages/effect.js';
import { head } from '../../text.js';
import type { Week } from '../effect.js';
import { element, type Markup } from './markup.js';

/** Charts are this wide; the browser scales them. */
const width = 960;
const rowHeight = 40;
/** So many lines have a colour and a name. */
export const mostNamed = 6;
/** Where the names of rows end, and how long they may be. */
const nameEnd = 316;
const labelColumns = 44;

/** How a rule's confidence went. */
export interface ConfidenceLine {
  readonly title: string;
  /** Where it changed, oldest first: ms since 1970, and 0 to 1. */
  readonly points: readonly (readonly [at: number, confidence: number])[];
}

/** One line a rule, from its birth to `until`; the first ones are named, the others stand behind them in grey. */
export function confidenceChart(
  lines: readonly ConfidenceLine[],
  until: number,
  say: PageWords,
): Markup {
  const height = 380;
  const [left, right, top, bottom] = [56, width - 300, 14, height - 50];
  const births = lines.flatMap(({ points }) => points.slice(0, 1).map(([at]) => at));
  const from = Math.min(...births, until - 86_400_000);
  const x = scaleUtc([from, until], [left, right]);
  const y = scaleLinear([0, 1], [bottom, top]);
  const path = line().curve(curveStepAfter).digits(1);
  const drawn = lines.map(({ title, points }, index) => {
    const last = points.at(-1)?.[1] ?? 0;
    // One point a unit of the drawing: more cannot be seen.
    const seen = new Map(points.map(([at, value]) => [Math.round(x(at)), y(value)] as const));
    const d = path([...seen, [right, y(last)]]) ?? '';
    return { title, last, d, isNamed: index < mostNamed, index };
  });
  const named = drawn.filter(({ isNamed }) => isNamed);
  const places = spread(
    named.map(({ last }) => y(last)),
    18,
    bottom,
  );
  return chart(height, say.confidence.title, say.confidence.about(lines.length), [
    ...y.ticks(5).map((at) => gridLine(left, right, y(at), at.toFixed(1))),
    ...x.ticks(5).map((at) => tick(x(at), bottom, say.day(at.getTime()))),
    axisTitle(left, right, bottom, say.confidence.x),
    sideTitle(top, bottom, say.confidence.y),
    ...(['active', 'provisional'] as const).map((gate) => {
      const at = y(policy.gate[gate] / 100);
      return element(
        'g',
        { class: 'gate' },
        element('line', { x1: left, x2: right, y1: at, y2: at }),
        element('text', { x: left + 6, y: at - 6 }, say.confidence[gate]),
      );
    }),
    ...drawn
      .filter(({ isNamed }) => !isNamed)
      .map(({ d, title }) => element('path', { d, class: 'other' }, element('title', {}, title))),
    ...named.map(({ d, title, last, index }, at) => {
      const place = places[at] ?? 0;
      return element(
        'g',
        { class: `s${index}` },
        element('path', { d, class: 'series' }, element('title', {}, title)),
        element('circle', { cx: right, cy: y(last), r: 4 }),
        element('path', { d: `M${right + 5},${y(last)}L${right + 16},${place}`, class: 'leader' }),
        element(
          'text',
          { x: right + 20, y: place + 4 },
          `${last.toFixed(2)}  ${cut(title, labelColumns - 8)}`,
        ),
      );
    }),
  ]);
}

/** Places from the top in the order of `wanted`, at least `gap` apart and none below `lowest`. */
function spread(wanted: readonly number[], gap: number, lowest: number): number[] {
  const order = [...wanted.entries()].sort(([, a], [, b]) => a - b).map(([index]) => index);
  const places = [...wanted];
  let free = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    places[index] = Math.max(wanted[index] as number, free);
    free = (places[index] as number) + gap;
  }
  let limit = lowest;
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index] as number, limit);
    limit = (places[index] as number) - gap;
  }
  return places;
}

/** A difference with its interval, −1 to 1; `isTold`: there is enough to tell it. */
export interface DifferenceRow {
  readonly title: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly isTold: boolean;
  /** Difference, interval, and the counts of both sides. */
  readonly says: readonly [string, string, string];
}

export function differenceChart(rows: readonly DifferenceRow[], say: PageWords): Markup {
  const [left, right] = [nameEnd + 14, 640];
  const [top, bottom] = [34, 34 + rows.length * rowHeight];
  // Right of the drawing, a column each.
  const columnsAt = [right + 60, right + 176, width];
  const x = scaleLinear([-1, 1], [left, right]);
  return chart(bottom + 50, say.difference.title, say.difference.about, [
    ...x.ticks(4).map((at) =>
      element('line', {
        class: at === 0 ? 'zero' : 'grid',
        x1: x(at),
        x2: x(at),
        y1: top,
        y2: bottom,
      }),
    ),
    ...x.ticks(4).map((at) => tick(x(at), bottom, say.points(at))),
    axisTitle(left, right, bottom, say.difference.x),
    ...say.difference.sides.map((label, at) =>
      element('text', { class: 'tick left', x: columnsAt[at], y: 18 }, label),
    ),
    ...rows.map(({ title, difference, low, high, isTold, says }, index) => {
      const y = top + (index + 0.5) * rowHeight;
      const kind = !isTold ? 'few' : low > 0 ? 'good' : high < 0 ? 'bad' : 'open';
      return element(
        'g',
        { class: kind },
        element('text', { class: 'name', x: nameEnd, y: y + 4 }, cut(title, labelColumns)),
        isTold
          ? element('line', { class: 'range', x1: x(low), x2: x(high), y1: y, y2: y })
          : undefined,
        element(
          'circle',
          { cx: x(difference), cy: y, r: 6 },
          element('title', {}, says.join(' · ')),
        ),
        says.map((one, at) => element('text', { class: 'cell', x: columnsAt[at], y: y + 4 }, one)),
      );
    }),
  ]);
}

/** Kinds of failures a week: those seen for the first time, and on top of them those that came back. */
export function weeksChart(weeks: readonly Week[], say: PageWords): Markup {
  const height = 300;
  const [left, right, top, bottom] = [56, width - 16, 40, height - 50];
  const most = Math.max(1, ...weeks.map(({ fresh, again }) => fresh + again));
  const x = scaleBand(
    weeks.map(({ from }) => from),
    [left, right],
  ).padding(0.35);
  const y = scaleLinear([0, most], [bottom, top]).nice(4);
  const every = Math.ceil(weeks.length / 9);
  const bar = (
    kind: string,
    from: number,
    value: number,
    to: number,
    says: string,
  ): Markup | undefined =>
    value === 0
      ? undefined
      : element(
          'rect',
          {
            class: kind,
            x: x(from),
            width: x.bandwidth(),
            y: y(to),
            height: y(to - value) - y(to),
          },
          element('title', {}, says),
        );
  return chart(height, say.weeks.title, say.weeks.about, [
    ...legend(left, [
      ['again', say.weeks.again],
      ['fresh', say.weeks.fresh],
    ]),
    ...y.ticks(Math.min(4, most)).map((at) => gridLine(left, right, y(at), String(at))),
    ...weeks
      .filter((_, index) => index % every === 0)
      .map(({ from }) => tick((x(from) ?? 0) + x.bandwidth() / 2, bottom, say.day(from))),
    axisTitle(left, right, bottom, say.weeks.x),
    sideTitle(top, bottom, say.weeks.y),
    ...weeks.flatMap(({ from, fresh, again }) => [
      bar('again', from, again, again, `${say.day(from)}: ${again} ${say.weeks.again}`),
      bar('fresh', from, fresh, fresh + again, `${say.day(from)}: ${fresh} ${say.weeks.fresh}`),
    ]),
  ]);
}

export interface HintRow {
  readonly title: string;
  readonly helped: number;
  readonly repeated: number;
  readonly unknown: number;
}

export function hintsChart(rows: readonly HintRow[], say: PageWords): Markup {
  const [left, right, top] = [nameEnd + 14, width - 60, 40];
  const bottom = top + rows.length * rowHeight;
  const totals = rows.map(({ helped, repeated, unknown }) => helped + repeated + unknown);
  const most = Math.max(1, ...totals);
  const x = scaleLinear([0, most], [left, right]);
  const kinds = ['helped', 'repeated', 'unknown'] as const;
  return chart(bottom + 50, say.hints.title, say.hints.about, [
    ...legend(
      left,
      kinds.map((kind) => [kind, say.hints[kind]] as const),
    ),
    ...x
      .ticks(Math.min(5, most))
      .flatMap((at) => [
        element('line', { class: 'grid', x1: x(at), x2: x(at), y1: top, y2: bottom }),
        tick(x(at), bottom, String(at)),
      ]),
    axisTitle(left, right, bottom, say.hints.x),
    ...rows.map((row, index) => {
      const y = top + index * rowHeight + 9;
      let from = 0;
      const bars = kinds.map((kind) => {
        const start = from;
        from += row[kind];
        if (row[kind] === 0) return undefined;
        const box = { x: x(start), y, width: x(from) - x(start), height: rowHeight - 18 };
        const says = `${row[kind]} ${say.hints[kind]}`;
        return element('rect', { class: kind, ...box }, element('title', {}, says));
      });
      return element(
        'g',
        {},
        element('text', { class: 'name', x: nameEnd, y: y + 16 }, cut(row.title, labelColumns)),
        bars,
        element('text', { class: 'count', x: x(from) + 8, y: y + 16 }, from),
      );
    }),
  ]);
}

function chart(
  height: number,
  title: string,
  about: string,
  parts: readonly (Markup | undefined)[],
): Markup {
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}. ${about}` },
    element('title', {}, title),
    ...parts,
  );
}

function gridLine(left: number, right: number, y: number, label: string): Markup {
  return element(
    'g',
    {},
    element('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
    element('text', { class: 'tick left', x: left - 10, y: y + 4 }, label),
  );
}

function tick(x: number, bottom: number, label: string): Markup {
  return element('text', { class: 'tick', x, y: bottom + 20 }, label);
}

function axisTitle(left: number, right: number, bottom: number, title: string): Markup {
  return element('text', { class: 'axis', x: (left + right) / 2, y: bottom + 42 }, title);
}

function sideTitle(top: number, bottom: number, title: string): Markup {
  const middle = (top + bottom) / 2;
  return element(
    'text',
    { class: 'axis', transform: `translate(14 ${middle}) rotate(-90)` },
    title,
  );
}

function legend(left: number, entries: readonly (readonly [kind: string, label: string])[]) {
  let from = left;
  return entries.map(([kind, label]) => {
    const at = from;
    from += 40 + columns(label) * 7;
    return element(
      'g',
      {},
      element('rect', { class: kind, x: at, y: 6, width: 14, height: 14, rx: 3 }),
      element('text', { class: 'legend', x: at + 21, y: 18 }, label),
    );
  });
}

/** A Chinese character takes two columns. */
function cut(text: string, most: number): string {
  if (columns(text) <= most) return text;
  let kept = head(text, most);
  while (columns(kept) >= most) kept = head(kept, kept.length - 1);
  return `${kept.trimEnd()}…`;
}
