import type { Asset, Event } from '../../schema.gen.js';
import { groupBy } from '../../text.js';
import { sameWording, wordingOf } from '../asset.js';
import { instant, isBaseline } from '../log/event.js';
import type { LoggedEvent } from '../log/parse-log.js';

/** Kinds that undoing needs in full. */
export function touchesWording({ event }: Pick<Event, 'event'>): boolean {
  return ['create', 'import', 'revise', 'merge', 'import_merge', 'revert'].includes(event);
}

/** Of the events of one change those whose undo takes back all of it: what else befell a rule follows its first. */
export function firstOfEach<E extends { readonly event: Event }>(change: readonly E[]): E[] {
  const seen = new Set<string | undefined>();
  return change.filter(({ event: { asset_id } }) => !seen.has(asset_id) && seen.add(asset_id));
}

/** The events that touch wording, and which of them count. */
export interface WordingHistory {
  readonly history: readonly LoggedEvent[];
  readonly isLive: (id: string) => boolean;
}

/** The effect of an undo on one asset's wording. */
interface Rewording {
  readonly assetId: string;
  /** Its wording afterwards; undefined if the asset goes. */
  readonly wording: Asset | undefined;
  /** The other wording, if the asset changed since: the restored one, or what stands in its place. */
  readonly other?: Asset;
}

export interface Undone {
  readonly rewording?: Rewording;
  /** The wording that a revert of a birth must keep, so that it can be undone in its turn. */
  readonly before?: Asset;
}

/** Which events count, by their ids: before the undo, and after it. */
export interface Counting {
  readonly before: (id: string) => boolean;
  readonly after: (id: string) => boolean;
}

/**
 * Computes how undoing `target` changes a wording. A rewording restores `before` if the asset still equals `after`, and
 * vice versa when it is redone. Otherwise what stands stays, unless no person has read it: then only the event that is
 * undone says so.
 */
export function planUndo(
  target: LoggedEvent,
  history: readonly LoggedEvent[],
  counting: Counting,
  assets: ReadonlyMap<string, Asset>,
  isUnread: (asset: Asset) => boolean,
): Undone {
  const root = rootOf(target, history);
  const comesBack = counting.after(root.id);
  const assetId = rewordedAsset(root.event);
  if (counting.before(root.id) === comesBack || assetId === undefined) return {};
  const current = assets.get(assetId);
  const { before, after } = root.event;
  if (!isBaseline(root.event)) {
    if (current === undefined || before === undefined || after === undefined) return {};
    const [from, to] = comesBack ? [before, after] : [after, before];
    if (sameWording(current, from)) return { rewording: { assetId, wording: to } };
    if (sameWording(current, to)) return { rewording: { assetId, wording: current } };
    return !comesBack && isUnread(current) && hasWordOf(current, from, to)
      ? { rewording: { assetId, wording: to, other: current } }
      : { rewording: { assetId, wording: current, other: to } };
  }
  if (comesBack) {
    const wording = current === undefined ? (target.event.before ?? after) : undefined;
    return wording === undefined ? {} : { rewording: { assetId, wording } };
  }
  const isBornTwice = history.some(
    ({ id, event }) => isBaseline(event) && event.asset_id === assetId && counting.after(id),
  );
  if (current === undefined || isBornTwice) return {};
  return { rewording: { assetId, wording: undefined }, before: wordingOf(current) };
}

/** Does a wording hold a word that came with `from` and was not in `to`? */
function hasWordOf(current: Asset, from: Asset, to: Asset): boolean {
  const wordsIn = (asset: Asset) =>
    new Set(JSON.stringify(wordingOf(asset)).match(/[\p{L}\p{N}]+/gu));
  const [now, before] = [wordsIn(current), wordsIn(to)];
  return [...wordsIn(from)].some((word) => now.has(word) && !before.has(word));
}

/**
 * Rewordings whose asset still equals the old text: the run died in between, an older file was restored, or git merged
 * the line without the file.
 */
export function unfinishedRewordings(
  { history, isLive }: WordingHistory,
  assets: ReadonlyMap<string, Asset>,
): LoggedEvent[] {
  return rewordingsByAsset(history).flatMap(([id, all]) => {
    const live = all.filter((one) => isLive(one.id));
    const last = live.at(-1);
    const current = assets.get(id);
    if (last === undefined || current === undefined) return [];
    const isOlder = live.some((one) => reads(current, one.event.before));
    return isOlder && !live.some((one) => reads(current, one.event.after)) ? [last] : [];
  });
}

/** Each undo of a change where the asset still reads as after that change, with the change. */
export function unfinishedUndos(
  { history, isLive }: WordingHistory,
  assets: ReadonlyMap<string, Asset>,
): { readonly undo: LoggedEvent; readonly of: LoggedEvent }[] {
  return rewordingsByAsset(history).flatMap(([id, all]) => {
    const current = assets.get(id);
    if (current === undefined) return [];
    const made = all.filter(({ event }) => reads(current, event.after));
    const isFound = all.some((one) => isLive(one.id) && reads(current, one.event.before));
    const of = made.at(-1);
    if (of === undefined || isFound || made.some((one) => isLive(one.id))) return [];
    const undo = history.find((one) => one.event.reverts === of.id && isLive(one.id));
    return undo === undefined ? [] : [{ undo, of }];
  });
}

/** The event that an undo of an undo of … is about in the end. */
function rootOf(event: LoggedEvent, history: readonly LoggedEvent[]): LoggedEvent {
  const byId = new Map(history.map((one) => [one.id, one]));
  let at = event;
  while (at.event.reverts !== undefined) {
    const next = byId.get(at.event.reverts);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** The asset whose wording an event changes. */
function rewordedAsset(event: Event): string | undefined {
  if (event.event === 'revert' || !touchesWording(event)) return undefined;
  return event.event === 'merge' ? (event.into ?? event.asset_id) : event.asset_id;
}

function rewordingsByAsset(history: readonly LoggedEvent[]): [string, LoggedEvent[]][] {
  const rewordings = history
    .toSorted(byInstant)
    .filter(({ event }) => event.before !== undefined && event.after !== undefined)
    .filter(({ event }) => rewordedAsset(event) !== undefined);
  return [...groupBy(rewordings, ({ event }) => rewordedAsset(event) ?? '')];
}

function reads(asset: Asset, wording: Asset | undefined): boolean {
  return wording !== undefined && sameWording(asset, wording);
}

function byInstant(a: LoggedEvent, b: LoggedEvent): number {
  return instant(a.event.ts) - instant(b.event.ts) || (a.id < b.id ? -1 : 1);
}
