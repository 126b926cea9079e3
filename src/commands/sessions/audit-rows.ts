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

/**
 * Prints the best rows of a project, at most `most`, for a command that begins with them. Prints nothing where it has
 * nothing to say.
 */
export function beginWithAudit(
  context: Context,
  root: string,
  language: Language,
  most: number,
): void {
  const none = { files: [], sessions: [], since: undefined };
  const counted = ifPossible(() => countProject(context, root, language, none));
  if (counted === undefined) return;
  const { audit, notes } = counted;
  const best = audit.rows.filter(saysSomething).slice(0, most);
  if (best.length === 0) return;
  const say = words[language];
  const files = [...new Set(best.map(({ file }) => file))].join(', ');
  context.print(say.begins(files, audit.sessions));
  for (const row of best) printRow(context, row, audit, notes.get(row.id), say);
  context.print('');
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

/** Prints the whole table. */
export function printAudit(context: Context, { audit, ...more }: AuditResult, say: Words): void {
  const names = audit.files.map(({ path }) => path);
  const files = names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');
  if (names.length === 0) {
    context.print(say.noFiles);
    return;
  }
  if (audit.rows.length === 0) {
    context.print(
      audit.sessions === 0 && audit.judge === 0 ? say.noSessions(files) : say.nothing(audit.judge),
    );
    return;
  }
  if (audit.sessions === 0) context.print(say.noSessions(files));
  else {
    const day = (time: string | null) => (time ?? '').slice(0, 10);
    context.print(say.heading(files, audit.sessions, day(audit.from), day(audit.to), more.commits));
  }
  for (const row of audit.rows) printRow(context, row, audit, more.notes.get(row.id), say);
  context.print('');
  printSize(context, audit, more.largest, say);
  if (audit.judge > 0) context.print(say.judge(audit.judge));
  if (audit.rows.some(({ kind }) => kind === 'before')) context.print(say.caution);
  if (context.terminal?.() !== undefined) context.print(say.adopts);
}

function printRow(
  context: Context,
  row: AuditRow,
  { models, rows, sessions }: Audit,
  note: string | undefined,
  say: Words,
): void {
  const { kind, followed, broken, since, until, last_broken: last, file, line } = row;
  const number = `${rows.indexOf(row) + 1}  `;
  context.print('');
  if (kind === 'stale' || kind === 'documented' || kind === 'nearly') {
    context.print(`${number}${say.kinds[kind]}  ${oneLine(row.text, width)}  (${file}:${line})`);
    context.print(`    ${say.next(row.next)}`);
    return;
  }
  const dated = since === null ? '' : `  (${file}:${line}, ${say.since(since, until)})`;
  context.print(`${number}${oneLine(row.text, width)}${dated}`);
  if (sessions === 0) return;
  context.print(`    ${countsOf(row, models, say)}`);
  if (note !== undefined) context.print(`    ${note}`);
  if (last !== null) {
    const place = `${last.session.slice(0, 8)}:${last.line}`;
    context.print(`    ${say.lastMissed(last.date, place, oneLine(last.command, 60))}`);
  }
  const reasons = Object.entries(row.not_judged).map(([why, count]) => say.reasons[why]?.(count));
  if (reasons.length > 0 && followed + broken > 0)
    context.print(`    ${say.notJudged(reasons.join(', '))}`);
  context.print(`    ${say.next(row.next)}`);
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

function printSize(
  context: Context,
  { files }: Audit,
  largest: AuditResult['largest'],
  say: Words,
): void {
  const tokens = files.reduce((sum, one) => sum + one.tokens, 0);
  const duty = files.reduce((sum, one) => sum + one.duty_tokens, 0);
  if (tokens === 0) return;
  const percent = (share: number) => Math.round(share * 100);
  context.print(
    say.size(
      tokens.toLocaleString('en'),
      percent(duty / tokens),
      largest?.heading || undefined,
      percent(largest?.share ?? 0),
    ),
  );
}
