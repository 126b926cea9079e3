import { resolve } from 'node:path';
import { findHouse, findUserHouse, type House } from '../../house.js';
import { MadnessError } from '../../problem.js';
import { type Context, flag, text } from '../talk/context.js';

/** The memory that this run is about. */
export function houseOf(context: Context): House {
  if (flag(context, 'user')) return findUserHouse(context.env);
  return findHouse(text(context, 'memory'), context.cwd, context.env);
}

/** The same, where there is one. */
export function houseIfAny(context: Context): House | undefined {
  try {
    return houseOf(context);
  } catch (error) {
    if (error instanceof MadnessError) return undefined;
    throw error;
  }
}

/** The folder of the project that was named, else of the one whose memory this run finds, else where it runs. */
export function projectFolder(context: Context): string {
  const named = text(context, 'project');
  if (named !== undefined) return resolve(context.cwd, named);
  const house = houseIfAny(context);
  return house === undefined || house.isUser ? context.cwd : house.root;
}
