import { type AssetFile, parseAssets, renderItems, wordingOf } from '../../learn/asset.js';
import { type Fold, fold } from '../../learn/fold/fold.js';
import {
  toldAssets,
  unreadName,
  unreadNamed,
  unreadSource,
} from '../../learn/fold/unread-imports.js';
import type { EventLog } from '../../learn/log/entry.js';
import { takenBackBy } from '../../learn/log/id-history.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { type Language, MadnessError, type Problem } from '../../problem.js';
import type { Asset, AssetType, Event, Evidence } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { nearest } from '../../text.js';

/** A memory's assets and their state by the log, for commands that change one of them. */
export interface AssetSet extends Pick<Fold, 'states' | 'live' | 'isLive'> {
  readonly files: readonly AssetFile[];
  /** What is wrong with them. */
  readonly problems: readonly Problem[];
  readonly assets: ReadonlyMap<string, Asset>;
  /** The `assets` that a model may read. */
  readonly told: ReadonlyMap<string, Asset>;
  /** Rules that git brought and no person here has seen, for an agent. */
  readonly unheard: ReadonlySet<string>;
  readonly log: EventLog;
}

export function assetSetOf({ memory, unheard }: Pick<Opened, 'memory' | 'unheard'>): AssetSet {
  const { files, assets, problems } = parseAssets(memory.texts);
  const { log } = memory.log;
  const { states, live, isLive } = fold(log);
  const isKept = unheard?.rules ?? new Set<string>();
  const told = toldTo(isKept, assets, states);
  return { files, problems, assets, told, unheard: isKept, log, states, live, isLive };
}

function toldTo(
  unheard: ReadonlySet<string>,
  assets: ReadonlyMap<string, Asset>,
  states: Fold['states'],
): ReadonlyMap<string, Asset> {
  const told = toldAssets(assets, states);
  return unheard.size === 0 ? told : new Map([...told].filter(([id]) => !unheard.has(id)));
}

/** The asset of this id, or an error: it is unread, it went somewhere, or other ids are close. */
export function pick(assetSet: AssetSet, id: string): Asset {
  const unread = unreadNamed(assetSet.assets, assetSet.states, id);
  if (unread !== undefined) throw notRead(unread);
  return pickAny(assetSet, id);
}

function notRead({ id, origin }: Asset): MadnessError {
  return new MadnessError(faults.unread(unreadName(id), unreadSource(origin?.source)));
}

/** The same for what shows no word of it: an unread asset may be retired or taken back. */
export function pickAny(assetSet: AssetSet, id: string): Asset {
  if (assetSet.unheard.has(id)) throw new MadnessError(faults.unheardRule(unreadName(id)));
  const asset = assetSet.assets.get(id) ?? unreadNamed(assetSet.assets, assetSet.states, id);
  if (asset !== undefined) return asset;
  const gone = whereItWent(assetSet, id);
  if (gone !== undefined) throw gone;
  const near = nearest(id, [...assetSet.told.keys()]);
  const close = near.length > 0 ? near : idsByTitle(assetSet, id);
  throw new MadnessError(faults.noAsset(id, close.length, close.slice(0, 3).join(', ')));
}

/** The same id, or that of the one rule with this title. */
export function idNamed({ told }: AssetSet, named: string): string {
  const [only, another] = [...told.values()].filter(({ title }) => title === named.trim());
  return another === undefined ? (only?.id ?? named) : named;
}

/** Rules whose title is near these words: an id of a Chinese rule says nothing. */
function idsByTitle({ told }: AssetSet, words: string): string[] {
  const ids = new Map([...told.values()].map(({ id, title }) => [title.toLowerCase(), id]));
  return nearest(words.toLowerCase(), [...ids.keys()]).map((title) => ids.get(title) as string);
}

/** Explains where a missing or unreadable asset went. */
function whereItWent(
  { files, problems, states, log, live }: AssetSet,
  id: string,
): MadnessError | undefined {
  const isThis = (item: unknown) => (item as { id?: unknown } | null)?.id === id;
  const place = files.find(({ items }) => items?.some(isThis));
  if (place !== undefined) return new MadnessError(faults.invalidAsset(id, place.name));
  const ruleState = states.get(id);
  if (ruleState?.baseline !== undefined) {
    const faulty = [...new Set(problems.map(({ file }) => file))];
    const birth = ruleState.baseline.event.slice(0, 8);
    if (faulty.length > 0) return new MadnessError(faults.unreadable(id, faulty.join(', ')));
    return new MadnessError(faults.lostAsset(id, birth));
  }
  const [revert] = takenBackBy(log, { live }, id);
  return revert === undefined
    ? undefined
    : new MadnessError(faults.takenBack(id, revert.slice(0, 8)));
}

/**
 * The asset set with one asset added, replaced or (undefined) removed. Keeps another item of that id: `check` reports
 * it.
 */
export function withAsset(
  assetSet: AssetSet,
  type: AssetType,
  id: string,
  asset: Asset | undefined,
): AssetSet | Problem {
  const file = assetSet.files.find((one) => one.type === type) as AssetFile;
  if (file.items === undefined)
    return assetSet.problems.find((one) => one.file === file.name) as Problem;
  const assets = new Map(assetSet.assets);
  const old = assets.get(id);
  assets.delete(id);
  if (asset !== undefined) assets.set(id, asset);
  const at = old === undefined ? -1 : file.items.indexOf(old);
  const place = at < 0 ? file.items.length : at;
  // Keeps the position. Of two items with one id the first counts.
  const items = [
    ...file.items.slice(0, place),
    ...(asset === undefined ? [] : [asset]),
    ...file.items.slice(place + 1),
  ];
  return {
    ...assetSet,
    assets,
    told: toldTo(assetSet.unheard, assets, assetSet.states),
    files: assetSet.files.map((one) => (one === file ? { ...file, isPresent: true, items } : one)),
  };
}

/** File name → text, of every file that is there and can be read. */
export function renderedFiles({ files }: AssetSet): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ name, isPresent, items }) =>
      isPresent && items !== undefined ? [[name, renderItems(items)]] : [],
    ),
  );
}

/**
 * The project that a new rule belongs to. The memory of all projects has none: any success would count as elsewhere.
 */
export function birthplace({ location, memory }: Opened): string | undefined {
  return location.isUser ? undefined : memory.project;
}

/** An event about an asset, with the fields that every one has. */
export function eventAbout(
  asset: Asset,
  event: Event['event'],
  ts: string,
  project: string | undefined,
  more: Partial<Event> = {},
): Event {
  return {
    ts,
    event,
    asset_type: asset.type,
    asset_id: asset.id,
    detail: asset.title,
    confidence_delta: 0,
    ...(project === undefined ? {} : { project }),
    ...more,
  };
}

/** The two wordings, without numbers, that an event stores so that the change can be undone. */
export function wordingChange(before: Asset, after: Asset): Pick<Event, 'before' | 'after'> {
  return { before: wordingOf(before), after: wordingOf(after) };
}

/** The limit in the schemas of the assets. */
const maxEvidence = 50;

/**
 * The evidence of both without duplicates. If it is too much, the strongest stays: the user's words, then transcript
 * passages, then other quotes. Earlier evidence wins, since it shows the rule's origin.
 */
export function joinedEvidence(a: Pick<Asset, 'evidence'>, b: Pick<Asset, 'evidence'>): Evidence[] {
  const all = evidenceOfBoth(a, b);
  const best = new Set(
    all.toSorted((one, other) => weight(one) - weight(other)).slice(0, maxEvidence),
  );
  return all.filter((one) => best.has(one));
}

/** The line that reports evidence without room; none if all fits. */
export function evidenceLeftOut(
  a: Pick<Asset, 'evidence'>,
  b: Pick<Asset, 'evidence'>,
  language: Language,
): string[] {
  const more = evidenceOfBoth(a, b).length - maxEvidence;
  return more > 0 ? [words[language].leftOut(more, maxEvidence)] : [];
}

function evidenceOfBoth(
  { evidence: own = [] }: Pick<Asset, 'evidence'>,
  { evidence: other = [] }: Pick<Asset, 'evidence'>,
): Evidence[] {
  return [...new Map([...own, ...other].map((one) => [JSON.stringify(one), one])).values()];
}

function weight({ role, quote }: Evidence): number {
  if (role !== undefined) return role === 'user' ? 0 : 1;
  return quote === undefined ? 3 : 2;
}
