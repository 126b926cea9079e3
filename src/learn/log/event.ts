import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Event } from '../../schema.gen.js';

export type EventKind = Event['event'];

export function isBaseline({ event }: Pick<Event, 'event'>): boolean {
  return event === 'create' || event === 'import';
}

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
  const isFull = (ts.length === 20 || ts.length === 24) && ts.endsWith('Z');
  const [year, month, day] = [digits(ts, 0, 4), digits(ts, 5, 2), digits(ts, 8, 2)];
  // Date.parse lets 31 February be 3 March.
  if (day > 28 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return Number.NaN;
  if (!isFull)
    return Date.parse(/[+-]\d{2}:\d{2}$|Z$/.test(ts) || ts.length === 10 ? ts : `${ts}Z`);
  const [hour, minute, second] = [digits(ts, 11, 2), digits(ts, 14, 2), digits(ts, 17, 2)];
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59)
    return Number.NaN;
  const thousandths = ts.length === 24 ? digits(ts, 20, 3) : 0;
  return Date.UTC(year, month - 1, day, hour, minute, second, thousandths);
}

/** A number in decimal digits; the form was checked before. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
}

function canonicalText(event: Event): string {
  const { id, ...rest } = event;
  return canonicalize(rest) as string;
}
