import { agentOf } from '../../application/approval/agent.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { messages } from '../../messages/sessions/scan.js';
import { type CommandDefinition, everyProject } from '../../terminal/command.js';
import { answer, type Context, flag, type Result } from '../../terminal/context.js';
import { screenSize } from '../../terminal/layout.js';
import {
  chooseFindings,
  findFindings,
  keepFindings,
  screenLines,
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
      '读取哪个项目（默认：当前文件夹的项目）',
    ],
    everyProject,
  ],
  run: (context) => scan(context),
};

/**
 * What came back in past sessions. Asks no model and changes no memory, unless a person at a terminal
 * chooses what to keep.
 */
export async function scan(context: Context): Promise<number | Result> {
  const location = locationIfAny(context);
  const say = messages[context.language()];
  const findings = findFindings(context, say);
  const { rows, sessions, problems } = findings;
  const isAgents = agentOf(context) !== undefined;
  const result = {
    problems,
    json: rows.map(withoutScore),
    text: screenLines(findings, say, screenSize(context)),
    talk: sessions === 0 ? [say.noSessions] : rows.length > 0 ? [say.keepOne(isAgents)] : [],
  };
  const isAsked = location !== undefined && !isAgents && rows.length > 0 && !flag(context, 'json');
  const terminal = isAsked ? context.terminal?.() : undefined;
  if (terminal === undefined) return result;
  const code = answer(context, result);
  await keepFindings(context, await chooseFindings(terminal, rows, say), say);
  return code;
}
