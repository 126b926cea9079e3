import { locationHere } from '../../application/memory/resolve-memory.js';
import { distrustMemory, trustMemory } from '../../application/memory/trust.js';
import { words } from '../../messages/setup/trust.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { flag, problemsOnly } from '../../terminal/context.js';
import { readsAndTrusts } from '../../terminal/read-trust.js';

export const trustCommand: CommandDefinition = {
  usage: 'trust',
  summary: {
    en: 'Let Claude use the memory of this project on this machine.',
    zh: '允许这个项目的记忆库在这台机器上对 Claude 说话。',
  },
  group: 'sharing',
  options: [['--off', 'withdraw it', '收回']],
  run: (context) => trust(context),
};

/** Trusts a memory on this machine, or withdraws that. At a terminal it shows each page of it and asks. */
export const trust = problemsOnly(async (context) => {
  const location = locationHere(context);
  const say = words[context.language()];
  if (location.isUser) {
    context.print(say.own);
    return 0;
  }
  if (flag(context, 'off')) {
    distrustMemory(context.env, location, context.now());
    context.print(say.off);
    context.say(say.offBlock);
    return 0;
  }
  if (!(await readsAndTrusts(context, location, context.terminal?.()))) {
    context.print(say.left);
    return 1;
  }
  trustMemory(context.env, location, 'trust', context.now());
  context.print(say.done);
  return 0;
});
