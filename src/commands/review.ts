import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { House } from '../house.js';
import { wordingOf } from '../learn/asset.js';
import { hasErrors, MadnessError, type Problem, renderProblem } from '../problem.js';
import { isUndecided } from '../reflect/progress.js';
import type { Asset, Origin } from '../schema.gen.js';
import type { Opened } from '../store.js';
import { isWaiting } from '../waiting.js';
import { agentEnvironment } from './consent/leave.js';
import { changeAsAllowed, type Decide } from './consent/request.js';
import { shelfOf } from './memory/edit.js';
import { change, open } from './memory/memory.js';
import { readCandidates } from './retro/books.js';
import { candidateLines, decideCandidate } from './review-candidate.js';
import {
  type Choice,
  choicesFor,
  type Item,
  quoteLines,
  requestsFor,
  subjectOf,
  type Waiting,
  waitingItems,
  wordingDiff,
  wordingLines,
} from './review-items.js';
import { type Words, words } from './review-words.js';
import { provenance } from './revise.js';
import { addressed } from './talk/addressed.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  report,
  type Terminal,
} from './talk/context.js';

/** Walks a person through what waits. Every answer is carried out at once: whoever stops loses nothing. */
export const review: Command = (context) => reviewItems(context);

/** The same, for those that came from such an origin. */
export async function reviewItems(
  context: Context,
  isMeant: (origin: Origin | undefined) => boolean = () => true,
): Promise<number> {
  const opened = open(context);
  const { items: all, problems } = readWaiting(opened);
  const originOf = (item: Item) => (item.kind === 'proposal' ? item.proposal.origin : undefined);
  const waiting = { items: all.filter((item) => isMeant(originOf(item))), problems };
  const text = words[opened.memory.language];
  const terminal = agentEnvironment(context) === undefined ? context.terminal?.() : undefined;
  const isAsked = terminal !== undefined && !flag(context, 'list') && !flag(context, 'json');
  if (!isAsked) return list(context, waiting, text, terminal === undefined);
  report(context, waiting.problems);
  const { items } = waiting;
  if (items.length > 0) context.print(text.waiting(items.length));
  let decided = 0;
  for (const item of items) {
    const end = await decideItem(context, terminal, item, text);
    if (end === 'quit') break;
    if (end === 'done') decided++;
  }
  context.print(items.length === 0 ? text.nothing : text.left(items.length - decided));
  return 0;
}

/** Everything in work/ that a person has to decide, and rules that a retrospective left undecided. */
export function readWaiting({ house }: Opened): Waiting {
  const folder = join(house.memory, 'work');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const { items, problems } = waitingItems(
    new Map(
      names.filter(isWaiting).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    ),
  );
  return { items: [...items, ...openCandidates(house)], problems };
}

/** Those that wait as a proposal are not asked about twice. */
function openCandidates(house: House): Item[] {
  return readCandidates(house).flatMap((candidate): Item[] => {
    const { id } = candidate;
    if (id === undefined || !isUndecided(candidate)) return [];
    return [{ kind: 'candidate', file: `candidates/${id}.json`, candidate: { ...candidate, id } }];
  });
}

function list(context: Context, waiting: Waiting, text: Words, isElsewhere: boolean): number {
  const { items, problems } = waiting;
  if (flag(context, 'json')) {
    printJson(context, { waiting: items.map((item) => row(item, text)), problems });
    return 0;
  }
  for (const problem of problems) context.say(renderProblem(problem));
  if (items.length === 0) context.print(text.nothing);
  for (const item of items) context.print(`${item.file}  ${titleOf(item, text)}`);
  if (items.length > 0 && isElsewhere) context.print(addressed(context, text.elsewhere));
  return 0;
}

function row(item: Item, text: Words): object {
  return {
    file: `work/${item.file}`,
    kind: item.kind,
    id: item.kind === 'proposal' ? item.proposal.id : null,
    action: item.kind === 'proposal' ? item.proposal.action : null,
    asset_id: subjectOf(item) ?? null,
    what: titleOf(item, text),
  };
}

/** One thing, asked until an answer was carried out or nobody wants to answer. */
async function decideItem(
  context: Context,
  terminal: Terminal,
  item: Item,
  text: Words,
): Promise<'done' | 'later' | 'quit'> {
  for (const line of await explanation(item, open(context), text)) context.print(line);
  for (;;) {
    const choice = await choose(terminal, item, text);
    if (choice === 'quit' || choice === 'later') return choice;
    const given = await askMore(context, terminal, item, choice, text);
    if (given === undefined) continue;
    const { problems, done } = await carryOut(context, item, choice, given, text);
    for (const problem of problems) context.say(renderProblem(problem));
    for (const line of done) context.print(line);
    if (hasErrors(problems)) continue;
    if (choice === 'drop') context.print(text.dropped);
    return 'done';
  }
}

async function choose(terminal: Terminal, item: Item, text: Words): Promise<Choice> {
  const { isCancel, select } = await import('@clack/prompts');
  const options = choicesFor(item).map((value) => ({ value, label: text.choices[value] }));
  const answer = await select<Choice>({ message: text.question, options, ...terminal });
  return isCancel(answer) ? 'quit' : answer;
}

interface Given {
  readonly asset?: Asset;
  readonly into?: string;
}

/** What an answer needs beside itself; undefined when the person gave up. */
async function askMore(
  context: Context,
  terminal: Terminal,
  item: Item,
  choice: Choice,
  text: Words,
): Promise<Given | undefined> {
  if (choice === 'edit') {
    const asset = editedAsset(context, requestsFor(item, 'approve')[0]?.asset);
    if (asset === undefined) context.say(text.noEditor);
    return asset && { asset };
  }
  if (choice !== 'merge') return {};
  const { assets } = shelfOf(open(context));
  const prompts = await import('@clack/prompts');
  const into = await prompts.text({
    message: text.into,
    validate: (id) => (assets.has(id?.trim() ?? '') ? undefined : text.unknown(id ?? '')),
    ...terminal,
  });
  return prompts.isCancel(into) ? undefined : { into: into.trim() };
}

/** The wording as the person's editor left it. */
function editedAsset({ env }: Context, asset: Asset | undefined): Asset | undefined {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'madness-edit-'));
  try {
    const file = join(folder, `${asset?.id ?? 'asset'}.json`);
    writeFileSync(file, `${JSON.stringify(asset, null, 2)}\n`);
    const { status } = spawnSync(`${editor} "${file}"`, { stdio: 'inherit', shell: true });
    return status === 0
      ? (JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) as Asset)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything asked for, one after the other; with the last of it the file in work/ goes. */
async function carryOut(
  context: Context,
  item: Item,
  choice: Choice,
  given: Given,
  { noReason: reason }: Words,
): Promise<{ problems: readonly Problem[]; done: readonly string[] }> {
  const candidate = item.kind === 'candidate' ? item.candidate.id : droppedWith(item, choice);
  if (candidate !== undefined) {
    const problems = await decideCandidate(context, candidate, choice, { ...given, reason });
    if (item.kind === 'candidate') return { problems, done: [] };
  }
  const requests = requestsFor(item, choice, given);
  const { actions } = await import('./consent/actions.js');
  const { file } = item;
  const gone = new Map([[file, undefined]]);
  if (requests.length === 0) await change(context, () => ({ change: { work: gone } }));
  const done: string[] = [];
  for (const [index, request] of requests.entries()) {
    const action = actions[request.action];
    const isLast = index === requests.length - 1;
    const decide: Decide = (opened, asked, scene) => {
      const decision = action.decide(opened, asked, scene);
      if (!isLast || hasErrors(decision.problems ?? [])) return decision;
      const work = new Map([...(decision.change?.work ?? []), ...gone]);
      return { ...decision, change: { ...decision.change, work } };
    };
    try {
      const outcome = await changeAsAllowed(context, request, decide, action);
      if (hasErrors(outcome.problems)) return { problems: outcome.problems, done };
      if (outcome.done !== undefined) done.push(outcome.done);
    } catch (error) {
      if (!(error instanceof MadnessError)) throw error;
      return { problems: [impossible(file, error)], done };
    }
  }
  return { problems: [], done };
}

/** The candidate that goes with the proposal that was made of it. */
function droppedWith(item: Item, choice: Choice): string | undefined {
  return item.kind === 'proposal' && choice === 'drop' ? item.proposal.candidate : undefined;
}

/** The memory has changed since: what was proposed can no longer be done. */
function impossible(file: string, error: MadnessError): Problem {
  return {
    rule: 'proposal/impossible',
    severity: 'error',
    file: `work/${file}`,
    message: error.message,
    hint: error.hint ?? 'Drop it.',
  };
}

function titleOf(item: Item, text: Words): string {
  if (item.kind === 'block') return text.block;
  if (item.kind === 'wording') return text.wording(item.asset.id);
  if (item.kind === 'candidate') {
    const { asset, constraint, decision } = item.candidate;
    return text.candidate(asset?.title ?? constraint.replace(/\s+/g, ' '), decision?.into);
  }
  const { action, asset_type, asset, into = '', event = '', origin } = item.proposal;
  return text.action[action]({
    id: subjectOf(item) ?? '',
    type: asset_type ?? asset?.type ?? '',
    into,
    event,
    source: origin?.source ?? '',
  });
}

/** All a person needs to decide: what, why, what was said, and what would change. */
async function explanation(item: Item, opened: Opened, text: Words): Promise<string[]> {
  const lines = ['', `— ${titleOf(item, text)}`];
  if (item.kind === 'block') return [...lines, ...item.text.split('\n').map(withoutControls)];
  if (item.kind === 'candidate')
    return [...lines, ...candidateLines(item.candidate, text)].map(withoutControls);
  const asset = item.kind === 'wording' ? item.asset : item.proposal.asset;
  const current = shelfOf(opened).assets.get(subjectOf(item) ?? '');
  if (item.kind === 'proposal') {
    const { session, made_at, reason, held = [] } = item.proposal;
    lines.push(`  ${text.from(session, made_at.slice(0, 10))}`);
    if (reason !== undefined) lines.push(`  ${text.why}: ${reason}`);
    for (const { rule, message, at } of held)
      lines.push(`  ${text.held}: ${at ? `${at}: ` : ''}${message} (${rule})`);
  }
  const quotes = quoteLines(asset ?? current ?? ({} as Asset));
  lines.push(...quotes.map((quote) => `  ${text.said}: ${quote}`));
  const into = item.kind === 'proposal' && item.proposal.into;
  const before = into ? shelfOf(opened).assets.get(into) : current;
  const wording = await wordingShown(asset, before);
  if (wording.length > 0)
    lines.push(
      `  ${asset === undefined ? text.rule : text.change}:`,
      ...wording.map((line) => `    ${line}`),
    );
  return lines.map(withoutControls);
}

async function wordingShown(
  asset: Asset | undefined,
  current: Asset | undefined,
): Promise<string[]> {
  if (asset === undefined) return current === undefined ? [] : wordingLines(wordingOf(current));
  if (current === undefined) return wordingLines(asset).map((line) => `+ ${line}`);
  const after = { ...provenance(current), ...asset, type: current.type } as Asset;
  return wordingDiff(wordingOf(current), wordingOf(after));
}

/** A file in work/ may hold anything; a terminal must not obey it. */
function withoutControls(line: string): string {
  return line.replace(/[^\P{C}\t]|[\u2028\u2029]/gu, '\ufffd');
}
