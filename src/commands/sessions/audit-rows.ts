import {
  type Audit,
  type AuditRequest,
  type AuditResult,
  type AuditRow,
  auditProject,
} from '../../application/watches/audit.js';
import type { Receipt } from '../../learn/watches/receipt.js';
import { came, tallySentence } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { ifPossible, type Language } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import {
  blocksThatFit,
  type Row,
  type Size,
  screenSize,
  table,
  wrapped,
} from '../../terminal/layout.js';
import { type Progress, progress } from '../../terminal/progress.js';
import { head, oneLine } from '../../text.js';

type Words = (typeof words)['en'];
type Paint = Context['paint'];
type Group = 'broken' | keyof Words['rest'];

/** The best rows of a project, at most `most`, for a command that begins with them; none where they say nothing. */
export function firstAuditLines(
  context: Context,
  root: string,
  language: Language,
  most: number,
): string[] {
  const none = { files: [], sessions: [], since: undefined };
  const counted = ifPossible(() => countProject(context, root, language, none));
  if (counted === undefined) return [];
  const { audit } = counted;
  const telling: readonly Group[] = ['broken', 'kept', 'stale'];
  const best = audit.rows.filter((row) => telling.includes(groupOf(row))).slice(0, most);
  if (best.length === 0) return [];
  const say = words[language];
  const files = [...new Set(best.map(({ file }) => file))].join(', ');
  const rows = best.map((row) => rowOf(row, audit, say));
  return [
    say.begins(files, audit.sessions),
    ...table(rows, screenSize(context).width, context.paint).flat(),
    '',
  ];
}

/** Counts with a bar that shows how far it is. */
export function countProject(
  { env, now }: Context,
  root: string,
  language: Language,
  more: Pick<AuditRequest, 'files' | 'sessions' | 'since' | 'rules'>,
): AuditResult {
  let line: Progress | undefined;
  const step = (done: number, total: number) => {
    line ??= progress(words[language].reading, total);
    line.step(done);
  };
  const result = auditProject({ env, root, now: now(), language, step, ...more });
  line?.end();
  return result;
}

/** In the order of the screen; a line that is gone comes below those that stand. */
function groupOf({ kind, until, broken, ...row }: AuditRow): Group {
  if (kind === 'stale' || kind === 'documented' || kind === 'nearly') return kind;
  if (until !== null) return 'gone';
  return broken > 0 ? 'broken' : came({ broken, ...row }) > 0 ? 'kept' : 'silent';
}

const shownGroups = ['broken', 'kept', 'silent', 'gone', 'stale', 'documented', 'nearly'] as const;

/** What was counted on one screen, the worst first and the rest as numbers; all of it where there is room. */
export function auditLines(
  { audit }: AuditResult,
  say: Words,
  { width, height }: Size,
  paint: Paint,
  next: (worst: AuditRow | undefined, isWhole: boolean) => string,
): string[] {
  const names = audit.files.map(({ path }) => path);
  const files = names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');
  if (names.length === 0) return wrapped(say.noFiles, width);
  const day = (time: string | null) => (time ?? '').slice(0, 10);
  const head =
    audit.sessions === 0
      ? say.noSessions(files)
      : say.heading(audit.sessions, day(audit.from), day(audit.to), audit.lines);
  if (audit.rows.length === 0) return [head, say.nothing].flatMap((one) => wrapped(one, width));
  const isWhole = height === Number.POSITIVE_INFINITY;
  const sorted = shownGroups.flatMap((group) => audit.rows.filter((row) => groupOf(row) === group));
  const own = sorted.filter(({ read_by }) => read_by === 'table');
  const read = sorted.filter(({ read_by }) => read_by === 'model');
  const broken = read.reduce((sum, row) => sum + row.broken, 0);
  const ofClaude = read.length === 0 ? [] : wrapped(say.byClaude(read.length, broken), width);
  const shown = [...own, ...read].filter((row) => isWhole || groupOf(row) === 'broken');
  const blocks = table(
    shown.map((row) => rowOf(row, audit, say)),
    width,
    paint,
  );
  const top = wrapped(head, width);
  const worst = own.find((row) => groupOf(row) === 'broken');
  const last = wrapped(say.next(next(worst, isWhole)), width);
  const restOf = (count: number) => {
    const parts = restParts(sorted, shown.slice(count), isWhole, say);
    return parts.length === 0 ? [] : wrapped(say.restIs(parts.join(' · ')), width);
  };
  const fixed = [...top, '', ...ofClaude, ...(blocks.length > 0 ? [''] : []), ...last].length;
  const count = blocksThatFit(blocks, height - fixed - restOf(0).length);
  const ofTable = shown.slice(0, count).filter((row) => row.read_by === 'table').length;
  return [
    ...top,
    '',
    ...blocks.slice(0, ofTable).flat(),
    ...ofClaude,
    ...blocks.slice(ofTable, count).flat(),
    ...(count > 0 ? [''] : []),
    ...restOf(count),
    ...last,
  ];
}

/** The rows that are not shown, as numbers. */
function restParts(
  rows: readonly AuditRow[],
  left: readonly AuditRow[],
  isWhole: boolean,
  say: Words,
): string[] {
  if (isWhole) return [];
  const of = (group: Group) => rows.filter((row) => groupOf(row) === group).length;
  const others = shownGroups.flatMap((group) =>
    group === 'broken' || of(group) === 0 ? [] : [say.rest[group](of(group))],
  );
  return [...(left.length > 0 ? [say.andBroken(left.length)] : []), ...others];
}

/** Bans have no times in which they were kept. */
function markOf(row: AuditRow, say: Words): Pick<Row, 'mark' | 'tone'> {
  const { kind, kept, broken } = row;
  const all = came(row);
  const isBan = kind === 'never' || kind === 'no_edit';
  if (all === 0) return { mark: '·' };
  if (broken === 0) return { mark: isBan ? '✓' : `✓ ${kept}/${all}`, tone: 'good' };
  const often = broken * 2 > all;
  const count = isBan ? say.times(broken) : `${kept}/${all}`;
  return { mark: `${often ? '✗' : '~'} ${count}`, tone: often ? 'wrong' : 'look' };
}

function rowOf(row: AuditRow, audit: Pick<Audit, 'sessions'>, say: Words): Row {
  const { file, line, until, stopped, last_broken: last, contradicts } = row;
  const group = groupOf(row);
  const isUnread = group === 'silent' && row.sessions === 0;
  const notes = [
    ...(stopped > 0 ? [`${say.verdicts.stopped} ${stopped}`] : []),
    ...(isUnread ? [say.noSessionSince(audit.sessions)] : []),
    ...(contradicts.length > 0 ? [say.against(contradicts.join(', '))] : []),
  ];
  const place = `${file}:${line}`;
  return {
    ...markOf(row, say),
    text: [bare(row.text), ...notes].join(' · '),
    facts: [
      until === null ? place : say.was(place, until),
      last === null ? '' : say.date(last.date),
      `(${row.id})`,
    ],
  };
}

/** A sentence as one reads it: no backticks, no full stop. */
function bare(text: string): string {
  return oneLine(text, 200)
    .replace(/`/g, '')
    .replace(/[.。]$/, '');
}

/** One line whole: every occasion with the lines of the session that show it. */
export function receiptLines(
  row: AuditRow,
  receipts: readonly Receipt[],
  language: Language,
  width: number,
  paint: Paint,
): string[] {
  const say = words[language];
  const { mark, ...look } = markOf(row, say);
  const since = row.since === null ? [] : [say.since(row.since)];
  const models = Object.entries(row.by_model);
  const split = models.map(([model, tally]) => `${model} ${tallySentence(tally, language)}`);
  const unjudged = Object.entries(row.not_judged).map(
    ([why, count]) => `${say.reasons[why] ?? why} ${count}`,
  );
  const counts = [
    tallySentence(row, language),
    ...(models.length > 1 ? split : []),
    ...(unjudged.length > 0 ? [say.because(say.verdicts.not_judged, unjudged.join(', '))] : []),
  ];
  const top: Row = {
    ...look,
    mark: mark?.slice(0, 1) ?? '',
    text: bare(row.text),
    facts: [`${row.file}:${row.line}`, ...since],
  };
  return [
    ...table([top], width, paint).flat(),
    ...wrapped(counts.join(' · '), width),
    ...(receipts.length === 0 ? ['', say.noOccasions] : []),
    ...receipts.flatMap((one) => ['', ...occasionLines(one, say, width, paint)]),
    '',
    ...(row.kind === 'before' || row.kind === 'after' ? wrapped(say.caution, width) : []),
    ...(row.next === null ? [] : wrapped(say.next(row.next), width)),
  ];
}

const marks = {
  kept: { mark: '✓', tone: 'good' },
  stopped: { mark: '–', tone: 'look' },
  broken: { mark: '✗', tone: 'wrong' },
  not_judged: { mark: '·' },
} as const;
const maxRuns = 8;
const maxCommand = 200;

function occasionLines(one: Receipt, say: Words, width: number, paint: Paint): string[] {
  const { session, line, agent, date, verdict, why, command, edit, runs, commit } = one;
  const name = say.verdicts[verdict];
  const said = why === null ? name : say.because(name, say.reasons[why] ?? why);
  const place = `${session.slice(0, 8)}${agent === undefined ? '' : `/${agent}`}:${line}`;
  const { receipt } = say;
  const ran = verdict === 'stopped' ? receipt.next : receipt.ran;
  // A line that holds more than what was judged is shown whole.
  const isMore = (text: string) => !text.trim().startsWith(head(command, 10));
  const between = runs.filter((run) => run.line !== line || isMore(run.command));
  const last = between.slice(-maxRuns);
  const earlier = between.length - last.length;
  const rows: Row[] = [
    ...(edit === null ? [] : [{ mark: receipt.edit, text: `:${edit.line} ${edit.path}` }]),
    ...(earlier > 0 ? [{ mark: ran, text: say.earlier(earlier) }] : []),
    ...last.map((run, at) => ({
      mark: at === 0 && earlier === 0 ? ran : '',
      text: `:${run.line} ${oneLine(run.command, maxCommand)}`,
    })),
    ...(edit?.path === command && commit === null
      ? []
      : [
          {
            mark: receipt.commit,
            text:
              edit?.path === command
                ? (commit ?? '')
                : [`:${line}`, commit, oneLine(command, maxCommand)].filter(Boolean).join(' '),
          },
        ]),
  ];
  return [
    ...table(
      [
        {
          text: said,
          ...marks[verdict],
          facts: [place, say.date(date)],
        },
      ],
      width,
      paint,
    ).flat(),
    ...table(rows, width - 2)
      .flat()
      .map((each) => `  ${each}`),
  ];
}
