import {
  cameFromElsewhere,
  type Limits,
  mayBePinned,
  type Selection,
  type Standing,
  selectRules,
  type TrialPlace,
} from '../learn/fold/rank.js';
import { logName } from '../learn/log/parse-log.js';
import { faults } from '../messages/problems/compile.js';
import { type Problem, problem } from '../problem.js';
import { fitsBlock, unfitReason } from './rule-block.js';

/** A rule of this memory that Claude read and the block can no longer hold: a change goes on, `compile` exits with 1. */
export const outgrown = 'block/outgrown';

interface Settings {
  readonly project: string;
  readonly isUser?: boolean;
  readonly limits: Limits;
  readonly trial: TrialPlace;
}

/** What stands in a memory's block and what a session's start tells, with what keeps a rule out of them. */
export function selectFor(
  standings: readonly Standing[],
  { limits, trial, isUser = false, project }: Settings,
): { selection: Selection; left: Problem[] } {
  const left: Problem[] = [];
  const fits = ({ asset, status, ruleState }: Standing) => {
    // A title that is too wide costs no rule its place: older ones were never measured.
    const reason = fitsBlock(asset)?.rule ? unfitReason(asset) : undefined;
    if (reason === undefined) return true;
    const isOurs = asset.origin === undefined && (ruleState.pinned || status === 'active');
    left.push({ ...reason, severity: 'warning', ...(isOurs && { rule: outgrown }) });
    return false;
  };
  // A project's block is the same for everyone, so the user's gives way.
  const travels = (one: Standing) => isUser && trial !== 'block' && cameFromElsewhere(one, project);
  const selection = selectRules(standings, limits, { trial, travels, fits });
  return { selection, left: [...left, ...crowdedOut(standings, selection, limits)] };
}

/** Pins above the limit, which a merge of two branches can cause. */
function crowdedOut(
  standings: readonly Standing[],
  { rules, session }: Selection,
  { max_pinned, max_rules }: Limits,
): Problem[] {
  const pinned = standings.filter((one) => mayBePinned(one) && !fitsBlock(one.asset)?.rule);
  const out = pinned.filter((one) => !rules.includes(one) && !session.includes(one));
  const [first] = out;
  if (first === undefined) return [];
  const ids = (some: readonly Standing[]) => some.map(({ asset }) => asset.id).join(', ');
  return [
    problem(
      'pin/full',
      { severity: 'warning', file: logName },
      faults.pinFull(
        Math.min(max_pinned, max_rules),
        pinned.length,
        ids(out),
        out.length,
        first.asset.id,
        ids(pinned),
      ),
    ),
  ];
}
