import { maskSecrets } from '../observe/secrets.js';
import { fnv1a } from '../text.js';
import { isRecord, textOf } from './payload.js';

/** A page as the cache keeps it: `pages/<key>.json`. */
export interface CachedPage {
  readonly url: string;
  /** The question about the page. Another question gives another text. */
  readonly prompt: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly fetched: number;
}

const minCharacters = 100;
const maxCharacters = 100_000;
/** Milliseconds for which a page is served. */
export const maxAgeMs = 7 * 86_400_000;

export function pageKey(url: string, prompt: string): string {
  return `${fnv1a(`${url}\n${prompt}`)}${fnv1a(`${prompt}\r${url}`)}`;
}

export function isWorthKeeping(text: string): boolean {
  return text.length > minCharacters && text.length <= maxCharacters;
}

export function asPage(value: unknown): CachedPage | undefined {
  if (!isRecord(value) || typeof value.fetched !== 'number') return undefined;
  return {
    url: textOf(value, 'url'),
    prompt: textOf(value, 'prompt'),
    text: textOf(value, 'text'),
    fetched: value.fetched,
  };
}

/** A page that anybody may see: never a private, loopback or link-local host, never one with credentials in its address. */
export function isPublicUrl(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '') return false;
  if (SECRET_PARAMETER.test(url.search + url.hash) || maskSecrets(text) !== text) return false;
  return isPublicHost(url.hostname.replace(/\.$/, ''));
}

const SECRET_PARAMETER =
  /[?&#](?:[\w-]*(?:token|secret|passw|signature|session|credential)[\w-]*|(?:api|access)?[_-]?key|auth|sig|code|jwt|ticket)=/i;
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|arpa)$/;

/**
 * Takes a host as `URL` gives it: addresses in decimal, names in lower case. Only global IPv6 addresses count as
 * public.
 */
function isPublicHost(host: string): boolean {
  if (host.startsWith('['))
    return /^\[[23]/.test(host) && !/^\[(?:2002:|2001:(?:0?:|db8:))/.test(host);
  const parts = /^(\d+)\.(\d+)\.(\d+)\.\d+$/.exec(host);
  if (parts === null) return host.includes('.') && !LOCAL_NAME.test(host);
  const [first = 0, second = 0, third = 0] = parts.slice(1).map(Number);
  return !(
    [0, 10, 127].includes(first) ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && (second === 168 || (second === 0 && (third === 0 || third === 2)))) ||
    (first === 198 && (second === 18 || second === 19))
  );
}
