import { parseAssets } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { type Relation, relationsOf, sharingWords } from '../../learn/likeness.js';
import { shortHash } from '../../learn/log/event.js';
import { usedIds } from '../../learn/log/id-history.js';
import { watchOfSentence } from '../../learn/watches/read-sentence.js';
import { faultsOf } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/memory.js';
import { watchSentence } from '../../messages/rules/watch.js';
import { stopWords } from '../../observe/recall.js';
import { jsonIn } from '../../platform/read-object.js';
import { type Language, type Problem, problem } from '../../problem.js';
import type { Asset, AssetType, Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { oneLine, wordSet } from '../../text.js';
import { assetSetOf } from '../memory/asset-set.js';

const maxTitleCharacters = 160;
const maxIdCharacters = 40;
const wordsInId = 5;
/** Stop words that turn or order what a sentence says. */
const keeps = wordSet('after before do don dont during no not only once until without');
/** Words that open a sentence of any kind. */
const orders = wordSet(
  'a all always an any at both each every everything for if in on the to when whenever where while with',
);

/**
 * Builds a gene from one sentence: title, method and quote are the sentence. Its id is new to the memory. `session`
 * names the session that contains it.
 */
export function ruleOfSentence(opened: Opened, text: string, session?: string): Asset {
  const sentence = text.replace(/\s+/g, ' ').trim();
  const watch = countedIn(sentence);
  return {
    id: newIdFor(opened, sentence),
    type: 'gene',
    title: oneLine(sentence, maxTitleCharacters),
    trigger: 'always',
    ...(watch === undefined ? {} : { watch }),
    method: [sentence],
    evidence: [{ ...(session === undefined ? {} : { session }), quote: sentence }],
  };
}

/** An id for a rule of these words that no rule has or had; `taken` are others that are given away. */
export function newIdFor(opened: Opened, words: string, taken: readonly string[] = []): string {
  const { log, assets } = assetSetOf(opened);
  const used = usedIds(log);
  const isTaken = (id: string) => assets.has(id) || used.has(id) || taken.includes(id);
  return freeId(idOfSentence(words), isTaken);
}

/** A rule of one sentence with another one in its place, and its watch; undefined of a rule that says more. */
export function rewordedBy(asset: Asset, text: string): Asset | undefined {
  const sentence = text.replace(/\s+/g, ' ').trim();
  if (asset.type !== 'gene' || asset.method.length !== 1) return undefined;
  const { watch: _, ...rest } = asset;
  const watch = countedIn(sentence);
  const reworded = watch === undefined ? rest : { ...rest, watch };
  return { ...reworded, title: oneLine(sentence, maxTitleCharacters), method: [sentence] };
}

/** What a program counts of a sentence. Where it allows a breach on request, no program can judge one. */
export function countedIn(sentence: string): Watch | undefined {
  const found = watchOfSentence(sentence);
  return found === undefined || found.isAllowedOnRequest || faultsOf(found.watch).length > 0
    ? undefined
    : found.watch;
}

/** A watch as a person or a model gives it: as JSON, which is checked later, or as a sentence. */
export function watchGiven(given: string): Watch | undefined {
  return given.startsWith('{') ? (jsonIn(given) as Watch | undefined) : countedIn(given);
}

/**
 * The first five words in kebab-case; of a sentence that opens with talk, the first five that name something. Other
 * scripts than Latin give the Latin names in them, else `rule-MMDD-N`: two people's sentences of one day rarely share N.
 */
export function idOfSentence(sentence: string, day: Date = new Date()): string {
  const plain = sentence
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase();
  const found = plain.match(/[a-z0-9]+/g) ?? [];
  const isLatin = found.length > 0 && !/(?!\p{Script=Latin})\p{L}/u.test(plain);
  const names = isLatin ? naming(plain, found) : namesIn(plain);
  if (names.length > 0) return firstOf(names.slice(0, wordsInId), maxIdCharacters - '-99'.length);
  const number = (Number.parseInt(shortHash(sentence).slice(0, 6), 16) % 99) + 1;
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) =>
    `${part}`.padStart(2, '0'),
  );
  return `rule-${month}${date}-${number}`;
}

/** Programs, files and words of code in a sentence of another script, each once. */
function namesIn(plain: string): string[] {
  const names = plain.match(/[a-z][a-z0-9]+(?:[._-][a-z0-9]+)*/g) ?? [];
  return [...new Set(names.flatMap((name) => name.split(/[._-]/)))];
}

/** The words of a sentence that opens with talk, without the talk; all of any other. */
function naming(plain: string, found: readonly string[]): readonly string[] {
  const [first = '', ...next] = found;
  const isTalk = (word: string) => talk.has(word) && !orders.has(word);
  const opens = isTalk(first) || (orders.has(first) && next.slice(0, 2).some(isTalk));
  if (!opens) return found;
  const clauses = plain.split(/[,:;!?…—–]|\.(?= )/).map((one) => one.match(/[a-z0-9]+/g) ?? []);
  const said = clauses.find((words) => words.some((word) => !talk.has(word) && !keeps.has(word)));
  const rest = clauses.slice(said === undefined ? 0 : clauses.indexOf(said)).flat();
  const left = rest.filter((word) => !talk.has(word));
  return left.length > 0 ? left : found;
}

/** As many words as have room, the first one cut. */
function firstOf([first = '', ...rest]: readonly string[], maxCharacters: number): string {
  let id = first.slice(0, maxCharacters);
  for (const word of rest) {
    if (id.length + 1 + word.length > maxCharacters) break;
    id += `-${word}`;
  }
  return id;
}

/** What a sentence is opened with before it names anything. */
const talk: ReadonlySet<string> = new Set(
  [
    ...stopWords,
    ...wordSet(`actually agree alright always anything asap ask btw clear cool cos dear dont ever every everything fine first forget forward
      future fyi general get god going gonna good great guys habit heads hello henceforth hey hi hmm hope id ill im instruction ive kind kindly
      know later lets like listen look lot love make many may mind move need new nice note oh ok okay one onwards please pls point prefer project
      quick re really reference remember reminder repo right rule said say self seriously small standing start starting sure tell thanks thing
      things think thx time times today ugh want wanna way well whenever works yes yo youre`),
  ].filter((word) => !keeps.has(word)),
);

function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`;
}

/** Reports rules that say the same already. `accepted` lists ids that the caller knows about. */
export function lookAlikes(
  opened: Opened,
  type: AssetType,
  wording: Asset,
  accepted: readonly string[],
): Problem[] {
  const asset = { ...wording, type } as Asset;
  const assetSet = assetSetOf(opened);
  return related(opened, asset)
    .filter(({ kind, id }) => kind !== 'contradicts' && !accepted.includes(id))
    .map(({ id, kind }) => {
      const isRetired = assetSet.states.get(id)?.retired === true;
      const { title = id, watch } = assetSet.told.get(id) ?? {};
      const both = (language: Language) =>
        kind === 'same-watch' && watch !== undefined ? watchSentence(watch, language) : '';
      const wording = faults.lookAlike(title, id, both('en'), both('zh'), isRetired);
      return problem('asset/look-alike', { file: `${type}s.json`, at: id }, wording);
    });
}

/** The rules in use that cannot be kept together with this one, as their watches say. */
export function contradictedBy(opened: Opened, asset: Asset): readonly Asset[] {
  const { states, told } = assetSetOf(opened);
  return related(opened, asset).flatMap(({ id, kind }) => {
    const { retired = false, absorbedInto } = states.get(id) ?? {};
    const rule = told.get(id);
    const isMeant = kind === 'contradicts' && !retired && absorbedInto === undefined;
    return isMeant && rule !== undefined ? [rule] : [];
  });
}

/** With a new rule go the ones that it contradicts, if the person says so. */
export function replacing(opened: Opened, requests: readonly Request[]): readonly Request[] {
  const [first, ...rest] = requests;
  if (first?.action !== 'add' || first.asset === undefined) return requests;
  if (rest.some(({ action }) => action !== 'pin')) return requests;
  const asset = { ...first.asset, type: first.asset_type ?? first.asset.type } as Asset;
  const old = contradictedBy(opened, asset).map(({ id }) => goingFor(id, asset.id));
  return [first, ...old, ...rest];
}

export function goingFor(asset_id: string, by: string): Request {
  return { action: 'deprecate', asset_id, reason: `${by} says otherwise` };
}

/** Rules of the same words, for a person to look at. */
export function sameWords(opened: Opened, asset: Asset): readonly Asset[] {
  const { states, told } = assetSetOf(opened);
  const inUse = [...told.values()].filter(({ id }) => states.get(id)?.retired !== true);
  return isWhole(asset) ? sharingWords(asset, inUse) : [];
}

/** Validation reports an incomplete rule. */
function isWhole(asset: Asset): boolean {
  const file = `${asset.type}s.json`;
  return parseAssets(new Map([[file, JSON.stringify([asset])]])).problems.length === 0;
}

function related(opened: Opened, asset: Asset): readonly Relation[] {
  const others = [...assetSetOf(opened).told.values()].filter(({ id }) => id !== asset.id);
  return isWhole(asset) ? relationsOf(asset, others) : [];
}
