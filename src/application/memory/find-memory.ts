import { join } from 'node:path';
import type { Language } from '../../compile/template.js';
import { readRegular } from '../../platform/fs.js';
import { ifPossible } from '../../problem.js';
import { findLocation, findUserLocation, type MemoryLocation } from '../../store/location.js';
import { refuseLinksOut } from '../../store/store.js';
import { type Context, flag, text } from '../../terminal/context.js';

/** Where the memory of this run lies, trusted or not: for what reads no word of its rules. */
export function locationHere(context: Context): MemoryLocation {
  if (flag(context, 'user')) return findUserLocation(context.env);
  return findLocation(text(context, 'memory'), context.cwd, context.env);
}

/** The same, where there is one. */
export function locationIfAny(context: Context): MemoryLocation | undefined {
  return ifPossible(() => locationHere(context));
}

/** Runs `work` while no other process changes this memory. Throws when a link leads out of the memory, where the lock lies. */
export async function withMemoryLock<T>(
  location: MemoryLocation,
  say: (text: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  const { withLock } = await import('../../platform/lock.js');
  refuseLinksOut(location);
  return withLock(join(location.memory, 'work'), say, work);
}

/** The language of a memory, by its configuration alone; English where there is none, or none that can be read. */
export function languageIn(location: MemoryLocation | undefined): Language {
  if (location === undefined) return 'en';
  try {
    const text = readRegular(join(location.memory, 'config.json'));
    return JSON.parse(text.replace(/^\uFEFF/, '')).language === 'zh' ? 'zh' : 'en';
  } catch {
    return 'en';
  }
}
