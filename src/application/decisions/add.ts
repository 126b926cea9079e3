import { evidenceOfBirth, fileNameOf } from '../../learn/asset.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { localDay } from '../../text.js';
import {
  type AssetSet,
  assetSetOf,
  birthplace,
  eventAbout,
  renderedFiles,
  withAsset,
} from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import { formerRule } from '../memory/id-reuse.js';
import { completeAsset } from '../memory/wording.js';
import type { Decide } from './decision-types.js';

export const decideAdd: Decide = (opened, request, { now }) => {
  const { asset_type: type, asset: wording } = request as { asset_type: AssetType; asset: Asset };
  const { asset, problems } = completeAsset(
    wording,
    { type, created_at: localDay(Date.parse(now)) },
    name,
  );
  if (asset === undefined) return { problems };
  const assetSet = assetSetOf(opened);
  const say = words[opened.memory.language];
  const taken = whyTaken(assetSet, asset, opened.location.isUser);
  if (taken.length > 0) return { problems: taken };
  const next = withAsset(assetSet, asset.type, asset.id, asset);
  if ('rule' in next) return { problems: [next] };
  const confidence = policy.baseline.create / 100;
  const event = eventAbout(asset, 'create', timeAfter(opened, asset.id, now), birthplace(opened), {
    confidence_delta: confidence,
    by: 'add',
    ...evidenceOfBirth(asset.evidence),
  });
  return {
    change: { texts: renderedFiles(next), events: [event] },
    done: say.added(asset.id, confidence.toFixed(2)),
    request: { ...request, asset_id: asset.id },
  };
};

const name = 'the asset';

function whyTaken(assetSet: AssetSet, { id, type }: Asset, isUser: boolean): Problem[] {
  const other = assetSet.assets.get(id);
  const isBorn = assetSet.states.get(id)?.baseline !== undefined;
  if (other === undefined && !isBorn) return formerRule(assetSet, id, fileNameOf(type), isUser);
  return [
    problem(
      'asset/id-exists',
      { file: fileNameOf(other?.type ?? type), at: id },
      faults.idExists(id, other === undefined),
    ),
  ];
}
