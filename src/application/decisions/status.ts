import type { Life } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rule-changes.js';
import { MadnessError } from '../../problem.js';
import { eventAbout, pick, pickAny, shelfOf } from '../memory/asset-editor.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decide } from './decide.js';

/** Why a rule stands nowhere. */
type Hidden = 'merged' | 'retired';

export type DecisionKind = 'deprecate' | 'revive' | 'pin' | 'unpin';

/** One event about one asset: a person's decision, no wording. For a rule that is hidden for one of the reasons in `barred` it is refused. */
export function decisionOf(
  kind: DecisionKind,
  isDone: (life: Life | undefined) => boolean,
  barred: readonly Hidden[] = [],
): Decide {
  return (opened, request, { now }) => {
    const shelf = shelfOf(opened);
    const say = words[opened.memory.language][kind];
    const isAway = kind === 'deprecate' || kind === 'unpin';
    const asset = (isAway ? pickAny : pick)(shelf, request.asset_id as string);
    const { id } = asset;
    const life = shelf.lives.get(id);
    if (barred.includes('merged') && life?.absorbedInto !== undefined)
      throw new MadnessError(faults.hiddenByMerge(id, life.absorbedInto));
    if (barred.includes('retired') && life?.retired === true)
      throw new MadnessError(faults.retired(id));
    if (isDone(life)) return { done: say.already(id) };
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

export const decideDeprecate = decisionOf('deprecate', (life) => life?.retired === true);
export const decideRevive = decisionOf(
  'revive',
  (life) => life?.retired === false && life.confidence >= policy.gate.provisional,
  ['merged'],
);
export const decideUnpin = decisionOf('unpin', (life) => life?.pinned !== true);
