import type { Cell, Event } from '../../schema.gen.js';
import { domainsOfWording } from '../asset.js';
import { type EventKind, isBaseline } from './event.js';

/** The part of an event that the fold reads. Strings that occur often are shared. */
export interface LogEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: EventKind;
  /** '' where the event names none. */
  readonly asset: string;
  readonly session: string;
  readonly project: string;
  /** Stated delta in hundredths. */
  readonly stated: number | undefined;
  readonly cell: Cell | undefined;
  /** Is it a verdict that quotes the user or a result? */
  readonly isWitnessed: boolean;
  readonly rare: RareFields | undefined;
}

interface RareFields
  extends Pick<Event, 'into' | 'asset_ids' | 'reverts' | 'hash' | 'read' | 'origin'> {
  readonly isPremise: boolean;
  /** A create event based on a web page or a program alone; no person in the session said it. */
  readonly isBorrowed: boolean;
  /** A create event that a person's answer or own command made. */
  readonly isKept: boolean;
  /** A birth: its version where that is not 1. */
  readonly version: number;
}

export interface EventLog {
  /** In file order, which has no meaning. Includes duplicates. */
  readonly entries: readonly LogEntry[];
  /** Domains of the wordings that events keep, old and new. */
  readonly domains: ReadonlySet<string>;
}

/** A log that grows by one event at a time. */
interface LogBuilder {
  readonly add: (event: Event, id: string, at: number) => void;
  readonly log: EventLog;
}

export function logBuilder(before?: EventLog): LogBuilder {
  const entries = [...(before?.entries ?? [])];
  const domains = new Set(before?.domains);
  const names = new Map<string, string>();
  const cells = new Map<string, Cell>();
  const share = (name = '') => {
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  const shareCell = (cell: Cell) => {
    const key = `${cell.shown} ${cell.followed} ${cell.outcome}`;
    const known = cells.get(key);
    if (known === undefined) cells.set(key, cell);
    return known ?? cell;
  };
  const add = (event: Event, id: string, at: number) => {
    // A view is named after its domain, and no person has read this one.
    for (const wording of event.read === false ? [] : [event.before, event.after])
      for (const domain of domainsOfWording(wording)) domains.add(domain);
    entries.push({
      id,
      at,
      kind: share(event.event) as EventKind,
      asset: share(event.asset_id),
      session: share(event.session),
      project: share(event.project),
      stated: event.confidence_delta && Math.round(event.confidence_delta * 100),
      cell: event.cell && shareCell(event.cell),
      isWitnessed: event.cell !== undefined && quotes(event, 'user', 'tool_result'),
      rare: rareFields(event),
    });
  };
  return { add, log: { entries, domains } };
}

function rareFields(event: Event): RareFields | undefined {
  const { into, asset_ids, reverts, hash, read } = event;
  const origin = event.event === 'import_merge' ? event.origin : undefined;
  const isPremise = event.reason === 'premise';
  const version = isBaseline(event) ? (event.after?.version ?? 1) : 1;
  const isBorrowed =
    event.event === 'create' &&
    quotes(event, 'tool_result') &&
    !quotes(event, 'user', 'assistant', 'thinking', 'tool_input');
  const isOwnCommand = event.by === 'add' || event.by === 'promote';
  const isKept =
    event.event === 'create' &&
    event.by !== 'adopt' &&
    (event.approval !== undefined || isOwnCommand);
  const isPlain = (into ?? asset_ids ?? reverts ?? hash ?? read ?? origin) === undefined;
  if (isPlain && !isPremise && !isBorrowed && !isKept && version === 1) return undefined;
  return {
    ...(into === undefined ? {} : { into }),
    ...(asset_ids === undefined ? {} : { asset_ids }),
    ...(reverts === undefined ? {} : { reverts }),
    ...(hash === undefined ? {} : { hash }),
    ...(read === undefined ? {} : { read }),
    ...(origin === undefined ? {} : { origin }),
    isPremise,
    isBorrowed,
    isKept,
    version,
  };
}

function quotes(event: Event, ...roles: readonly string[]): boolean {
  return event.quotes?.some(({ role }) => role !== undefined && roles.includes(role)) ?? false;
}
