import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import type { WaitingChange } from '../../application/approval/decide.js';
import {
  actionOf,
  type OtherItem,
  readWaiting,
  subjectOf,
} from '../../application/approval/pending-items.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { instantOf, open, transact } from '../../application/memory/transaction.js';
import { parseWording } from '../../application/memory/wording.js';
import { decideStandingWording } from '../../application/team/open-wordings.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import type { TwoWordings } from '../../learn/history/two-wordings.js';
import { type ReviewChoice, type Words, words } from '../../messages/memory/review.js';
import { faults } from '../../messages/problems/memory.js';
import { namesIn } from '../../platform/folders.js';
import {
  hasErrors,
  hintOf,
  Interrupted,
  MadnessError,
  type Problem,
  problem,
} from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { isConflict } from '../../store/file-name-kinds.js';
import { asked } from '../../terminal/ask.js';
import { type Context, flag, type Result, report, type Terminal } from '../../terminal/context.js';
import { editedText } from '../../terminal/editor.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { tellComputed } from '../../terminal/read-input.js';
import { changeTitle, reviewChange } from './review-change.js';
import { choicesFor, requestsFor } from './review-choices.js';
import { explanation, titleOf } from './review-lines.js';

type Listed = WaitingChange | OtherItem;

interface ToReview {
  readonly items: readonly Listed[];
  readonly problems: readonly Problem[];
}

export async function reviewWhere(
  context: Context,
  isMeant: (item: OtherItem) => boolean,
): Promise<number | Result> {
  const { items, problems } = readWaiting(open(context));
  const others = items.filter((item) => item.kind !== 'change');
  return reviewItems(context, { items: others.filter(isMeant), problems });
}

/** Carries out every answer at once, so a person who stops loses nothing. Only lists where no person can be asked. */
export async function reviewItems(
  context: Context,
  { items, problems }: ToReview,
): Promise<number | Result> {
  const text = words[open(context).memory.language];
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'list') || flag(context, 'json')) {
    const lines = items.map((item) => `${item.file}  ${titleIn(item, text)}`);
    const last = terminal === undefined ? [suggestCommand(context, text.elsewhere)] : [];
    return {
      problems,
      json: { waiting: items.map((item) => row(item, text)) },
      text: lines.length === 0 ? [text.nothing] : [...lines, ...last],
      code: 0,
    };
  }
  report(context, problems);
  if (items.length > 0) context.print(text.waiting(items.length));
  let [decided, code] = [0, 0];
  for (const item of items) {
    const ask =
      item.kind === 'change'
        ? reviewChange(context, terminal, item, text)
        : decideItem(context, terminal, item, text);
    const end = await ask.catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error;
      code = 130;
      return 'quit' as const;
    });
    if (end === 'quit') break;
    if (end === 'done') decided++;
  }
  context.print(items.length === 0 ? text.nothing : text.left(items.length - decided));
  return code;
}

function titleIn(item: Listed, text: Words): string {
  return item.kind === 'change' ? changeTitle(item) : titleOf(item, text);
}

function row(item: Listed, text: Words): object {
  const isChange = item.kind === 'change';
  const isProposal = item.kind === 'proposal';
  const isUnread = item.kind === 'unread';
  const id = subjectOf(item);
  const isForeign = isUnread || (isProposal && item.proposal.origin !== undefined);
  const isComputed = isUnread || (item.kind === 'wording' && item.of);
  const command = isChange ? item.pending.command?.name : undefined;
  return {
    file: isComputed ? item.file : `work/${item.file}`,
    kind: isChange ? 'pending' : item.kind,
    id: isChange ? item.pending.id : isProposal ? item.proposal.id : null,
    action: actionOf(item) ?? command ?? null,
    asset_id: id === undefined ? null : isForeign ? unreadName(id) : id,
    what: titleIn(item, text),
  };
}

/** Asks about one item until an answer is carried out or the person stops. */
async function decideItem(
  context: Context,
  terminal: Terminal,
  item: OtherItem,
  text: Words,
): Promise<'done' | 'later' | 'quit'> {
  for (const line of await explanation(item, open(context), text)) context.print(line);
  const draft: Draft = {};
  for (;;) {
    const choice = await choose(terminal, item, text);
    if (choice === 'quit' || choice === 'later') return choice;
    const given = await askMore(context, terminal, item, choice, draft, text);
    if (given === undefined) continue;
    const { problems, done } = await carryOut(context, item, choice, given);
    report(context, problems);
    for (const line of done) context.print(line);
    if (hasErrors(problems)) continue;
    if (choice === 'drop') context.print(text.dropped);
    return 'done';
  }
}

async function choose(terminal: Terminal, item: OtherItem, text: Words): Promise<ReviewChoice> {
  const options = choicesFor(item).map((value) => ({ value, label: text.choices[value] }));
  const showInstructions = false; // The library has them in English alone.
  const answer = await asked(terminal, ({ select }, at) =>
    select<ReviewChoice>({ message: text.question, options, showInstructions, ...at }),
  );
  return answer ?? 'quit';
}

interface Given {
  readonly asset?: Asset;
  readonly into?: string;
}

/** Asks for what an answer needs in addition; undefined if the person gave up. */
async function askMore(
  context: Context,
  terminal: Terminal,
  item: OtherItem,
  choice: ReviewChoice,
  draft: Draft,
  text: Words,
): Promise<Given | undefined> {
  if (choice === 'edit') return edited(context, item, draft, text);
  if (choice !== 'merge') return {};
  const { assets } = assetSetOf(open(context));
  const into = await asked(terminal, (prompts, at) =>
    prompts.text({
      message: text.into,
      validate: (id) => (assets.has(id?.trim() ?? '') ? undefined : text.unknown(id ?? '')),
      ...at,
    }),
  );
  return into === undefined ? undefined : { into: into.trim() };
}

/** The person's text so far; editing again continues it. */
interface Draft {
  text?: string;
}

function edited(context: Context, item: OtherItem, draft: Draft, text: Words): Given | undefined {
  const asset = requestsFor(item, 'approve')[0]?.asset;
  const name = `${asset?.id ?? 'asset'}.json`;
  const content = editedText(context, name, draft.text ?? `${JSON.stringify(asset, null, 2)}\n`);
  if (content === undefined) {
    context.say(text.noEditor);
    return undefined;
  }
  draft.text = content;
  const read = parseWording({ name, content });
  report(context, read.problems);
  tellComputed(context, read);
  return read.wording && { asset: read.wording };
}

/** Carries out all that an answer asks for, as one change; the file in work/ goes with it. */
async function carryOut(
  context: Context,
  item: OtherItem,
  choice: ReviewChoice,
  given: Given,
): Promise<{ problems: readonly Problem[]; done: readonly string[] }> {
  if (item.kind === 'unread' && choice === 'read') return markRead(context, item.asset);
  const requests = requestsFor(item, choice, given);
  const { file } = item;
  const fork = item.kind === 'wording' ? item.of : undefined;
  const isComputed = item.kind === 'unread' || (item.kind === 'proposal' && item.isFallen);
  const gone = isComputed ? [] : fork ? conflictFiles(context, fork.rule) : [file];
  if (fork !== undefined && choice === 'drop') return keepStanding(context, fork, gone);
  if (requests.length === 0) {
    await transact(context, () => ({
      change: { work: new Map(gone.map((name) => [name, undefined])) },
    }));
    return { problems: [], done: [] };
  }
  try {
    const { problems, done } = await changeAsAllowed(context, requests, { gone, isRead: true });
    if (!hasErrors(problems) && fork !== undefined) await keepStanding(context, fork, []);
    if (!hasErrors(problems) && done !== undefined) return { problems: [], done: [done] };
    return { problems, done: [] };
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return { problems: [impossible(file, error)], done: [] };
  }
}

/** What the clone that merged wrote about this rule. */
function conflictFiles(context: Context, rule: string): string[] {
  const { memory } = open(context).location;
  const names = namesIn(join(memory, 'work')).filter((name) => isConflict(name));
  return names.filter((name) => name.startsWith(`conflict-${rule}-`));
}

/** The wording in use was chosen, here and in every clone that gets the log. */
async function keepStanding(
  context: Context,
  fork: TwoWordings,
  gone: readonly string[],
): Promise<{ problems: readonly Problem[]; done: readonly string[] }> {
  const work = new Map(gone.map((name) => [name, undefined]));
  const { problems } = await transact(context, (opened) => {
    const { change } = decideStandingWording(opened, fork, instantOf(context));
    return { change: { ...change, work } };
  });
  return { problems, done: [] };
}

/** The whole text was on the screen. */
async function markRead(
  context: Context,
  asset: Asset,
): Promise<{ problems: readonly Problem[]; done: readonly string[] }> {
  const { decideRead } = await import('../../application/approval/mark-import-read.js');
  let isDone = false;
  const { problems } = await transact(context, (opened) => {
    const decision = decideRead(opened, asset, instantOf(context), { by: 'terminal' });
    isDone = decision.change !== undefined;
    return decision;
  });
  const say = words[open(context).memory.language];
  return { problems, done: [isDone ? say.read(asset.id) : say.changed(asset.id)] };
}

/** The memory has changed since: what was proposed can no longer be done. */
function impossible(file: string, error: MadnessError): Problem {
  const { wording } = error;
  return problem(
    'proposal/impossible',
    { file: `work/${file}` },
    faults.impossible(wording, hintOf(wording)),
  );
}
