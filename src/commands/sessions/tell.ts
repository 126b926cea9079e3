import type { CommandDefinition } from '../../terminal/command.js';
import { runRequest } from '../../terminal/run-request.js';

export const tellCommand: CommandDefinition = {
  usage: 'tell <project> <text...>',
  summary: {
    en: 'Leave a message for the sessions of another project, which is marked as such.',
    zh: '给另一个项目的会话留一条消息，并注明来源。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  run: (context) => runRequest(context, 'tell'),
};
