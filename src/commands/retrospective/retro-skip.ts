import { locationOf } from '../../application/memory/resolve-memory.js';
import { screenSecrets } from '../../application/memory/secret-screen.js';
import { transact } from '../../application/memory/transaction.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import {
  retrospectiveFile,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/retro-status.js';
import { hasErrors, MadnessError } from '../../problem.js';
import { type CommandDefinition, forReport, ofUser } from '../../terminal/command.js';
import { type Command, refuse, text } from '../../terminal/context.js';
import { suggestStep } from '../../terminal/next-command.js';
import { fitting } from '../../validation.js';

export const retroSkipCommand: CommandDefinition = {
  usage: 'retro skip <session>',
  summary: {
    en: 'Leave a session out of the retrospective; the report gives the reason.',
    zh: '把一个会话排除在复盘之外；报告会写明原因。',
  },
  group: 'agent',
  agent: 'free',
  options: [forReport, ofUser],
  run: (context) => retroSkip(context),
};

/** Leaves a session out of the retrospective. The report gives the reason. */
export const retroSkip: Command = async (context) => {
  const reason = fitting(text(context, 'reason') ?? '', 500);
  if (!reason) throw new MadnessError(faults.skipReason);
  const secrets = await screenSecrets({ reason }, 'the command line');
  if (secrets.length > 0) return refuse(context, secrets);
  const session = find(context.args[0] ?? '', runningRetrospective(locationOf(context)).sessions);
  const outcome = await transact(context, ({ location }) => {
    const retro = runningRetrospective(location);
    const sessions = retro.sessions.map((one) =>
      one.session === session
        ? { ...one, state: 'skipped' as const, skipped_because: reason }
        : one,
    );
    return { change: { work: new Map([retrospectiveFile({ ...retro, sessions })]) } };
  });
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  return {
    problems: outcome.problems,
    json: { session },
    text: [words[context.language()].skipped(session, reason)],
    next: suggestStep(context, nextOf(context)),
  };
};

function find(name: string, sessions: readonly { session: string }[]): string {
  const fits = sessions.filter(({ session }) => name !== '' && session.startsWith(name));
  const exact = fits.find(({ session }) => session === name);
  const only = exact ?? (fits.length === 1 ? fits[0] : undefined);
  if (only !== undefined) return only.session;
  throw new MadnessError(faults.notInRetro(name || 'nothing'));
}
