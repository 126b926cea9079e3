import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** 8 hex digits that name a content: the same content twice is one thing. */
export function contentId(content: object): string {
  return hash('sha256', canonicalize(content) as string, 'hex').slice(0, 8);
}
