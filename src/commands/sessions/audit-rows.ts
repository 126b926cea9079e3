import {
  type Audit,
  type AuditRequest,
  type AuditResult,
  type AuditRow,
  auditProject,
} from '../../application/watches/audit.js';
import { shortModel } from '../../learn/watches/count.js';
import { words } from '../../messages/sessions/audit.js';
import { ifPossible, type Language } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import { type Progress, progress } from '../../terminal/progress.js';
import { oneLine } from '../../text.js';

const width = 100;

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
  const { audit, notes } = counted;
  const best = audit.rows.filter(saysSomething).slice(0, most);
  if (best.length === 0) return [];
  const say = words[language];
  const files = [...new Set(best.map(({ file }) => file))].join(', ');
  const rows = best.flatMap((row) => linesOf(row, audit, notes.get(row.id), say));
  return [say.begins(files, audit.sessions), ...rows, ''];
}

/** A line that was counted, or that names what is gone. */
function saysSomething({ kind, until, followed, broken }: AuditRow): boolean {
  return kind === 'stale' || (until === null && followed + broken > 0);
}

/** Counts with a bar that shows how far it is. */
export function countProject(
  { env, now }: Context,
  root: string,
  language: Language,
  more: Pick<AuditRequest, 'files' | 'sessions' | 'since'>,
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

type Words = (typeof words)['en'];

/** More rows than a person reads at once. */
const maxRows = 20;

/** The table, what a model read below it; of a person at a terminal with what to do next. */
export function auditLines(
  { audit, ...more }: AuditResult,
  say: Words,
  isAdoptable: boolean,
): string[] {
  const names = audit.files.map(({ path }) => path);
  const files = names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');
  if (names.length === 0) return [say.noFiles];
  const day = (time: string | null) => (time ?? '').slice(0, 10);
  const head =
    audit.sessions === 0
      ? say.noSessions(files)
      : say.heading(audit.sessions, day(audit.from), day(audit.to), audit.lines);
  if (audit.rows.length === 0) return [head, say.nothing];
  const [own, read] = [
    audit.rows.filter(({ read_by }) => read_by === 'table'),
    audit.rows.filter(({ read_by }) => read_by === 'model'),
  ];
  const rowLines = (rows: readonly AuditRow[]) => [
    ...rows.slice(0, maxRows).flatMap((row) => linesOf(row, audit, more.notes.get(row.id), say)),
    ...(rows.length > maxRows ? ['', say.moreRows(rows.length - maxRows)] : []),
  ];
  const broken = read.reduce((sum, row) => sum + row.broken, 0);
  return [
    head,
    ...rowLines(own),
    ...(read.length > 0 ? ['', say.byClaude(read.length, broken), ...rowLines(read)] : []),
    '',
    ...(audit.rows.some(({ kind }) => kind === 'before') ? [say.caution] : []),
    ...(isAdoptable ? [say.takes] : []),
  ];
}

function linesOf(
  row: AuditRow,
  { models, sessions }: Audit,
  note: string | undefined,
  say: Words,
): string[] {
  const { kind, followed, broken, since, until, last_broken: last, file, line } = row;
  const number = `${row.id}  `;
  const said = oneLine(row.text, width);
  const next = `    ${say.next(row.next)}`;
  if (kind === 'stale' || kind === 'documented' || kind === 'nearly')
    return ['', `${number}${say.kinds[kind]}  ${said}  (${file}:${line})`, next];
  const dated = since === null ? '' : `  (${file}:${line}, ${say.since(since, until)})`;
  if (sessions === 0) return ['', `${number}${said}${dated}`];
  const reasons = Object.entries(row.not_judged).map(([why, count]) => say.reasons[why]?.(count));
  const place = `${last?.session.slice(0, 8)}:${last?.line}`;
  const missed = last && say.lastMissed(last.date, place, oneLine(last.command, 60));
  const isPartly = reasons.length > 0 && followed + broken > 0;
  return [
    '',
    `${number}${said}${dated}`,
    `    ${countsOf(row, models, say)}`,
    ...(note === undefined ? [] : [`    ${note}`]),
    ...(missed === null ? [] : [`    ${missed}`]),
    ...(isPartly ? [`    ${say.notJudged(reasons.join(', '))}`] : []),
    next,
  ];
}

/** Bans have no times in which they were followed. */
function countsOf(row: AuditRow, models: readonly string[], say: Words): string {
  const { kind, followed, broken, by_model } = row;
  if (kind === 'never' || kind === 'no_edit')
    return broken === 0 ? say.neverBroken : say.broken(broken);
  if (followed + broken === 0) return say.neverCameUp;
  const shown = [...new Set(models.map(shortModel))].filter((model) => by_model[model]);
  const split = shown.map((model) => {
    const { followed: well = 0, broken: badly = 0 } = by_model[model] ?? {};
    return `${model} ${say.of(well, well + badly)}`;
  });
  return [
    `${say.ofAll} ${say.of(followed, followed + broken)}`,
    ...(shown.length > 1 ? split : []),
  ].join('   ');
}
