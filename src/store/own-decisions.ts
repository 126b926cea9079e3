import { join } from 'node:path';
import { read } from '../platform/read-object.js';
import { fnv1a } from '../text.js';
import { memoryPlace } from './trust-file.js';

/** Below our own folder: what this clone of a memory decided, or what was said of it. */
export function clonePath(memory: string, kind: 'own' | 'news' | 'fetched'): string {
  const { repository = '', path } = memoryPlace(memory);
  return join('state', 'decisions', `${fnv1a(`${repository}\n${path}`)}.${kind}`);
}

/** Ids of the events that a person decided in this clone, on this machine. */
export function ownDecisionsIn(own: string, memory: string): ReadonlySet<string> {
  return new Set(ownChangesIn(own, memory).flat());
}

/** The same, one list for each change. */
export function ownChangesIn(own: string, memory: string): string[][] {
  const lines = read(join(own, clonePath(memory, 'own'))).split('\n');
  return lines.filter(Boolean).map((line) => line.split(' '));
}
