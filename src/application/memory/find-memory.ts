import { ifPossible } from '../../problem.js';
import { findHouse, findUserHouse, type House } from '../../store/location.js';
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
