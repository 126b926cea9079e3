import { faults } from '../../messages/problems/learn.js';
import { type Problem, problem } from '../../problem.js';
import { fileNameOf, mayHideRules, type ParsedAssets } from '../asset.js';
import type { Fold } from '../fold/fold.js';
import type { EventLog } from './entry.js';
import { takenBackBy } from './id-history.js';
import { logName } from './parse-log.js';

/** Events about assets that are nowhere, and assets whose birth was undone. */
export function inconsistencies(log: EventLog, state: Fold, parsed: ParsedAssets): Problem[] {
  const problems: Problem[] = [];
  // What cannot be read has its own problem.
  const mayBeHidden = mayHideRules(parsed);
  for (const ruleState of state.states.values()) {
    const asset = parsed.assets.get(ruleState.id);
    if (asset === undefined && (ruleState.hasNoBaseline || mayBeHidden)) continue;
    if (asset === undefined)
      problems.push(
        problem(
          'log/unknown-asset',
          // Without its birth the rule is nowhere, and nothing is lost by going on.
          {
            severity: ruleState.baseline === undefined ? 'warning' : 'error',
            file: logName,
            at: ruleState.id,
          },
          faults.unknownAsset(ruleState.id, ruleState.baseline && undoOf(ruleState.baseline.event)),
        ),
      );
    else if (ruleState.hasNoBaseline)
      problems.push(
        problem(
          'asset/birth-undone',
          { severity: 'warning', file: fileNameOf(asset.type), at: ruleState.id },
          faults.birthUndone(ruleState.id, takenBackBy(log, state, ruleState.id)[0]?.slice(0, 8)),
        ),
      );
  }
  for (const { id: event, rare } of state.live) {
    const id = rare?.into;
    if (id !== undefined && state.states.get(id)?.baseline === undefined)
      problems.push(
        problem(
          'log/merge-into-nothing',
          { severity: 'warning', file: logName, at: id },
          faults.mergeIntoNothing(id, undoOf(event)),
        ),
      );
  }
  return [...problems, ...mergeCycles(state)];
}

/** `why` needs the asset itself to show its events. */
function undoOf(event: string): string {
  return `madness undo ${event.slice(0, 8)}`;
}

/** A merged rule that is still visible survived a cycle. */
function mergeCycles(state: Fold): Problem[] {
  const survivors = new Set<string>();
  for (const { kind, asset, rare } of state.live) {
    if (kind !== 'merge') continue;
    const from = state.states.get(asset);
    const into = state.states.get(rare?.into ?? '');
    if (from?.baseline === undefined || into?.baseline === undefined) continue;
    if (from.id !== into.id && from.absorbedInto === undefined) survivors.add(from.id);
  }
  return [...survivors]
    .sort()
    .map((id) =>
      problem(
        'log/merge-cycle',
        { severity: 'warning', file: logName, at: id },
        faults.mergeCycle(id),
      ),
    );
}
