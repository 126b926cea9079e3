import type { Asset, Event } from '../../schema.gen.js';
import { sameWording, wordingOf } from '../asset.js';
import { isBirth } from '../log/event.js';
import type { LoggedEvent } from '../log/parse-log.js';
import {
  byInstant,
  isBorn,
  isEvidence,
  type Parts,
  partsOf,
  replay,
  rewordedBy,
  rootOf,
  type World,
  wordingFrom,
} from './replay.js';

/** Kinds that undoing needs in full. */
export function touchesWording({ event }: Event): boolean {
  return ['create', 'import', 'revise', 'merge', 'import_merge', 'revert'].includes(event);
}

/** What happens to the wording of one asset. */
interface Rewording {
  readonly assetId: string;
  /** Its wording afterwards; undefined when it was never born. */
  readonly wording: Asset | undefined;
  /** Fields that somebody has changed since, which stay, and the wording without that: a proposal, not written. */
  readonly movedOn?: { readonly fields: readonly string[]; readonly wording: Asset };
}

export interface Undone {
  /** Also of what stays as it is, where the event changed words. */
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
  if (counting.before(root.id) === counting.after(root.id)) return { rewordings: [] };
  const now: World = { history, isLive: counting.before };
  const then: World = { history, isLive: counting.after };
  const rewordings = affectedBy(root.event, history).flatMap((assetId): Rewording[] => {
    const current = assets.get(assetId);
    if (!isBorn(then, assetId))
      return current === undefined || !isBorn(now, assetId)
        ? []
        : [{ assetId, wording: undefined }];
    const next = replay(then, assetId);
    if (current === undefined) {
      const restored = next === undefined ? target.event.before : wordingFrom(next);
      return restored === undefined ? [] : [{ assetId, wording: restored }];
    }
    if (next === undefined) return [];
    const own = ownChange(root, assetId, then);
    return reworded(assetId, { current, told: replay(now, assetId), next }, own);
  });
  const { asset_id: id = '' } = root.event;
  const isTaken = isBirth(root.event) && rewordings.some(({ assetId }) => assetId === id);
  const before = isTaken ? assets.get(id) : undefined;
  return { rewordings, ...(before === undefined ? {} : { before: wordingOf(before) }) };
}

/**
 * The last change of each wording that is in the log and not in the assets: the run that made it died in between, an
 * older file was put back, or git brought the line without the words. `history` holds every event that touches wording.
 */
export function unfinishedRewordings(
  history: readonly LoggedEvent[],
  isLive: (id: string) => boolean,
  assets: ReadonlyMap<string, Asset>,
): LoggedEvent[] {
  return [...rewordingsById(history)].flatMap(([id, all]) => {
    const live = all.filter((one) => isLive(one.id));
    const last = live.at(-1);
    if (last === undefined) return [];
    const isBehind = (current: Asset) =>
      sameWording(current, last.event.before as Asset) ||
      (live.some(foundAs(current)) && !live.some(madeOf(current)));
    return stands(id, isBehind, { history, isLive }, assets) ? [last] : [];
  });
}

/** Each undo of a change whose words stand all the same, with that change. */
export function unfinishedUndos(
  history: readonly LoggedEvent[],
  isLive: (id: string) => boolean,
  assets: ReadonlyMap<string, Asset>,
): { readonly undo: LoggedEvent; readonly of: LoggedEvent }[] {
  return [...rewordingsById(history)].flatMap(([id, all]) => {
    const of = all.findLast((one) => {
      const isUndone = (current: Asset) =>
        madeOf(current)(one) && !all.some((other) => isLive(other.id) && madeOf(current)(other));
      return !isLive(one.id) && stands(id, isUndone, { history, isLive }, assets);
    });
    const undo = history.find(({ id, event }) => event.reverts === of?.id && isLive(id));
    return of === undefined || undo === undefined ? [] : [{ undo, of }];
  });
}

/** In the order in which they were made. */
function rewordingsById(history: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const found = new Map<string, LoggedEvent[]>();
  for (const one of history.toSorted(byInstant)) {
    const id = rewordedBy(one.event);
    if (id !== undefined && one.event.before !== undefined)
      found.set(id, [...(found.get(id) ?? []), one]);
  }
  return found;
}

const foundAs =
  (asset: Asset) =>
  ({ event: { before } }: LoggedEvent): boolean =>
    before !== undefined && sameWording(before, asset);

const madeOf =
  (asset: Asset) =>
  ({ event: { after } }: LoggedEvent): boolean =>
    after !== undefined && sameWording(after, asset);

/** Are there such words, where the log tells of others? */
function stands(
  id: string,
  isSuch: (current: Asset) => boolean,
  world: World,
  assets: ReadonlyMap<string, Asset>,
): boolean {
  const current = assets.get(id);
  if (current === undefined || !isSuch(current)) return false;
  const expected = replay(world, id);
  return expected !== undefined && !sameWording(current, wordingFrom(expected));
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

/** What the event that is undone, or comes back, made of the parts of a wording. */
interface OwnChange {
  readonly made: Parts;
  /** The parts that it changed. */
  readonly parts: ReadonlySet<string>;
  readonly comesBack: boolean;
  /** Did somebody who had seen its words change them since? */
  readonly isFollowed: (part: string) => boolean;
}

function ownChange(
  { id, event }: LoggedEvent,
  assetId: string,
  { history, isLive }: World,
): OwnChange | undefined {
  if (rewordedBy(event) !== assetId || event.before === undefined || event.after === undefined)
    return undefined;
  const [found, made] = [partsOf(event.before), partsOf(event.after)];
  const isChanged = (part: string) => found.get(part) !== made.get(part);
  const others = history.filter((one) => rewordedBy(one.event) === assetId && isLive(one.id));
  return {
    made,
    parts: new Set([...found.keys(), ...made.keys()].filter(isChanged)),
    comesBack: isLive(id),
    isFollowed: (part) =>
      others.some(
        ({ event: { before } }) => before && partsOf(before).get(part) === made.get(part),
      ),
  };
}

/**
 * The wording that stands, with what the log tells otherwise than before. What somebody changed since is left alone. `told`:
 * what the log tells of it before the undo; `next`: after it.
 */
function reworded(
  assetId: string,
  { current, told, next }: { current: Asset; told: Parts | undefined; next: Parts },
  own: OwnChange | undefined,
): Rewording[] {
  const stands = partsOf(current);
  const now = told ?? stands;
  const [wording, other] = [new Map(stands), new Map(stands)];
  const fields: string[] = [];
  for (const part of new Set([...now.keys(), ...next.keys(), ...(own?.parts ?? [])])) {
    const [here, was, will] = [stands.get(part), now.get(part), next.get(part)];
    const isOwn = own?.parts.has(part) === true;
    // Of two changes of one field the log counts the later one; a merge of git may have let the other stand.
    const isLetStand = isOwn && !own.comesBack && here === own.made.get(part);
    const isLost =
      isOwn && own.comesBack && was === will && !isEvidence(part) && !own.isFollowed(part);
    const value = isLost ? own.made.get(part) : will;
    if (here === value || (was === will && !isLetStand && !isLost)) continue;
    put(other, part, value);
    if (isLetStand || (here === was && !isLost)) put(wording, part, value);
    else fields.push(part);
  }
  const isAsTold = sameWording(current, wordingFrom(now)) && fields.length === 0;
  const after = wordingFrom(isAsTold ? next : wording);
  if (fields.length > 0)
    return [{ assetId, wording: after, movedOn: { fields, wording: wordingFrom(other) } }];
  const isTold = own !== undefined && own.parts.size > 0;
  return isTold || !sameWording(current, after) ? [{ assetId, wording: after }] : [];
}

function put(parts: Map<string, string>, part: string, value: string | undefined): void {
  if (value === undefined) parts.delete(part);
  else parts.set(part, value);
}
