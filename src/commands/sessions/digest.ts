import { digestSession } from '../../application/retrospective/digest-session.js';
import { faults } from '../../messages/problems/sessions.js';
import { asJson, textForm } from '../../observe/digest.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, flag, type Result, text } from '../../terminal/context.js';

export const digestCommand: CommandDefinition = {
  usage: 'digest <session>',
  summary: {
    en: 'Summarise a session: what the user said, failures, loops, calls.',
    zh: '简要说明一个会话里发生了什么：用户的话、失败、循环、调用。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
    ['--budget <tokens>', 'at most so many tokens (default: 4000)', 'token 上限（默认：4000）'],
    [
      '--after <line>',
      'what came after this line (default: all; in a retrospective what is new to it)',
      '此行之后的内容（默认：全部；复盘中为新增部分）',
    ],
  ],
  run: (context) => digest(context),
};

const defaultBudgetTokens = 4000;
const minBudgetTokens = 500;

/** Summarises a session within a budget of tokens. */
export function digest(context: Context): Result {
  const budget = Number(text(context, 'budget') ?? defaultBudgetTokens);
  if (!Number.isInteger(budget) || budget < minBudgetTokens) {
    throw new MadnessError(faults.budget(minBudgetTokens, text(context, 'budget')));
  }
  const form = flag(context, 'json') ? asJson : textForm(context.language());
  const [session = ''] = context.args;
  const said = digestSession(context, session, budget, form, text(context, 'after'));
  return { json: said, text: [said] };
}
