import { join } from 'node:path';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { lookAlikes, ruleOfSentence } from '../../application/decisions/new-rule.js';
import { guardsOn } from '../../application/guards/switch-rule-guard.js';
import { projectFolder } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { withRoles } from '../../application/retrospective/hand-in/evidence-roles.js';
import { leftOut as leftOutOf, readContext } from '../../application/watches/read-context.js';
import { type Ban, type GuardProposal, proposeGuards } from '../../learn/guards/propose.js';
import { bansIn } from '../../learn/watches/bans.js';
import type { Messages } from '../../messages/sessions/scan.js';
import {
  maxScanRows,
  rowOf,
  type ScanRow,
  scanSessions,
  withoutOpener,
} from '../../observe/scan.js';
import { findSessions } from '../../observe/sessions.js';
import { shellCallsIn } from '../../observe/shell.js';
import { summaryOfSession } from '../../observe/summary.js';
import { claudeFolder, ownFolder, sessionFolders } from '../../platform/folders.js';
import { read } from '../../platform/read-object.js';
import type { Problem } from '../../problem.js';
import { asked } from '../../terminal/ask.js';
import { answer, type Context, flag, report, type Terminal, text } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { progress } from '../../terminal/progress.js';
import { budgets, localDay, oneLine } from '../../text.js';
import { settleContradictions } from '../rules/contradiction.js';

export interface Findings {
  readonly rows: readonly ScanRow[];
  readonly sessions: number;
  readonly problems: readonly Problem[];
}

const maxWidth = 160;

/** Recurring findings in the sessions of this project, or of all with --all, best first. Names habits in words. */
export function findFindings(context: Context, say: Messages): Findings {
  const project = flag(context, 'all')
    ? undefined
    : projectFolder(context, text(context, 'project'));
  const { sessions, problems } = findSessions(sessionFolders(context.env), project);
  const line = progress(say.reading, sessions.length);
  const own = ownFolder(context.env);
  const summaries = sessions.map((session, index) => {
    line.step(index);
    return summaryOfSession(session, own, ['steps', 'scan']);
  });
  line.end();
  const seen = scanSessions(summaries);
  const found = bansOfPerson(context, project);
  const bans = found.filter((one) => 'command' in one);
  const leftOut = found.filter((one) => 'rule' in one);
  const offered = offersOf(proposeGuards(shellCallsIn(summaries), bans, guardsOn(own, project)));
  const room = Math.max(0, maxScanRows - offered.length);
  const rows = [...seen.slice(0, room), ...offered].map((row) => ({
    ...row,
    text: textOf(row, say),
  }));
  return { rows, sessions: sessions.length, problems: [...leftOut, ...problems] };
}

function textOf({ kind, text }: ScanRow, say: Messages): string {
  return kind === 'habit' ? (say.habits[text] ?? text) : text;
}

/** Commands that the instructions of the person or of the project ban; a file that is left out is a problem. */
function bansOfPerson(context: Context, project: string | undefined): readonly (Ban | Problem)[] {
  const folders = [claudeFolder(context.env), ...(project === undefined ? [] : [project])];
  return folders.flatMap((folder): (Ban | Problem)[] => {
    const file = join(folder, 'CLAUDE.md');
    const text = read(file);
    const reading = readContext(text);
    return reading === undefined
      ? [leftOutOf(file, text.length > budgets.contextFile)]
      : bansIn(reading);
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
export function withoutScore({ score: _, ...row }: ScanRow): Omit<ScanRow, 'score'> {
  if (!('refused' in row)) return row;
  const { uses, refused: __, ...plain } = row as Omit<OfferedRow, 'score'>;
  return { ...plain, quotes: uses.map(({ session, line, text }) => ({ session, line, text })) };
}

export function findingLines(row: ScanRow, say: Messages): string[] {
  const day = row.last === null ? undefined : localDay(Date.parse(row.last));
  const quote = (one: { readonly text: string; readonly session: string; readonly line: number }) =>
    `    "${oneLine(one.text, maxWidth)}"  ${one.session}:${one.line}`;
  const head = [
    say.row(say.kinds[row.kind], oneLine(row.text, 2 * maxWidth)),
    `    ${say.seen(row.count, row.sessions, day)}`,
  ];
  if ('refused' in row) {
    const { refused, uses } = row as OfferedRow;
    return [...head, `    ${say.offered(uses.length, refused)}`, ...uses.map(quote)];
  }
  const { overcome } = row;
  const end = overcome === null ? [] : [`    ${say.overcome(oneLine(overcome, maxWidth))}`];
  return [...head, ...row.quotes.slice(0, 1).map(quote), ...end];
}

function sentenceOf(row: ScanRow, say: Messages): string | undefined {
  const text = row.kind === 'instruction' ? withoutOpener(row.text) : row.text;
  return say.rule[row.kind](text, row.overcome);
}

/** Asks which findings become rules; none if the person leaves the question. */
export async function chooseFindings(
  terminal: Terminal,
  rows: readonly ScanRow[],
  say: Messages,
): Promise<readonly ScanRow[]> {
  const options = rows.flatMap((row) => {
    const sentence = sentenceOf(row, say);
    return sentence === undefined ? [] : [{ value: row.id, label: oneLine(sentence, maxWidth) }];
  });
  if (options.length === 0) return [];
  const chosen = await asked(terminal, ({ multiselect }, at) =>
    multiselect({ message: say.keep, options, required: false, ...at }),
  );
  return rows.filter(({ id }) => chosen?.includes(id));
}

/** Each chosen finding becomes a rule of one sentence, with the quotes of its row. */
export async function keepFindings(
  context: Context,
  chosen: readonly ScanRow[],
  say: Messages,
): Promise<void> {
  for (const row of chosen) {
    const opened = open(context);
    const evidence = row.quotes.map(({ session, line, text: quote }) => ({ session, line, quote }));
    const rule = ruleOfSentence(opened, sentenceOf(row, say) ?? row.text);
    const { asset, problems: unproved } = await withRoles(context, { ...rule, evidence });
    report(context, unproved);
    const problems = lookAlikes(opened, 'gene', asset, []);
    const request = { action: 'add', asset_type: 'gene', asset } as const;
    const settled = problems.length > 0 ? { problems } : await settleContradictions(context, asset);
    if (settled.isDropped) continue;
    const outcome =
      settled.going === undefined
        ? { problems: settled.problems ?? [] }
        : await changeAsAllowed(context, [request, ...settled.going]);
    answer(context, finish(context, outcome));
  }
}
