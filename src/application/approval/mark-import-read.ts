import { sameWording } from '../../learn/asset.js';
import { unreadNamed } from '../../learn/fold/unread-imports.js';
import type { Asset, Event } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf, eventAbout } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decision } from '../memory/transaction.js';

/** The unread asset that a person means by its id or its printed name; undefined if none waits. */
export function unreadAsset(opened: Opened, name: string): Asset | undefined {
  const { assets, states } = assetSetOf(opened);
  return unreadNamed(assets, states, name);
}

/** Marks an import as read by a person who saw all of `shown`. Does nothing if another run reworded it since. */
export function decideRead(
  opened: Opened,
  shown: Asset,
  now: string,
  approval?: Event['approval'],
): Decision {
  const asset = unreadAsset(opened, shown.id);
  if (asset === undefined || !sameWording(asset, shown)) return {};
  const event = eventAbout(
    asset,
    'import_read',
    timeAfter(opened, asset.id, now),
    opened.memory.project,
    { by: 'review', ...(approval === undefined ? {} : { approval }) },
  );
  return { change: { events: [event] } };
}
