import { matchTerms } from '../observe/recall.js';
import { type SimpleCommand, simpleCommands } from '../observe/shell.js';
import type { Asset, Watch } from '../schema.gen.js';
import { wordSet } from '../text.js';
import { matchesCommand } from './guards/command-pattern.js';
import { watchKey, watchOf } from './watches/watch.js';

/** What was established of two rules: equal words, equal counts, or counts that cannot both be kept. */
export interface Relation {
  readonly id: string;
  readonly kind: 'same-words' | 'same-watch' | 'contradicts';
}

/** The rules that surely say the same as `asset` or contradict it. All else is for a reader to judge. Pure. */
export function relationsOf(asset: Asset, others: readonly Asset[]): Relation[] {
  const own = readOf(asset);
  return others.flatMap((other): Relation[] => {
    if (other.id === asset.id) return [];
    const its = readOf(other);
    if (its.form === own.form) return [{ id: other.id, kind: 'same-words' }];
    if (own.watch === undefined || its.watch === undefined) return [];
    if (own.key === its.key) return [{ id: other.id, kind: 'same-watch' }];
    return contradicts(own, its) ? [{ id: other.id, kind: 'contradicts' }] : [];
  });
}

/** Of two watches: cannot both be kept? */
export function contradicts(one: ReadWatch, other: ReadWatch): boolean {
  return one.on === other.on && (bansDemand(one, other) || bansDemand(other, one));
}

interface Read extends ReadWatch {
  readonly form: string;
  /** What is counted, and where. */
  readonly key: string;
}

interface ReadWatch {
  readonly watch?: Watch | undefined;
  readonly on: string;
  /** What must run: each of them, as the shell reads it. */
  readonly demanded: readonly (readonly SimpleCommand[])[];
}

const known = new WeakMap<Asset, Read>();

/** Each rule is read once as long as it lives. */
function readOf(asset: Asset): Read {
  const before = known.get(asset);
  if (before !== undefined) return before;
  const watch = watchOf(asset)?.watch;
  const { unless = [] } = watch ?? {};
  const read = {
    ...{ form: normalForm(asset), ...readWatch(watch) },
    key: watch === undefined ? '' : JSON.stringify([watchKey(watch), [...unless].sort()]),
  };
  known.set(asset, read);
  return read;
}

/** A watch with its commands as the shell reads them. */
export function readWatch(watch: Watch | undefined): ReadWatch {
  const { use, run = [], on = [] } = watch ?? {};
  return {
    watch,
    on: [...on].sort().join('\n'),
    demanded: (use === undefined ? run : [use]).map((one) => simpleCommands(one)),
  };
}

const particles = wordSet('a an the please');
const particlesZh = /[的了吧呢啊呀哦嘛啦请]/g;

/** A rule as it says it, without case, width, punctuation, articles and particles; the order of words stays. */
function normalForm(asset: Asset): string {
  const { trigger, skip_when = '' } = asset;
  const actions =
    asset.type === 'gene'
      ? asset.method
      : asset.type === 'sop'
        ? asset.steps.map(({ action }) => action)
        : [asset.prefer ?? asset.rationale, asset.reject ?? ''];
  const form = JSON.stringify(
    [/^\s*always\s*$/i.test(trigger) ? '' : trigger, skip_when, ...actions].map(plain),
  );
  return asset.type === 'pref' ? `over ${form}` : form;
}

/** A text without case, width, punctuation, articles and particles. */
export function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/_/g, ' ')
      .replace(particlesZh, '')
      .split(
        /[\s`"'“”‘’,;!?()，。；！？、（）「」《》…]+|(?<=[^\s`])[.:：]{1,8}(?=[\s`]|$|\p{Script=Han})|(?<=\p{Script=Han})(?=[\w-])|(?<=\w)(?=\p{Script=Han})/u,
      )
      // Case tells options apart: `-d` and `-D`.
      .map((word) => (word.startsWith('-') ? word : word.toLowerCase()))
      .filter((word) => word !== '' && !particles.has(word))
      .join(' ')
      .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
  );
}

/** What one watch demands, the other one bans. */
function bansDemand(
  { watch: { never, not, unless = [] } = {} }: ReadWatch,
  { watch, demanded }: ReadWatch,
) {
  const banned = never ?? not ?? [];
  const isBanned = (commands: readonly SimpleCommand[]) =>
    commands.some(
      (command) =>
        banned.some((pattern) => matchesCommand(pattern, command, watch?.use ? [watch.use] : [])) &&
        !unless.some((pattern) => matchesCommand(pattern, command)),
    );
  if (banned.length === 0 || demanded.length === 0) return false;
  return watch?.any ? demanded.every(isBanned) : demanded.some(isBanned);
}

const maxShared = 3;
const minShare = 0.5;
const minWords = 2;

/** Rules of the same words, most of them first, for a person to look at: at most three. It says nothing of what they mean. */
export function sharingWords(asset: Asset, others: readonly Asset[]): Asset[] {
  const own = wordsOf(asset);
  return others
    .filter(({ id }) => id !== asset.id)
    .map((other) => {
      const theirs = wordsOf(other);
      const shared = [...own].filter((word) => theirs.has(word)).length;
      return { other, shared, share: (2 * shared) / (own.size + theirs.size) };
    })
    .filter(({ shared, share }) => shared >= minWords && share >= minShare)
    .sort((a, b) => b.share - a.share || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, maxShared)
    .map(({ other }) => other);
}

function wordsOf(asset: Asset): ReadonlySet<string> {
  return new Set(matchTerms(normalForm(asset)).keys());
}
