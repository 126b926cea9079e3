import { compiledOf, sameWording, wordingOf } from '../../learn/asset.js';
import { fold } from '../../learn/fold/fold.js';
import { isUnread, unreadName } from '../../learn/fold/unread-imports.js';
import { planUndo, touchesWording, type Undone } from '../../learn/history/undo.js';
import { type EventKind, instant } from '../../learn/log/event.js';
import { type LoggedEvent, withEvents } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/memory.js';
import { type Words, words } from '../../messages/rules/undo.js';
import { MadnessError } from '../../problem.js';
import type { Asset, Event } from '../../schema.gen.js';
import {
  type AssetSet,
  assetSetOf,
  pickAny,
  renderedFiles,
  withAsset,
} from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decision } from '../memory/transaction.js';
import type { Decide } from './decision-types.js';

/** Ids are not known before lines are read in full: all that may matter. */
export const keepAll = () => true;

/** Used instead of an event id: the newest decision that counts. */
export const lastDecision = 'last';
const decisions: readonly EventKind[] = [
  ...(['create', 'import', 'import_merge', 'import_read', 'revise', 'merge'] as const),
  ...(['deprecate', 'revive', 'pin', 'unpin'] as const),
];

/** The newest decision of this clone that counts, and the newest of all where that is another one. */
interface LastDecisions {
  readonly own: LoggedEvent | undefined;
  readonly other: LoggedEvent | undefined;
}

/** An undo is no decision, so the one before it is the last. Rules that compile adopted were decided by no person. */
export function lastDecisions(
  kept: readonly LoggedEvent[],
  counts: (id: string) => boolean,
  isOwn: (id: string) => boolean,
): LastDecisions {
  const decided = kept.filter(
    ({ id, event }) => decisions.includes(event.event) && event.by !== 'adopt' && counts(id),
  );
  const newest = newestOf(decided);
  const own = newestOf(decided.filter(({ id }) => isOwn(id)));
  return { own, other: newest?.id === own?.id ? undefined : newest };
}

function newestOf(events: readonly LoggedEvent[]): LoggedEvent | undefined {
  return events.reduce<LoggedEvent | undefined>(
    // A clock is read in whole seconds; within one, the order of the log decides.
    (latest, one) => (latest === undefined || secondOf(one) >= secondOf(latest) ? one : latest),
    undefined,
  );
}

function secondOf({ event }: LoggedEvent): number {
  return Math.floor(instant(event.ts) / 1000);
}

/** The event of a request may be the first digits of its id. */
export const decideUndo: Decide = (opened, request, { now }) => {
  const { log } = opened.memory.log;
  const counts = fold(log).isLive;
  const say = words[opened.memory.language];
  const target = findEvent(opened.kept, request.event as string);
  if (!counts(target.id)) return { done: say.uncounted(target.id, target.event.event) };
  const assetSet = assetSetOf(opened);
  const history = opened.kept.filter(({ event }) => touchesWording(event));
  const at = timeAfter(opened, target.event.asset_id ?? '', now);
  const bare = revertOf(target, at, opened.memory.project, request.reason);
  // Another undo of the same event may count; then the event stays undone.
  const counting = { before: counts, after: fold(withEvents(log, [bare])).isLive };
  const isStrangers = (asset: Asset) => isUnread(asset, assetSet.states.get(asset.id));
  const undone = planUndo(target, history, counting, assetSet.assets, isStrangers);
  const revert = undone.before === undefined ? bare : { ...bare, before: undone.before };
  const { asset_type } = target.event;
  const asset_id = printable(assetSet, target.event.asset_id);
  const told = [
    say.undid(target.id, target.event.event, asset_id),
    ...stillUndone(target, opened.kept, counting.after).map(say.stillUndone),
  ];
  return {
    ...write(assetSet, undone, revert, told, say),
    request: {
      ...request,
      event: target.id,
      ...(asset_type === undefined ? {} : { asset_type }),
      ...(asset_id === undefined ? {} : { asset_id }),
    },
  };
};

/** A stranger chose the id of an import that nobody has read. */
function printable({ assets, states }: AssetSet, id: string | undefined): string | undefined {
  const asset = id === undefined ? undefined : assets.get(id);
  return asset && isUnread(asset, states.get(asset.id)) ? unreadName(asset.id) : id;
}

/** Ids of undos that keep an event undone after this undo is undone. */
function stillUndone(
  { event: { reverts } }: LoggedEvent,
  kept: readonly LoggedEvent[],
  counts: (id: string) => boolean,
): string[] {
  if (reverts === undefined) return [];
  const others = kept.filter(({ id, event }) => event.reverts === reverts && counts(id));
  return [...new Set(others.map(({ id }) => id.slice(0, 8)))];
}

function findEvent(events: readonly LoggedEvent[], prefix: string): LoggedEvent {
  const found = new Map(
    events.filter(({ id }) => id.startsWith(prefix)).map((one) => [one.id, one]),
  );
  const [first] = found.values();
  if (first === undefined) throw new MadnessError(faults.unknownEvent(prefix));
  if (found.size > 1)
    throw new MadnessError(
      faults.severalEvents(found.size, prefix, [...found.keys()].slice(0, 5).join(', ')),
    );
  return first;
}

function revertOf(
  { id, event }: LoggedEvent,
  ts: string,
  project: string,
  reason: string | undefined,
): Event {
  return {
    ts,
    event: 'revert',
    ...(event.asset_type === undefined ? {} : { asset_type: event.asset_type }),
    ...(event.asset_id === undefined ? {} : { asset_id: event.asset_id }),
    detail: `undo of ${event.event} ${id}`,
    confidence_delta: 0,
    project,
    reverts: id,
    by: 'undo',
    ...(reason === undefined ? {} : { reason }),
  };
}

function write(
  assetSet: AssetSet,
  { rewording }: Undone,
  revert: Event,
  told: readonly string[],
  say: Words,
): Decision {
  const said = [...told];
  const work = new Map<string, string>();
  let after = assetSet;
  if (rewording !== undefined) {
    const { assetId, wording, other } = rewording;
    const current = assetSet.assets.get(assetId);
    if (other !== undefined) {
      const name = `undo-${assetId}-${revert.reverts}.json`;
      work.set(name, `${JSON.stringify(wordingOf(other), null, 2)}\n`);
      const stays = current === wording ? say.movedOn : say.unreadGoes;
      said.push(stays(assetId, `memory/work/${name}`));
    } else if (current && wording && sameWording(current, wording)) said.push(say.stays(assetId));
    const type = wording?.type ?? pickAny(assetSet, assetId).type;
    // The numbers in the file stay until compile writes those of the log: no false warning.
    const asset =
      wording && ({ ...(current && compiledOf(current)), ...wordingOf(wording) } as Asset);
    const next = withAsset(after, type, assetId, asset);
    if ('rule' in next) return { problems: [next] };
    after = next;
  }
  return { change: { events: [revert], texts: renderedFiles(after), work }, done: say.list(said) };
}
