import type { CommandDefinition } from '../../terminal/command.js';
import { protocolNames, readProtocol } from '../../terminal/protocols.js';

export const protocolCommand: CommandDefinition = {
  usage: 'protocol [names...]',
  summary: {
    en: 'Print how an agent does parts of the retrospective; without a name, list the parts.',
    zh: '输出智能体执行复盘某些部分的流程说明；不带名字时列出各部分。',
  },
  group: 'agent',
  agent: 'free',
  plain: true,
  run: ({ args }) => ({
    text: args.length === 0 ? protocolNames() : [args.map(readProtocol).join('\n\n')],
  }),
};
