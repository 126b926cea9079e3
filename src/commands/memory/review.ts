import { type WaitingChange, waitingChanges } from '../../application/approval/decide.js';
import { readWaiting } from '../../application/approval/pending-items.js';
import { open } from '../../application/memory/transaction.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';
import { reviewItems } from './review-loop.js';

export const reviewCommand: CommandDefinition = {
  usage: 'review',
  summary: {
    en: 'Decide what waits for you, one by one.',
    zh: '逐条处理等你决定的事。',
  },
  group: 'rules',
  listed: 'first',
  agent: 'free',
  options: [['--list', 'only show what waits', '只显示等待的内容'], ofUser],
  run: (context) => review(context),
};

/** Walks a person through all that waits. A candidate that an agent has asked about is decided with its change. */
export const review: Command = (context) => {
  const waiting = readWaiting(open(context));
  const { waiting: changes, problems } = waitingChanges(context);
  const asked = new Set(changes.flatMap(candidatesOf));
  const items = waiting.items.filter(
    (item) => item.kind !== 'candidate' || !asked.has(item.candidate.id),
  );
  return reviewItems(context, { items, changes, problems: [...waiting.problems, ...problems] });
};

function candidatesOf({ pending: { requests = [] } }: WaitingChange): string[] {
  return requests.flatMap(({ candidate }) => candidate ?? []);
}
