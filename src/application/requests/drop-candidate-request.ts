import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/verdict.js';
import { MadnessError } from '../../problem.js';
import { fitting } from '../../validation.js';
import { locationOf } from '../memory/resolve-memory.js';
import { screenSecrets } from '../memory/secret-screen.js';
import { dropCandidate } from '../retrospective/drop-candidate.js';
import { pickCandidate } from '../retrospective/repository.js';
import { type Prepare, textIn } from './request.js';

/** Decides against a candidate; the report keeps it with its reason. */
export const prepareDrop: Prepare = async (call) => {
  const [named = ''] = call.args;
  const reason = fitting(textIn(call, 'reason') ?? '', 500);
  const { id, state, became, asset, constraint } = pickCandidate(locationOf(call), named);
  if (!reason) throw new MadnessError(faults.dropReason(id));
  if (state === 'accepted') throw new MadnessError(faults.candidateBecame(id, became));
  return {
    problems: await screenSecrets({ reason }, 'the command line'),
    facts: { id, what: asset?.title ?? constraint, reason },
    do: async () => {
      const { problems } = await dropCandidate(call, id, reason);
      return { problems, done: words[call.language()].candidate.dropped(id, reason) };
    },
  };
};
