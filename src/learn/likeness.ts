import { matchTerms } from '../observe/recall.js';
import { simpleCommands } from '../observe/shell.js';
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
  const form = normalForm(asset);
  const watch = watchOf(asset)?.watch;
  return others.flatMap((other): Relation[] => {
    if (other.id === asset.id) return [];
    if (normalForm(other) === form) return [{ id: other.id, kind: 'same-words' }];
    const counted = watchOf(other)?.watch;
    if (watch === undefined || counted === undefined) return [];
    if (isSameWatch(watch, counted)) return [{ id: other.id, kind: 'same-watch' }];
    return contradict(watch, counted) ? [{ id: other.id, kind: 'contradicts' }] : [];
  });
}

const particles = wordSet('a an the please');
const particlesZh = /[的了吧呢啊呀哦嘛啦请]/g;

const known = new WeakMap<Asset, string>();

/** A rule as it says it, without case, width, punctuation, articles and particles; the order of words stays. */
export function normalForm(asset: Asset): string {
  const before = known.get(asset);
  if (before !== undefined) return before;
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
  const whole = asset.type === 'pref' ? `over ${form}` : form;
  known.set(asset, whole);
  return whole;
}

function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(/_/g, ' ')
      .replace(particlesZh, '')
      .split(
        /[\s`"'“”‘’,;!?()，。；！？、（）「」《》…]+|(?<=[^\s`])[.:：]+(?=[\s`]|$|\p{Script=Han})|(?<=\p{Script=Han})(?=[\w-])|(?<=\w)(?=\p{Script=Han})/u,
      )
      // Case tells options apart: `-d` and `-D`.
      .map((word) => (word.startsWith('-') ? word : word.toLowerCase()))
      .filter((word) => word !== '' && !particles.has(word))
      .join(' ')
  );
}

function isSameWatch(one: Watch, other: Watch): boolean {
  const unless = (watch: Watch) => [...(watch.unless ?? [])].sort().join('\n');
  return watchKey(one) === watchKey(other) && unless(one) === unless(other);
}

/** What one watch demands, the other one bans, on the same branches. */
function contradict(one: Watch, other: Watch): boolean {
  const on = (watch: Watch) => [...(watch.on ?? [])].sort().join('\n');
  return on(one) === on(other) && (bansDemand(one, other) || bansDemand(other, one));
}

function bansDemand({ never, not, unless = [] }: Watch, demand: Watch): boolean {
  const banned = never ?? not ?? [];
  const { use, run = [], any } = demand;
  const demanded = use === undefined ? run : [use];
  const isBanned = (wanted: string) =>
    simpleCommands(wanted).some(
      (command) =>
        banned.some((pattern) => matchesCommand(pattern, command, [wanted])) &&
        !unless.some((pattern) => matchesCommand(pattern, command)),
    );
  return demanded.length > 0 && (any ? demanded.every(isBanned) : demanded.some(isBanned));
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
