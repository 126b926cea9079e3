import { join } from 'node:path';
import { readRegular } from '../../platform/fs.js';
import { ifPossible, type Language } from '../../problem.js';
import {
  findLocation,
  findUserLocation,
  type MemoryLocation,
  refuseLinksOut,
} from '../../store/location.js';
import type { Caller } from './run-context.js';

/** Finds the memory of this run, trusted or not. Use it only where no rule text is read. */
export function locationHere(caller: Caller): MemoryLocation {
  const { user, memory } = caller.options;
  if (user === true) return findUserLocation(caller.env);
  return findLocation(typeof memory === 'string' ? memory : undefined, caller.cwd, caller.env);
}

/** The same, or undefined if there is none. */
export function locationIfAny(caller: Caller): MemoryLocation | undefined {
  return ifPossible(() => locationHere(caller));
}

/** Runs `work` while no other process changes this memory. Throws when a link leads out of the memory, where the lock lies. */
export async function withMemoryLock<T>(
  location: MemoryLocation,
  say: (text: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  const { withLock } = await import('../../platform/lock.js');
  refuseLinksOut(location);
  return withLock(
    join(location.memory, 'work'),
    (sentence) => say(sentence[languageIn(location)]),
    work,
  );
}

/** The language that a memory's config.json sets. English if there is none or it cannot be read. */
export function languageIn(location: Pick<MemoryLocation, 'memory'> | undefined): Language {
  if (location === undefined) return 'en';
  try {
    const text = readRegular(join(location.memory, 'config.json'));
    return JSON.parse(text.replace(/^\uFEFF/, '')).language === 'zh' ? 'zh' : 'en';
  } catch {
    return 'en';
  }
}
