import { locationHere, locationIfAny } from './find-memory.js';

export { locationHere, locationIfAny };

import { resolve } from 'node:path';
import { inMainWorktree } from '../../observe/sessions.js';
import { isMemory, type MemoryLocation } from '../../store/location.js';
import { agentOf } from '../approval/agent.js';
import type { Caller } from './run-context.js';
import { refuseUnheard } from './trust.js';

/** The memory of this run. Throws for an agent if no person on this machine trusts it. */
export function locationOf(caller: Caller): MemoryLocation {
  return trustedLocation(caller, locationHere(caller));
}

/** Returns the location. Throws for an agent if no person on this machine trusts it. */
export function trustedLocation(caller: Caller, location: MemoryLocation): MemoryLocation {
  refuseUnheard(caller.env, location, () => agentOf(caller) !== undefined);
  return location;
}

/**
 * The folder of this memory in the main worktree, if the run is in another one. Git ignores work/, so it would vanish
 * with its worktree. Undefined if a memory was named, or there is none.
 */
export function mainMemory(caller: Caller): string | undefined {
  const { user, memory: named } = caller.options;
  if (user || named || caller.env.MADNESS_MEMORY) return undefined;
  const memory = inMainWorktree(locationOf(caller).memory);
  return memory !== undefined && isMemory(memory) ? memory : undefined;
}

/** The named project folder, else the root of the memory found, else the working directory. */
export function projectFolder(caller: Caller, named: string | undefined): string {
  if (named !== undefined) return resolve(caller.cwd, named);
  const location = locationIfAny(caller);
  return location === undefined || location.isUser ? caller.cwd : location.root;
}
