import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { ruleName } from '../compile/catalog.js';
import { endMarker, startMarker } from '../compile/claude-md.js';
import type { Plan } from '../compile/compile.js';
import type { Language } from '../compile/template.js';
import { twoDecimals } from '../compile/wording.js';
import { cannotWrite } from '../files.js';
import { houseAt } from '../house.js';
import { timeline } from '../learn/confidence.js';
import { idOf } from '../learn/log.js';
import { isUntestedImport } from '../learn/standing.js';
import type { Problem } from '../problem.js';
import { type Opened, openMemory } from '../store.js';
import { type Command, type Context, flag, report } from './context.js';
import { type Starter, type Words, words } from './demo-words.js';
import { languageOf } from './language.js';
import { compileAndWrite } from './memory.js';

const files = [
  'CLAUDE.md',
  'memory/config.json',
  'memory/evolution.jsonl',
  'memory/genes.json',
  'memory/prefs.json',
  'memory/sops.json',
];
/** One that was proved, one that was imported and had to be proved here, one that was refuted. */
const lives = ['classify-first', 'bisect-regressions', 'rerun-flaky-tests'];
/** Rules of the block that are shown in full. */
const shownRules = 3;
const idWidth = 19;

/** The whole way from log to CLAUDE.md with an example, in a folder that is gone afterwards. */
export const demo: Command = async (context) => {
  const language = languageOf(context);
  const keep = flag(context, 'keep');
  const folder = scratchFolder();
  try {
    copyExample(language, folder);
    return await compileAndShow(context, language, folder, keep);
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
};

function scratchFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'madness-demo-'));
  } catch (error) {
    throw cannotWrite(tmpdir(), error);
  }
}

/** File by file: a copy of a read-only installation must not be read-only. */
function copyExample(language: Language, folder: string): void {
  // As far from src/commands/ as from dist/chunks/.
  const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
  mkdirSync(join(folder, 'memory'));
  for (const name of files)
    writeFileSync(join(folder, name), readFileSync(join(examples, language, name)));
}

async function compileAndShow(
  context: Context,
  language: Language,
  folder: string,
  keep: boolean,
): Promise<number> {
  const memory = join(folder, 'memory');
  const target = join(folder, 'CLAUDE.md');
  const before = readFileSync(target);
  const { plan, problems } = await compileAndWrite({ ...context, options: { memory } });
  const isStale = ({ rule }: Problem) => rule === 'asset/stale-number';
  const unexpected = problems.filter((problem) => !isStale(problem));
  if (report(context, unexpected) !== 0 || plan === undefined) return 1;
  const shown = {
    plan,
    opened: openMemory(houseAt(memory, context.env), () => true),
    own: before,
    added: addedLines(before, readFileSync(target)),
    stale: problems.filter(isStale).length,
  };
  for (const line of screen(shown, words[language], painter(context))) context.print(line);
  context.print('');
  for (const line of words[language].next(startedBy(context), keep ? folder : undefined))
    context.print(line);
  return 0;
}

interface Shown {
  readonly plan: Plan;
  readonly opened: Opened;
  /** CLAUDE.md as the user wrote it. */
  readonly own: Buffer;
  readonly added: readonly string[];
  /** Assets whose file had other numbers than the log. */
  readonly stale: number;
}

function screen(shown: Shown, text: Words, paint: Painter): string[] {
  const { plan, opened, own, added, stale } = shown;
  const rules = plan.standings.length;
  const events = opened.kept.length - plan.events.length;
  const ownLines = own.toString('latin1').split('\n').length - 1;
  return [
    paint('bold', text.title(opened.memory.project, rules, events)),
    '',
    paint('bold', text.added(added.length, ownLines, own.length)),
    ...diff(added, plan, text).map((line) => paint('green', line)),
    text.stale(stale, rules),
    '',
    paint('bold', text.lives),
    ...lives.map((id) => life(id, opened, plan, text)),
    '',
    paint('bold', text.decisions),
    ...decisions(opened, plan, text),
  ];
}

/** The lines behind the user's own. Any other byte that differs is a bug, not a demo. */
function addedLines(before: Buffer, after: Buffer): string[] {
  const added = after.toString('utf8', before.length).split(/\r?\n/);
  const [blank, start] = added;
  const [end, rest] = added.slice(-2);
  const isOurs = blank === '' && start === startMarker && end === endMarker && rest === '';
  if (!isOurs || !after.subarray(0, before.length).equals(before))
    throw new Error('compile changed bytes of CLAUDE.md outside of its block');
  return added.slice(0, -1);
}

/** The block as far as the rules that are shown in full, then the names of the others. */
function diff(added: readonly string[], plan: Plan, text: Words): string[] {
  const others = plan.selection.rules
    .map((rule, index) => `R${index + 1} ${ruleName(rule)}`)
    .slice(shownRules);
  const next = added.findIndex((line) => line.startsWith(`# R${shownRules + 1} [`));
  return [
    ...added.slice(1, next - 1).map((line) => `+ ${line}`.trimEnd()),
    `+ … ${text.others(others)}`,
  ];
}

/** Its running confidence, where that led, and the last words that moved it. */
function life(id: string, { memory, kept }: Opened, plan: Plan, text: Words): string {
  const { log } = memory.log;
  const steps = timeline(log, id).filter(({ step }) => step !== 0);
  const run = steps.map(({ confidence }) => twoDecimals(confidence)).join(' → ');
  const last = steps.at(-1);
  const event = kept.find((one) => last !== undefined && one.id === idOf(log, last.row))?.event;
  const said = event?.quotes?.findLast(({ role }) => role === 'user')?.text ?? '';
  const standing = plan.standings.find(({ asset }) => asset.id === id);
  const status = text.statuses[standing?.status ?? 'deprecated'];
  return `  ${id.padEnd(idWidth)}  ${run}  ${status}  ${text.quote(said)}`;
}

/** What people decided, with their reasons, and the import that nothing has proved here. */
function decisions({ memory, kept }: Opened, plan: Plan, text: Words): string[] {
  const decided = kept.flatMap(({ id, event }) => {
    const { asset_id = '', into = '', reason } = event;
    const sentence = text.decided[event.event];
    if (sentence === undefined || reason === undefined) return [];
    const { log } = memory.log;
    const step = timeline(log, asset_id).find(({ row }) => idOf(log, row) === id);
    const at = twoDecimals(step?.confidence ?? 0);
    return [[asset_id, `${sentence({ at, into })}${text.quote(reason)}`] as const];
  });
  const waiting = plan.standings
    .filter(({ life, status }) => isUntestedImport(life) && status === 'provisional')
    .map(({ asset }) => [asset.id, text.untested] as const);
  return [...decided, ...waiting].map(([id, sentence]) => `  ${id.padEnd(idWidth)}  ${sentence}`);
}

type Painter = (style: 'bold' | 'green', text: string) => string;

function painter({ env }: Context): Painter {
  const isColoured = process.stdout.isTTY && !env.NO_COLOR;
  return (style, text) => (isColoured ? styleText(style, text) : text);
}

/** A fresh clone has no `madness` on its PATH. */
function startedBy({ env }: Context): Starter {
  return env.npm_lifecycle_event === 'start'
    ? { demo: 'npm start --', program: 'node dist/cli.mjs' }
    : { demo: 'madness demo', program: 'madness' };
}
