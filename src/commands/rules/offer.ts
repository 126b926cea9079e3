import { offerStanding } from '../../application/approval/offer-standing.js';
import type { Command } from '../../terminal/context.js';

/** Run by the Stop hook in the background: it has nobody to speak to. */
export const offer: Command = async (context) => {
  await offerStanding(context, context.args[0] as string);
  return 0;
};
