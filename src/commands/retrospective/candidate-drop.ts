import { fileRequest } from '../../application/approval/request-change.js';
import { prepareDrop } from '../../application/requests/drop-candidate-request.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import { words } from '../../messages/retrospective/verdict.js';
import { hasErrors } from '../../problem.js';
import { type CommandDefinition, forReport, ofUser } from '../../terminal/command.js';
import { type Command, refuse } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { suggestStep } from '../../terminal/next-command.js';

export const candidateDropCommand: CommandDefinition = {
  usage: 'candidate drop <id>',
  summary: {
    en: 'Decide against a candidate; the report keeps it with its reason.',
    zh: '放弃一个候选；报告会保留它和原因。',
  },
  group: 'agent',
  agent: 'asks',
  options: [forReport, ofUser],
  run: (context) => candidateDrop(context),
};

/** Decides against a candidate; the report keeps it with its reason. */
export const candidateDrop: Command = async (context) => {
  const prepared = await prepareDrop(context);
  const asked = await fileRequest(context, 'candidate drop', prepared);
  if (asked !== undefined) return finish(context, asked);
  const { id = '', reason = '' } = prepared.facts;
  const outcome = await prepared.do();
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  return {
    problems: outcome.problems,
    json: { id, state: 'dropped', reason },
    text: [words[context.language()].candidate.dropped(id, reason)],
    next: suggestStep(context, nextOf(context)),
  };
};
