import { parseJson } from '../../json.js';
import { inSchemaOrder, isId, renderItems, sameWording, wordingOf } from '../../learn/asset.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import { instant, shortHash } from '../../learn/log/event.js';
import type { ParsedLog } from '../../learn/log/parse-log.js';
import type { Asset, Event } from '../../schema.gen.js';
import type { Conflict } from './conflict.js';

export interface MergedAssets {
  readonly text: string;
  /** Assets of which both sides changed a field: the wording that stays, and the other. */
  readonly conflicts: readonly Conflict[];
  /** Of the open ones those that are none any more, or go on among `conflicts`. */
  readonly settled: readonly Conflict[];
}

export interface MergeKnowledge {
  readonly isEarlier?: (asset: Asset) => boolean;
  /** What earlier merges left to a person. */
  readonly open?: readonly Conflict[];
}

/**
 * Three versions of an asset file, merged by id and field. Numbers do not matter: compile follows. Where both
 * sides changed a field the choice is the same whichever side merges; the other wording is handed back, unless it is
 * an earlier one of what stays. Undefined when a version is no array of assets with ids of their own: a merge by id would lose what has none.
 */
export function mergeAssets(
  base: string,
  ours: string,
  theirs: string,
  { isEarlier = () => false, open = [] }: MergeKnowledge = {},
): MergedAssets | undefined {
  const versions = [base, ours, theirs].map(itemsById);
  const [old, left, right] = versions as [Items, Items, Items];
  if (versions.includes(undefined)) return undefined;
  const conflicts: Conflict[] = [];
  const merged = [...new Set([...left.keys(), ...right.keys()])].flatMap((id) => {
    const [before, mine, other] = [old.get(id), left.get(id), right.get(id)];
    const chosen = choose(before, mine, other);
    if (chosen === 'conflict' && mine !== undefined && other !== undefined) {
      // After a squash git does not know that one side began where the other stands.
      const [isOld, isOtherOld] = [isEarlier(mine), isEarlier(other)];
      if (isOld !== isOtherOld) return [isOld ? other : mine];
      const [kept, loser] = joined(before, canonicalOrder(mine, other));
      if (!sameWording(kept, loser)) conflicts.push({ kept, other: loser });
      return [kept];
    }
    return chosen === undefined || chosen === 'conflict' ? [] : [chosen];
  });
  const byId = new Map(merged.map((asset) => [asset.id, asset]));
  const moved = open.flatMap((conflict) => {
    const { id } = conflict.kept;
    const next = goneOn(conflict, [old.get(id), left.get(id), right.get(id)], byId.get(id));
    return next === undefined ? [] : [{ conflict, next }];
  });
  for (const { next } of moved) {
    const isPast = isEarlier(next.other) && !isEarlier(next.kept);
    if (!isPast && isNew(next, conflicts)) conflicts.push(next);
  }
  return { text: renderItems(merged), conflicts, settled: moved.map(({ conflict }) => conflict) };
}

/**
 * What becomes of an open conflict where one side goes on: the next commit of a rebase knows only the wording that it
 * was made on. Undefined where nothing does.
 */
function goneOn(
  { kept, other }: Conflict,
  [before, mine, theirs]: readonly (Asset | undefined)[],
  merged: Asset | undefined,
): Conflict | undefined {
  if (before === undefined || mine === undefined || theirs === undefined || merged === undefined)
    return undefined;
  if (!sameWording(kept, mine) || sameWording(before, theirs)) return undefined;
  const next = withChangesOf(before, other, theirs);
  return { kept: merged, other: sameWording(next, theirs) ? theirs : next };
}

/** None between two of the same words, and none twice. */
function isNew({ kept, other }: Conflict, conflicts: readonly Conflict[]): boolean {
  return (
    !sameWording(kept, other) &&
    !conflicts.some((one) => sameWording(one.kept, kept) && sameWording(one.other, other))
  );
}

/** Name in work/ of the file that keeps the other wording: the same conflict twice is one file. */
export function conflictName({ id }: Asset, other: Asset): string {
  return `conflict-${id}-${shortHash(JSON.stringify(other))}.json`;
}

/** Events that tell which wording came before which. */
export function isRewording({ before, after, asset_id, into }: Event): boolean {
  return before !== undefined && after?.id === asset_id && into === undefined;
}

/**
 * Is an asset what the log says it was before a later rewording? `kept` holds every rewording of both sides: one that
 * knows too few takes an undone wording for the newest. Words that somebody put back by hand have a later version.
 */
export function earlierWordings({ log, kept }: ParsedLog): (asset: Asset) => boolean {
  const state = fold(log);
  const live = liveAmong(kept, state).map(({ event }) => event);
  const rewordings = live.sort((a, b) => instant(a.ts) - instant(b.ts));
  return (asset) => {
    const first = state.states.get(asset.id)?.baseline?.version ?? 1;
    const own = rewordings.filter(({ asset_id }) => asset_id === asset.id);
    const next = own[(asset.version ?? 1) - first]?.before;
    return next !== undefined && sameWording(next, asset);
  };
}

type Items = ReadonlyMap<string, Asset>;

function itemsById(text: string): Items | undefined {
  try {
    const value = parseJson(text.trim() === '' ? '[]' : text);
    if (!Array.isArray(value) || !value.every((item) => isId(item?.id))) return undefined;
    const items = new Map(value.map((item): [string, Asset] => [item.id, item]));
    return items.size === value.length ? items : undefined;
  } catch {
    return undefined;
  }
}

/** A deletion loses against a change: nothing that somebody wrote is lost. */
function choose(
  before: Asset | undefined,
  mine: Asset | undefined,
  other: Asset | undefined,
): Asset | undefined | 'conflict' {
  const unchanged = (side: Asset | undefined) =>
    side === undefined ? before === undefined : before !== undefined && sameWording(before, side);
  const same = mine && other && madeTwice(mine, other);
  if (same !== undefined) return same;
  if (unchanged(other)) return mine;
  if (unchanged(mine)) return other;
  return mine === undefined || other === undefined ? (mine ?? other) : 'conflict';
}

/**
 * What each of two wordings becomes with the fields that only the other has changed: the same twice where no field was
 * changed by both. Of a rule that both have made there is nothing to tell a change by.
 */
function joined(before: Asset | undefined, [a, b]: [Asset, Asset]): [Asset, Asset] {
  if (before === undefined) return [a, b];
  return [withChangesOf(before, a, b), withChangesOf(before, b, a)];
}

/** One wording, with the fields that only the other has changed. */
function withChangesOf(before: Asset, one: Asset, other: Asset): Asset {
  const isAsBefore = (field: string) =>
    sameWording({ ...before, [field]: fieldsOf(one)[field] }, before);
  const theirs = Object.keys({ ...wordingOf(one), ...wordingOf(other) })
    .filter(isAsBefore)
    .map((field) => [field, fieldsOf(other)[field]]);
  return inSchemaOrder({ ...one, ...Object.fromEntries(theirs) });
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(asset: Asset): Fields {
  return { ...asset };
}

/** The earlier of two that differ in nothing but the day on which they were made; else undefined. */
function madeTwice(a: Asset, b: Asset): Asset | undefined {
  const [first, second] = (a.created_at ?? '') <= (b.created_at ?? '') ? [a, b] : [b, a];
  return sameWording(first, { ...second, created_at: first.created_at } as Asset)
    ? first
    : undefined;
}

/** The newer version first; else the greater text. The same from either side. */
function canonicalOrder(a: Asset, b: Asset): [Asset, Asset] {
  const order =
    (a.version ?? 1) - (b.version ?? 1) || (JSON.stringify(a) > JSON.stringify(b) ? 1 : -1);
  return order > 0 ? [a, b] : [b, a];
}
