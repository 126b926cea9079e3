import type { Request } from '../../learn/change-request.js';
import { faults } from '../../messages/problems/retrospective.js';
import {
  ifPossible,
  MadnessError,
  type Problem,
  problem,
  wordingOfProblem,
} from '../../problem.js';
import { parseCandidate, roleProblems } from '../../reflect/candidate.js';
import type { Asset, Candidate } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { fitting } from '../../validation.js';
import { lookAlikes } from '../decisions/new-rule.js';
import { assetSetOf, pick } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { wholeDraft } from './candidate-draft.js';
import { sessionReader } from './session-reader.js';

type Decided = NonNullable<Candidate['decision']>;

/**
 * Builds the requests that turn a candidate into a rule; they are carried out together. `into` merges it into that rule
 * instead of the draft. Refuses a candidate that is decided, is no rule, or was drafted for another rule.
 */
export function acceptRequests(
  caller: Caller,
  opened: Opened,
  stored: Candidate & { id: string },
  { into: other, pin = false }: { readonly into?: string | undefined; readonly pin?: boolean } = {},
): Request[] {
  const drafted: Decided = stored.decision ?? { action: 'new' };
  const decision: Decided = other === undefined ? drafted : { action: 'merge', into: other };
  forbid(stored, decision, drafted);
  const candidate = { ...stored, decision };
  const read = sessionReader(caller, opened.location, opened.memory.project);
  const projectOf = (session: string) =>
    ifPossible(() => read(session).project) ?? opened.memory.project;
  const assetSet = assetSetOf(opened);
  const { asset } = wholeDraft(candidate, assetSet, projectOf);
  const reason = fitting(stored.constraint, 500);
  const base = { asset, candidate: stored.id, reason };
  const { action, into = '' } = decision;
  if (action === 'merge' || action === 'absorb')
    return [{ action: 'revise', asset_id: into, ...base }, ...(pin ? [pinning(into)] : [])];
  if (action === 'premise') pick(assetSet, into);
  const lowered: Request = {
    action: 'premise',
    asset_id: into,
    reason: `${asset.id} changed what it rests on`,
  };
  const beside = action === 'new' ? olderRules(opened, asset, '').map(({ at }) => String(at)) : [];
  return [
    {
      action: 'add',
      asset_type: asset.type,
      ...base,
      ...(beside.length === 0 ? {} : { beside: beside.slice(0, 5) }),
    },
    ...(action === 'premise' ? [lowered] : []),
    ...(pin ? [pinning(asset.id)] : []),
  ];
}

/** The older rules that a draft says again or speaks against, each as a problem that asks for a reason. */
export function olderRules(opened: Opened, asset: Asset, file: string): readonly Problem[] {
  return lookAlikes(opened, asset.type, asset, []).map((one) => {
    const [en, zh] = wordingOfProblem(one);
    const wording = faults.besideOlder(String(one.at), en, zh);
    return problem('candidate/look-alike', { file, at: one.at ?? '' }, wording);
  });
}

function pinning(asset_id: string): Request {
  return { action: 'pin', asset_id };
}

/** A candidate that was edited by hand has to pass as one that is handed in. */
export function candidateProblems(candidate: Candidate & { id: string }): readonly Problem[] {
  const file = `work/candidates/${candidate.id}.json`;
  const { problems } = parseCandidate(candidate, file);
  return problems.length > 0 ? problems : roleProblems(candidate, file);
}

function forbid({ id, kind, state, became, reason }: Candidate, now: Decided, drafted: Decided) {
  if (kind !== 'rule') throw new MadnessError(faults.noRule(kind, id));
  if (state === 'accepted') throw new MadnessError(faults.candidateBecameAlready(id, became));
  if (state === 'dropped') throw new MadnessError(faults.candidateDropped(id, reason));
  const isSame = now.action === drafted.action && now.into === drafted.into;
  if (!isSame && drafted.action === 'absorb')
    throw new MadnessError(faults.otherDraft(now.action, now.into, drafted.into));
}
