import { type OtherItem, subjectOf } from '../../application/approval/pending-items.js';
import { type Request, requestOf } from '../../learn/change-request.js';
import type { ReviewChoice } from '../../messages/memory/review.js';
import type { Asset } from '../../schema.gen.js';

/** The options for an item. An import can be pinned only after it was proved here. */
export function choicesFor(item: OtherItem): readonly ReviewChoice[] {
  if (item.kind === 'block') return ['drop', 'later', 'quit'];
  if (item.kind === 'unread') return ['read', 'drop', 'later', 'quit'];
  if (item.kind === 'wording') return ['approve', 'edit', 'drop', 'later', 'quit'];
  const { action, asset, held = [] } = item.proposal;
  // What the screen held back is put off by Enter alone, not accepted.
  if (held.length > 0) return ['later', 'approve', 'edit', 'drop', 'quit'];
  return [
    'approve',
    ...(asset === undefined ? [] : (['edit'] as const)),
    ...(action === 'add' ? (['merge', 'pin'] as const) : []),
    ...(action === 'revise' ? (['pin'] as const) : []),
    'drop',
    'later',
    'quit',
  ];
}

/** The requests to carry out, in order, for this answer. */
export function requestsFor(
  item: OtherItem,
  choice: ReviewChoice,
  given: { readonly asset?: Asset; readonly into?: string } = {},
): readonly Request[] {
  if (item.kind === 'block') return [];
  if (item.kind === 'unread')
    return choice === 'drop' ? [{ action: 'deprecate', asset_id: item.asset.id }] : [];
  if (item.kind === 'proposal' && item.isFallen && choice === 'drop')
    return [{ action: 'unpin', asset_id: subjectOf(item) as string }];
  if (!['approve', 'edit', 'merge', 'pin'].includes(choice)) return [];
  const asset_id = subjectOf(item) as string;
  const base: Request =
    item.kind === 'wording'
      ? { action: 'revise', asset_id, asset: item.asset }
      : requestOf(item.proposal);
  const request = given.asset === undefined ? base : { ...base, asset: given.asset };
  if (choice === 'pin') return [request, { action: 'pin', asset_id }];
  if (choice === 'merge')
    return [request, { action: 'merge', asset_id, into: given.into as string }];
  return [request];
}
