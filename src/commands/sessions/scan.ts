import { agentOf } from '../../application/approval/agent.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { messages } from '../../messages/sessions/scan.js';
import { type CommandDefinition, everyProject } from '../../terminal/command.js';
import { type Context, flag, printJson, report } from '../../terminal/context.js';
import {
  chooseFindings,
  findFindings,
  keepFindings,
  printFinding,
  withoutScore,
} from './scan-findings.js';

export const scanCommand: CommandDefinition = {
  usage: 'scan',
  summary: {
    en: 'Show failures, refusals and instructions that came back.',
    zh: '显示过去会话里反复出现的事：失败、拒绝、要求、习惯。',
  },
  group: 'sessions',
  listed: 'first',
  agent: 'free',
  readsSessions: true,
  options: [
    [
      '--project <dir>',
      'the project to read (default: the one at the working folder)',
      '读取哪个项目（默认：当前目录的项目）',
    ],
    everyProject,
  ],
  run: (context) => scan(context),
};

/**
 * Prints what came back in past sessions. Asks no model and changes no memory, unless a person at a terminal
 * chooses what to keep.
 */
export async function scan(context: Context): Promise<number> {
  const location = locationIfAny(context);
  const say = messages[context.language()];
  const { rows, sessions, problems } = findFindings(context, say);
  if (flag(context, 'json')) printJson(context, rows.map(withoutScore));
  else if (sessions === 0) context.say(say.noSessions);
  else if (rows.length === 0) context.say(say.nothing(sessions));
  else {
    for (const row of rows) printFinding(context, row, say);
    context.say(say.found(rows.length, sessions, agentOf(context) !== undefined));
    const terminal = location === undefined || agentOf(context) ? undefined : context.terminal?.();
    if (terminal !== undefined)
      await keepFindings(context, await chooseFindings(terminal, rows, say), say);
  }
  return report(context, problems);
}
