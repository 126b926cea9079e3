import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { runRequest } from '../../terminal/run-request.js';

export const keepCommand: CommandDefinition = {
  usage: 'keep <kind> <name> <text> [description]',
  summary: {
    en: 'Keep a note about this project, or a skill that reflection found.',
    zh: '保留一条关于本项目的笔记，或后台阅读发现的技能。',
  },
  group: 'agent',
  agent: 'asks',
  options: [ofUser],
  run: (context) => runRequest(context, 'keep'),
};
