import { locationHere, locationIfAny } from './find-memory.js';

export { locationHere, locationIfAny };

import { resolve } from 'node:path';
import { inMainWorktree } from '../../observe/sessions/project-folder.js';
import { isMemory, type MemoryLocation } from '../../store/location.js';
import { agentOf } from '../approval/agent.js';
import type { Caller } from './caller.js';
import { refuseUnheard } from './trust.js';

/** The memory that this run is about. Throws for an agent where nobody on this machine has trusted it. */
export function locationOf(caller: Caller): MemoryLocation {
  return trustedLocation(caller, locationHere(caller));
}

/** The same location; throws for an agent where nobody on this machine has trusted it. */
export function trustedLocation(caller: Caller, location: MemoryLocation): MemoryLocation {
  refuseUnheard(caller.env, location, () => agentOf(caller) !== undefined);
  return location;
}

/**
 * The folder of the same memory in the main worktree, where the run is in another one: git ignores work/, so it is lost
 * with its worktree. Undefined where a memory was named, or there is none.
 */
export function mainMemory(caller: Caller): string | undefined {
  const { user, memory: named } = caller.options;
  if (user || named || caller.env.MADNESS_MEMORY) return undefined;
  const memory = inMainWorktree(locationOf(caller).memory);
  return memory !== undefined && isMemory(memory) ? memory : undefined;
}

/** The folder of the project that was named, else of the one whose memory this run finds, else where it runs. */
export function projectFolder(caller: Caller, named: string | undefined): string {
  if (named !== undefined) return resolve(caller.cwd, named);
  const location = locationIfAny(caller);
  return location === undefined || location.isUser ? caller.cwd : location.root;
}
