import { type TwoWordings, twoWordings } from '../../learn/history/two-wordings.js';
import { faults } from '../../messages/problems/share.js';
import { type Problem, problem } from '../../problem.js';
import { logName } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { assetSetOf, eventAbout, wordingChange } from '../memory/asset-set.js';
import { timeAfter } from '../memory/event-time.js';
import type { Decision } from '../memory/transaction.js';
import { firstDifference } from './decision-log.js';

/** Rules with two wordings, by the log alone: every clone that has it sees the same. */
export function openWordings(opened: Opened): TwoWordings[] {
  const { log } = opened.memory.log;
  const reworded = new Set<string>();
  const isTwice = log.entries.some(({ kind, asset, rare }) => {
    const rule = rare?.into ?? asset;
    if (!['create', 'revise', 'import_merge', 'merge'].includes(kind)) return false;
    return reworded.has(rule) || !reworded.add(rule);
  });
  if (!isTwice) return [];
  const { told, isLive } = assetSetOf(opened);
  const { kept } = openMemory(
    opened.location,
    ({ before, event }) => before !== undefined || event === 'create',
  );
  const once = new Map(kept.map((one) => [one.id, one]));
  return twoWordings(
    [...once.values()].filter(({ id, event }) => event.event !== 'revert' && isLive(id)),
    told,
  );
}

/** The same as problems; an agent reads no names. */
export function wordingProblems(opened: Opened, isAgent: boolean): Problem[] {
  return openWordings(opened).map(({ rule, stands, waits, asset, fields }) => {
    const now = assetSetOf(opened).assets.get(rule) ?? asset;
    // No model may read the other wording before a person has chosen it.
    const [standing, waiting] = isAgent ? [now.title, '…'] : firstDifference(now, asset);
    const who = (one: typeof stands) => (isAgent ? undefined : one.event.who);
    return problem(
      'merge/two-wordings',
      { severity: 'warning', file: logName, at: rule },
      faults.twoWordings(now.title, [standing, who(stands)], [waiting, who(waits)], fields),
    );
  });
}

export const notTaken = 'the other wording was not taken';

/** Records that a person chose the standing wording over the waiting one, for every clone. */
export function decideStandingWording(
  opened: Opened,
  { rule, waits }: TwoWordings,
  now: string,
): Decision {
  const one = openWordings(opened).find((open) => open.rule === rule && open.waits.id === waits.id);
  const asset = assetSetOf(opened).assets.get(rule);
  if (one === undefined || asset === undefined) return {};
  const event = eventAbout(asset, 'revise', timeAfter(opened, rule, now), opened.memory.project, {
    by: 'review',
    reason: notTaken,
    ...wordingChange(one.asset, asset),
    approval: { by: 'terminal' },
  });
  return { change: { events: [event] } };
}
