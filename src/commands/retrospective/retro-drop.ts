import { instantOf, transact } from '../../application/memory/transaction.js';
import {
  retrospectiveFile,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import { words } from '../../messages/retrospective/hand-in.js';
import { hasErrors } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, refuse } from '../../terminal/context.js';

export const retroDropCommand: CommandDefinition = {
  usage: 'retro drop',
  summary: {
    en: 'Drop the running retrospective: nothing of it enters the log.',
    zh: '放弃进行中的复盘：其中没有任何内容写入日志。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => retroDrop(context),
};

/** Leaves no verdict; what a person kept already stays. */
export const retroDrop: Command = async (context) => {
  let said = '';
  const { problems } = await transact(context, ({ location, memory }) => {
    const retro = runningRetrospective(location);
    said = words[memory.language].dropped(retro.id);
    const over = { ...retro, dropped_at: instantOf(context) };
    return { change: { work: new Map([retrospectiveFile(over)]) } };
  });
  if (hasErrors(problems)) return refuse(context, problems);
  return { problems, json: {}, text: [said] };
};
