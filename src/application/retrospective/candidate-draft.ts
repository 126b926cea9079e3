import { wordingOf } from '../../learn/asset.js';
import { faults } from '../../messages/problems/retrospective.js';
import { type Language, MadnessError } from '../../problem.js';
import { draftOf } from '../../reflect/candidate.js';
import type { Asset, Candidate } from '../../schema.gen.js';
import { type AssetSet, evidenceLeftOut, joinedEvidence, pick } from '../memory/asset-set.js';

/**
 * The complete wording of a candidate: its own, or that of the rule it is merged into. A merged rule takes the
 * confirmed text and keeps its exception unless one is named. A rule that absorbs changes only what the draft states.
 */
export function wholeDraft(
  candidate: Candidate,
  assetSet: AssetSet,
  projectOf: (session: string) => string,
): { asset: Asset; defaults: { type: Asset['type'] } } {
  const { action, into } = candidate.decision ?? { action: 'new' };
  const draft = draftOf(candidate, projectOf);
  const survivor = action === 'new' || into === undefined ? undefined : pick(assetSet, into);
  if (survivor === undefined || action === 'premise')
    return { asset: draft as Asset, defaults: { type: draft.type } };
  if (survivor.type !== draft.type)
    throw new MadnessError(faults.otherKind(survivor.id, survivor.type, draft.type));
  const evidence = joinedEvidence(survivor, draft);
  const { id, title, ...own } = (candidate.asset ?? {}) as Partial<Asset>;
  const { inject, ...older } = wordingOf(survivor);
  // Its lines for the block would tell the older wording.
  const note = inject?.note === undefined ? {} : { inject: { note: inject.note } };
  const asset = action === 'merge' ? { ...older, ...draft } : { ...older, ...note, ...own };
  return {
    asset: { ...asset, id: survivor.id, evidence } as Asset,
    defaults: { type: survivor.type },
  };
}

/** Evidence that does not fit into the older rule. */
export function leftOutOf(
  candidate: Candidate,
  assetSet: AssetSet,
  projectOf: (session: string) => string,
  language: Language,
): readonly string[] {
  const { action, into } = candidate.decision ?? { action: 'new' };
  if (into === undefined || (action !== 'merge' && action !== 'absorb')) return [];
  return evidenceLeftOut(pick(assetSet, into), draftOf(candidate, projectOf), language);
}
