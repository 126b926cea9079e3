import {
  apply,
  asAsked,
  questionNow,
  type WaitingChange,
} from '../../application/approval/decide.js';
import {
  type Choice,
  choicesOf,
  sentenceOf,
  wholeText,
} from '../../application/approval/question.js';
import { words as askWords } from '../../messages/approval.js';
import type { Words } from '../../messages/memory/review.js';
import { hasErrors } from '../../problem.js';
import { asked } from '../../terminal/ask.js';
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
  if ((await questionNow(one)) === 'void') {
    context.print(say.voidMessage(one.pending.id));
    await apply(one, 'leave', { by: 'terminal' });
    return 'done';
  }
  for (const line of wholeText(asAsked(one), language)) context.print(line);
  const choices = choicesOf(asAsked(one), language).filter(
    // It goes on in the conversation that asked.
    ({ choice }) => choice !== 'question',
  );
  const options = [
    ...choices.map(({ choice, label }) => ({ value: choice, label })),
    { value: 'later' as const, label: text.choices.later },
    { value: 'quit' as const, label: text.choices.quit },
  ];
  const answer = await asked(terminal, ({ select }, at) =>
    select<Choice | 'later' | 'quit'>({
      message: text.question,
      options,
      showInstructions: false,
      ...at,
    }),
  );
  if (answer === undefined || answer === 'quit') return 'quit';
  if (answer === 'later') return answer;
  const problems = await apply(one, answer, { by: 'terminal' });
  if (problems === 'taken') return 'done';
  report(context, problems);
  if (hasErrors(problems)) return 'later';
  const chosen = choices.find(({ choice }) => choice === answer)?.label ?? answer;
  context.print(say.decided(one.pending.id, chosen, answer !== 'drop' && answer !== 'leave'));
  return 'done';
}
