import { blockLines } from '../../compile/rule-block.js';
import type { Request } from '../../learn/change-request.js';
import { unreadName, unreadSource } from '../../learn/fold/unread-imports.js';
import { words } from '../../messages/approval.js';
import { breachOf } from '../../messages/rules/watch.js';
import type { Language } from '../../problem.js';
import type { Asset, Event } from '../../schema.gen.js';
import { columns } from '../../validation.js';
import {
  between,
  type Difference,
  fillLine,
  foldLine,
  linesOf,
  maxColumns,
  type Offer,
  packed,
  watchTold,
} from './shown-difference.js';

/** One question as the input of AskUserQuestion has it. */
export interface Question {
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: false;
}

/** The options a person can choose, independent of the language. */
export type Choice = 'yes' | 'pin' | 'remind' | 'both' | 'question' | 'drop' | 'leave';

/** A change built again from its request. */
export interface AskedChange {
  readonly id: string;
  readonly requests?: readonly Request[];
  readonly command?: { readonly name: string; readonly facts: Readonly<Record<string, string>> };
  /** What it would write, if a person may see it in a dialog. */
  readonly difference?: Difference;
  /** The rule that it is about. */
  readonly first?: string;
  /** The folder of a memory that holds nothing before this change. */
  readonly makes?: string;
  readonly offer?: Offer;
  /** How a person names the memory, where it is not that of the session's project. */
  readonly where?: Place;
}

/** The memory of all projects, or the folder of another one. */
export type Place = 'everywhere' | { readonly folder: string };

/** Lines of a question with four options: it is seen whole on a terminal of 24 lines. */
const maxLines = 9;
const mostOptions = 4;
/** Where an old wording stands beside the new one. */
const linesOfBoth = 15;
const maxLabelCharacters = 30;

/** The question about one change; undefined if it does not fit, so that only `review` may ask it. */
export function askedQuestion(change: AskedChange, language: Language): Question | undefined {
  const { header } = asking(change, language);
  const lines = wholeText(change, language);
  const options = optionsOf(change, language);
  const isWide = options.some(({ label }) => columns(label) > maxLabelCharacters);
  if (isWide || lines.length > roomOf(change, language)) return undefined;
  return {
    header,
    question: lines.join('\n'),
    options: options.map(({ label, description }) => ({ label, description })),
    multiSelect: false,
  };
}

/** How many lines of 76 columns the question about a change has too many; 0 if it fits. */
export function linesToLose(change: AskedChange, language: Language): number {
  return Math.max(0, wholeText(change, language).length - roomOf(change, language));
}

/** An option that is not there leaves its two lines. */
function roomOf(change: AskedChange, language: Language): number {
  const free = maxLines + 2 * (mostOptions - optionsOf(change, language).length);
  const { difference, first = '' } = change;
  const [before, after] = [difference?.found[first], difference?.comes[first]];
  return before && after ? Math.max(free, linesOfBoth) : free;
}

/** Questions as one dialog shows them: of several about rules, each says which it is. */
export function numbered(questions: readonly Question[]): Question[] {
  return questions.map((one, at) => numberedAt(one, at, questions.length));
}

/** The question at this place, from 0, of a dialog of so many. */
export function numberedAt(one: Question, at: number, count: number): Question {
  const isRule = Object.values(words).some(({ rule }) => rule === one.header);
  return count > 1 && isRule ? { ...one, header: `${one.header} ${at + 1}/${count}` } : one;
}

/** Everything a person needs to see of a change, for a dialog, a terminal, a pane of this width and the hooks. */
export function wholeText(change: AskedChange, language: Language, width = maxColumns): string[] {
  const sentence = sentenceOf(change, language);
  const head = `[${change.id}] ${sentence}`;
  const { rule, said, beside, ours } = textsOf(change, language, sentence);
  const folded = (lines: readonly string[]) => lines.flatMap((line) => foldLine(line, width));
  const room = roomOf(change, language);
  const lines = folded([head, ...rule, ...said, ...packed(beside, width), ...ours]);
  if (lines.length <= room) return lines;
  // Where there is no room, what is short has no line of its own.
  const [first = '', ...rest] = rule;
  const opening = first === '' ? [head] : [`${head}: ${first}`];
  const short = folded([...opening, ...rest, ...said, ...packed([...beside, ...ours], width)]);
  if (short.length <= room) return short;
  const dense = [...opening, ...rest, [...said, ...beside, ...ours].join(between)];
  const filled = dense.flatMap((line) => fillLine(line, width));
  return filled.length <= room ? filled : short;
}

export function sentenceOf(change: AskedChange, language: Language): string {
  const { where } = change;
  const { sentence } = asking(change, language);
  if (where === undefined) return sentence;
  const say = words[language];
  return `${where === 'everywhere' ? say.everywhere : say.inFolder(where.folder)} ${sentence}`;
}

/** The choice behind a label of this change; undefined for any other text. */
export function choiceOf(
  change: AskedChange,
  label: string,
  language: Language,
): Choice | undefined {
  return choicesOf(change, language).find((one) => one.label === label)?.choice;
}

/** What a person can choose of this change, with the label of each. */
export function choicesOf(change: AskedChange, language: Language) {
  return optionsOf(change, language);
}

interface Option {
  readonly choice: Choice;
  readonly label: string;
  readonly description: string;
}

function optionsOf(change: AskedChange, language: Language): readonly Option[] {
  const say = words[language];
  const { about } = say;
  const [first, second] = change.requests ?? [];
  const drop = { choice: 'drop', label: say.drop, description: about.drop } as const;
  if (first?.action === 'add' && second?.action === 'deprecate')
    return [
      { choice: 'yes', label: say.replace, description: about.replace },
      { choice: 'both', label: say.both, description: about.both },
      drop,
    ];
  const { verb, leave = say.leave } = asking(change, language);
  if (first?.action !== 'add' || second?.action === 'premise')
    return [
      { choice: 'yes', label: verb, description: about.yes },
      { choice: 'leave', label: leave, description: about.leave },
    ];
  const isPinned = change.requests?.some(({ action }) => action === 'pin') === true;
  const { remind, isDraft = false, noPin = false } = change.offer ?? {};
  const reminds = isPinned || remind?.pins === true ? about.remindPinned : about.remind;
  const pin = { choice: 'pin', label: say.pinToo, description: about.pinToo } as const;
  return [
    { choice: 'yes', label: verb, description: about.keep(startOf(change)) },
    ...(remind === undefined
      ? [pin].slice(Number(isPinned || noPin))
      : [{ choice: 'remind', label: say.remindToo, description: reminds } as const]),
    ...(isDraft
      ? [{ choice: 'question', label: say.questionFirst, description: about.question } as const]
      : []),
    drop,
  ];
}

/** The confidence at which a new rule starts, as its option says it. */
function startOf({ difference }: AskedChange): string {
  return startIn(difference)?.toFixed(2) ?? '';
}

function startIn(difference: Difference | undefined): number | undefined {
  const births = (difference?.writes ?? []) as readonly Partial<Event>[];
  return births.find(({ event }) => event === 'create')?.confidence_delta;
}

function asking(
  change: AskedChange,
  language: Language,
): {
  readonly header: string;
  readonly verb: string;
  readonly leave?: string;
  readonly sentence: string;
} {
  const { requests, command, makes, difference, first: about = '' } = change;
  const say = words[language];
  if (command !== undefined) {
    const { header, verb, sentence } = say.command[command.name as keyof typeof say.command];
    return { header, verb, sentence: sentence(command.facts as never) };
  }
  const [first, ...rest] = requests as readonly [Request, ...Request[]];
  const asked = say.asset[first.action];
  const more = [
    ...(makes === undefined ? [] : [say.makes(makes)]),
    ...(first.beside === undefined ? [] : [say.beside(first.beside.join(', '))]),
    ...rest.map(({ action, asset_id = '' }) =>
      action === 'pin'
        ? say.pins
        : action === 'premise'
          ? say.lowers(asset_id)
          : say.replaces(asset_id),
    ),
  ];
  const id = first.asset_id ?? first.asset?.id ?? '';
  const isUnread = difference?.unread.includes(id) === true;
  const [before, after] = [
    difference?.found[about] ?? undefined,
    difference?.comes[about] ?? undefined,
  ];
  const subject = {
    id: isUnread ? unreadName(id) : id,
    kind: say.values.type?.[(after ?? before)?.type ?? ''] ?? say.rule,
    title: after === undefined || isUnread || titleIsSaid(after) ? '' : after.title,
    into: first.into ?? '',
    event: first.event ?? '',
    source: first.origin?.source ?? '',
    more: more.join(''),
    isLater: change.offer?.later === true,
    isGone: difference?.comes[id] === null,
    isProof: before !== undefined && after !== undefined && isMoreProof(before, after),
  };
  const leave = 'leave' in asked ? { leave: asked.leave } : {};
  const isPremise = rest.some(({ action }) => action === 'premise');
  const { verb } = isPremise ? say.asset.premise : asked;
  return { header: say.rule, verb, ...leave, sentence: asked.sentence(subject) };
}

/** True of a rule of one sentence, whose title is that sentence. */
function titleIsSaid(asset: Asset): boolean {
  return blockLines(asset, Number.POSITIVE_INFINITY).every((line) => line !== `# ${asset.title}`);
}

function isMoreProof(before: Asset, after: Asset): boolean {
  const text = ({ evidence: _, ...rest }: Asset) => JSON.stringify(rest);
  return text(before) === text(after) && before.evidence?.length !== after.evidence?.length;
}

/**
 * What would be written, who said it, what was counted, and where Claude will read it. The wording of an
 * unread rule is not shown.
 */
function textsOf(change: AskedChange, language: Language, head: string) {
  const { difference, requests, first = '', offer = {} } = change;
  if (difference === undefined) return { rule: [], said: [], beside: [], ours: [] };
  const say = words[language];
  const [request] = requests ?? [];
  const asset = difference.comes[first];
  const isOwnWords = request?.action === 'add' && !hasQuote(asset);
  const reasons = (requests ?? []).flatMap(({ reason }) => reason ?? []);
  const { past, noPin = false, reads, isFull = false, sessions, ownSkip = false } = offer;
  const { watch } = asset ?? {};
  // That none was counted is no proof: the person may have complained of one.
  const hasPast = past !== undefined && past.broken > 0 && watch !== undefined;
  const start = request?.action === 'add' ? startIn(difference) : undefined;
  const { rule, said, beside } = linesOf(difference, first, {
    language,
    head,
    told: [
      ...reasons,
      ...(start === undefined ? [] : [String(start)]),
      ...(hasPast ? [watchTold] : []),
    ],
    sessions,
    ownSkip,
  });
  const unread = difference.unread.map((id) =>
    say.unread(unreadSource((difference.comes[id] ?? difference.found[id])?.origin?.source)),
  );
  const ours = [
    ...(isOwnWords ? [say.ownWords] : []),
    ...reasons.map(say.reason),
    ...new Set(unread),
    ...(hasPast ? [say.past(breachOf(watch, language), past.broken, past.sessions)] : []),
    ...packed(
      [
        ...(reads === undefined
          ? []
          : [reads === 'nowhere' ? say.nowhere(isFull, noPin) : say.reads[reads]]),
        ...(noPin ? [say.noPin] : []),
      ],
      maxColumns,
    ),
  ];
  return { rule, said, beside, ours };
}

function hasQuote(asset: Asset | null | undefined): boolean {
  return asset?.evidence?.some(({ quote }) => quote !== undefined) === true;
}
