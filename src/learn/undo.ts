import type { Asset, Event } from '../schema.gen.js';
import { sameWording, wordingOf } from './asset.js';
import { instant } from './event.js';
import type { LoggedEvent } from './log.js';

/** Kinds that undoing needs in full. */
export function touchesWording({ event }: Event): boolean {
  return ['create', 'import', 'revise', 'merge', 'import_merge', 'revert'].includes(event);
}

export interface Undone {
  /** The asset whose wording changes; undefined where only numbers do. */
  readonly assetId?: string;
  /** Its wording afterwards; undefined when it was never born. */
  readonly wording?: Asset | undefined;
  /** Somebody changed the text since: the wording is a proposal, not written. */
  readonly movedOn: boolean;
  /** What a revert of a birth must keep, so that it can be undone. */
  readonly before?: Asset;
}

/**
 * What undoing `target` does to the wording, so that all is as if it had never happened. `history`
 * holds every event that touches wording; `isLive` says which of them count now.
 */
export function planUndo(
  target: LoggedEvent,
  history: readonly LoggedEvent[],
  isLive: (id: string) => boolean,
  assets: ReadonlyMap<string, Asset>,
): Undone {
  const root = rootOf(target, history);
  const assetId =
    root.event.event === 'merge' ? (root.event.into ?? root.event.asset_id) : root.event.asset_id;
  if (assetId === undefined || !touchesWording(root.event) || root.event.event === 'revert')
    return { movedOn: false };
  const isLiveAfter = (id: string) => (id === root.id ? !isLive(id) : isLive(id));
  const current = assets.get(assetId);
  if (!isBornIn(history, assetId, isLiveAfter))
    return current === undefined
      ? { movedOn: false }
      : { assetId, wording: undefined, movedOn: false, before: wordingOf(current) };
  if (current === undefined) {
    const kept = target.event.before;
    return kept === undefined ? { movedOn: false } : { assetId, wording: kept, movedOn: false };
  }
  const expected = replay(history, assetId, isLive);
  const wording = replay(history, assetId, isLiveAfter);
  if (expected === undefined || wording === undefined || sameWording(expected, wording))
    return { movedOn: false };
  return { assetId, wording, movedOn: !sameWording(current, expected) };
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

function isBornIn(
  history: readonly LoggedEvent[],
  assetId: string,
  isLive: (id: string) => boolean,
): boolean {
  return history.some(
    ({ id, event }) =>
      event.asset_id === assetId &&
      (event.event === 'create' || event.event === 'import') &&
      isLive(id),
  );
}

/** The wording that follows from the live events: a revision replaces it, a merge adds to it. */
function replay(
  history: readonly LoggedEvent[],
  assetId: string,
  isLive: (id: string) => boolean,
): Asset | undefined {
  const changes = history
    .filter(
      ({ event }) =>
        (event.event === 'merge' ? (event.into ?? event.asset_id) : event.asset_id) === assetId,
    )
    .filter(
      ({ event }) =>
        event.event !== 'create' && event.before !== undefined && event.after !== undefined,
    )
    .filter(({ event }) => event.event !== 'revert')
    .sort((a, b) => instant(a.event.ts) - instant(b.event.ts) || (a.id < b.id ? -1 : 1));
  const first = changes[0]?.event.before;
  let wording = first && wordingOf(first);
  for (const { id, event } of changes) {
    if (!isLive(id) || wording === undefined) continue;
    const [before, after] = [wordingOf(event.before as Asset), wordingOf(event.after as Asset)];
    wording = event.event === 'revise' ? after : patched(wording, before, after);
  }
  return wording;
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
