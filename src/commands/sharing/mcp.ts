import type { CommandDefinition } from '../../terminal/command.js';
import type { Context } from '../../terminal/context.js';

declare const VERSION: string;

export const mcpCommand: CommandDefinition = {
  usage: 'mcp',
  summary: {
    en: 'Serve recall, rules and proposals to any agent, by MCP on standard input and output.',
    zh: '通过标准输入输出以 MCP 向任何智能体提供查找、规则和提议。',
  },
  group: 'sharing',
  agent: 'free',
  plain: true,
  run: async (context: Context) => {
    const { serve } = await import('../../mcp/server.js');
    await serve(context, VERSION);
    return 0;
  },
};
