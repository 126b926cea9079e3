import type { Event } from '../../schema.gen.js';
import { domainsOfWording } from '../asset.js';
import { isBirth, kindOf } from './event.js';
import type { EventLog } from './parse-log.js';
import {
  hexAt,
  hundredthsAt,
  instantAt,
  quotesWitness,
  type Spans,
  spanOf,
  valuesOf,
} from './scan-line.js';
import { isSame, type Names, namesOf, numberOf, numberOfBytes } from './string-table.js';

export const unstated = -32768;
export const cellBits = {
  present: 1,
  shown: 2,
  full: 4,
  none: 8,
  achieved: 16,
  notAchieved: 32,
  /** It quotes the user, or a result. */
  witnessed: 64,
} as const;

/** First letters of what a cell may say, and the one that tells true from false. */
const letter = { a: 0x61, f: 0x66, n: 0x6e, p: 0x70, u: 0x75 } as const;

/** An EventLog while it grows. */
export interface Columns {
  count: number;
  names: Names;
  ts: Float64Array;
  idHigh: Uint32Array;
  idLow: Uint32Array;
  kind: Uint8Array;
  asset: Uint32Array;
  session: Uint32Array;
  project: Uint32Array;
  stated: Int16Array;
  cell: Uint8Array;
  borrowed: Set<number>;
  premise: Set<number>;
  into: Map<number, number>;
  lists: Map<number, number[]>;
  reverts: Map<number, string>;
  hashes: Map<number, string>;
  births: Map<number, number>;
  read: Map<number, boolean>;
  domains: Set<string>;
}

const columnNames = [
  'ts',
  'idHigh',
  'idLow',
  'kind',
  'asset',
  'session',
  'project',
  'stated',
  'cell',
] as const;

/** What few events have. */
type Rare = Pick<Event, 'reason' | 'into' | 'asset_ids' | 'reverts' | 'hash'>;

const rareFields = ['reason', 'into', 'asset_ids', 'reverts', 'hash'] as const;

export function emptyColumns(capacity = 1024): Columns {
  return {
    count: 0,
    names: namesOf(),
    ts: new Float64Array(capacity),
    idHigh: new Uint32Array(capacity),
    idLow: new Uint32Array(capacity),
    kind: new Uint8Array(capacity),
    asset: new Uint32Array(capacity),
    session: new Uint32Array(capacity),
    project: new Uint32Array(capacity),
    stated: new Int16Array(capacity),
    cell: new Uint8Array(capacity),
    borrowed: new Set(),
    premise: new Set(),
    into: new Map(),
    lists: new Map(),
    reverts: new Map(),
    hashes: new Map(),
    births: new Map(),
    read: new Map(),
    domains: new Set(),
  };
}

export function freeze(columns: Columns): EventLog {
  return { ...columns, names: columns.names.list };
}

/** A copy that may grow. */
export function thaw(log: EventLog): Columns {
  const columns = emptyColumns(Math.max(1024, log.count));
  for (const name of columnNames)
    (columns[name] as Float64Array).set((log[name] as Float64Array).subarray(0, log.count));
  return {
    ...columns,
    count: log.count,
    names: namesOf(log.names),
    borrowed: new Set(log.borrowed),
    premise: new Set(log.premise),
    into: new Map(log.into),
    lists: new Map([...log.lists].map(([row, list]) => [row, [...list]])),
    reverts: new Map(log.reverts),
    hashes: new Map(log.hashes),
    births: new Map(log.births),
    read: new Map(log.read),
    domains: new Set(log.domains),
  };
}

export function append(columns: Columns, event: Event, id: string, at: number): void {
  const number = (name = '') => numberOf(columns.names, name);
  const row = nextRow(columns);
  columns.ts[row] = at;
  columns.idHigh[row] = Number.parseInt(id.slice(0, 8), 16);
  columns.idLow[row] = Number.parseInt(id.slice(8), 16);
  columns.kind[row] = kindOf[event.event];
  columns.asset[row] = number(event.asset_id);
  columns.session[row] = number(event.session);
  columns.project[row] = number(event.project);
  columns.stated[row] =
    event.confidence_delta === undefined ? unstated : Math.round(event.confidence_delta * 100);
  columns.cell[row] = packCell(event);
  if (event.event === 'create' && isBorrowed(event)) columns.borrowed.add(row);
  appendRare(columns, row, event);
  // A view is named after its domain, and no person has read this one.
  for (const wording of event.read === false ? [] : [event.before, event.after])
    for (const domain of domainsOfWording(wording)) columns.domains.add(domain);
  const version = event.after?.version ?? 1;
  if (version > 1 && isBirth(event)) columns.births.set(row, version);
  if (event.read !== undefined) columns.read.set(row, event.read);
}

/** The same for a plain line that ends before `end`, from its bytes. */
export function appendPlain(
  columns: Columns,
  bytes: DataView,
  end: number,
  spans: Spans,
  kind: number,
): void {
  const row = nextRow(columns);
  columns.ts[row] = instantAt(bytes, spans[spanOf.ts] as number);
  columns.idHigh[row] = hexAt(bytes, end - 18);
  columns.idLow[row] = hexAt(bytes, end - 10);
  columns.kind[row] = kind;
  columns.asset[row] = nameAt(columns, bytes, spans, spanOf.asset_id, columns.asset[row - 1]);
  columns.session[row] = nameAt(columns, bytes, spans, spanOf.session, columns.session[row - 1]);
  columns.project[row] = nameAt(columns, bytes, spans, spanOf.project, columns.project[row - 1]);
  const delta = spans[spanOf.confidence_delta] as number;
  columns.stated[row] =
    delta === 0
      ? unstated
      : hundredthsAt(bytes, delta, spans[spanOf.confidence_delta + 1] as number);
  columns.cell[row] =
    cellAt(bytes, spans[spanOf.cell] as number, spans[spanOf.cell + 1] as number) |
    witnessAt(bytes, spans);
  if (kind === kindOf.create && isBorrowed(valuesOf(bytes, spans, ['quotes'])))
    columns.borrowed.add(row);
  if (rareFields.some((name) => spans[spanOf[name]] !== 0))
    appendRare(columns, row, valuesOf(bytes, spans, rareFields));
}

function appendRare(
  columns: Columns,
  row: number,
  { reason, into, asset_ids, reverts, hash }: Rare,
): void {
  if (reason === 'premise') columns.premise.add(row);
  if (into !== undefined) columns.into.set(row, numberOf(columns.names, into));
  if (asset_ids !== undefined)
    columns.lists.set(
      row,
      asset_ids.map((id) => numberOf(columns.names, id)),
    );
  if (reverts !== undefined) columns.reverts.set(row, reverts);
  if (hash !== undefined) columns.hashes.set(row, hash);
}

/** The number of a name; most often that of the line before, which is quicker to see than to look up. */
function nameAt(
  { names }: Columns,
  bytes: DataView,
  spans: Spans,
  field: number,
  before = 0,
): number {
  const from = spans[field] as number;
  const to = spans[field + 1] as number;
  if (from === 0) return 0;
  if (isSame(names.list[before] as string, bytes, from, to)) return before;
  return numberOfBytes(names, bytes, from, to);
}

/** A web page or a program said so: a result is quoted, and neither the user nor the model. */
function isBorrowed({ quotes = [] }: Pick<Event, 'quotes'>): boolean {
  const own = quotes.some(({ role }) => role !== undefined && role !== 'tool_result');
  return !own && quotes.some(({ role }) => role === 'tool_result');
}

function packCell({ cell, quotes = [] }: Event): number {
  if (cell === undefined) return 0;
  const { shown, followed, outcome } = cell;
  const isWitness = quotes.some(({ role }) => role === 'user' || role === 'tool_result');
  return (
    cellBits.present |
    (isWitness ? cellBits.witnessed : 0) |
    (shown ? cellBits.shown : 0) |
    (followed === 'full' ? cellBits.full : followed === 'none' ? cellBits.none : 0) |
    (outcome === 'achieved'
      ? cellBits.achieved
      : outcome === 'not_achieved'
        ? cellBits.notAchieved
        : 0)
  );
}

/** The same from the bytes of `{"followed":"full","outcome":"achieved","shown":true}`, or none. */
function cellAt(bytes: DataView, from: number, to: number): number {
  if (from === 0) return 0;
  const followed = from + 13;
  const isShown = bytes.getUint8(to - 3) === letter.u;
  const length = bytes.getUint8(followed) === letter.p ? 7 : 4;
  const outcome = bytes.getUint8(followed + length + 13);
  return (
    cellBits.present |
    (isShown ? cellBits.shown : 0) |
    (bytes.getUint8(followed) === letter.f ? cellBits.full : 0) |
    (bytes.getUint8(followed) === letter.n ? cellBits.none : 0) |
    (outcome === letter.a ? cellBits.achieved : 0) |
    (outcome === letter.n ? cellBits.notAchieved : 0)
  );
}

/** Does a verdict with a cell quote the user or a result? */
function witnessAt(bytes: DataView, spans: Spans): number {
  const [from, to] = [spans[spanOf.quotes] as number, spans[spanOf.quotes + 1] as number];
  if (from === 0 || spans[spanOf.cell] === 0) return 0;
  return quotesWitness(bytes, from, to) ? cellBits.witnessed : 0;
}

function nextRow(columns: Columns): number {
  if (columns.count === columns.ts.length) grow(columns);
  return columns.count++;
}

function grow(columns: Columns): void {
  const capacity = 2 * columns.count;
  columns.ts = wider(columns.ts, capacity);
  columns.idHigh = wider(columns.idHigh, capacity);
  columns.idLow = wider(columns.idLow, capacity);
  columns.kind = wider(columns.kind, capacity);
  columns.asset = wider(columns.asset, capacity);
  columns.session = wider(columns.session, capacity);
  columns.project = wider(columns.project, capacity);
  columns.stated = wider(columns.stated, capacity);
  columns.cell = wider(columns.cell, capacity);
}

type Column = Float64Array | Uint32Array | Uint8Array | Int16Array;

function wider<T extends Column>(column: T, capacity: number): T {
  const next = new (column.constructor as new (length: number) => T)(capacity);
  next.set(column);
  return next;
}
