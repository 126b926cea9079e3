import {
  apply,
  asAsked,
  questionsNow,
  type WaitingChange,
} from '../../application/approval/decide.js';
import { type Choice, sentenceOf, wholeText } from '../../application/approval/question.js';
import { words as askWords } from '../../messages/approval.js';
import type { Words } from '../../messages/memory/review.js';
import { hasErrors } from '../../problem.js';
import { type Context, report, type Terminal } from '../../terminal/context.js';

export function changeTitle(one: WaitingChange): string {
  return sentenceOf(asAsked(one), one.opened.memory.language);
}

/** Shows the whole of one pending change, asks, and carries the answer out. */
export async function reviewChange(
  context: Context,
  terminal: Terminal,
  one: WaitingChange,
  text: Words,
): Promise<'done' | 'later' | 'quit'> {
  const { language } = one.opened.memory;
  const say = askWords[language];
  if ((await questionsNow(one)) === 'void') {
    context.print(say.voidMessage(one.pending.id));
    await apply(one, 'leave', { by: 'terminal' });
    return 'done';
  }
  for (const line of wholeText(asAsked(one), language)) context.print(line);
  const { requests, offer } = one.pending;
  const isNew = requests?.[0]?.action === 'add';
  const { isCancel, select } = await import('@clack/prompts');
  const labels = text.choices;
  const answer = await select<Choice | 'later' | 'quit'>({
    message: text.question,
    options: [
      { value: 'yes', label: labels.approve },
      ...(isNew ? [{ value: 'pin' as const, label: labels.pin }] : []),
      ...(offer?.remind ? [{ value: 'remind' as const, label: say.remindToo }] : []),
      { value: 'drop', label: labels.drop },
      { value: 'later', label: labels.later },
      { value: 'quit', label: labels.quit },
    ],
    showInstructions: false,
    ...terminal,
  });
  if (isCancel(answer)) return 'quit';
  if (answer === 'later' || answer === 'quit') return answer;
  const problems = await apply(one, answer, { by: 'terminal' });
  if (problems === 'taken') return 'done';
  report(context, problems);
  if (hasErrors(problems)) return 'later';
  const told = { yes: labels.approve, pin: labels.pin, remind: say.remindToo } as const;
  const chosen = answer in told ? told[answer as keyof typeof told] : labels.drop;
  context.print(say.decided(one.pending.id, chosen, answer !== 'drop'));
  return 'done';
}
