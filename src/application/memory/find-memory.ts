import { join } from 'node:path';
import type { Language } from '../../compile/template.js';
import { readRegular } from '../../platform/fs.js';
import { ifPossible } from '../../problem.js';
import { findHouse, findUserHouse, type House } from '../../store/location.js';
import { refuseLinksOut } from '../../store/store.js';
import { type Context, flag, text } from '../../terminal/context.js';

/** Where the memory of this run lies, trusted or not: for what reads no word of its rules. */
export function houseHere(context: Context): House {
  if (flag(context, 'user')) return findUserHouse(context.env);
  return findHouse(text(context, 'memory'), context.cwd, context.env);
}

/** The same, where there is one. */
export function houseIfAny(context: Context): House | undefined {
  return ifPossible(() => houseHere(context));
}

/** Runs `work` while no other process changes this memory. Throws when a link leads out of the memory, where the lock lies. */
export async function withMemoryLock<T>(
  house: House,
  say: (text: string) => void,
  work: () => T | Promise<T>,
): Promise<T> {
  const { withLock } = await import('../../platform/lock.js');
  refuseLinksOut(house);
  return withLock(join(house.memory, 'work'), say, work);
}

/** The language of a memory, by its configuration alone; English where there is none, or none that can be read. */
export function languageIn(house: House | undefined): Language {
  if (house === undefined) return 'en';
  try {
    const text = readRegular(join(house.memory, 'config.json'));
    return JSON.parse(text.replace(/^\uFEFF/, '')).language === 'zh' ? 'zh' : 'en';
  } catch {
    return 'en';
  }
}
