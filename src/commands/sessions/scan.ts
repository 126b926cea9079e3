import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { lookAlikes, ruleOfSentence } from '../../application/decisions/new-rule.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { houseIfAny, projectFolder } from '../../application/memory/resolve-memory.js';
import { finish, open } from '../../application/memory/transaction.js';
import { withRoles } from '../../application/retrospective/evidence-roles.js';
import { type Ban, bansIn, type GuardProposal, proposeGuards } from '../../learn/guards/propose.js';
import { messages } from '../../messages/scan.js';
import type { Habit } from '../../observe/scan/habits.js';
import { rowOf, type ScanRow } from '../../observe/scan/row.js';
import { scanSessions } from '../../observe/scan/scan.js';
import { findSessions } from '../../observe/sessions/sessions.js';
import { shellCallCollector } from '../../observe/shell/past-calls.js';
import { claudeFolder } from '../../platform/folders.js';
import { type Context, flag, printJson, report } from '../../terminal/context.js';
import { localDay } from '../../terminal/local-time.js';
import { progress } from '../../terminal/progress.js';

/**
 * Prints what came back in past sessions. Reads transcripts, asks no model and writes nothing, unless a person at a terminal
 * chooses what to keep.
 */
export async function scan(context: Context): Promise<number> {
  const say = messages[languageIn(houseIfAny(context))];
  const project = flag(context, 'all') ? undefined : projectFolder(context);
  const { sessions, problems } = findSessions(claudeFolder(context.env), project);
  const line = progress(say.reading, sessions.length);
  const shell = shellCallCollector();
  const seen = scanSessions(sessions, line.step, shell.read);
  line.end();
  const offered = offersOf(proposeGuards(shell.calls(), bansOfPerson(context, project)));
  const rows = [...seen, ...offered].map((row) => ({ ...row, text: textOf(row, say) }));
  if (flag(context, 'json')) printJson(context, rows.map(withoutScore));
  else if (sessions.length === 0) context.say(say.noSessions);
  else if (rows.length === 0) context.say(say.nothing(sessions.length));
  else {
    for (const row of rows) show(context, row, say);
    context.say(say.found(rows.length, sessions.length));
    await keepChosen(context, rows, say);
  }
  return report(context, problems);
}

type Messages = (typeof messages)['en'];

function textOf({ kind, text }: ScanRow, say: Messages): string {
  return kind === 'habit' ? say.habits[text as Habit] : text;
}

/** Commands that the instructions of the person or of the project ban. */
function bansOfPerson(context: Context, project: string | undefined): Ban[] {
  const folders = [claudeFolder(context.env), ...(project === undefined ? [] : [project])];
  return folders.flatMap((folder) => {
    try {
      return bansIn(readFileSync(join(folder, 'CLAUDE.md'), 'utf8'));
    } catch {
      return [];
    }
  });
}

/** A guard that could be offered, with every past use as a quote. */
function offersOf(proposals: readonly GuardProposal[]): OfferedRow[] {
  return proposals.map((proposal) => {
    const uses = proposal.uses.map(({ session, line, time, command }) => ({
      session,
      owner: session,
      line,
      time: time || undefined,
      text: command,
    }));
    const [pattern = ''] = proposal.guard.match;
    return { ...rowOf('guard', pattern, uses, { score: 0 }), refused: proposal.breaches, uses };
  });
}

type OfferedRow = ScanRow & {
  readonly refused: number;
  readonly uses: readonly {
    readonly session: string;
    readonly line: number;
    readonly text: string;
  }[];
};

/** The rows as `--json` gives them: of an offered guard the quotes are all its uses. */
function withoutScore({ score: _, ...row }: ScanRow): Omit<ScanRow, 'score'> {
  if (!('refused' in row)) return row;
  const { uses, refused: __, ...plain } = row as Omit<OfferedRow, 'score'>;
  return { ...plain, quotes: uses.map(({ session, line, text }) => ({ session, line, text })) };
}

function show(context: Context, row: ScanRow, say: Messages): void {
  const day = row.last === null ? undefined : localDay(Date.parse(row.last));
  context.print(`${say.kinds[row.kind]}: ${row.text}`);
  context.print(`    ${say.seen(row.count, row.sessions, day)}`);
  const [quote] = 'refused' in row ? [] : row.quotes;
  if (quote !== undefined)
    context.print(`    "${oneLine(quote.text)}"  ${quote.session}:${quote.line}`);
  if ('refused' in row) {
    const { refused, uses } = row as OfferedRow;
    context.print(`    ${say.offered(uses.length, refused)}`);
    for (const { session, line, text } of uses)
      context.print(`    "${oneLine(text)}"  ${session}:${line}`);
    return;
  }
  if (row.overcome !== null) context.print(`    ${say.overcome(oneLine(row.overcome))}`);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** Asks a person at a terminal which rows become rules: each is one sentence with the quotes of its row. */
async function keepChosen(
  context: Context,
  rows: readonly ScanRow[],
  say: Messages,
): Promise<void> {
  const terminal = context.terminal?.();
  if (terminal === undefined || houseIfAny(context) === undefined || agentOf(context)) return;
  const options = rows.flatMap((row) => {
    const sentence = say.rule[row.kind](row.text, row.overcome);
    return sentence === undefined ? [] : [{ value: row.id, label: oneLine(sentence) }];
  });
  if (options.length === 0) return;
  const { isCancel, multiselect } = await import('@clack/prompts');
  const chosen = await multiselect({ message: say.keep, options, required: false, ...terminal });
  if (isCancel(chosen)) return;
  for (const row of rows) {
    const sentence = say.rule[row.kind](row.text, row.overcome);
    if (sentence === undefined || !chosen.includes(row.id)) continue;
    const opened = open(context);
    const evidence = row.quotes.map(({ session, line, text: quote }) => ({ session, line, quote }));
    const asset = await withRoles(context, { ...ruleOfSentence(opened, sentence), evidence });
    const problems = lookAlikes(opened, 'gene', asset, []);
    const request = { action: 'add', asset_type: 'gene', asset } as const;
    finish(context, problems.length > 0 ? { problems } : await changeAsAllowed(context, [request]));
  }
}
