import { columns } from '../columns.js';
import { maskedLine } from '../compile/markdown.js';
import type { LoggedEvent } from '../learn/log/parse-log.js';
import { relationOf } from '../reflect/hand-in/lesson.js';
import { roundsDue } from '../reflect/hand-in/rounds.js';
import type { NotedLesson, ReviewRecord } from '../schema.gen.js';
import { groupBy, localDay } from '../text.js';
import { goneFrom } from './changes.js';
import { pageOf, type ReportContext } from './context.js';

/** What a retrospective came to, as `report --json` has it. */
export interface ReportSummary {
  readonly sessions: number;
  readonly learnt: readonly Kept[];
  readonly sharpened: readonly Kept[];
  readonly broken: readonly BrokenRule[];
  readonly followed: readonly {
    readonly rule: string;
    readonly times: number;
    readonly of: number;
  }[];
  readonly left_out: readonly { readonly what: string; readonly why: string }[];
  /** Rules that left the block, and why, where that was decided. */
  readonly gone: readonly { readonly rule: string; readonly why: string }[];
  /** Bytes that were read. */
  readonly bytes: number;
}

interface Kept {
  readonly rule: string;
  readonly title: string;
  /** Where Claude reads it, in words. */
  readonly reads: string;
}

interface BrokenRule {
  readonly rule: string;
  readonly times: number;
  /** Lines of the reading. */
  readonly places: readonly string[];
  /** True if Claude was shown it each time. */
  readonly shown: boolean;
  readonly sharpened: boolean;
}

const maxLines = 24;
const width = 80;

export function summaryOfReport(
  record: ReviewRecord,
  logged: readonly LoggedEvent[],
): ReportSummary {
  const page = pageOf(record, logged);
  const { noted, sessions } = page;
  const kept = noted.lessons.filter(({ state }) => state === 'kept');
  const isSharper = (one: NotedLesson) => /^(?:sharpens|same)$/.test(relationOf(one).kind);
  const sharpened = kept.filter(isSharper);
  const byRule = [...groupBy(noted.verdicts, ({ rule }) => rule)];
  const followed = byRule.flatMap(([rule, all]) => {
    const times = all.filter((one) => one.followed === 'full').length;
    return times === all.length ? [{ rule, times, of: all.length }] : [];
  });
  return {
    sessions: sessions.length,
    learnt: kept.filter((one) => !isSharper(one)).map(keptOf),
    sharpened: sharpened.map(keptOf),
    broken: brokenIn(page, new Set(sharpened.map((one) => relationOf(one).rule))),
    followed,
    left_out: noted.left_out.map(({ what, why }) => ({ what: maskedLine(what), why })),
    gone: goneFrom(page),
    bytes: bytesOf(record),
  };
}

function keptOf({ asset, became, reads = '' }: NotedLesson): Kept {
  const { id = '', title = '' } = asset as { id?: string; title?: string };
  return { rule: became ?? id, title: maskedLine(title), reads };
}

/** Rules that were not followed, or not wholly, the most often first. */
function brokenIn(
  { noted, verdicts }: ReportContext,
  sharpened: ReadonlySet<string | undefined>,
): BrokenRule[] {
  const broken = noted.verdicts.filter(({ followed }) => followed !== 'full');
  return [...groupBy(broken, ({ rule }) => rule)]
    .map(([rule, all]) => {
      const cells = verdicts
        .filter(({ id, event }) => id === rule && event.cell.followed !== 'full')
        .map(({ event }) => event.cell);
      return {
        rule,
        times: all.length,
        places: all.map(({ scene }) => scene),
        shown: cells.length > 0 && cells.every(({ shown }) => shown),
        sharpened: sharpened.has(rule),
      };
    })
    .sort((a, b) => b.times - a.times);
}

export function bytesOf({ retrospective: { parts = [] } }: ReviewRecord): number {
  return parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** The summary as at most 24 lines of 80 columns; a known rule that was broken comes first. `whole`: the report's path. */
export function screenOf(
  record: ReviewRecord,
  logged: readonly LoggedEvent[],
  whole: string | undefined,
): string[] {
  const is = summaryOfReport(record, logged);
  const { sessions, text } = pageOf(record, logged);
  const say = text.screen;
  const { labels } = say;
  const { finished_at, started_at } = record.retrospective;
  const end = localDay(Date.parse(finished_at ?? started_at));
  const days = sessions.flatMap(({ last }) => (last ? [localDay(Date.parse(last))] : [])).sort();
  const rows = (label: string, all: readonly string[], most: number): string[] => {
    const shown = all.length > most ? all.slice(0, most - 1) : all;
    const more = all.length > most ? [say.more(all.length - shown.length)] : [];
    return [...shown, ...more].map((one, at) => padded(at === 0 ? label : '', one));
  };
  const keptLine = ({ title, reads }: Kept) => [title, reads].filter(Boolean).join('   ');
  const due = roundsDue(record.retrospective).map(({ rule }) => rule);
  const body = [
    ...rows(labels.broken, is.broken.map(say.broken), 5),
    ...rows(labels.learnt, is.learnt.map(keptLine), 5),
    ...rows(labels.sharpened, is.sharpened.map(keptLine), 3),
    ...rows(
      labels.followed,
      packed(is.followed.map((one) => say.followed(one.rule, one.times, one.of))),
      2,
    ),
    ...rows(
      labels.left_out,
      packed(
        is.left_out.map(({ what, why }) => `${what} (${text.why[why as keyof typeof text.why]})`),
      ),
      3,
    ),
    ...rows(
      labels.gone,
      is.gone.map(({ rule, why }) => (why === '' ? rule : `${rule}: ${why}`)),
      2,
    ),
    ...rows(labels.due, packed(due), 1),
  ];
  const left = Math.round((Date.parse(record.next_review) - Date.parse(end)) / 86_400_000);
  const lines = [
    say.head(end, is.sessions, days[0] ?? '', days.at(-1) ?? '', is.bytes),
    ...(body.length === 0 ? [say.nothing] : body),
    padded(labels.next, say.next(left)),
    ...(whole === undefined ? [] : [padded(labels.whole, whole)]),
  ];
  return lines.slice(0, maxLines).map((line) => cut(line));
}

/** Short entries share a line. */
function packed(entries: readonly string[]): string[] {
  const lines: string[] = [];
  for (const one of entries) {
    const longer = lines.length === 0 ? one : `${lines.at(-1)} · ${one}`;
    if (lines.length > 0 && columns(longer) <= width - labelColumns)
      lines[lines.length - 1] = longer;
    else lines.push(one);
  }
  return lines;
}

const labelColumns = 11;

function padded(label: string, line: string): string {
  const room = Math.max(1, labelColumns - columns(label));
  return `${label}${' '.repeat(label.length > labelColumns ? 3 : room)}${line}`;
}

/** A path keeps its end. */
function cut(line: string): string {
  if (columns(line) <= width) return line;
  let short = line;
  while (columns(short) >= width) short = [...short].slice(0, -1).join('');
  return `${short.trimEnd()}…`;
}
