import { liveAmong } from '../../learn/fold/fold.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { type EventKind, instant } from '../../learn/log/event.js';
import { type LoggedEvent, parseLog } from '../../learn/log/parse-log.js';
import { type Decided, words } from '../../messages/memory/log.js';
import { faults } from '../../messages/problems/memory.js';
import { MadnessError } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { textAt } from '../../share/git/git.js';
import { logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { oneLine } from '../../text.js';
import { type AssetSet, assetSetOf } from '../memory/asset-set.js';

/** One event in words: who did what to which rule, and when. */
export interface LogRow {
  readonly id: string;
  readonly ts: string;
  /** Null where no name is known, and always for an agent. */
  readonly who: string | null;
  readonly event: EventKind;
  readonly rule: string | null;
  /** Null where no model has been told of the rule and an agent asks. */
  readonly title: string | null;
  readonly text: string;
}

/** Kinds that decide nothing and move no number. */
const quiet: ReadonlySet<EventKind> = new Set([
  ...(['no_match', 'observe', 'pending_observation'] as const),
  ...(['inject_reflection', 'import_skip'] as const),
]);

interface LogFilter {
  readonly isAgent: boolean;
  readonly rule?: string | undefined;
  readonly isWanted?: ((one: LoggedEvent) => boolean) | undefined;
}

/** What was decided and judged, the newest first. The memory must be opened with every event. */
export function decisionRows(opened: Opened, { isAgent, rule, isWanted }: LogFilter): LogRow[] {
  const assetSet = assetSetOf(opened);
  const live = new Set(liveAmong(opened.kept, assetSet).map(({ id }) => id));
  const once = new Map(opened.kept.map((one) => [one.id, one]));
  return [...once.values()]
    .filter(({ event }) => !quiet.has(event.event))
    .filter(({ event }) => rule === undefined || event.asset_id === rule || event.into === rule)
    .filter((one) => isWanted?.(one) ?? true)
    .sort((a, b) => instant(b.event.ts) - instant(a.event.ts) || b.line - a.line)
    .map((one) => rowOf(opened, assetSet, one, { isAgent, isLive: live.has(one.id) }));
}

/** The same of one event. */
export function decisionIn(opened: Opened, one: LoggedEvent, isAgent: boolean): LogRow {
  return rowOf(opened, assetSetOf(opened), one, { isAgent, isLive: true });
}

function rowOf(
  { kept, memory }: Opened,
  { assets, told }: AssetSet,
  { id, event }: LoggedEvent,
  { isAgent, isLive }: { readonly isAgent: boolean; readonly isLive: boolean },
): LogRow {
  const say = words[memory.language];
  const { asset_id: rule, into, before, after, reason, session, reverts } = event;
  const isTold = (name: string) => told.has(name) || (!isAgent && !assets.has(name));
  const titleOf = (name: string) => {
    const wording = assets.get(name) ?? (isAgent ? undefined : wordingIn(kept, name));
    return isTold(name) && wording !== undefined ? oneLine(wording.title, 160) : null;
  };
  const undone = kept.find((one) => one.id === reverts)?.event;
  const isChange = ['revise', 'import_merge'].includes(event.event) && !isAgent;
  const decided: Decided = {
    kind: event.event,
    by: event.by,
    session,
    into: into === undefined ? undefined : (titleOf(into) ?? unreadName(into)),
    undone: undone?.event,
    change: isChange && before && after ? firstDifference(before, after) : undefined,
    reason: isAgent ? undefined : reason,
    isLive,
  };
  return {
    id,
    ts: event.ts,
    who: isAgent ? null : (event.who ?? null),
    event: event.event,
    rule: rule === undefined ? null : isTold(rule) ? rule : unreadName(rule),
    title: rule === undefined ? null : titleOf(rule),
    text: say.text(decided),
  };
}

/** The last wording of a rule that left, as the log has it. */
function wordingIn(kept: readonly LoggedEvent[], name: string): Asset | undefined {
  const wordings = kept.flatMap(({ event: { asset_id, before, after } }) =>
    asset_id === name ? [after ?? before] : [],
  );
  return wordings.filter((one) => one?.id === name).at(-1);
}

/** The first text in which two wordings differ. */
export function firstDifference(before: Asset, after: Asset): readonly [from: string, to: string] {
  const [from, to] = [before, after] as unknown as Record<string, unknown>[];
  const names = ['title', ...Object.keys({ ...from, ...to })];
  const text = (value: unknown) => {
    const lines = Array.isArray(value) ? value.map((one) => one?.action ?? one) : [value ?? ''];
    return oneLine(
      lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' '),
      120,
    );
  };
  const name = names.find((one) => text(from?.[one]) !== text(to?.[one])) ?? 'title';
  return [text(from?.[name]), text(to?.[name])];
}

/** The ids of the events that a commit or a branch has. Throws if git does not know it. */
export function eventsAt(opened: Opened, revision: string): ReadonlySet<string> {
  const text = textAt(opened.location.memory, revision, logName);
  if (text === undefined) throw new MadnessError(faults.noRevision(revision));
  return new Set(parseLog([Buffer.from(text)], () => true).kept.map(({ id }) => id));
}
