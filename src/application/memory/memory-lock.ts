import { join } from 'node:path';
import type { House } from '../../store/location.js';
import { refuseLinksOut } from '../../store/store.js';

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
