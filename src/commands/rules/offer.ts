import { offerStanding } from '../../application/approval/offer-standing-instruction.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';

export const offerCommand: CommandDefinition = {
  usage: 'offer <session>',
  summary: {
    en: 'File an instruction from a session as a proposed rule (the Stop hook).',
    zh: '把会话里说过的话提交为待保留的规则（由 Stop 钩子使用）。',
  },
  group: 'agent',
  agent: 'free',
  plain: true,
  hidden: true,
  run: (context) => offer(context),
};

/** The Stop hook runs this in the background, so it prints nothing. */
export const offer: Command = async (context) => {
  await offerStanding(context, context.args[0] as string);
  return 0;
};
