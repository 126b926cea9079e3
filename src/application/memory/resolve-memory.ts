import { houseHere, houseIfAny, languageIn } from './find-memory.js';

export { houseHere, houseIfAny };

import { resolve } from 'node:path';
import { inMainWorktree } from '../../observe/sessions/project-folder.js';
import { ifPossible, type Language } from '../../problem.js';
import { type House, isMemory } from '../../store/location.js';
import { type Context, flag, text } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { agentOf } from '../approval/agent.js';
import { refuseUnheard } from './trust.js';

/** The memory that this run is about. Throws for an agent where nobody on this machine has trusted it. */
export function houseOf(context: Context): House {
  return heardHouse(context, houseHere(context));
}

/** The same house; throws for an agent where nobody on this machine has trusted it. */
export function heardHouse(context: Context, house: House): House {
  refuseUnheard(context.env, house, () => agentOf(context) !== undefined);
  return house;
}

/**
 * The run sent to the same memory in the main worktree, where it is in another one: what git ignores, such as all of
 * work/, goes with a worktree without a word. A memory that was named stays the one.
 */
export function sentToStay(context: Context): Context {
  if (flag(context, 'user') || text(context, 'memory') || context.env.MADNESS_MEMORY)
    return context;
  const memory = inMainWorktree(houseOf(context).memory);
  if (memory === undefined || !isMemory(memory)) return context;
  return { ...context, options: { ...context.options, memory } };
}

/** The folder of the project that was named, else of the one whose memory this run finds, else where it runs. */
export function projectFolder(context: Context): string {
  const named = text(context, 'project');
  if (named !== undefined) return resolve(context.cwd, named);
  const house = houseIfAny(context);
  return house === undefined || house.isUser ? context.cwd : house.root;
}

/** The language of the memory that this run is about, or of the terminal where there is none. */
export function languageHere(context: Context): Language {
  const house = ifPossible(() => houseIfAny(context));
  return house === undefined ? (ifPossible(() => languageOf(context)) ?? 'en') : languageIn(house);
}
