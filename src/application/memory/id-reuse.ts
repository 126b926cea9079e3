import { takenBackBy, usedIds } from '../../learn/log/id-history.js';
import type { Problem } from '../../problem.js';
import type { Shelf } from './asset-editor.js';

/** Refuses an id that a former rule had: what the log holds under it would count for the new rule. */
export function formerRule(shelf: Shelf, id: string, file: string, isUser: boolean): Problem[] {
  if (!usedIds(shelf.log).has(id)) return [];
  const undos = takenBackBy(shelf.log, shelf, id).map(
    (event) => `madness undo ${event.slice(0, 8)}${isUser ? ' --user' : ''}`,
  );
  return [
    {
      rule: 'asset/former-life',
      severity: 'error',
      file,
      at: id,
      message: `Expected an id that was never used, got ${id}, which the log holds of a former rule.`,
      hint: [
        'Choose another id',
        ...(undos.length === 0
          ? []
          : [
              `${undos.join('; ')} ${undos.length === 1 ? 'brings' : 'bring'} the former rule back`,
            ]),
      ].join('; or '),
    },
  ];
}
