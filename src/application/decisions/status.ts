import type { RuleState } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { MadnessError } from '../../problem.js';
import { assetSetOf, eventAbout, pick, pickAny } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decide } from './decision-types.js';

type Hidden = 'merged' | 'retired';

export type DecisionKind = 'deprecate' | 'revive' | 'pin' | 'unpin';

/** One event about one asset: a person's decision, no wording. For a rule that is hidden for one of the reasons in `barred` it is refused. */
export function decisionOf(
  kind: DecisionKind,
  isDone: (ruleState: RuleState | undefined) => boolean,
  barred: readonly Hidden[] = [],
): Decide {
  return (opened, request, { now }) => {
    const assetSet = assetSetOf(opened);
    const say = words[opened.memory.language][kind];
    const isAway = kind === 'deprecate' || kind === 'unpin';
    const asset = (isAway ? pickAny : pick)(assetSet, request.asset_id as string);
    const { id } = asset;
    const ruleState = assetSet.states.get(id);
    if (barred.includes('merged') && ruleState?.absorbedInto !== undefined)
      throw new MadnessError(faults.hiddenByMerge(id, ruleState.absorbedInto));
    if (barred.includes('retired') && ruleState?.retired === true)
      throw new MadnessError(faults.retired(id));
    if (isDone(ruleState)) return { done: say.already(id) };
    const { reason } = request;
    const more = { by: kind, ...(reason === undefined ? {} : { reason }) };
    const at = timeAfter(opened, id, now);
    const event = eventAbout(asset, kind, at, opened.memory.project, more);
    return {
      change: { events: [event] },
      done: say.done(id),
      request: { ...request, asset_id: id, asset_type: asset.type },
    };
  };
}

export const decideDeprecate = decisionOf('deprecate', (ruleState) => ruleState?.retired === true);
export const decideRevive = decisionOf(
  'revive',
  (ruleState) => ruleState?.retired === false && ruleState.confidence >= policy.gate.provisional,
  ['merged'],
);
export const decideUnpin = decisionOf('unpin', (ruleState) => ruleState?.pinned !== true);
