import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { endMarker, startMarker } from '../../compile/rule-block.js';
import { reportWords } from '../../messages/retrospective/report.js';
import { messages as scanMessages } from '../../messages/sessions/scan.js';
import { type Starter, type Words, words } from '../../messages/setup/demo.js';
import { cannotWrite } from '../../platform/fs.js';
import { type Language, messageIn, wordingOfProblem } from '../../problem.js';
import { effectOf } from '../../report/verdicts.js';
import { type CommandDefinition, inLanguage } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { roughTokens } from '../../text.js';
import { type Played, play, type Stage, setStage } from './demo-loop.js';

export const demoCommand: CommandDefinition = {
  usage: 'demo',
  summary: {
    en: 'Play the whole loop with an example, in a scratch folder.',
    zh: '在临时文件夹里用示例走完整个流程。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'free',
  options: [
    inLanguage,
    ['--keep', 'keep the scratch folder and say where it is', '保留临时文件夹并说明位置'],
  ],
  plain: true,
  run: (context) => demo(context),
};

const idWidth = 20;
const maxWidth = 74;
/** The two states are shown side by side. */
const half = 38;

/** The whole loop, from transcripts to a report, with an example in a folder that is gone afterwards. */
export const demo: Command = async (context) => {
  const language = languageOf(context);
  const keep = flag(context, 'keep');
  const folder = scratchFolder();
  try {
    const stage = setStage(language, folder);
    const own = readFileSync(join(stage.project, 'CLAUDE.md'));
    const played = await play(stage);
    const added = addedLines(own, readFileSync(join(stage.project, 'CLAUDE.md')));
    const text = words[language];
    const screen = screenOf(language, played, { own, added }, context.paint ?? plain);
    return { text: [...screen, '', ...nextLines(text, context, keep ? stage : undefined)] };
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
};

function scratchFolder(): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'madness-demo-')));
  } catch (error) {
    throw cannotWrite(tmpdir(), error);
  }
}

interface Target {
  /** CLAUDE.md as the user wrote it. */
  readonly own: Buffer;
  readonly added: number;
}

function screenOf(
  language: Language,
  played: Played,
  { own, added: lines }: Target,
  paint: Painter,
): string[] {
  const text = words[language];
  const ownLines = own.toString('latin1').split('\n').length - 1;
  const step = (number: number, name: string, line: string) =>
    `${paint('strong', `${number} ${name}`)}${' '.repeat(text.gap(name))}${line}`;
  const more = (line: string) => `${' '.repeat(text.indent)}${line}`;
  const [audit, scan, digest, added, verdicts, lesson, compile, report] = text.steps;
  const { lessons, verdicts: judged } = played.noted;
  return [
    paint('strong', text.title(played.sessions)),
    text.honest,
    '',
    step(1, audit, text.audit(played.sessions)),
    ...played.audit.map(more),
    step(2, scan, text.scan(played.scan.length)),
    ...findingLines(language, played).map(more),
    step(3, digest, text.digest(digestOf(played))),
    more(text.said(short(correctionIn(played).text), correctionIn(played).line)),
    step(4, added, text.added(lessons, judged)),
    more(refusedLine(played, language)),
    step(5, verdicts, text.verdicts),
    ...verdictLines(language, played).map(more),
    ...deviationLines(text, played).map(more),
    step(6, lesson, text.lesson(short(played.lesson.evidence[0]?.quote ?? ''))),
    more(short(text.accepted(played.became, played.lesson.if ?? ''))),
    step(7, compile, text.compile(ownLines, lines, own.length)),
    ...sideBySide(text, played).map(more),
    ...newRule(played).map((line) => more(paint('good', line))),
    step(8, report, text.report(played.report.name, played.report.text.split('\n').length - 1)),
    more(text.checked),
  ];
}

/** How a line that nobody said is refused. */
function refusedLine({ refused }: Played, language: Language): string {
  if (refused === undefined) throw new Error('Expected a line that nobody said to be refused.');
  return short(`${refused.at}: ${messageIn(wordingOfProblem(refused), language).message}`);
}

/** The best of what `scan` shows. */
function findingLines(language: Language, { scan }: Played): string[] {
  const text = words[language];
  return scan.slice(0, 1).flatMap(({ kind, quotes: [best] }) => {
    if (best === undefined) return [];
    return [scanMessages[language].row[kind](text.said(short(best.text), best.line))];
  });
}

function digestOf({ digest }: Played) {
  const { session, bytes, lines } = digest;
  return {
    session: session.slice(0, 8),
    kilobytes: Math.round(bytes / 1000),
    tokens: roughTokens(lines.map(({ text }) => text).join('\n')),
    words: lines.filter(({ by }) => by === 'person').length,
    failures: lines.filter(({ kind }) => kind === 'failed').length,
  };
}

/** What the person said after work had begun. */
function correctionIn({ digest }: Played): { text: string; line: number } {
  const [, said] = digest.lines.filter(({ kind }) => kind === 'you');
  const line = Number(said?.place.split(':')[1] ?? 0);
  return { text: said?.text.replace(/^you /, '') ?? '', line };
}

/** How each judged rule fared: what was done, what it proves, where its confidence went. */
function verdictLines(language: Language, played: Played): string[] {
  const { followed, effect } = reportWords[language];
  const text = words[language];
  const then = new Map(played.before.standings.map((one) => [one.asset, one.confidence]));
  const now = new Map(played.standings.map((one) => [one.asset, one]));
  return played.verdicts.flatMap(({ rule: asset, followed: done, outcome }) => {
    const standing = now.get(asset);
    if (standing === undefined) return [];
    const cell = { shown: true, followed: done, outcome };
    const before = Math.round((then.get(asset) ?? 0) * 100);
    const moved =
      before === standing.confidence
        ? twoDecimals(before)
        : `${twoDecimals(before)} → ${twoDecimals(standing.confidence)}`;
    const what = text.judged(followed[cell.followed], effect[effectOf(cell)]);
    return [
      `${asset.padEnd(idWidth)}  ${moved.padEnd(11)}  ${text.statuses[standing.status]}  ${what}`,
    ];
  });
}

function deviationLines(text: Words, { verdicts }: Played): string[] {
  return verdicts.flatMap(({ rule, left = [], took = false, instead }) => {
    if (took) return [text.deviation.rejected_chosen(rule, instead ?? left.join(', '))];
    return left.length === 0 ? [] : [short(text.deviation.step_skipped(rule, left.join(' · ')))];
  });
}

/** The rules of the block with their confidence, before and after. */
function sideBySide(text: Words, { before, block }: Played): string[] {
  const then = headsIn(before.block);
  const now = headsIn(block);
  const known = new Set(then.map(({ id }) => id));
  const row = (index: number) => {
    const [left, right] = [then[index], now[index]];
    const mark = right !== undefined && !known.has(right.id) ? text.fresh : '';
    const cells = [left, right].map((one) =>
      one === undefined ? '' : `R${index + 1} ${one.text}`,
    );
    return `  ${(cells[0] ?? '').padEnd(half)}${cells[1] ?? ''}${mark}`.trimEnd();
  };
  const rows = Array.from({ length: Math.max(then.length, now.length) }, (_, index) => row(index));
  return [text.columns(half), ...rows];
}

function headsIn(block: readonly string[]): { id: string; text: string }[] {
  return block.flatMap((line) => {
    const [, id, confidence] = /^# R\d+ \[\w+:([\w-]+), c:([\d.]+)/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, text: `${id} ${confidence}` }];
  });
}

/** The lines of the rule that was learnt, as the agent reads them. */
function newRule({ block, became }: Played): string[] {
  const start = block.findIndex((line) => line.includes(`:${became},`));
  const end = block.indexOf('', start);
  return block.slice(start, end < 0 ? undefined : end).map((line) => `+ ${short(line)}`);
}

/** Counts the lines after the user's own. Any other changed byte is a bug of the demo. */
function addedLines(before: Buffer, after: Buffer): number {
  const added = after.toString('utf8', before.length).split(/\r?\n/);
  const [blank, start] = added;
  const [end, rest] = added.slice(-2);
  const isOurs = blank === '' && start === startMarker && end === endMarker && rest === '';
  if (!isOurs || !after.subarray(0, before.length).equals(before))
    throw new Error('compile changed bytes of CLAUDE.md outside of its block');
  return added.length - 1;
}

function short(text: string): string {
  let width = 0;
  let kept = '';
  for (const character of text) {
    width += /[\u2e80-\uffef]/u.test(character) ? 2 : 1;
    if (width > maxWidth) return `${kept}…`;
    kept += character;
  }
  return kept;
}

const plain: Painter = (_, words) => words;
type Painter = NonNullable<Context['paint']>;

function nextLines(text: Words, context: Context, kept: Stage | undefined): readonly string[] {
  return text.next(startedBy(context), kept === undefined ? undefined : kept.project);
}

/** A fresh clone has no `madness` on its PATH. */
function startedBy({ env }: Context): Starter {
  return env.npm_lifecycle_event === 'start'
    ? { demo: 'npm start --', program: 'node dist/cli.mjs' }
    : { demo: 'madness demo', program: 'madness' };
}
