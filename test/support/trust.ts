import { join } from 'node:path';
import { trustMemory } from '../../src/application/memory/trust.js';
import type { Environment } from '../../src/platform/folders.js';
import { locationAt } from '../../src/store/location.js';

/** What a person's `madness trust` writes down, for a memory that a test made by hand. */
export function trustHere(project: string, env: Environment): void {
  trustMemory(
    env,
    locationAt(join(project, 'memory'), env),
    'trust',
    new Date('2026-11-21T09:00:00Z'),
  );
}
