import { faults } from '../../messages/problems/learn.js';
import { type Problem, problem, type Wording } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { type LoggedEvent, logName } from './parse-log.js';

/** Reports references in the log to things that do not exist or do not fit. */
export function checkReferences(
  events: readonly LoggedEvent[],
  assets: ReadonlyMap<string, Asset>,
): Problem[] {
  // A union merge doubles lines; that is no problem.
  const ids = new Set(events.map(({ id }) => id));
  const problems: Problem[] = [];
  const warn = (rule: Problem['rule'], line: number, wording: Wording) =>
    problems.push(problem(rule, { severity: 'warning', file: logName, at: line }, wording));
  for (const { event, line } of events) {
    const asset = assets.get(event.asset_id ?? '');
    if (asset !== undefined && event.asset_type !== undefined && asset.type !== event.asset_type)
      warn('log/other-type', line, faults.otherType(asset.type, asset.id, event.asset_type));
    if (event.reverts !== undefined && !ids.has(event.reverts))
      warn('log/revert-of-nothing', line, faults.revertOfNothing(event.reverts));
  }
  return problems;
}
