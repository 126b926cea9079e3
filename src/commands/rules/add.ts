import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { withoutOwnQuote } from '../../application/approval/agent-wording.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import type { DraftLesson } from '../../application/decisions/draft-lesson.js';
import {
  countedIn,
  lookAlikes,
  ruleOfSentence,
  sameWords,
  watchGiven,
} from '../../application/decisions/new-rule.js';
import { whyNoPin } from '../../application/decisions/pin.js';
import { switchReminder } from '../../application/guards/switch-rule-guard.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { locationIfAny } from '../../application/memory/find-memory.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { completeAsset, parseWording, type ReadWording } from '../../application/memory/wording.js';
import { withRoles } from '../../application/retrospective/hand-in/evidence-roles.js';
import { faultsOfGiven, whySilent } from '../../application/watches/handed-watch.js';
import { isReminded } from '../../application/watches/offer-of-change.js';
import { backtestWatch } from '../../application/watches/rule-counts.js';
import type { Backtest } from '../../application/watches/watched-rules.js';
import { assetTypes } from '../../learn/asset.js';
import { words } from '../../messages/rules/add.js';
import { came, watchSentence, words as watchWords } from '../../messages/rules/watch.js';
import { jsonIn } from '../../platform/read-object.js';
import { hasErrors, MadnessError, type Problem } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { workTree } from '../../share/git/git.js';
import type { Opened } from '../../store/store.js';
import { askYes } from '../../terminal/ask.js';
import { type CommandDefinition, dryRun, fromFile, toUser } from '../../terminal/command.js';
import {
  answer,
  type Command,
  type Context,
  flag,
  type Result,
  refuse,
  report,
  runAndPrint,
  type Terminal,
  text,
} from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { examples } from '../../terminal/help-examples.js';
import { languageOf } from '../../terminal/language.js';
import { readInput, tellComputed } from '../../terminal/read-input.js';
import { oneLine } from '../../text.js';
import { settleContradictions } from './contradiction.js';

export const addCommand: CommandDefinition = {
  usage: 'add [words...]',
  summary: {
    en: 'Keep a rule: one sentence in quotes, or a whole one with --file.',
    zh: '记下一条规则：引号里的一句话，或用 --file 给出完整的一条。',
  },
  group: 'rules',
  listed: 'first',
  agent: 'asks',
  options: [
    fromFile,
    [
      '--not-like <ids>',
      'rules that it is kept beside, though they say the same or cannot be kept with it',
      '即使说的是同一件事、或不能同时遵守，也一并留下的规则',
      'hidden',
    ],
    ['--pin', 'put it into the block at once', '立即放进规则块'],
    [
      '--remind',
      'pin it while there is room, and remind Claude where it breaks the rule',
      '有空位就置顶，并在 Claude 违反时提醒它',
    ],
    [
      '--watch <sentence>',
      'what a program counts, as a sentence or as JSON',
      '由程序计数的内容：一句话或 JSON',
    ],
    dryRun,
    toUser,
  ],
  examples: examples.add,
  run: (context) => add(context),
};

/** A whole rule from a file, or one of a sentence. */
export const add: Command = async (context) => {
  refuseWord(context);
  const input = isSentence(context) ? undefined : await readInput(withFile(context));
  const value = input && jsonIn(input.content);
  const handed = input && !isDraftLesson(value) ? parseWording(input) : undefined;
  const faults = watchFaults(context, isDraftLesson(value) ? (value as object) : handed?.wording);
  if (faults.length > 0) return finish(context, { problems: faults });
  const made = await makeMissingMemory(context);
  if (made !== undefined && made !== 0) return made;
  if (isDraftLesson(value)) return addLesson(context, value);
  const opened = open(context);
  const type = assetTypes.find((one) => one === context.args[0]) ?? 'gene';
  const { asset: wording, problems } = wordingOf(context, handed);
  if (wording === undefined) return finish(context, { problems });
  const accepted = text(context, 'notLike')?.split(/[\s,]+/) ?? [];
  const alike = lookAlikes(opened, type, wording, accepted);
  if (alike.length > 0) return finish(context, { problems: alike });
  const isPerson = agentOf(context) === undefined;
  const whole = { ...wording, type } as Asset;
  const { going, problems: opposed = [] } = isPerson
    ? await settleContradictions(context, whole, accepted)
    : { going: [] };
  if (going === undefined) return opposed.length === 0 ? 1 : finish(context, { problems: opposed });
  if (isPerson && context.terminal?.() !== undefined)
    for (const line of lookFirst(opened, whole)) context.say(line);
  const { asset: found, problems: unproved } = await withRoles(context, wording);
  const asset = isSentence(context) ? withoutOwnQuote(context, found) : found;
  if (asset === found) report(context, unproved);
  const request = { action: 'add', asset_type: type, asset } as const;
  const isDryRun = flag(context, 'dryRun');
  const { watch } = asset;
  const backtest = watch === undefined ? null : await backtestWatch(opened, context.env, watch);
  // As "Keep and remind" in the dialog does it.
  const isPinned =
    flag(context, 'pin') ||
    (flag(context, 'remind') &&
      isPerson &&
      isReminded(asset) &&
      hasRoom(opened, { ...asset, type } as Asset));
  const pin = { action: 'pin', asset_id: asset.id } as const;
  const requests = [request, ...going, ...(isPinned ? [pin] : [])];
  const outcome = await changeAsAllowed(context, requests, { isDryRun });
  const finished = finish(context, outcome, isSentence(context) ? { asset, backtest } : {});
  const isRefused = hasErrors(outcome.problems);
  const isDone = outcome.pending === undefined && !isRefused;
  const counted = isSentence(context) && !isRefused ? countedLines(context, asset, backtest) : [];
  const reminded =
    isDone && flag(context, 'remind') && !isDryRun ? [await remind(context, asset)] : [];
  const result = { ...finished, talk: [...(finished.talk ?? []), ...counted, ...reminded] };
  const isOffered = isDone && !isPinned && isSentence(context) && !isDryRun;
  const terminal = isOffered && !flag(context, 'json') ? context.terminal?.() : undefined;
  if (terminal === undefined) return result;
  const code = answer(context, result);
  await offerPin(context, terminal, asset.id);
  return code;
};

function isDraftLesson(value: unknown): value is DraftLesson {
  return typeof (value as { readonly sentence?: unknown } | null)?.sentence === 'string';
}

/** A lesson with the person's sentence in the place of lines. */
async function addLesson(context: Context, draft: DraftLesson): Promise<Result | number> {
  const { requestsOfDraft } = await import('../../application/decisions/draft-lesson.js');
  const opened = open(context);
  const session = agentOf(context)?.env.CLAUDE_CODE_SESSION_ID;
  const { requests, asset, problems } = await requestsOfDraft(context, opened, draft, session);
  if (asset === undefined) return refuse(context, problems);
  const isNew = requests.length === 1 && requests[0]?.action === 'add';
  const settled =
    isNew && agentOf(context) === undefined
      ? await settleContradictions(context, asset)
      : { going: [] };
  if (settled.going === undefined)
    return settled.isDropped ? 1 : finish(context, { problems: settled.problems ?? [] });
  const isDryRun = flag(context, 'dryRun');
  const outcome = await changeAsAllowed(context, [...requests, ...settled.going], { isDryRun });
  const { watch } = asset;
  const backtest = watch === undefined ? null : await backtestWatch(opened, context.env, watch);
  const finished = finish(context, outcome, { asset, backtest });
  const counted = hasErrors(outcome.problems) ? [] : countedLines(context, asset, backtest);
  return { ...finished, talk: [...(finished.talk ?? []), ...counted] };
}

/**
 * Runs `init` if this project has no memory: an agent may create one in its top folder, a person at a terminal is asked.
 * Returns its exit code, or undefined if nothing is created.
 */
async function makeMissingMemory(context: Context): Promise<number | undefined> {
  if (flag(context, 'dryRun') || flag(context, 'user')) return undefined;
  if (locationIfAny(context) !== undefined) return undefined;
  const named = text(context, 'memory') ?? context.env.MADNESS_MEMORY;
  const cwd = (named ? undefined : workTree(context.cwd)) ?? context.cwd;
  const language = /\p{Script=Han}/u.test(sentenceOf(context)) ? 'zh' : languageOf(context);
  const agent = agentOf(context);
  if (agent === undefined || !('variable' in agent.sign)) {
    const terminal = context.terminal?.();
    if (terminal === undefined) return undefined;
    if (!(await askYes(terminal, language, words[language].make(cwd)))) return 1;
  }
  const { init } = await import('../setup/make-memory.js');
  const { terminal: _, ...rest } = context;
  const { memory } = context.options;
  // Brief: a person who keeps a sentence waits for no table.
  const options = { memory, language, brief: true };
  const made = { ...rest, cwd, args: [], options, print: context.say };
  return runAndPrint(made, init);
}

/** What is wrong with --watch, and why --remind could not do anything. Nothing was written yet. */
function watchFaults(
  context: Context,
  handed: Pick<Asset, 'watch' | 'guard'> | undefined,
): readonly Problem[] {
  const given = text(context, 'watch');
  const watch =
    given !== undefined
      ? watchGiven(given)
      : isSentence(context)
        ? countedIn(sentenceOf(context))
        : handed?.watch;
  const guard = handed?.guard;
  const rule = { ...(watch && { watch }), ...(guard && { guard }) };
  const wrong =
    given !== undefined && watch !== undefined && agentOf(context) !== undefined
      ? faultsOfGiven(watch, sentenceOf(context))
      : [];
  const isAsked = flag(context, 'remind') || (given !== undefined && watch === undefined);
  const silent = isAsked
    ? whySilent(rule, given === undefined ? 'add --remind' : 'add --watch')
    : undefined;
  return [...wrong, ...(silent === undefined ? [] : [silent])];
}

function wordingOf(context: Context, read: ReadWording | undefined) {
  if (read === undefined) {
    const session = agentOf(context)?.env.CLAUDE_CODE_SESSION_ID;
    const rule = ruleOfSentence(open(context), sentenceOf(context), session);
    const given = text(context, 'watch');
    const watch = given === undefined ? undefined : watchGiven(given);
    return { asset: watch === undefined ? rule : { ...rule, watch }, problems: [] };
  }
  if (read.wording !== undefined) tellComputed(context, read);
  return { asset: read.wording, problems: read.problems };
}

/** Is it a sentence, and no kind of rule? */
function isSentence(context: Context): boolean {
  if (context.args.length === 0 && text(context, 'file') !== undefined) return false;
  const [first, ...rest] = context.args;
  const isKind = assetTypes.includes(first as AssetType);
  const isFromFile = text(context, 'file') !== undefined || rest.length === 0;
  const [file = ''] = rest;
  const isNamed = rest.length === 1 && (file === '-' || existsSync(resolve(context.cwd, file)));
  if (isKind && (isFromFile || isNamed || /\.json$/.test(file))) return false;
  return true;
}

/** A single word, misspelt or not, is no rule. */
function refuseWord(context: Context): void {
  const sentence = sentenceOf(context);
  if (/\s|[^\w-]/.test(sentence) || !isSentence(context)) return;
  const say = words[context.language()];
  throw new MadnessError(say.noSentence(sentence), say.noSentenceHint);
}

function sentenceOf({ args }: Context): string {
  return args.join(' ').trim();
}

/** `add gene FILE` is understood too. */
function withFile(context: Context): Context {
  const file = text(context, 'file') ?? context.args[1];
  return file === undefined ? context : { ...context, options: { ...context.options, file } };
}

/** What a program will count, and what it would have counted in the sessions that are there. */
function countedLines(context: Context, { watch }: Asset, backtest: Backtest | null): string[] {
  if (watch === undefined || backtest === null) return [];
  const { language } = open(context).memory;
  const say = watchWords[language];
  const { broken, sessions, examples } = backtest;
  return [
    say.counted(watchSentence(watch, language)),
    ...(sessions > 0 ? [say.past(broken, came(backtest), sessions)] : []),
    ...examples.map(({ session, line, command }) =>
      say.example(`${session.slice(0, 8)}:${line}`, oneLine(command, 80)),
    ),
  ];
}

/** Switches the reminder on for this person, as `madness guard` does, and says what that means. */
async function remind(context: Context, { id }: Asset): Promise<string> {
  const { withoutHooks } = await import('../../application/setup/installed.js');
  const say = watchWords[open(context).memory.language];
  const hasGuard = switchReminder(context, locationOf(context), id, true);
  const later = hasGuard ? withoutHooks(context, open(context).memory.language) : [];
  const said = hasGuard ? (later.length > 0 ? say.remindsLater : say.remind) : say.uncounted;
  return [said.replace('ID', id), ...later].join('\n');
}

/** Rules of the same words, each in a line; a person at a terminal looks, and nothing more is said of them. */
function lookFirst(opened: Opened, asset: Asset): string[] {
  const found = sameWords(opened, asset).map(({ id, title }) => `    ${title} (${id})`);
  return found.length === 0 ? [] : [words[opened.memory.language].look, ...found];
}

/** False of a rule that is not whole: it is refused later. */
function hasRoom(opened: Opened, wording: Asset): boolean {
  const { asset } = completeAsset(wording, { type: wording.type }, '');
  return asset !== undefined && whyNoPin(opened, asset) === undefined;
}

/** The rule is kept in any case. */
async function offerPin(context: Context, terminal: Terminal, id: Asset['id']): Promise<void> {
  const opened = open(context);
  const asset = assetSetOf(opened).assets.get(id);
  if (asset === undefined || !hasRoom(opened, asset)) return;
  const { language } = opened.memory;
  if (!(await askYes(terminal, language, words[language].pinNow))) return;
  const outcome = await changeAsAllowed(context, [{ action: 'pin', asset_id: id }]);
  answer(context, finish(context, outcome));
}
