import { twoDecimals } from '../../compile/escape-rule-text.js';
import { fileNameOf, sameWording } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { policy } from '../../learn/fold/policy.js';
import { withWatchAlone } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { event as isEvent } from '../../validators.gen.js';
import { assetSetOf, eventAbout, renderedFiles, withAsset } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import { formerRule } from '../memory/id-reuse.js';
import { completeAsset } from '../memory/wording.js';
import type { Decide } from './decision-types.js';

/**
 * The rule starts at 0.70 like any new rule, in the project that proved it. Success in another project counts twice; it
 * has not been seen there yet.
 */
export const decidePromote: Decide = (opened, request, { now }) => {
  const { asset_type: type, asset: wording, project, quotes = [] } = request as Promotion;
  const { asset, problems } = completeAsset(
    wording,
    { type, created_at: now.slice(0, 10) },
    'the rule',
  );
  if (asset === undefined) return { problems };
  const { id } = asset;
  const assetSet = assetSetOf(opened);
  const say = words[opened.memory.language];
  const other = assetSet.assets.get(id);
  if (other !== undefined && sameRule(other, asset)) return { done: say.promotedAlready(id) };
  if (other !== undefined || assetSet.states.get(id)?.baseline !== undefined)
    return { problems: [otherWords(id, type)] };
  const former = formerRule(assetSet, id, fileNameOf(type), opened.location.isUser);
  if (former.length > 0) return { problems: former };
  const next = withAsset(assetSet, type, id, asset);
  if ('rule' in next) return { problems: [next] };
  const session = asset.evidence?.find((one) => one.session)?.session;
  const event = eventAbout(asset, 'create', timeAfter(opened, id, now), project, {
    detail: `promoted from ${project}, where it was proved`,
    confidence_delta: policy.baseline.create / 100,
    by: 'promote',
    ...(session === undefined ? {} : { session }),
    ...(quotes.length === 0 ? {} : { quotes: [...quotes] }),
  });
  if (!isEvent(event)) throw new MadnessError(faults.noEvent);
  const { success, successElsewhere } = policy.step;
  return {
    change: { texts: renderedFiles(next), events: [event] },
    done: say.promoted(
      id,
      twoDecimals(policy.baseline.create),
      twoDecimals(successElsewhere),
      twoDecimals(success),
      asset.watch !== undefined,
    ),
  };
};

type Promotion = Request & { asset_type: AssetType; asset: Asset; project: string };

function sameRule(a: Asset, b: Asset): boolean {
  const bare = ({ evidence, created_at, created_from, origin, ...rest }: Asset) => rest as Asset;
  // An older version copied the guard.
  return sameWording(bare(withWatchAlone(a)), bare(withWatchAlone(b)));
}

function otherWords(id: string, type: AssetType): Problem {
  return problem('asset/id-exists', { file: fileNameOf(type), at: id }, faults.otherWords(id));
}
