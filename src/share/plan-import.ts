import { sameWording, wordingOf } from '../learn/asset.js';
import { relationsOf } from '../learn/likeness.js';
import { unfits } from '../messages/problems/share.js';
import type { Asset, Hold } from '../schema.gen.js';
import { hold, type ImportedItem, withoutPast } from './parse-import.js';

/** What an import must not touch, and what it may resemble. */
interface Here {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Every id that the log or a file knows, retired and undone ones too. */
  readonly ids: ReadonlySet<string>;
  /** Ids that this file imported, or was compared with, before. */
  readonly seen: ReadonlySet<string>;
}

/** new: comes in. same: is here already. seen: came with this very file. other: here with other words. */
export type Fate = 'new' | 'same' | 'seen' | 'other' | 'held';

export interface Planned extends ImportedItem {
  readonly fate: Fate;
}

/** The fate of each asset of a file. Existing rules are never replaced. */
export function planImport(items: readonly ImportedItem[], here: Here): Planned[] {
  const skeletons = new Map([...here.ids].map((id) => [skeleton(id), id]));
  const assets = [...here.assets.values()];
  const used = new Set<string>();
  const texts = new Map<string, string>();
  return items.map((item) => {
    const isTwice = used.has(item.id);
    used.add(item.id);
    const own = isTwice ? [hold('duplicate-id', `${item.id} stands in the file twice`)] : [];
    const current = here.assets.get(item.id);
    // A missing rule was reverted or deleted; it may be imported again.
    if (!isTwice && current !== undefined && here.seen.has(item.id))
      return { ...item, fate: 'seen' };
    if (here.ids.has(item.id)) return known(item, current, own);
    const look = [
      ...own,
      ...lookAlikes(item, skeletons, assets),
      ...(isTwice ? [] : twinOf(item, texts)),
    ];
    skeletons.set(skeleton(rawId(item)), item.id);
    const holds = [...item.holds, ...look];
    return { ...item, holds, fate: holds.length > 0 ? 'held' : 'new' };
  });
}

/** The same rule under another id, earlier in the file. */
function twinOf({ asset, id }: ImportedItem, texts: Map<string, string>): Hold[] {
  const text = JSON.stringify(wordingOf({ ...asset, id: '' }));
  const first = texts.get(text);
  if (first === undefined) texts.set(text, id);
  return first === undefined ? [] : [hold('duplicate', `word for word ${first} of this file`)];
}

function known(item: ImportedItem, current: Asset | undefined, own: readonly Hold[]): Planned {
  if (current === undefined)
    return {
      ...item,
      fate: 'held',
      holds: [...item.holds, hold('known-id', `${item.id} was here and is gone`)],
    };
  if (current.type !== item.type)
    return {
      ...item,
      fate: 'held',
      unfit: unfits.takenBy(current.type),
      holds: [...item.holds, hold('other-kind', `${item.id} is a ${current.type} here`)],
    };
  if (own.length === 0 && sameText(current, item.asset)) return { ...item, fate: 'same' };
  const holds = [...item.holds, ...own];
  return { ...item, holds, fate: holds.length > 0 ? 'held' : 'other' };
}

/** True for the same rule regardless of its history. */
function sameText(a: Asset, b: Asset): boolean {
  return sameWording(wordingOf(withoutPast(a)), wordingOf(withoutPast(b)));
}

const relations = {
  'same-words': ['duplicate', 'says the same as'],
  'same-watch': ['duplicate', 'counts the same as'],
  contradicts: ['contradiction', 'cannot be kept together with'],
} as const;

function lookAlikes(
  item: ImportedItem,
  skeletons: ReadonlyMap<string, string>,
  assets: readonly Asset[],
): Hold[] {
  const alike = skeletons.get(skeleton(rawId(item)));
  const byId =
    alike === undefined || alike === item.id
      ? []
      : [hold('id-look-alike', `its id is like that of ${alike}`)];
  if (item.holds.some(({ rule }) => rule === 'import/schema')) return byId;
  const byText = relationsOf(item.asset, assets)
    .slice(0, 3)
    .map(({ id, kind }) => hold(relations[kind][0], `${relations[kind][1]} ${id}`));
  return [...byId, ...byText];
}

function rawId({ asset, id }: ImportedItem): string {
  return typeof asset.id === 'string' ? asset.id.slice(0, 200) : id;
}

/** Ids that a reader takes for one: case, width, hyphens and digits that look like letters do not count. */
function skeleton(id: string): string {
  return id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/5/g, 's')
    .replace(/rn/g, 'm');
}
