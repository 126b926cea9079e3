import { twoDecimals } from '../../compile/escape-rule-text.js';
import { policy } from '../../learn/fold/policy.js';
import { words } from '../../messages/rules/rule-changes.js';
import { assetSetOf, eventAbout, pick } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decide } from './decision-types.js';

/** Lowers the confidence of a rule whose premise a newer rule changed, and logs why. */
export const decidePremise: Decide = (opened, request, { now }) => {
  const id = request.asset_id as string;
  const asset = pick(assetSetOf(opened), id);
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
