import {
  proposalName,
  proposalOf,
  type Request,
  renderProposal,
} from '../../learn/change-request.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { words } from '../../messages/sharing/import.js';
import { hasErrors, type Language } from '../../problem.js';
import type { Approval, Event, Origin } from '../../schema.gen.js';
import type { Planned } from '../../share/plan-import.js';
import type { Opened } from '../../store/store.js';
import { decideImports } from '../decisions/import.js';
import { assetSetOf, eventAbout, pickAny } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decision } from '../memory/transaction.js';
import { readWaiting } from './pending-items.js';

/** Decides under the lock what happens to the file: clean rules are imported, the rest waits for `review`. */
export function decideFile(
  opened: Opened,
  plan: readonly Planned[],
  approval: Approval,
  now: string,
): Decision {
  const clean = plan.filter(({ fate }) => fate === 'new');
  const waits = plan.filter(({ fate }) => fate === 'other' || fate === 'held');
  const taken = decideImports(opened, clean.map(importRequest), now);
  if (hasErrors(taken.problems ?? [])) return taken;
  const skips = plan.filter(({ fate }) => fate === 'same').map((item) => skipOf(opened, item, now));
  const filed = waits.filter(({ unfit }) => unfit === undefined);
  const work = proposalsFor(opened, filed, now);
  const events = [...(taken.change?.events ?? []), ...skips].map((one) => ({ ...one, approval }));
  const say = words[opened.memory.language];
  const done = [
    say.imported(clean.length),
    ...(work.size > 0 ? [say.forReview.here(work.size)] : []),
    ...leftOut(waits, opened.memory.language),
  ];
  return { change: { ...taken.change, events, work }, done: done.join('\n') };
}

/** Rules that cannot even wait for review. */
function leftOut(plan: readonly Planned[], language: Language): string[] {
  const named = plan.flatMap(({ id, unfit }) =>
    unfit === undefined ? [] : `${unreadName(id)} (${unfit[language]})`,
  );
  return named.length === 0 ? [] : [words[language].leftOut(named.slice(0, 12), named.length - 12)];
}

export function importRequest({ type, id, asset, origin, fate, holds }: Planned): Request {
  return {
    action: fate === 'other' ? 'import_merge' : 'import',
    asset_type: type,
    asset_id: id,
    asset,
    origin,
    ...(holds.length === 0 ? {} : { held: [...holds] }),
  };
}

/** Records once per file that a rule was skipped because the same words were here before. */
function skipOf(opened: Opened, { id, origin }: Planned, now: string): Event {
  const asset = pickAny(assetSetOf(opened), id);
  const at = timeAfter(opened, id, now);
  return eventAbout(asset, 'import_skip', at, opened.memory.project, { by: 'import', origin });
}

/** File in work/ → text, of what does not wait there already from this very file. */
function proposalsFor(
  opened: Opened,
  plan: readonly Planned[],
  now: string,
): ReadonlyMap<string, string> {
  const assets = assetSetOf(opened).assets;
  const waiting = new Set(
    readWaiting(opened).items.flatMap((item) =>
      item.kind === 'proposal' ? [keyOf(item.proposal.asset_id, item.proposal.origin)] : [],
    ),
  );
  return new Map(
    plan
      .filter(({ id, origin }) => !waiting.has(keyOf(id, origin)))
      .map((item) => {
        const isKnown = assets.has(item.id);
        const request = importRequest({ ...item, fate: isKnown ? 'other' : item.fate });
        const proposal = proposalOf(request, now);
        return [proposalName(proposal.id), renderProposal(proposal)];
      }),
  );
}

function keyOf(id: string | undefined, origin: Origin | undefined): string {
  return `${id} ${origin?.sha256}`;
}

/** Files in work/ that go when this rule of the file is decided. */
export function noLongerWaiting(opened: Opened, { id, origin }: Planned): Map<string, undefined> {
  const key = keyOf(id, origin);
  return new Map(
    readWaiting(opened).items.flatMap((item) =>
      item.kind === 'proposal' && keyOf(item.proposal.asset_id, item.proposal.origin) === key
        ? [[item.file, undefined]]
        : [],
    ),
  );
}
