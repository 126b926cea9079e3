import { waitingChanges } from '../../application/approval/decide.js';
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

/** Walks a person through all that waits; of the memory of all their projects that is its changes. */
export const review: Command = (context) => {
  const { items, problems } = readWaiting(open(context));
  const { waiting, problems: damaged } = waitingChanges(context);
  const others = items.filter((item) => item.kind !== 'change');
  const more = damaged.filter(({ file }) => !problems.some((one) => one.file === file));
  return reviewItems(context, { items: [...waiting, ...others], problems: [...problems, ...more] });
};
