import { instantOf, transact } from '../../application/memory/transaction.js';
import {
  retrospectiveFile,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import { words } from '../../messages/rules/list.js';
import { hasErrors } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, refuse } from '../../terminal/context.js';

export const retroAbandonCommand: CommandDefinition = {
  usage: 'retro abandon',
  summary: {
    en: 'Abandon the running retrospective; its facets and verdicts stay.',
    zh: '放弃进行中的复盘；会话要点和评判会保留。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => retroAbandon(context),
};

/** Gives the retrospective in work up; its facets and verdicts stay. */
const retroAbandon: Command = async (context) => {
  let said = '';
  const { problems } = await transact(context, ({ location, memory }) => {
    const retro = runningRetrospective(location);
    said = words[memory.language].abandoned(retro.id);
    const over = { ...retro, abandoned_at: instantOf(context) };
    return { change: { work: new Map([retrospectiveFile(over)]) } };
  });
  if (hasErrors(problems)) return refuse(context, problems);
  return { problems, json: {}, text: [said] };
};
