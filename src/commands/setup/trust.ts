import { locationHere } from '../../application/memory/resolve-memory.js';
import { distrustMemory, trustMemory } from '../../application/memory/trust.js';
import { withoutHooks } from '../../application/setup/installed.js';
import { words } from '../../messages/setup/trust.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';
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
export const trust: Command = async (context) => {
  const location = locationHere(context);
  const say = words[context.language()];
  if (location.isUser) return { text: [say.own] };
  if (flag(context, 'off')) {
    distrustMemory(context.env, location, context.now());
    return { text: [say.off], talk: [say.offBlock] };
  }
  if (!(await readsAndTrusts(context, location, context.terminal?.())))
    return { text: [say.left], code: 1 };
  trustMemory(context.env, location, 'trust', context.now());
  const later = withoutHooks(context, context.language());
  return { text: later.length > 0 ? [say.doneLater, ...later] : [say.done] };
};
