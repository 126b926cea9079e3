import { languageIn, locationHere, locationIfAny } from './find-memory.js';

export { locationHere, locationIfAny };

import { resolve } from 'node:path';
import { inMainWorktree } from '../../observe/sessions/project-folder.js';
import { ifPossible, type Language } from '../../problem.js';
import { isMemory, type MemoryLocation } from '../../store/location.js';
import { type Context, flag, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { agentOf } from '../approval/agent.js';
import { refuseUnheard } from './trust.js';

/** The memory that this run is about. Throws for an agent where nobody on this machine has trusted it. */
export function locationOf(context: Context): MemoryLocation {
  return trustedLocation(context, locationHere(context));
}

/** The same location; throws for an agent where nobody on this machine has trusted it. */
export function trustedLocation(context: Context, location: MemoryLocation): MemoryLocation {
  refuseUnheard(context.env, location, () => agentOf(context) !== undefined);
  return location;
}

/**
 * The run sent to the same memory in the main worktree, where it is in another one: what git ignores, such as all of
 * work/, goes with a worktree without a word. A memory that was named stays the one.
 */
export function sentToStay(context: Context): Context {
  if (flag(context, 'user') || text(context, 'memory') || context.env.MADNESS_MEMORY)
    return context;
  const memory = inMainWorktree(locationOf(context).memory);
  if (memory === undefined || !isMemory(memory)) return context;
  return { ...context, options: { ...context.options, memory } };
}

/** The folder of the project that was named, else of the one whose memory this run finds, else where it runs. */
export function projectFolder(context: Context): string {
  const named = text(context, 'project');
  if (named !== undefined) return resolve(context.cwd, named);
  const location = locationIfAny(context);
  return location === undefined || location.isUser ? context.cwd : location.root;
}

/** The language of the memory that this run is about, or of the terminal where there is none. */
export function languageHere(context: Context): Language {
  const location = ifPossible(() => locationIfAny(context));
  return location === undefined
    ? (ifPossible(() => languageOf(context)) ?? 'en')
    : languageIn(location);
}
