import { isDeepStrictEqual } from 'node:util';
import type { Request } from '../../learn/change-request.js';
import { guardOfRule } from '../../learn/watches/watch.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { listPending } from '../approval/pending-change.js';
import type { Offer } from '../approval/question.js';
import { whyHidden, whyNoPin } from '../decisions/pin.js';
import type { Caller } from '../memory/run-context.js';
import { readCandidates, retrospectiveInWork } from '../retrospective/repository.js';
import { backtestWatch } from './rule-counts.js';

/**
 * What the question about a new rule, or a pin, offers and tells besides its text. It is found once, when the change is filed: the
 * count of past sessions grows while the question waits.
 */
export async function offerOf(
  caller: Caller,
  opened: Opened,
  requests: readonly Request[],
): Promise<Offer | undefined> {
  const [request] = requests;
  if (request?.action === 'pin')
    return whyHidden(opened, request.asset_id ?? '') === '' ? undefined : { later: true };
  if (request?.action !== 'add' || request.asset === undefined) return undefined;
  const asset = { ...request.asset, type: request.asset_type } as Asset;
  const hasReminder = isReminded(asset);
  const isPinned = requests.some(({ action }) => action === 'pin');
  const hasRoom = whyNoPin(opened, asset) === undefined;
  const pins = !isPinned && hasRoom;
  const past = hasReminder ? await pastOf(caller, opened, requests) : undefined;
  const offer: Offer = {
    ...(hasReminder ? { remind: { pins } } : {}),
    ...(hasRoom ? {} : { noPin: true as const }),
    ...(past === undefined || past.sessions === 0 ? {} : { past }),
    ...(isUnquestionedDraft(opened, request) ? { isDraft: true } : {}),
  };
  return Object.keys(offer).length === 0 ? undefined : offer;
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

/** At the end of a project every draft was questioned; before, only those that the person wanted so. */
function isUnquestionedDraft({ location }: Opened, { candidate: id }: Request): boolean {
  if (id === undefined) return false;
  const mode = retrospectiveInWork(location)?.mode;
  if (mode === undefined || mode === 'final') return false;
  const rounds = readCandidates(location).find((one) => one.id === id)?.rounds ?? [];
  return !rounds.some(({ round }) => round < 4);
}
