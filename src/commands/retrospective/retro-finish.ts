import { instantOf, transact } from '../../application/memory/transaction.js';
import { reportOf } from '../../application/retrospective/report.js';
import { runningRetrospective } from '../../application/retrospective/repository.js';
import { words } from '../../messages/retrospective/retro.js';
import { hasErrors } from '../../problem.js';
import type { Retrospective } from '../../schema.gen.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';

export const retroFinishCommand: CommandDefinition = {
  usage: 'retro finish',
  summary: {
    en: 'Compile, write the report from the records, and end the retrospective.',
    zh: '编译，按记录写出报告，并结束复盘。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => retroFinish(context),
};

/** Ends the running retrospective with its report. */
export const retroFinish: Command = async (context) => {
  let retro: Retrospective | undefined;
  const { problems } = await transact(
    context,
    ({ location }) => {
      retro = { ...runningRetrospective(location), finished_at: instantOf(context) };
      return {};
    },
    { keep: () => true, extra: (opened, plan) => reportOf(opened, plan, retro as Retrospective) },
  );
  const id = retro?.id ?? '';
  if (hasErrors(problems))
    return { problems, json: {}, talk: [words[context.language()].unfinished], code: 1 };
  return { problems, json: { id, report: `retrospectives/${id}.md` } };
};
