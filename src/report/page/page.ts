import { rendererOf } from '../../compile/render-template.js';
import { words } from '../../messages/memory/effect.js';
import { came, tallySentence, words as watchWords } from '../../messages/rules/watch.js';
import { maskSecrets } from '../../observe/secrets.js';
import type { Language } from '../../problem.js';
import type { Status } from '../../schema.gen.js';
import { oneLine } from '../../text.js';
import {
  type Effect,
  hintsByRule,
  type Measured,
  measureEffect,
  type RuleEffect,
  readingNotes,
  summarise,
  weeksOf,
} from '../measure-effect.js';
import { specs } from '../templates.gen.js';
import {
  type ConfidenceLine,
  type CountedRule,
  confidenceChart,
  countsChart,
  type DifferenceRow,
  differenceChart,
  hintsChart,
  weeksChart,
} from './charts.js';

const render = rendererOf<'page'>(specs);

/** A rule that may be shown, with the history of its confidence. */
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
  /** How often rules were kept week by week, by their ids. */
  readonly weeks: ReadonlyMap<string, Pick<CountedRule, 'born' | 'weeks'>>;
  /** Decisions for a person, and their commands. */
  readonly waiting: readonly { readonly what: string; readonly commands: readonly string[] }[];
}

/** More would not be read, and the page stays small. */
const limits = { rows: 200, chartRows: 12, lines: 46, weeks: 26 };

/** One HTML file that loads nothing and runs nothing; the template escapes every text, and secrets are masked. */
export function renderPage({ language, made, measured, ...data }: PageData): string {
  const say = words[language];
  const rules = data.rules.map((rule) => ({ ...rule, title: plain(rule.title) }));
  const found = measureEffect(measured);
  const { from, to, sessions, first_try, hints, reminders, holdout } = found;
  const rate = (part: number, whole: number) => (whole === 0 ? '–' : say.percent(part / whole));
  const failed = ({ sessions: all, failures }: { sessions: number; failures: number }) =>
    say.of(failures, all);
  return render(language, 'page', {
    ...found,
    ...summarise(found),
    project: plain(data.project),
    made: say.date(made),
    span:
      from === null || to === null
        ? say.none
        : say.span(sessions, say.date(Date.parse(from)), say.date(Date.parse(to))),
    ...countsOf(rules, data.weeks, found, { made, language }),
    repeat: { ...found.repeat, rate: rate(found.repeat.again, found.repeat.first) },
    first_try: first_try.met === 0 ? '–' : say.of(first_try.well, first_try.met),
    hintRate: rate(hints.helped, hints.given),
    reminderShare: reminders.given === 0 ? '–' : say.of(reminders.heeded, reminders.given),
    holdout: holdout && {
      held: failed(holdout.held),
      told: failed(holdout.told),
      heldRate: rate(holdout.held.failures, holdout.held.sessions).replace(' %', ''),
      toldRate: rate(holdout.told.failures, holdout.told.sessions),
    },
    ...differencesOf(rules, found, language),
    ...confidenceOf(rules, made, language),
    weeks: weeksChart(weeksOf(measured).slice(-limits.weeks), say.day, say.date),
    hintChart: hintsChart(hintsOf(rules, measured, language)),
    waiting: data.waiting.slice(0, limits.rows).map(({ what, commands }) => ({
      what: plain(what),
      commands,
    })),
    notes: readingNotes(found, measured, say),
  });
}

function plain(text: string): string {
  return maskSecrets(oneLine(text, 200));
}

/** The rules that came up in the sessions, the one that was broken most often first. */
function countsOf(
  rules: readonly PageRule[],
  weeks: PageData['weeks'],
  found: Effect,
  { made, language }: Pick<PageData, 'made' | 'language'>,
) {
  const say = words[language];
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const none = { born: made, weeks: [] };
  const met = found.rules
    .flatMap(({ id, watch, reminders: { given, heeded } }) => {
      const title = titles.get(id);
      const drawn = weeks.get(id) ?? none;
      if (title === undefined || watch === null || drawn.weeks.length + given === 0) return [];
      const { kept, stopped, broken } = watch;
      const all = came(watch);
      return [
        {
          ...{ title, kept, stopped, broken, ...drawn },
          told: all === 0 ? '–' : tallySentence(watch, language),
          counts: all === 0 ? '–' : watchWords[language].counts(watch),
          reminded: given === 0 ? '–' : say.of(heeded, given),
        },
      ];
    })
    .sort((a, b) => b.broken - a.broken || b.kept - a.kept || (a.title < b.title ? -1 : 1));
  const kept = met.reduce((sum, one) => sum + one.kept, 0);
  const all = met.reduce((sum, one) => sum + came(one), 0);
  return {
    kept: all === 0 ? '–' : say.of(kept, all),
    keptRows: met.slice(0, limits.rows),
    counts: countsChart(met.slice(0, limits.chartRows), made, say.day),
  };
}

function differencesOf(rules: readonly PageRule[], found: Effect, language: Language) {
  const say = words[language];
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  const share = ({ achieved, not }: RuleEffect['followed']) => say.of(achieved, achieved + not);
  const rows = found.rules.flatMap(({ id, uplift, low, high, enough, ...one }): DifferenceRow[] => {
    if (uplift === null || low === null || high === null) return [];
    return [
      {
        ...{ title: titles.get(id) ?? id, difference: uplift, low, high, isTold: enough },
        points: say.points(uplift),
        interval: enough ? say.interval(low, high) : say.few,
        sides: `${share(one.followed)} : ${share(one.unfollowed)}`,
      },
    ];
  });
  const shown = rows
    .sort((a, b) => Number(b.isTold) - Number(a.isTold) || b.difference - a.difference)
    .slice(0, limits.chartRows);
  return {
    difference: differenceChart(shown, say.points),
    effects: found.rules
      .slice(0, limits.rows)
      .map(({ id, before, after, followed, unfollowed, uplift, harm }) => ({
        title: titles.get(id) ?? id,
        before: before.sessions === 0 ? '–' : say.of(before.failures, before.sessions),
        after: after.sessions === 0 ? '–' : say.of(after.failures, after.sessions),
        followed: share(followed),
        unfollowed: share(unfollowed),
        difference: uplift === null ? '–' : say.points(uplift),
        harm,
      })),
  };
}

function confidenceOf(rules: readonly PageRule[], made: number, language: Language) {
  const say = words[language];
  const last = ({ points }: PageRule): number => points.at(-1)?.[1] ?? 0;
  const byId = (a: PageRule, b: PageRule): number => (a.id < b.id ? -1 : 1);
  const lines = [...rules].sort((a, b) => b.points.length - a.points.length || byId(a, b));
  return {
    confidence: confidenceChart(lines.slice(0, limits.lines), made, say.day),
    more: Math.max(0, rules.length - limits.rows),
    rules: [...rules]
      .sort((a, b) => last(b) - last(a) || byId(a, b))
      .slice(0, limits.rows)
      .map((rule) => ({
        id: rule.id,
        title: rule.title,
        status: say.status[rule.status],
        born: say.date(rule.points[0]?.[0] ?? made),
        atBirth: (rule.points[0]?.[1] ?? 0).toFixed(2),
        now: last(rule).toFixed(2),
        moves: rule.points.length - 1,
      })),
  };
}

/** Without those of deleted or unread rules. */
function hintsOf(rules: readonly PageRule[], measured: Measured, language: Language) {
  const titles = new Map(rules.map(({ type, id, title }) => [`${type}:${id}`, title]));
  return hintsByRule(measured)
    .flatMap(({ rule, ...counts }) => {
      const title = rule === null ? words[language].past : titles.get(rule);
      return title === undefined ? [] : [{ title, ...counts }];
    })
    .slice(0, limits.chartRows);
}
