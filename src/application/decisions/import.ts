import { wordingOf } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import { policy } from '../../learn/fold/policy.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/sharing/import.js';
import { hasErrors, type Problem, problem } from '../../problem.js';
import type { Asset, AssetType, Event, Origin } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import {
  assetSetOf,
  birthplace,
  eventAbout,
  pickAny,
  renderedFiles,
  withAsset,
  wordingChange,
} from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import { formerRule } from '../memory/id-reuse.js';
import type { Decision } from '../memory/transaction.js';
import { completeAsset } from '../memory/wording.js';
import type { Decide } from './decision-types.js';

/** Imports one asset of an untrusted file. */
export const decideImport: Decide = (opened, request, { now }) =>
  decideImports(opened, [request], now);

/** The same where the person who decides has the whole wording before them. */
export const decideReadImport: Decide = (opened, request, { now }) =>
  decideImports(opened, [request], now, true);

/** Imports new assets, all or none. Each must be as valid as a rule written here. */
export function decideImports(
  opened: Opened,
  requests: readonly Request[],
  now: string,
  read = false,
): Decision {
  let assetSet = assetSetOf(opened);
  const events: Event[] = [];
  const problems: Problem[] = [];
  for (const request of requests) {
    const { asset_type: type, origin } = request as Brought;
    const { asset, problems: wrong } = completeAsset(
      { ...request.asset, origin: { ...origin, imported_at: now.slice(0, 10) } } as Asset,
      { type, created_at: now.slice(0, 10) },
      origin.source,
    );
    problems.push(...wrong);
    if (asset === undefined) continue;
    const { id } = asset;
    if (assetSet.assets.has(id) || assetSet.states.get(id)?.baseline !== undefined) {
      problems.push(taken(id));
      continue;
    }
    problems.push(...formerRule(assetSet, id, origin.source, opened.location.isUser));
    const next = withAsset(assetSet, type, id, asset);
    if ('rule' in next) return { problems: [...problems, next] };
    assetSet = next;
    const at = timeAfter(opened, id, now);
    events.push(birth(asset, at, birthplace(opened), read));
  }
  if (hasErrors(problems)) return { problems };
  const ids = requests.map(({ asset_id }) => asset_id).join(', ');
  return {
    change: { texts: renderedFiles(assetSet), events },
    done: words[opened.memory.language].imported(ids),
  };
}

interface Brought {
  readonly asset_type: AssetType;
  readonly asset_id: string;
  readonly origin: Origin;
}

function birth(asset: Asset, ts: string, project: string | undefined, read: boolean): Event {
  return eventAbout(asset, 'import', ts, project, {
    // The file's own value is ignored.
    confidence_delta: policy.baseline.import / 100,
    by: 'import',
    origin: asset.origin as Origin,
    read,
    after: wordingOf(asset),
  });
}

function taken(id: string): Problem {
  return problem('import/id-exists', { file: 'the import', at: id }, faults.importedIdExists(id));
}

/** Replaces a rule's wording by an imported one. It is on trial until it has worked here. */
export const decideImportMerge: Decide = (opened, request, { now }) =>
  importMerge(opened, request, now, false);

/** The same where the person who decides has the whole wording before them. */
export const decideReadImportMerge: Decide = (opened, request, { now }) =>
  importMerge(opened, request, now, true);

function importMerge(opened: Opened, request: Request, now: string, read: boolean): Decision {
  const { asset_type: type, asset_id: id, origin } = request as Brought;
  const assetSet = assetSetOf(opened);
  const before = pickAny(assetSet, id);
  const past = Object.fromEntries(
    Object.entries(before).filter(([key]) => /^(?:evidence|created_\w+|origin)$/.test(key)),
  );
  const { asset, problems } = completeAsset(
    { ...request.asset, ...past, id } as Asset,
    { type, id },
    origin.source,
  );
  if (asset === undefined) return { problems };
  if (before.type !== asset.type) return { problems: [taken(id)] };
  const numbers = Object.entries(before).filter(([key]) => !(key in wordingOf(before)));
  const next = withAsset(assetSet, type, id, { ...Object.fromEntries(numbers), ...asset } as Asset);
  if ('rule' in next) return { problems: [next] };
  const at = timeAfter(opened, id, now);
  const event = eventAbout(asset, 'import_merge', at, opened.memory.project, {
    by: 'import',
    read,
    origin: { ...origin, imported_at: now.slice(0, 10) },
    ...wordingChange(before, asset),
  });
  return {
    change: { texts: renderedFiles(next), events: [event] },
    done: words[opened.memory.language].reworded(id, origin.source),
  };
}
