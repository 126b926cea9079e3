import { questionNow, waitingChanges } from '../../application/approval/decide.js';
import type { Question } from '../../application/approval/question.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/approval.js';
import { MadnessError } from '../../problem.js';
import { type Command, flag, printJson, report } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { commandRunner } from '../../terminal/require-approval.js';

const maxQuestions = 4;
/** A longer question is asked alone, so that the dialog does not hide its beginning. */
const maxLinesBesides = 6;

/** Prints the questions of changes that wait, as the exact input of AskUserQuestion: those named, else the oldest. */
export const ask: Command = async (context) => {
  const ids = context.args.flatMap((one) => one.split(/\s+/)).filter(Boolean);
  const say = words[languageIn(locationIfAny(context))];
  const { waiting, problems } = waitingChanges(context, commandRunner(context));
  const unknown = ids.find((id) => !waiting.some(({ pending }) => pending.id === id));
  if (unknown !== undefined) throw new MadnessError(say.unknown(unknown), say.unknownHint);
  const questions: Question[] = [];
  const left: string[] = [];
  for (const one of waiting) {
    const { id } = one.pending;
    if (ids.length > 0 && !ids.includes(id)) continue;
    const question = await questionNow(one);
    if (typeof question === 'string') {
      if (ids.length > 0)
        left.push(question === 'void' ? `${say.voidMessage(id)} ${say.voidHint}` : say.tooLong(id));
      continue;
    }
    const isAlone = [question, ...questions].some((each) => linesIn(each) > maxLinesBesides);
    if (questions.length > 0 && isAlone) break;
    questions.push(question);
    if (questions.length === maxQuestions || isAlone) break;
  }
  if (flag(context, 'json')) {
    printJson(context, { questions });
    report({ ...context, collect: undefined } as never, problems);
    return 0;
  }
  report(context, problems);
  for (const line of left) context.say(line);
  if (questions.length === 0) context.print(say.nothing);
  else {
    const asked = questions.map(({ question }) => question.slice(1, 9)).join(' ');
    context.print(suggestCommand(context, say.next(asked)));
    printJson(context, { questions });
  }
  return 0;
};

function linesIn({ question }: Question): number {
  return question.split('\n').length;
}
