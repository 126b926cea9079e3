import {
  askingSession,
  questionNow,
  waitingChanges,
  whyUnasked,
} from '../../application/approval/decide.js';
import { numbered, type Question } from '../../application/approval/question.js';
import { words } from '../../messages/approval.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';
import { dialogText } from '../../terminal/finish-change.js';
import { suggestCommand } from '../../terminal/next-command.js';

export const askCommand: CommandDefinition = {
  usage: 'ask [ids...]',
  summary: {
    en: 'Print the questions about waiting changes, as input for AskUserQuestion.',
    zh: '输出等待中的变更的问题，格式为 AskUserQuestion 的输入。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => ask(context),
};

const maxQuestions = 4;

/** Prints the questions of changes that wait, as the exact input of AskUserQuestion: those named, else the oldest. */
export const ask: Command = async (context) => {
  const ids = context.args.flatMap((one) => one.split(/\s+/)).filter(Boolean);
  const say = words[context.language()];
  const { waiting, problems } = waitingChanges(context, askingSession(context));
  const unknown = ids.find((id) => !waiting.some(({ pending }) => pending.id === id));
  if (unknown !== undefined) throw new MadnessError(say.unknown(unknown), say.unknownHint);
  const questions: Question[] = [];
  const left: string[] = [];
  for (const one of waiting) {
    const { id } = one.pending;
    if (ids.length > 0 && !ids.includes(id)) continue;
    const question = await questionNow(one);
    if (typeof question !== 'string') questions.push(question);
    else if (ids.length > 0) left.push(whyUnasked(one, question));
    if (questions.length === maxQuestions) break;
  }
  const asked = new Set(questions.map(({ question }) => question.slice(1, 9)));
  const next = suggestCommand(context, say.next([...asked].join(' ')));
  const json = { questions: numbered(questions) };
  const text = questions.length === 0 ? [say.nothing] : [next, dialogText(json.questions)];
  return { problems, json, bare: true, text, talk: left, code: 0 };
};
