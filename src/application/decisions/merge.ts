import { twoDecimals } from '../../compile/escape-rule-text.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { MadnessError } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import {
  assetSetOf,
  eventAbout,
  evidenceLeftOut,
  joinedEvidence,
  pick,
  renderedFiles,
  withAsset,
  wordingChange,
} from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import { completeAsset } from '../memory/wording.js';
import type { Decide } from './decision-types.js';

export const decideMerge: Decide = (opened, request, { now, say: tell }) => {
  const { asset_id: id, into } = request as { asset_id: string; into: string };
  if (into === id) throw new MadnessError(faults.mergeIntoItself(id));
  const assetSet = assetSetOf(opened);
  const say = words[opened.memory.language];
  const absorbed = pick(assetSet, id);
  const before = pick(assetSet, into);
  const survivor = assetSet.states.get(into)?.absorbedInto;
  if (assetSet.states.get(into)?.retired === true)
    throw new MadnessError(faults.mergeIntoRetired(into));
  if (survivor !== undefined)
    throw new MadnessError(faults.mergedAway(into, survivor, survivor === id));
  if (assetSet.states.get(id)?.absorbedInto === into) return { done: say.mergedAlready(id, into) };
  const reworded =
    request.asset === undefined
      ? { asset: before, problems: [] }
      : completeAsset(request.asset, { type: before.type, id: into }, 'the new wording');
  if (reworded.asset === undefined) return { problems: reworded.problems };
  const [from, to] = [
    assetSet.states.get(id)?.confidence ?? 0,
    assetSet.states.get(into)?.confidence ?? 0,
  ];
  if (from >= policy.gate.active && to < policy.gate.active)
    tell(say.losesProof(id, twoDecimals(from), into, twoDecimals(to)));
  const joined = { ...before, ...reworded.asset } as Asset;
  const after = absorb(joined, absorbed);
  const next = withAsset(assetSet, after.type, into, after);
  if ('rule' in next) return { problems: [next] };
  const at = timeAfter(opened, into, timeAfter(opened, id, now));
  const { reason } = request;
  const event = eventAbout(absorbed, 'merge', at, opened.memory.project, {
    into,
    by: 'merge',
    ...(reason === undefined ? {} : { reason }),
    ...wordingChange(before, after),
  });
  return {
    change: { texts: renderedFiles(next), events: [event] },
    done: [say.merged(id, into), ...evidenceLeftOut(joined, absorbed, opened.memory.language)].join(
      '\n',
    ),
    request: { ...request, asset_type: absorbed.type },
  };
};

/** The survivor with the other's evidence. */
function absorb(survivor: Asset, absorbed: Asset): Asset {
  return { ...survivor, evidence: joinedEvidence(survivor, absorbed) };
}
