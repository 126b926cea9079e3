import { parseJson } from '../../json.js';
import { inSchemaOrder, isId, renderItems, sameWording, wordingOf } from '../../learn/asset.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import { instant, shortHash } from '../../learn/log/event.js';
import type { ParsedLog } from '../../learn/log/parse-log.js';
import type { Asset, Event } from '../../schema.gen.js';
import type { Conflict } from './wording-conflict.js';

interface MergedAssets {
  readonly text: string;
  /** Both sides changed the same field of these assets. Each entry holds the wording that wins and the other one. */
  readonly conflicts: readonly Conflict[];
  /** Open conflicts that are settled, or that continue among `conflicts`. */
  readonly settled: readonly Conflict[];
}

interface MergeKnowledge {
  readonly isEarlier?: (asset: Asset) => boolean;
  /** Conflicts left to a person by earlier merges. */
  readonly open?: readonly Conflict[];
}

/**
 * Merges three versions of an asset file by id and field. Ignores numbers, because compile writes them. If both sides
 * changed a field, the choice does not depend on which side merges. The other wording is returned unless it is an
 * earlier one of the winner. Undefined if a version is no array of assets with unique ids, because merging by id would
 * lose items.
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
      // After a squash git does not know that one side began at the other's state.
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
 * Continues an open conflict if one side changes again. The next commit of a rebase knows only the wording it was based
 * on. Undefined if nothing changes.
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

/** The file in work/ for the other wording. The same conflict always has the same file. */
export function conflictName({ id }: Asset, other: Asset): string {
  return `conflict-${id}-${shortHash(JSON.stringify(other))}.json`;
}

/** Events that tell which wording came before which. */
export function isRewording({ before, after, asset_id, into }: Event): boolean {
  return before !== undefined && after?.id === asset_id && into === undefined;
}

/**
 * Tests whether an asset equals a wording before a later rewording in the log. `kept` must hold every rewording of both
 * sides: otherwise an undone wording looks like the newest. A wording that a person restored has a later version.
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

/** A deletion loses against a change, so that no person's text is lost. */
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
 * Each wording with the fields that only the other side changed. Both results are equal if no field was changed twice.
 * Without a common ancestor changes cannot be told.
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
