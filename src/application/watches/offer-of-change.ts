import { isDeepStrictEqual } from 'node:util';
import { readsOf } from '../../compile/reads.js';
import { selectFor } from '../../compile/select.js';
import type { Request } from '../../learn/change-request.js';
import { decideStanding } from '../../learn/fold/rank.js';
import { guardOfRule } from '../../learn/watches/watch.js';
import type { Asset } from '../../schema.gen.js';
import type { Change, Opened } from '../../store/store.js';
import { listPending } from '../approval/pending-change.js';
import type { Offer } from '../approval/shown-difference.js';
import { whyHidden, whyNoPin } from '../decisions/pin.js';
import { assetSetOf } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { after } from '../memory/transaction.js';
import { backtestWatch } from './rule-counts.js';

/**
 * What the question about a new rule, or a pin, offers and tells besides its text. It is found once, when the change is filed: the
 * count of past sessions grows while the question waits.
 */
export async function offerOf(
  caller: Caller,
  opened: Opened,
  requests: readonly Request[],
  change: Change,
  before: Change | undefined,
): Promise<Offer | undefined> {
  const [request] = requests;
  const reads = readsAfter(opened, requests, before === undefined ? [change] : [before, change]);
  if (request?.action === 'pin')
    return whyHidden(opened, request.asset_id ?? '') === '' ? undefined : { later: true };
  if (request?.action === 'revise') return reads.reads === undefined ? undefined : reads;
  if (request?.action !== 'add' || request.asset === undefined) return undefined;
  const asset = { ...request.asset, type: request.asset_type } as Asset;
  const hasReminder = isReminded(asset);
  const isPinned = requests.some(({ action }) => action === 'pin');
  const hasRoom = whyNoPin(opened, asset) === undefined;
  const pins = !isPinned && hasRoom;
  const past = hasReminder ? await pastOf(caller, opened, requests) : undefined;
  const offer: Offer = {
    ...reads,
    ...(hasReminder ? { remind: { pins } } : {}),
    ...(hasRoom ? {} : { noPin: true as const }),
    ...(past === undefined || past.sessions === 0 ? {} : { past }),
  };
  return Object.keys(offer).length === 0 ? undefined : offer;
}

/** Where Claude would read the rule once a person said yes, to this and to what was asked before it. */
function readsAfter(
  opened: Opened,
  [request]: readonly Request[],
  changes: readonly Change[],
): Pick<Offer, 'reads' | 'isFull'> {
  const then = changes.reduce((now, { events = [], ...change }) => {
    const allowed = events.map((event) => ({ ...event, approval: { by: 'dialog' } as const }));
    return after(now, { ...change, events: allowed });
  }, opened);
  const { told, states } = assetSetOf(then);
  const standings = decideStanding(told, states);
  const id = request?.asset_id ?? request?.asset?.id;
  const rule = standings.find(({ asset }) => asset.id === id);
  if (rule === undefined) return {};
  const { selection } = selectFor(standings, then.memory);
  const reads = readsOf(rule, selection);
  const isFull = selection.rules.length >= then.memory.limits.max_rules;
  return reads === 'nowhere' && isFull ? { reads, isFull: true } : { reads };
}

/** Can Claude be told where it breaks the rule? */
export function isReminded(asset: Asset): boolean {
  return asset.watch !== undefined && guardOfRule(asset) !== undefined;
}

/** The same request while it waits has the count that was filed, so that it stays one change. */
async function pastOf(
  caller: Caller,
  opened: Opened,
  requests: readonly Request[],
): Promise<Offer['past']> {
  const same = listPending(opened.location).changes.find((one) =>
    isDeepStrictEqual(one.requests, JSON.parse(JSON.stringify(requests))),
  );
  if (same !== undefined) return same.offer?.past;
  const { watch } = requests[0]?.asset ?? {};
  if (watch === undefined) return undefined;
  const { broken, sessions } = await backtestWatch(opened, caller.env, watch);
  return { broken, sessions };
}
