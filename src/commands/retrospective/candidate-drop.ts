import { locationOf } from '../../application/memory/resolve-memory.js';
import { screenSecrets } from '../../application/memory/secret-screen.js';
import { dropCandidate } from '../../application/retrospective/drop-candidate.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import { pickCandidate } from '../../application/retrospective/repository.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/verdict.js';
import { hasErrors, MadnessError } from '../../problem.js';
import { type CommandDefinition, forReport, ofUser } from '../../terminal/command.js';
import { type Command, flag, printJson, refuse, report, text } from '../../terminal/context.js';
import { printNext, suggestStep } from '../../terminal/next-command.js';
import { byQuestion } from '../../terminal/require-approval.js';
import { fitting } from '../../validation.js';

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
  const named = context.args[0] ?? '';
  const reason = fitting(text(context, 'reason') ?? '', 500);
  const { id, state, became, asset, constraint } = pickCandidate(locationOf(context), named);
  if (!reason) throw new MadnessError(faults.dropReason(id));
  if (state === 'accepted') throw new MadnessError(faults.candidateBecame(id, became));
  const secrets = await screenSecrets({ reason }, 'the command line');
  if (secrets.length > 0) return refuse(context, secrets);
  const facts = { id, what: asset?.title ?? constraint, reason };
  const asked = await byQuestion(context, locationOf(context), 'candidate drop', facts);
  if (asked !== undefined) return asked;
  const outcome = await dropCandidate(context, id, reason);
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  const next = suggestStep(context, nextOf(context));
  if (flag(context, 'json'))
    printJson(context, { id, state: 'dropped', reason, next, problems: outcome.problems });
  else {
    report(context, outcome.problems);
    context.print(words[context.language()].candidate.dropped(id, reason));
    printNext(context, next);
  }
  return 0;
};
