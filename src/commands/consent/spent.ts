import { isDeepStrictEqual } from 'node:util';
import type { Approval, Event } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { isSaid } from './names.js';

/** Does an event bear these words of the user? For the filter of `openMemory`. */
export function bears(approval: Approval): (event: Event) => boolean {
  return (event) => isDeepStrictEqual(event.approval, approval);
}

/**
 * The change that these words allowed already, where they cannot allow this one too; undefined where they can. One
 * "keep all three" makes three rules, but retires none of them, nor does it reword what it made. A pin comes along
 * where the words speak of pinning, and what a new rule takes from an older one where they name that one as well.
 * Candidates were shown to the user: the same words may keep one and merge another, but into no rule that they touched.
 */
export function spentOn(
  { kept }: Pick<Opened, 'kept'>,
  approval: Approval,
  wanted: readonly Event[],
  isShown = false,
): Event | undefined {
  const before = kept.map(({ event }) => event).filter(bears(approval));
  const isMade = before.every(({ event }) => event === 'create');
  const isFree = ({ event, reason, asset_id = '' }: Event) =>
    (event === 'pin' && pinning.test(approval.text)) ||
    (reason === 'premise' && isMade && isSaid(approval.text, asset_id));
  const clash = (one: Event, other: Event) =>
    (isShown || one.event === other.event) && one.asset_id === other.asset_id;
  const asked = wanted.filter((one) => !isFree(one));
  if (asked.length === 0 || before.length === 0) return undefined;
  const isOfKind = isShown || asked.every((one) => before.some(({ event }) => event === one.event));
  const twice = before.find((one) => asked.some((other) => clash(one, other)));
  return isOfKind ? twice : before[0];
}

/** What words must say that are about pinning: no name such as pin-versions, nor that it is not to be pinned. */
export const pinning =
  /(?<!(?:no|not|never|without|n['’]t) )(?<![\w-])pin(?:s|ned|ning)?(?![\w-])|(?<![不别別勿]要?)(?:置顶|置頂|钉)/iu;
