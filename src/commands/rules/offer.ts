import { offerStanding } from '../../application/approval/offer-standing-instruction.js';
import type { Command } from '../../terminal/context.js';

/** The Stop hook runs this in the background, so it prints nothing. */
export const offer: Command = async (context) => {
  await offerStanding(context, context.args[0] as string);
  return 0;
};
