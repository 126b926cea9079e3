import type { Language } from '../../compile/template.js';
import { type PageWords, pageWords, type Words, words } from '../../messages/effect.js';
import { maskSecrets } from '../../observe/secrets/find-secrets.js';
import type { Status } from '../../schema.gen.js';
import { oneLine } from '../../text.js';
import {
  type Effect,
  hintsByRule,
  type Measured,
  measureEffect,
  measureUnnamed,
  type RuleEffect,
  weeksOf,
} from '../effect.js';
import {
  type ConfidenceLine,
  confidenceChart,
  type DifferenceRow,
  differenceChart,
  hintsChart,
  mostNamed,
  weeksChart,
} from './charts.js';
import { element, type Markup } from './markup.js';
import { style } from './style.gen.js';

/** A rule that may be told, with how its confidence went. */
export interface PageRule extends ConfidenceLine {
  readonly id: string;
  readonly type: string;
  readonly status: Status;
}

export interface PageData {
  readonly language: Language;
  readonly project: string;
  /** When it is made, ms since 1970. */
  readonly made: number;
  readonly measured: Measured;
  readonly rules: readonly PageRule[];
  /** What a person has to decide, and the commands for it. */
  readonly waiting: readonly { readonly what: string; readonly commands: readonly string[] }[];
}

/** A chart or a table with more would not be read, and the page stays small. */
const most = { rows: 200, chartRows: 12, weeks: 26, greyLines: 40 };

/** One HTML file that loads nothing and runs nothing; every text in it is escaped, and secrets are masked. */
export function renderPage(data: PageData): string {
  const { language, made, measured } = data;
  const say = pageWords[language];
  const known = {
    ...data,
    rules: data.rules.map((rule) => ({ ...rule, title: plain(rule.title) })),
  };
  const found = measureEffect(measured);
  const title = `${say.title} – ${plain(data.project)}`;
  const page = element(
    'html',
    { lang: language === 'zh' ? 'zh-Hans' : 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'referrer', content: 'no-referrer' }),
      element('title', {}, title),
      // Our own file: escaped, its selectors would no longer be CSS.
      { html: `<style>${style}</style>` },
    ),
    element(
      'body',
      {},
      element(
        'main',
        {},
        element('p', { class: 'eyebrow' }, `madness · ${plain(data.project)}`),
        element('h1', {}, say.title),
        element('p', { class: 'lead' }, leadOf(found, say)),
        tiles(found, say),
        differenceSection(known, found, say),
        confidenceSection(known, say),
        weeksSection(measured, say),
        hintsSection(known, say),
        waitingSection(data, say),
        footer(data, found, say, words[language], made),
      ),
    ),
  );
  return `<!DOCTYPE html>\n${page.html}\n`;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'";

function plain(text: string): string {
  return maskSecrets(oneLine(text, 200));
}

function leadOf({ from, to, sessions, rules }: Effect, say: PageWords): string {
  if (from === null || to === null) return say.none;
  const told = rules.filter(({ enough }) => enough);
  const count = (is: (rule: RuleEffect) => boolean): number => told.filter(is).length;
  const helps = count(({ low }) => (low ?? 0) > 0);
  const harms = count(({ high }) => (high ?? 0) < 0);
  const span = say.span(sessions, say.date(Date.parse(from)), say.date(Date.parse(to)));
  return `${span} ${say.compared(told.length, helps, harms)}`;
}

function tiles({ repeat, first_try, hints, guards, holdout }: Effect, say: PageWords): Markup {
  const tile = ([value, label, note]: readonly [string, string, string]): Markup =>
    element(
      'li',
      {},
      element('strong', {}, value),
      element('span', {}, label),
      element('small', {}, note),
    );
  const shown = [
    say.tile.repeat(repeat.first, repeat.again, repeat.rate),
    say.tile.firstTry(first_try.met, first_try.well),
    say.tile.hints(hints.given, hints.helped, hints.repeated),
    say.tile.guards(guards.stopped, guards.overridden),
    say.tile.holdout(holdout),
  ];
  return element('ul', { class: 'tiles' }, shown.map(tile));
}

/** A chart with its title, and the same numbers as a table. */
function section(
  { title, about }: { readonly title: string; readonly about: string },
  chart: Markup | undefined,
  table: Markup | undefined,
  say: PageWords,
): Markup {
  return element(
    'section',
    {},
    element('h2', {}, title),
    element('p', { class: 'about' }, about),
    chart === undefined
      ? element('p', { class: 'none' }, say.nothing)
      : element('figure', {}, chart),
    table === undefined
      ? undefined
      : element('details', {}, element('summary', {}, say.table), table),
  );
}

type Cell = string | number | Markup;

/** The first column names the row. */
function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  say: PageWords,
): Markup {
  const kept = rows.slice(0, most.rows);
  const kindOf = (cell: Cell | undefined) =>
    typeof cell === 'number' || (typeof cell === 'string' && /^[−+\d.]/.test(cell))
      ? { class: 'number' }
      : {};
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map((column, at) =>
            element('th', { scope: 'col', ...kindOf(at === 0 ? '' : kept[0]?.[at]) }, column),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        kept.map(([name, ...cells]) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name),
            cells.map((cell) => element('td', kindOf(cell), cell)),
          ),
        ),
      ),
    ),
    rows.length > kept.length
      ? element('p', { class: 'none' }, say.more(rows.length - kept.length))
      : undefined,
  );
}

function differenceSection(
  { rules }: PageData,
  { rules: effects }: Effect,
  say: PageWords,
): Markup {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const share = ({ achieved, not }: RuleEffect['followed']) => say.of(achieved, achieved + not);
  const rows = effects.flatMap((one): DifferenceRow[] => {
    const { id, uplift, low, high, enough, followed, unfollowed } = one;
    if (uplift === null || low === null || high === null) return [];
    const says = [
      say.points(uplift),
      enough ? say.interval(low, high) : say.tooFew,
      `${share(followed)} : ${share(unfollowed)}`,
    ] as const;
    return [{ title: titles.get(id) ?? id, difference: uplift, low, high, isTold: enough, says }];
  });
  const shown = rows
    .sort((a, b) => Number(b.isTold) - Number(a.isTold) || b.difference - a.difference)
    .slice(0, most.chartRows);
  const all = effects.map(({ id, before, after, followed, unfollowed, uplift, harm }): Cell[] => [
    titles.get(id) ?? id,
    before.sessions + after.sessions === 0 ? '–' : say.of(before.failures, before.sessions),
    before.sessions + after.sessions === 0 ? '–' : say.of(after.failures, after.sessions),
    share(followed),
    share(unfollowed),
    uplift === null ? '–' : say.points(uplift),
    harm,
  ]);
  return section(
    say.difference,
    shown.length === 0 ? undefined : differenceChart(shown, say),
    all.length === 0 ? undefined : table(say.difference.title, say.difference.columns, all, say),
    say,
  );
}

function confidenceSection({ rules, made }: PageData, say: PageWords): Markup {
  const lines = [...rules]
    .sort((a, b) => b.points.length - a.points.length || (a.id < b.id ? -1 : 1))
    .slice(0, mostNamed + most.greyLines);
  const last = ({ points }: PageRule): number => points.at(-1)?.[1] ?? 0;
  const all = [...rules]
    .sort((a, b) => last(b) - last(a) || (a.id < b.id ? -1 : 1))
    .map((rule): Cell[] => [
      rule.title,
      say.status[rule.status],
      say.date(rule.points[0]?.[0] ?? made),
      (rule.points[0]?.[1] ?? 0).toFixed(2),
      last(rule).toFixed(2),
      rule.points.length - 1,
      element('code', {}, `madness why ${rule.id}`),
    ]);
  return section(
    { title: say.confidence.title, about: say.confidence.about(lines.length) },
    lines.length === 0 ? undefined : confidenceChart(lines, made, say),
    lines.length === 0 ? undefined : table(say.confidence.title, say.confidence.columns, all, say),
    say,
  );
}

function weeksSection(measured: Measured, say: PageWords): Markup {
  const weeks = weeksOf(measured).slice(-most.weeks);
  const rows = weeks.map(({ from, fresh, again }): Cell[] => [say.date(from), fresh, again]);
  return section(
    say.weeks,
    weeks.length === 0 ? undefined : weeksChart(weeks, say),
    weeks.length === 0 ? undefined : table(say.weeks.title, say.weeks.columns, rows, say),
    say,
  );
}

function hintsSection({ rules, measured }: PageData, say: PageWords): Markup {
  const titles = new Map(rules.map(({ type, id, title }) => [`${type}:${id}`, title]));
  const rows = hintsByRule(measured).flatMap(({ rule, given, helped, repeated }) => {
    const title = rule === null ? say.hints.past : titles.get(rule);
    // A rule that is gone, or that nobody has read.
    return title === undefined
      ? []
      : [{ title, helped, repeated, unknown: given - helped - repeated }];
  });
  const all = rows.map(({ title, helped, repeated, unknown }): Cell[] => [
    title,
    helped,
    repeated,
    unknown,
  ]);
  return section(
    say.hints,
    rows.length === 0 ? undefined : hintsChart(rows.slice(0, most.chartRows), say),
    rows.length === 0 ? undefined : table(say.hints.title, say.hints.columns, all, say),
    say,
  );
}

function waitingSection({ waiting }: PageData, say: PageWords): Markup {
  const rows = waiting.map(({ what, commands }): Cell[] => [
    plain(what),
    element(
      'span',
      {},
      commands.map((one) => [element('code', {}, plain(one)), ' ']),
    ),
  ]);
  const list = table(say.waiting.title, say.waiting.columns, rows, say);
  return element(
    'section',
    {},
    element('h2', {}, say.waiting.title),
    element('p', { class: 'about' }, rows.length === 0 ? say.waiting.none : say.waiting.about),
    rows.length === 0 ? undefined : list,
  );
}

function footer(
  { measured }: PageData,
  { rules }: Effect,
  say: PageWords,
  notes: Words,
  made: number,
): Markup {
  const { before, after } = measureUnnamed(measured);
  const of = (part: { sessions: number; failures: number }) =>
    notes.of(part.failures, part.sessions);
  const lines = [
    notes.compared(rules.filter(({ enough }) => enough).length),
    notes.power,
    notes.confounded,
    ...(before.sessions > 0 ? [notes.unnamed(of(before), of(after))] : []),
    notes.block,
  ];
  return element(
    'footer',
    {},
    element(
      'ul',
      {},
      lines.map((line) => element('li', {}, line.trim())),
    ),
    element('p', {}, say.made(say.date(made))),
  );
}
