import { takenBackBy, usedIds } from '../../learn/log/id-history.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { AssetSet } from './asset-set.js';

/** Refuses an id that a former rule had: what the log holds under it would count for the new rule. */
export function formerRule(
  assetSet: AssetSet,
  id: string,
  file: string,
  isUser: boolean,
): Problem[] {
  if (!usedIds(assetSet.log).has(id)) return [];
  const undos = takenBackBy(assetSet.log, assetSet, id).map(
    (event) => `madness undo ${event.slice(0, 8)}${isUser ? ' --user' : ''}`,
  );
  return [problem('asset/former-life', { file, at: id }, faults.formerRule(id, undos))];
}
