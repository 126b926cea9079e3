import type { Language } from '../../compile/render-template.js';
import { blockLines, columns, wrap } from '../../compile/rule-block.js';
import { wordingOf } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { words } from '../../messages/approval.js';
import type { Asset } from '../../schema.gen.js';

/** One question as the input of AskUserQuestion has it. */
export interface Question {
  readonly header: string;
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: false;
}

/** The options a person can choose, independent of the language. */
export type Choice = 'yes' | 'pin' | 'not-that' | 'drop' | 'leave';

/** A change built again from its request. `shows` is the resulting rule, if a person may see it. */
export interface AskedChange {
  readonly id: string;
  readonly requests?: readonly Request[];
  readonly command?: { readonly name: string; readonly facts: Readonly<Record<string, string>> };
  readonly shows?: Asset;
  /** The folder of a memory that holds nothing before this change. */
  readonly makes?: string;
}

const maxLines = 9;
const maxColumns = 76;
const maxLabelCharacters = 30;

/** The question about one change; undefined if its whole text does not fit, so that only `review` may ask it. */
export function questionOf(change: AskedChange, language: Language): Question | undefined {
  const { header, verb } = asking(change, language);
  const lines = wholeText(change, language);
  if (lines.length > maxLines || lines.some((line) => columns(line) > maxColumns)) return undefined;
  const options = optionsOf(change, verb, language);
  if (options.some(({ label }) => columns(label) > maxLabelCharacters)) return undefined;
  const question = lines.join('\n');
  return {
    header,
    question,
    options: options.map(({ label, description }) => ({ label, description })),
    multiSelect: false,
  };
}

/** Everything a person needs to see of a change: its id, the action, and the resulting rule. */
export function wholeText(change: AskedChange, language: Language): string[] {
  const sentence = `[${change.id}] ${sentenceOf(change, language)}`;
  return [...wrap(plain(sentence), maxColumns, ''), ...shownLines(change, language)];
}

export function sentenceOf(change: AskedChange, language: Language): string {
  return asking(change, language).sentence;
}

/** The choice behind a label of this change; undefined for any other text. */
export function choiceOf(
  change: AskedChange,
  label: string,
  language: Language,
): Choice | undefined {
  const { verb } = asking(change, language);
  return optionsOf(change, verb, language).find((one) => one.label === label)?.choice;
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
  return [
    { choice: 'yes' as const, label: verb, description: about.keep },
    ...(isPinned ? [] : [{ choice: 'pin' as const, label: say.pinToo, description: about.pinToo }]),
    { choice: 'not-that' as const, label: say.notThat, description: about.notThat },
    { choice: 'drop' as const, label: say.drop, description: about.drop },
  ];
}

function asking({ requests, command, makes }: AskedChange, language: Language) {
  const say = words[language];
  if (command !== undefined) {
    const { header, verb, sentence } = say.command[command.name as keyof typeof say.command];
    const facts = command.facts as never;
    const label = typeof verb === 'string' ? verb : verb(facts);
    return { header, verb: label, sentence: sentence(facts) };
  }
  const [first, ...rest] = requests as readonly [Request, ...Request[]];
  const { header, verb, sentence } = say.asset[first.action];
  const more = [
    ...(makes === undefined ? [] : [say.makes(makes)]),
    ...rest.map(({ action, asset_id = '' }) =>
      action === 'pin' ? say.pins : say.lowers(asset_id),
    ),
  ];
  const subject = {
    id: first.asset_id ?? first.asset?.id ?? '',
    into: first.into ?? '',
    event: first.event ?? '',
    source: first.origin?.source ?? '',
    more,
  };
  return { header, verb, sentence: sentence(subject) };
}

/** The block's lines, then every other field that a model may read. The wording of an import is not shown. */
function shownLines({ shows, requests }: AskedChange, language: Language): string[] {
  if (shows === undefined) return [];
  const say = words[language];
  const reason = requests?.[0]?.candidate === undefined ? requests?.[0]?.reason : undefined;
  const reasons = reason === undefined ? [] : [say.reason(reason)];
  if (shows.origin !== undefined)
    return [say.unread(shows.origin.source), ...reasons].flatMap((line) => fold(plain(line)));
  const fields = Object.entries(wordingOf(shows)).flatMap(([name, value]) =>
    isInLines(name, shows) ? [] : [say.field(name, valueText(value))],
  );
  return [...blockLines(shows), ...fields, ...reasons].flatMap((line) => fold(plain(line)));
}

/** Ids, dates and evidence are no instruction; domain and tags are single words. */
const silent = new Set(['id', 'type', 'version', 'domain', 'evidence', 'created_at']);
const inBlock = new Set(['trigger', 'skip_when', 'method', 'prefer', 'reject']);

function isInLines(name: string, asset: Asset): boolean {
  if (silent.has(name) || name === 'created_from' || name === 'merged_from') return true;
  if (name === 'tags')
    return asset.tags?.every((tag) => /^[\p{L}\p{N}_-]{1,30}$/u.test(tag)) ?? true;
  if (name === 'title') return asset.inject?.note === undefined;
  if (name === 'inject') return true;
  if (asset.inject?.lines !== undefined) return false;
  if (name === 'steps') return 'steps' in asset && asset.steps.every(isPlainStep);
  if (name === 'rationale') return 'rationale' in asset && asset.prefer === undefined;
  return inBlock.has(name);
}

function isPlainStep(step: object): boolean {
  return Object.keys(step).every((key) => key === 'seq' || key === 'action');
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A wide line goes on under its own indent. */
function fold(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return columns(line) <= maxColumns ? [line] : wrap(line.trim(), maxColumns, indent);
}

/** Nothing that a terminal would obey, and no line break but ours. */
function plain(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, ' ');
}
