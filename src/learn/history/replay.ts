import type { Asset, Event } from '../../schema.gen.js';
import { wordingOf } from '../asset.js';
import { instant, isBirth } from '../log/event.js';
import { resolveReverts } from '../log/order.js';
import type { LoggedEvent } from '../log/parse-log.js';

/** The events that touch wording, and which of them count. */
export interface World {
  readonly history: readonly LoggedEvent[];
  readonly isLive: (id: string) => boolean;
}

/**
 * A wording as what can change by itself: each field, and each piece of evidence, which is a set. The values are JSON, in
 * the order of the schemas: an event of the log has its keys in another.
 */
export type Parts = ReadonlyMap<string, string>;

const evidence = 'evidence';
const piece = `${evidence} `;

export function partsOf(asset: Asset): Parts {
  return new Map(
    Object.entries(wordingOf(asset)).flatMap(([field, value]): [string, string][] =>
      field === evidence && Array.isArray(value)
        ? [[field, '[]'], ...value.map(pieceOf)]
        : [[field, JSON.stringify(value)]],
    ),
  );
}

function pieceOf(one: unknown): [string, string] {
  const text = JSON.stringify(one);
  return [piece + text, text];
}

export function wordingFrom(parts: Parts): Asset {
  const fields: Record<string, unknown> = {};
  for (const [part, text] of parts)
    if (isEvidence(part)) fields[evidence] = [...((fields[evidence] ?? []) as unknown[])];
    else fields[part] = JSON.parse(text);
  const pieces = [...parts].filter(([part]) => part.startsWith(piece));
  if (fields[evidence] !== undefined)
    fields[evidence] = pieces.map(([, text]) => JSON.parse(text) as unknown);
  return wordingOf(fields as unknown as Asset);
}

/** Is there or is not: nobody can have given it another value. */
export function isEvidence(part: string): boolean {
  return part === evidence || part.startsWith(piece);
}

/** The asset whose wording an event changes. */
export function rewordedBy({ event, asset_id, into }: Event): string | undefined {
  if (event === 'revert') return undefined;
  return event === 'merge' ? (into ?? asset_id) : asset_id;
}

export function isBorn(world: World, assetId: string): boolean {
  return livesOf(world.history, assetId).some((life) => isAlive(life, world));
}

/** The event that an undo of an undo of … is about in the end. */
export function rootOf(event: LoggedEvent, history: readonly LoggedEvent[]): LoggedEvent {
  const byId = new Map(history.map((one) => [one.id, one]));
  let at = event;
  while (at.event.reverts !== undefined) {
    const next = byId.get(at.event.reverts);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/**
 * The wording that follows from the live events of the asset's life, the last one that lives: each sets what it changed. What an
 * event found that no event before it had made or found was written by hand, and stays whatever is undone.
 * Undefined when it has no life, or no event tells of its wording.
 */
export function replay(world: World, assetId: string): Parts | undefined {
  const lives = livesOf(world.history, assetId);
  const life = lives.findLast((one) => isAlive(one, world));
  if (life === undefined) return undefined;
  let wording: Parts | undefined;
  const known = new Map<string, Set<string | undefined>>();
  for (const { before, after, counts } of sightingsOf(world, assetId, lives, life)) {
    wording ??= before ?? after;
    const found: Parts = before ?? wording;
    const next = new Map(counts ? [...after] : []);
    for (const part of new Set([...wording.keys(), ...found.keys(), ...after.keys()])) {
      const [old, seen, made] = [wording.get(part), found.get(part), after.get(part)];
      const values = known.get(part) ?? new Set([old]);
      const kept = values.has(seen) ? old : seen;
      const value = counts && seen !== made ? made : kept;
      if (value === undefined) next.delete(part);
      else next.set(part, value);
      known.set(part, values.add(seen).add(made));
    }
    wording = next;
  }
  return wording;
}

/** What an event tells of a wording: how it found it (a birth finds none), and how it left it. */
interface Sighting {
  readonly before: Parts | undefined;
  readonly after: Parts;
  readonly counts: boolean;
}

function sightingsOf(
  world: World,
  assetId: string,
  lives: readonly Life[],
  life: Life,
): Sighting[] {
  return world.history
    .filter(({ event }) => event.before !== undefined || event.after !== undefined)
    .filter((one) => lifeOf(one, assetId, lives, world.history) === life)
    .sort(byInstant)
    .flatMap(({ id, event }): Sighting[] => {
      const before = event.before && partsOf(event.before);
      const after = event.after === undefined ? before : partsOf(event.after);
      if (after === undefined || (before === undefined && !isBirth(event))) return [];
      return [{ before, after, counts: world.isLive(id) && hasItsSource(event, world) }];
    });
}

/** What was merged in comes from a rule that lives. */
function hasItsSource(event: Event, world: World): boolean {
  if (event.event !== 'merge' || event.into === undefined) return true;
  const life = lifeAt(
    livesOf(world.history, event.asset_id ?? ''),
    instant(event.ts),
    world.history,
  );
  return life !== undefined && isAlive(life, world);
}

/** From a birth to the undo of it; what is born under the same id afterwards begins another. */
interface Life {
  readonly from: number;
  /** Ids: two people may have made the same rule. */
  readonly births: readonly string[];
}

function livesOf(history: readonly LoggedEvent[], assetId: string): Life[] {
  const births = history.filter(({ event }) => event.asset_id === assetId && isBirth(event));
  const lives: Life[] = [];
  for (const { id, event } of births.toSorted(byInstant)) {
    const from = instant(event.ts);
    const last = lives.at(-1);
    if (last?.births.includes(id)) continue;
    if (last === undefined || areUndone(last.births, from, history))
      lives.push({ from, births: [id] });
    else lives[lives.length - 1] = { ...last, births: [...last.births, id] };
  }
  return lives;
}

function areUndone(ids: readonly string[], at: number, history: readonly LoggedEvent[]): boolean {
  const revertersOf = new Map<string, string[]>();
  for (const { id, event } of history)
    if (event.reverts !== undefined && instant(event.ts) <= at)
      revertersOf.set(event.reverts, [...(revertersOf.get(event.reverts) ?? []), id]);
  const undone = resolveReverts(revertersOf);
  return ids.every((id) => undone.has(id));
}

function isAlive({ births }: Life, { isLive }: World): boolean {
  return births.some(isLive);
}

/** The one that lived then: an older one may have been brought back. */
function lifeAt(
  lives: readonly Life[],
  at: number,
  history: readonly LoggedEvent[],
): Life | undefined {
  const begun = lives.filter(({ from }, index) => index === 0 || from <= at);
  if (begun.length < 2) return begun[0];
  return begun.findLast(({ births }) => !areUndone(births, at, history)) ?? begun.at(-1);
}

/** The life of this asset that an event belongs to. A revert tells how it found what it took back: a rule whose birth is undone. */
function lifeOf(
  one: LoggedEvent,
  assetId: string,
  lives: readonly Life[],
  history: readonly LoggedEvent[],
): Life | undefined {
  if (one.event.event !== 'revert')
    return rewordedBy(one.event) === assetId
      ? lifeAt(lives, instant(one.event.ts), history)
      : undefined;
  const { id } = rootOf(one, history);
  return lives.find(({ births }) => births.includes(id));
}

export function byInstant(a: LoggedEvent, b: LoggedEvent): number {
  return instant(a.event.ts) - instant(b.event.ts) || (a.id < b.id ? -1 : 1);
}
