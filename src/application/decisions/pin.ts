import { twoDecimals } from '../../compile/escape-rule-text.js';
import { unfitReason } from '../../compile/rule-block.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import type { Decide } from './decision-types.js';
import { decisionOf } from './status.js';

const decide = decisionOf('pin', (ruleState) => ruleState?.pinned === true, ['merged', 'retired']);

/** Refuses a pin that would not bring the rule into the block. */
export const decidePin: Decide = (opened, request, scene) => {
  const decision = decide(opened, request, scene);
  const asset = assetSetOf(opened).assets.get(request.asset_id as string);
  if (decision.change === undefined || asset === undefined) return decision;
  const wrong = whyNoPin(opened, asset);
  if (wrong !== undefined) return { problems: [wrong] };
  return { ...decision, done: `${decision.done}${whyHidden(opened, asset.id)}` };
};

/** The block has room for a few pinned rules, and none for a long one. */
export function whyNoPin(opened: Opened, asset: Asset): Problem | undefined {
  const { max_pinned } = opened.memory.limits;
  const pinned = pinnedIn(opened);
  const unfit = unfitReason(asset);
  if (unfit !== undefined) return { ...unfit, severity: 'error' };
  if (pinned.length < max_pinned) return undefined;
  const full = faults.pinFull(max_pinned, pinned.join(', '), pinned[0]);
  return problem('pin/full', { file: 'config.json' }, full);
}

/** Why the rule stays hidden for now in spite of the pin. */
export function whyHidden(opened: Opened, id: string): string {
  const say = words[opened.memory.language];
  const ruleState = assetSetOf(opened).states.get(id);
  const { provisional } = policy.gate;
  if (ruleState !== undefined && ruleState.confidence < provisional)
    return say.hidden(id, twoDecimals(provisional));
  return ruleState?.unproved ? say.unproved : '';
}

/** Ids of the rules that are pinned now. */
function pinnedIn(opened: Opened): string[] {
  const { assets, states } = assetSetOf(opened);
  return [...assets.keys()].filter((id) => {
    const ruleState = states.get(id);
    return ruleState?.pinned === true && !ruleState.retired && ruleState.absorbedInto === undefined;
  });
}
