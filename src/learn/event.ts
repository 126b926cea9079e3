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
  const zoned = /(?:Z|[+-]\d{2}:\d{2})$/.test(ts) || ts.length === 10;
  const at = Date.parse(zoned ? ts : `${ts}Z`);
  const day = Number(ts.slice(8, 10));
  const rolledOver =
    day > 28 && new Date(Date.UTC(+ts.slice(0, 4), +ts.slice(5, 7) - 1, day)).getUTCDate() !== day;
  return rolledOver ? Number.NaN : at;
}

function canonicalText(event: Event): string {
  const { id, ...rest } = event;
  return canonicalize(rest) as string;
}
