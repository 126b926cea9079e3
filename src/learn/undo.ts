import type { Asset, Event } from '../schema.gen.js';
import { sameWording, wordingOf } from './asset.js';
import { instant } from './event.js';
import type { LoggedEvent } from './log.js';

/** Kinds that undoing needs in full. */
export function touchesWording({ event }: Event): boolean {
  return ['create', 'import', 'revise', 'merge', 'import_merge', 'revert'].includes(event);
}

/** What happens to the wording of one asset. */
interface Rewording {
  readonly assetId: string;
  /** Its wording afterwards; undefined when it was never born. */
  readonly wording: Asset | undefined;
  /** Somebody changed the text since: the wording is a proposal, not written. */
  readonly movedOn: boolean;
}

export interface Undone {
  readonly rewordings: readonly Rewording[];
  /** What a revert of a birth must keep, so that it can be undone in its turn. */
  readonly before?: Asset;
}

/** Which events count, by their ids: before the undo, and after it. */
export interface Counting {
  readonly before: (id: string) => boolean;
  readonly after: (id: string) => boolean;
}

/**
 * What undoing `target` does to the wordings, so that all is as if it had never happened. `history`
 * holds every event that touches wording.
 */
export function planUndo(
  target: LoggedEvent,
  history: readonly LoggedEvent[],
  counting: Counting,
  assets: ReadonlyMap<string, Asset>,
): Undone {
  const root = rootOf(target, history);
  const now: World = { history, isLive: counting.before };
  const then: World = { history, isLive: counting.after };
  const rewordings = affectedBy(root.event, history).flatMap((assetId): Rewording[] => {
    const current = assets.get(assetId);
    if (!isBorn(then, assetId))
      return current === undefined ? [] : [{ assetId, wording: undefined, movedOn: false }];
    const wording = replay(then, assetId);
    if (current === undefined) {
      const restored = wording ?? target.event.before;
      return restored === undefined ? [] : [{ assetId, wording: restored, movedOn: false }];
    }
    const expected = replay(now, assetId);
    if (expected === undefined || wording === undefined || sameWording(expected, wording))
      return [];
    return [{ assetId, wording, movedOn: !sameWording(current, expected) }];
  });
  const gone = rewordings.find(({ wording }) => wording === undefined);
  const before = gone && assets.get(gone.assetId);
  return { rewordings, ...(before === undefined ? {} : { before: wordingOf(before) }) };
}

/**
 * The last change of each wording that is in the log and not in the assets: the run that made it died in between, or an
 * older file was put back. `history` holds every event that touches wording.
 */
export function unfinishedRewordings(
  history: readonly LoggedEvent[],
  isLive: (id: string) => boolean,
  assets: ReadonlyMap<string, Asset>,
): LoggedEvent[] {
  const world: World = { history, isLive };
  const last = new Map<string, LoggedEvent>();
  for (const one of history.toSorted(byInstant)) {
    const id = rewordedBy(one.event);
    if (id !== undefined && one.event.before !== undefined && isLive(one.id)) last.set(id, one);
  }
  return [...last].flatMap(([id, one]) => {
    const [current, expected] = [assets.get(id), replay(world, id)];
    if (current === undefined || expected === undefined || sameWording(current, expected))
      return [];
    return sameWording(current, one.event.before as Asset) ? [one] : [];
  });
}

interface World {
  readonly history: readonly LoggedEvent[];
  readonly isLive: (id: string) => boolean;
}

/** The asset itself, and those that absorbed it: what an unborn asset gave them goes with it. */
function affectedBy(event: Event, history: readonly LoggedEvent[]): string[] {
  const own = rewordedBy(event);
  if (own === undefined || !touchesWording(event)) return [];
  if (!isBirth(event)) return [own];
  const absorbers = history.flatMap(({ event: { event, asset_id, into } }) =>
    event === 'merge' && asset_id === own && into !== undefined ? [into] : [],
  );
  return [...new Set([own, ...absorbers])];
}

/** The asset whose wording an event changes. */
function rewordedBy({ event, asset_id, into }: Event): string | undefined {
  if (event === 'revert') return undefined;
  return event === 'merge' ? (into ?? asset_id) : asset_id;
}

function isBirth({ event }: Event): boolean {
  return event === 'create' || event === 'import';
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

function isBorn({ history, isLive }: World, assetId: string): boolean {
  return history.some(
    ({ id, event }) => event.asset_id === assetId && isBirth(event) && isLive(id),
  );
}

/** The wording that follows from the live events: a revision replaces it, a merge adds to it. */
function replay(world: World, assetId: string): Asset | undefined {
  const changes = world.history
    .filter(({ event }) => rewordedBy(event) === assetId && !isBirth(event))
    .filter(({ event }) => event.before !== undefined && event.after !== undefined)
    .sort(byInstant);
  let wording = changes[0]?.event.before;
  for (const { id, event } of changes) {
    if (wording === undefined || !world.isLive(id)) continue;
    if (event.event === 'merge' && !isBorn(world, event.asset_id ?? '')) continue;
    const { before, after } = event as { before: Asset; after: Asset };
    wording = event.event === 'revise' ? after : patched(wording, before, after);
  }
  return wording;
}

function byInstant(a: LoggedEvent, b: LoggedEvent): number {
  return instant(a.event.ts) - instant(b.event.ts) || (a.id < b.id ? -1 : 1);
}

/** The difference between two wordings, applied to a third. Evidence is a set. */
function patched(wording: Asset, before: Asset, after: Asset): Asset {
  const fields = (asset: Asset) => asset as unknown as Record<string, unknown>;
  const result = { ...fields(wording) };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [fields(before)[key], fields(after)[key]];
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    result[key] = key === 'evidence' ? patchedSet(result[key], old, next) : next;
  }
  return wordingOf(result as unknown as Asset);
}

function patchedSet(current: unknown, before: unknown, after: unknown): unknown[] {
  const keys = (list: unknown) => ((list ?? []) as unknown[]).map((item) => JSON.stringify(item));
  const removed = new Set(keys(before).filter((key) => !keys(after).includes(key)));
  const added = keys(after).filter((key) => !keys(before).includes(key));
  const kept = keys(current).filter((key) => !removed.has(key) && !added.includes(key));
  return [...kept, ...added].map((key) => JSON.parse(key));
}
