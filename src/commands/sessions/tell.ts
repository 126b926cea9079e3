import type { CommandDefinition } from '../../terminal/command.js';
import { runRequest } from '../../terminal/run-request.js';

export const tellCommand: CommandDefinition = {
  usage: 'tell <project> <text...>',
  summary: {
    en: 'Leave a message that Claude reads in the sessions of another project.',
    zh: '给另一个项目留言：Claude 会在那里的会话里读到。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  run: (context) => runRequest(context, 'tell'),
};
