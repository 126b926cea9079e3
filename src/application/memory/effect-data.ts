import { join } from 'node:path';
import { isBaseline } from '../../learn/log/event.js';
import type { WatchCounts } from '../../messages/rules/watch.js';
import { holdoutShare, readCounts, type SessionCounts } from '../../observe/journal.js';
import { projectKey } from '../../observe/sessions.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { readObject } from '../../platform/read-object.js';
import type { Measured, MeasuredRule } from '../../report/measure-effect.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { groupBy } from '../../text.js';
import { assetSetOf } from './asset-set.js';

interface Wanted {
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  /** By rule. */
  readonly watches?: ReadonlyMap<string, WatchCounts>;
}

/** The input of `measureEffect`: the rules of a memory, and its project's sessions as the hooks recorded them. */
export function measuredIn(
  opened: Opened,
  env: Environment,
  { since, watches }: Wanted = {},
): Measured {
  const { holdout } = readObject(join(ownFolder(env), 'config.json'));
  return {
    rules: rulesIn(opened).map((rule) => ({ ...rule, watch: watches?.get(rule.id) })),
    counts: countsIn(opened.location, env),
    holdout: holdoutShare(holdout),
    ...(since === undefined ? {} : { since }),
  };
}

function countsIn({ root, isUser }: MemoryLocation, env: Environment): SessionCounts[] {
  const key = projectKey(root);
  return readCounts(ownFolder(env)).filter(({ project }) => isUser || project === key);
}

/** Rules that a model may read. Even the id of an unread rule is a stranger's text. */
function rulesIn(opened: Opened): MeasuredRule[] {
  const { told, states, live } = assetSetOf(opened);
  const byAsset = groupBy(live, ({ asset }) => asset);
  return [...told].flatMap(([id, { when }]) => {
    const entries = byAsset.get(id) ?? [];
    const birth = entries.filter((one) => isBaseline({ event: one.kind })).map(({ at }) => at);
    const home = states.get(id)?.baseline?.project ?? '';
    if (birth.length === 0) return [];
    return [{ id, born: Math.min(...birth), home, signals: when?.signals ?? [], entries }];
  });
}
