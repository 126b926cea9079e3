import { sameWording, withoutCompiled } from '../../learn/asset.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import {
  assetSetOf,
  eventAbout,
  pick,
  renderedFiles,
  withAsset,
  wordingChange,
} from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import { completeAsset } from '../memory/wording.js';
import { notTaken, openWordings } from '../team/open-wordings.js';
import type { Decide } from './decision-types.js';

export const decideRevise: Decide = (opened, request, { now }) => {
  const { asset_id: id, asset: wording } = request as { asset_id: string; asset: Asset };
  const assetSet = assetSetOf(opened);
  const say = words[opened.memory.language];
  const before = pick(assetSet, id);
  const defaults = { type: before.type, id, ...keptProvenance(before) };
  const { asset, problems } = completeAsset(wording, defaults, 'the new wording');
  if (asset === undefined) return { problems };
  if (asset.id !== id) return { problems: [otherId('the new wording', id, asset.id)] };
  if (sameWording(before, asset)) return { done: say.unrevised(id) };
  const next = withAsset(assetSet, before.type, id, {
    ...before,
    ...asset,
    ...dropped(before, asset),
  });
  if ('rule' in next) return { problems: [next] };
  const ts = timeAfter(opened, id, now);
  const revised = (from: Asset, reason?: string) =>
    eventAbout(asset, 'revise', ts, opened.memory.project, {
      by: 'revise',
      ...(reason === undefined ? {} : { reason }),
      ...wordingChange(from, asset),
    });
  // A third wording takes the place of both.
  const waiting = openWordings(opened)
    .filter((one) => one.rule === id && !sameWording(one.asset, asset))
    .map((one) => revised(one.asset, notTaken));
  return {
    change: { texts: renderedFiles(next), events: [revised(before), ...waiting] },
    done: say.revised(before.type, id),
    request: { ...request, asset_type: before.type },
  };
};

/** Origin is no part of the wording. It is kept unless the new text names it. */
export function keptProvenance({
  created_at,
  created_from,
  origin,
  evidence,
}: Asset): Partial<Asset> {
  return {
    ...(created_at === undefined ? {} : { created_at }),
    ...(created_from === undefined ? {} : { created_from }),
    ...(origin === undefined ? {} : { origin }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** Fields that the new wording leaves out. */
function dropped(before: object, after: object): Record<string, undefined> {
  const gone = Object.keys(withoutCompiled(before)).filter((key) => !(key in after));
  return Object.fromEntries(gone.map((key) => [key, undefined]));
}

function otherId(file: string, expected: string, got: string) {
  return problem('asset/other-id', { file, at: '/id' }, faults.otherId(expected, got));
}
