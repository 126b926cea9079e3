import { columns } from '../../columns.js';
import type { Request } from '../../learn/change-request.js';
import { unreadName, unreadSource } from '../../learn/fold/unread-imports.js';
import { words } from '../../messages/approval.js';
import type { Language } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import {
  type Difference,
  type Folded,
  foldLine,
  linesOf,
  maxColumns,
  type ShownLines,
} from './shown-difference.js';

/** One question as the input of AskUserQuestion has it. */
export interface Question {
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: false;
}

/** The options a person can choose, independent of the language. */
export type Choice = 'yes' | 'pin' | 'remind' | 'not-that' | 'question' | 'drop' | 'leave';

/** What the question about a new rule, or a pin, offers and tells besides, as it was found when the change was filed. */
export interface Offer {
  /** The rule has a reminder; `pins`: another pinned rule has room. */
  readonly remind?: { readonly pins: boolean };
  /** What past sessions would have counted. */
  readonly past?: { readonly broken: number; readonly sessions: number };
  /** True where a pin would not bring the rule into the block. */
  readonly noPin?: true;
  /** True where a pinned rule comes into the block later only. */
  readonly later?: true;
  /** True of a draft of a running review that nobody has questioned. */
  readonly isDraft?: boolean;
}

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

const maxLines = 9;
const maxParts = 4;
const maxLabelCharacters = 30;

/**
 * The questions about one change, one for each part of its text, all with the same options; undefined if it does not
 * fit, so that only `review` may ask it.
 */
export function askedQuestions(change: AskedChange, language: Language): Question[] | undefined {
  const { header, verb } = asking(change, language);
  const shown = [false, true].map((isShort) => partsOf(change, language, isShort));
  const parts = shown.find((one) => one?.length === 1) ?? shown.find((one) => one !== undefined);
  const options = optionsOf(change, verb, language);
  if (parts === undefined || options.some(({ label }) => columns(label) > maxLabelCharacters))
    return undefined;
  return parts.map((lines) => ({
    header,
    question: lines.join('\n'),
    options: options.map(({ label, description }) => ({ label, description })),
    multiSelect: false,
  }));
}

/** What Claude will read stands nearest to the options. What is too long for one question is asked in parts. */
function partsOf(change: AskedChange, language: Language, isShort = false): string[][] | undefined {
  const { id } = change;
  const { read, beside, proof } = shownLines(change, language, isShort);
  const sentence = sentenceOf(change, language);
  const whole = [...foldLine(`[${id}] ${sentence}`), ...[...proof, ...beside, ...read].flat()];
  if (whole.length <= maxLines) return [whole];
  const first = foldLine(`[${id} 1/1] ${sentence}`);
  const others = [...beside, ...proof];
  const parts = [
    [...packed([first, ...read], maxLines), ...packed(others, maxLines - 1)],
    packed([first, ...read, ...others], maxLines),
    packed([[...first, ...[...read, ...others].flat()]], maxLines),
  ].find(({ length }) => length <= maxParts);
  return parts?.map((lines, at) => {
    const number = `[${id} ${at + 1}/${parts.length}]`;
    const [head = '', ...rest] = lines;
    return at === 0 ? [`${number}${head.slice(number.length)}`, ...rest] : [number, ...lines];
  });
}

/** Packs texts into parts; one is cut only where it is longer than a part. All but the first begin with a number. */
function packed(texts: readonly Folded[], ofFirst: number): string[][] {
  const parts: string[][] = [];
  const room = () => (parts.length === 1 ? ofFirst : maxLines - 1) - (parts.at(-1)?.length ?? 0);
  for (const lines of texts) {
    if (parts.length === 0 || (lines.length > room() && lines.length < maxLines)) parts.push([]);
    for (const line of lines) {
      if (room() === 0) parts.push([]);
      parts.at(-1)?.push(line);
    }
  }
  return parts;
}

/** Everything a person needs to see of a change, for a terminal, a pane of this width and the hooks. */
export function wholeText(change: AskedChange, language: Language, width = maxColumns): string[] {
  const { read, beside, proof } = shownLines(change, language, false, width);
  const sentence = foldLine(`[${change.id}] ${sentenceOf(change, language)}`, width);
  return [...sentence, ...[...proof, ...beside, ...read].flat()];
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
  return optionsOf(change, asking(change, language).verb, language);
}

function optionsOf(change: AskedChange, verb: string, language: Language) {
  const say = words[language];
  const { about } = say;
  if (change.requests?.[0]?.action !== 'add')
    return [
      { choice: 'yes', label: verb, description: about.yes },
      { choice: 'leave', label: say.leave, description: about.leave },
    ] as const;
  const isPinned = change.requests.some(({ action }) => action === 'pin');
  const { remind, isDraft = false, noPin = false } = change.offer ?? {};
  const reminds = isPinned || remind?.pins === true ? about.remindPinned : about.remind;
  const pin = { choice: 'pin' as const, label: say.pinToo, description: about.pinToo };
  const more =
    remind === undefined
      ? [pin].slice(Number(isPinned || noPin))
      : [{ choice: 'remind' as const, label: say.remindToo, description: reminds }];
  return [
    { choice: 'yes' as const, label: verb, description: about.keep },
    ...more,
    isDraft
      ? { choice: 'question' as const, label: say.questionFirst, description: about.question }
      : { choice: 'not-that' as const, label: say.notThat, description: about.notThat },
    { choice: 'drop' as const, label: say.drop, description: about.drop },
  ];
}

function asking(change: AskedChange, language: Language) {
  const { requests, command, makes, difference } = change;
  const say = words[language];
  if (command !== undefined) {
    const { header, verb, sentence } = say.command[command.name as keyof typeof say.command];
    return { header, verb, sentence: sentence(command.facts as never) };
  }
  const [first, ...rest] = requests as readonly [Request, ...Request[]];
  const { header, verb, sentence } = say.asset[first.action];
  const more = [
    ...(makes === undefined ? [] : [say.makes(makes)]),
    ...(first.beside === undefined ? [] : [say.beside(first.beside.join(', '))]),
    ...rest.map(({ action, asset_id = '' }) =>
      action === 'pin' ? say.pins : say.lowers(asset_id),
    ),
  ];
  const id = first.asset_id ?? first.asset?.id ?? '';
  const isUnread = difference?.unread.includes(id) === true;
  const subject = {
    id: isUnread ? unreadName(id) : id,
    into: first.into ?? '',
    event: first.event ?? '',
    source: first.origin?.source ?? '',
    more,
    isLater: change.offer?.later === true,
    isGone: difference?.comes[id] === null,
  };
  return { header, verb, sentence: sentence(subject) };
}

/** The lines of what would be written, and of what was said for it. The wording of an unread rule is not shown. */
function shownLines(
  change: AskedChange,
  language: Language,
  isShort = false,
  width = maxColumns,
): ShownLines {
  const { difference, requests, first, offer } = change;
  if (difference === undefined) return { read: [], beside: [], proof: [] };
  const say = words[language];
  const [request] = requests ?? [];
  const isOwnWords = request?.action === 'add' && !hasQuote(difference.comes[first ?? '']);
  const { reason } = request?.candidate === undefined ? (request ?? {}) : {};
  const told = reason === undefined ? [] : [reason];
  const { read, beside, proof } = linesOf(difference, first, language, told, isShort, width);
  const unread = difference.unread.map((id) =>
    say.unread(unreadSource((difference.comes[id] ?? difference.found[id])?.origin?.source)),
  );
  const { past, noPin } = offer ?? {};
  const counted = past === undefined ? [] : [say.past(past.broken, past.sessions)];
  const ours = [
    ...told.map(say.reason),
    ...new Set(unread),
    ...counted,
    ...(noPin ? [say.noPin] : []),
  ];
  return {
    read,
    beside: [...ours.map((line) => foldLine(line, width)), ...beside],
    proof: [...(isOwnWords ? [foldLine(say.ownWords, width)] : []), ...proof],
  };
}

function hasQuote(asset: Asset | null | undefined): boolean {
  return asset?.evidence?.some(({ quote }) => quote !== undefined) === true;
}
