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
import { blocksThatFit, type Size, table, wrapped } from '../../terminal/layout.js';
import { progress } from '../../terminal/progress.js';
import { budgets, localDay, oneLine } from '../../text.js';
import { settleContradictions } from '../rules/contradiction.js';

export interface Findings {
  readonly rows: readonly ScanRow[];
  readonly sessions: number;
  /** YYYY-MM-DD of the first and of the last session; empty where none tells. */
  readonly from: string;
  readonly to: string;
  readonly problems: readonly Problem[];
}

const maxWidth = 160;

/** Recurring findings in the sessions of this project, or of all with --all, best first. */
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
  const days = summaries.flatMap(({ first, last }) => [first, last].filter(Boolean)).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => day?.slice(0, 10));
  return {
    rows: [...seen.slice(0, room), ...offered],
    sessions: sessions.length,
    from,
    to,
    problems: [...leftOut, ...problems],
  };
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

/** What was looked at, and the rows that fit, the best first; all of them where there is room. */
export function screenLines(
  { rows, sessions, from, to }: Findings,
  say: Messages,
  { width, height }: Size,
): string[] {
  if (sessions === 0) return [];
  const blocks = findingBlocks(rows, say, width);
  const head = wrapped(say.heading(sessions, from, to, rows.length), width);
  if (rows.length === 0) return head;
  // Below the rows: a blank line, how many more there are, and what comes next on two lines at most.
  const count = blocksThatFit(blocks, height - head.length - 5);
  const more = count < rows.length ? wrapped(say.more(rows.length - count), width) : [];
  return [...head, '', ...blocks.slice(0, count).flat(), ...more, ''];
}

/** Each row as lines: how often, the words, where they stand, and what then worked. */
export function findingBlocks(rows: readonly ScanRow[], say: Messages, width: number): string[][] {
  const heads = table(
    rows.map((row) => {
      const [quote] = row.quotes;
      return {
        mark: `${row.count}×`,
        text: say.row[row.kind](oneLine(row.text, maxWidth)),
        facts: [
          quote === undefined ? '' : `${quote.session.slice(0, 8)}:${quote.line}`,
          row.last === null ? '' : say.day(localDay(Date.parse(row.last))),
        ],
      };
    }),
    width,
  );
  return rows.map((row, at) => {
    const below =
      'refused' in row
        ? say.offered((row as OfferedRow).uses.length, (row as OfferedRow).refused)
        : row.overcome === null
          ? undefined
          : say.overcome(oneLine(row.overcome, maxWidth));
    const own = below === undefined ? [] : wrapped(below, width - 4).map((line) => `    ${line}`);
    return [...(heads[at] ?? []), ...own];
  });
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
