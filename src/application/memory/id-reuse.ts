import { takenBackBy, usedIds } from '../../learn/log/id-history.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { Shelf } from './asset-editor.js';

/** Refuses an id that a former rule had: what the log holds under it would count for the new rule. */
export function formerRule(shelf: Shelf, id: string, file: string, isUser: boolean): Problem[] {
  if (!usedIds(shelf.log).has(id)) return [];
  const undos = takenBackBy(shelf.log, shelf, id).map(
    (event) => `madness undo ${event.slice(0, 8)}${isUser ? ' --user' : ''}`,
  );
  return [problem('asset/former-life', { file, at: id }, faults.formerRule(id, undos))];
}
