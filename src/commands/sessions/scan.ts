import { languageIn } from '../../application/memory/memory-language.js';
import { houseIfAny, projectFolder } from '../../application/memory/resolve-memory.js';
import { messages } from '../../messages/scan.js';
import type { Habit } from '../../observe/scan/habits.js';
import type { ScanRow } from '../../observe/scan/row.js';
import { scanSessions } from '../../observe/scan/scan.js';
import { findSessions } from '../../observe/sessions/sessions.js';
import { claudeFolder } from '../../platform/folders.js';
import { type Context, flag, printJson, report } from '../../terminal/context.js';
import { localDay } from '../../terminal/local-time.js';
import { progress } from '../../terminal/progress.js';

/** Prints what came back in past sessions. Reads transcripts, asks no model and writes nothing. */
export function scan(context: Context): number {
  const say = messages[languageIn(houseIfAny(context))];
  const project = flag(context, 'all') ? undefined : projectFolder(context);
  const { sessions, problems } = findSessions(claudeFolder(context.env), project);
  const line = progress(say.reading, sessions.length);
  const rows = scanSessions(sessions, line.step).map((row) => ({ ...row, text: textOf(row, say) }));
  line.end();
  if (flag(context, 'json')) printJson(context, rows.map(withoutScore));
  else if (sessions.length === 0) context.say(say.noSessions);
  else if (rows.length === 0) context.say(say.nothing(sessions.length));
  else {
    for (const row of rows) show(context, row, say);
    context.say(say.found(rows.length, sessions.length));
  }
  return report(context, problems);
}

type Messages = (typeof messages)['en'];

function textOf({ kind, text }: ScanRow, say: Messages): string {
  return kind === 'habit' ? say.habits[text as Habit] : text;
}

function withoutScore({ score: _, ...row }: ScanRow): Omit<ScanRow, 'score'> {
  return row;
}

function show(context: Context, row: ScanRow, say: Messages): void {
  const day = row.last === null ? undefined : localDay(Date.parse(row.last));
  context.print(`${say.kinds[row.kind]}: ${row.text}`);
  context.print(`    ${say.seen(row.count, row.sessions, day)}`);
  const [quote] = row.quotes;
  if (quote !== undefined)
    context.print(`    "${oneLine(quote.text)}"  ${quote.session}:${quote.line}`);
  if (row.overcome !== null) context.print(`    ${say.overcome(oneLine(row.overcome))}`);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
