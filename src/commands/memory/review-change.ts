import { apply, questionNow, type WaitingChange } from '../../application/approval/decide.js';
import { askedChange } from '../../application/approval/pending-change.js';
import { type Choice, sentenceOf, wholeText } from '../../application/approval/question.js';
import { words as askWords } from '../../messages/approval.js';
import type { Words } from '../../messages/memory/review.js';
import { hasErrors } from '../../problem.js';
import { type Context, report, type Terminal } from '../../terminal/context.js';

export function changeTitle({ pending, opened }: WaitingChange): string {
  return sentenceOf(askedChange(pending), opened.memory.language);
}

export function changeRow(one: WaitingChange): object {
  const { id, requests, command } = one.pending;
  return {
    file: `work/pending/${id}.json`,
    kind: 'pending',
    id,
    action: requests?.[0]?.action ?? command?.name ?? null,
    asset_id: requests?.[0]?.asset_id ?? requests?.[0]?.asset?.id ?? null,
    what: changeTitle(one),
  };
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
  for (const line of wholeText(askedChange(one.pending), language)) context.print(line);
  const isNew = one.pending.requests?.[0]?.action === 'add';
  const { isCancel, select } = await import('@clack/prompts');
  const labels = text.choices;
  const answer = await select<Choice | 'later' | 'quit'>({
    message: text.question,
    options: [
      { value: 'yes', label: labels.approve },
      ...(isNew ? [{ value: 'pin' as const, label: labels.pin }] : []),
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
  report(context, problems);
  if (hasErrors(problems)) return 'later';
  const chosen = answer === 'yes' ? labels.approve : answer === 'pin' ? labels.pin : labels.drop;
  context.print(say.decided(one.pending.id, chosen, answer !== 'drop'));
  return 'done';
}
