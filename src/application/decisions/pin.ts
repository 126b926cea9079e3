import { twoDecimals } from '../../compile/escape-rule-text.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/rule-changes.js';
import { problem } from '../../problem.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import type { Decide } from './decision-types.js';
import { decisionOf } from './status.js';

const decide = decisionOf('pin', (ruleState) => ruleState?.pinned === true, ['merged', 'retired']);

/** Refuses a pin that would not fit: the block has room for a few pinned rules only. */
export const decidePin: Decide = (opened, request, scene) => {
  const decision = decide(opened, request, scene);
  if (decision.change === undefined) return decision;
  if (hasRoomToPin(opened)) {
    const still = whyHidden(opened, request.asset_id as string);
    return { ...decision, done: `${decision.done}${still}` };
  }
  const pinned = pinnedIn(opened);
  const { max_pinned } = opened.memory.limits;
  return {
    problems: [
      problem(
        'pin/full',
        { file: 'config.json' },
        faults.pinFull(max_pinned, pinned.join(', '), pinned[0]),
      ),
    ],
  };
};

export function hasRoomToPin(opened: Opened): boolean {
  return pinnedIn(opened).length < opened.memory.limits.max_pinned;
}

/** Why the rule stays hidden in spite of the pin. */
function whyHidden(opened: Opened, id: string): string {
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
