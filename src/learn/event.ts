import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Event } from '../schema.gen.js';

export type EventKind = Event['event'];

/** Position in this list is the number a kind has in the columns of a log. */
export const eventKinds = [
  'create',
  'import',
  'validate',
  'invalidate',
  'observe',
  'no_match',
  'pending_observation',
  'import_merge',
  'import_skip',
  'inject_reflection',
  'revise',
  'deprecate',
  'revive',
  'merge',
  'pin',
  'unpin',
  'revert',
] as const satisfies readonly EventKind[];

/** The first 16 hex digits of the SHA-256 of the canonical JSON (RFC 8785) without `id`. */
export function eventId(event: Event): string {
  return shortHash(canonicalText(event));
}

/** The event as a line of the log, without the line break: canonical, `id` last. */
export function serializeEvent(event: Event): string {
  const canonical = canonicalText(event);
  return `${canonical.slice(0, -1)},"id":"${shortHash(canonical)}"}`;
}

export function shortHash(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex').slice(0, 16);
}

/** Milliseconds since 1970. A stamp without a zone is UTC: clones in two zones must agree. NaN when no such day. */
export function instant(ts: string): number {
  const isZoned = ts.endsWith('Z') || ts.length === 10 || /[+-]\d{2}:\d{2}$/.test(ts);
  // Date.parse lets 31 February be 3 March.
  return isDay(ts) ? Date.parse(isZoned ? ts : `${ts}Z`) : Number.NaN;
}

function isDay(ts: string): boolean {
  if (ts.charCodeAt(8) < 0x33 && ts.slice(8, 10) !== '29') return true;
  const [year, month, day] = [+ts.slice(0, 4), +ts.slice(5, 7), +ts.slice(8, 10)];
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

function canonicalText(event: Event): string {
  const { id, ...rest } = event;
  return canonicalize(rest) as string;
}
