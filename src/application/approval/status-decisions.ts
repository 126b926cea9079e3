import { twoDecimals } from '../../compile/format-rule.js';
import type { Life } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import { words } from '../../messages/rule-changes.js';
import { MadnessError } from '../../problem.js';
import { type Command, text } from '../../terminal/context.js';
import { eventAbout, pick, pickAny, shelfOf } from '../memory/asset-editor.js';
import { timeAfter } from '../memory/event-time.js';
import { type Decide, requestChange } from './request-change.js';

/** Why a rule stands nowhere. */
type Hidden = 'merged' | 'retired';

type DecisionKind = 'deprecate' | 'revive' | 'pin' | 'unpin';

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
      throw new MadnessError(
        `${id} is hidden: it was merged into ${life.absorbedInto}.`,
        `madness why ${id} shows the event; madness undo EVENT takes the merge back.`,
      );
    if (barred.includes('retired') && life?.retired === true)
      throw new MadnessError(`${id} is hidden: it is retired.`, `madness revive ${id} first.`);
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

export function decisionCommand(kind: DecisionKind, decide: Decide): Command {
  return (context) => {
    const reason = text(context, 'reason');
    const request = {
      action: kind,
      asset_id: context.args[0] as string,
      ...(reason === undefined ? {} : { reason }),
    };
    return requestChange(context, request, decide);
  };
}

/** A newer rule changed what this one rests on: it loses confidence, and the log says why. */
export const decidePremise: Decide = (opened, request, { now }) => {
  const id = request.asset_id as string;
  const asset = pick(shelfOf(opened), id);
  const at = timeAfter(opened, id, now);
  const event = eventAbout(asset, 'invalidate', at, opened.memory.project, {
    detail: request.reason ?? 'a newer rule changed what it rests on',
    confidence_delta: policy.step.premise / 100,
    reason: 'premise',
    by: 'premise',
  });
  return {
    change: { events: [event] },
    done: words[opened.memory.language].shaken(id, twoDecimals(Math.abs(policy.step.premise))),
    request: { ...request, asset_type: asset.type },
  };
};
