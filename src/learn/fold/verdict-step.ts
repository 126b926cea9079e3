import { cellBits, unstated } from '../log/columns.js';
import { kindOf } from '../log/event.js';
import { compareIds, num } from '../log/order.js';
import type { EventLog } from '../log/parse-log.js';
import { policy } from './policy.js';

/** Followed or unfollowed, success or failure. */
export type Outcome = 'fs' | 'ff' | 'us' | 'uf';

const verdictKinds = new Set([kindOf.validate, kindOf.invalidate, kindOf.observe]);

/** (session → row) for one verdict a session: the lowest step, then the lowest id. */
export function chooseVerdicts(
  log: EventLog,
  rows: Uint32Array,
  home: string,
): Map<number, number> {
  const chosen = new Map<number, number>();
  for (const row of rows) {
    const session = num(log.session, row);
    if (session === 0 || !isVerdict(log, row)) continue;
    const other = chosen.get(session);
    const order =
      other === undefined
        ? -1
        : verdictStep(log, row, home) - verdictStep(log, other, home) ||
          compareIds(log, row, other);
    if (order < 0) chosen.set(session, row);
  }
  return chosen;
}

export function isSuperseded(
  log: EventLog,
  row: number,
  chosen: ReadonlyMap<number, number>,
): boolean {
  const session = num(log.session, row);
  return session !== 0 && isVerdict(log, row) && chosen.get(session) !== row;
}

/** A changed premise is a person's decision, not a verdict on a session. */
export function isVerdict(log: EventLog, row: number): boolean {
  return verdictKinds.has(num(log.kind, row)) && !isPremise(log, row);
}

export function isPremise(log: EventLog, row: number): boolean {
  return num(log.kind, row) === kindOf.invalidate && log.premise.has(row);
}

/** Hundredths, before a repeated failure is known. */
export function verdictStep(log: EventLog, row: number, home: string): number {
  const kind = num(log.kind, row);
  if (kind === kindOf.observe) return 0;
  const stated = num(log.stated, row);
  if (num(log.cell, row) === 0 && stated !== unstated)
    return Math.max(policy.statedStep.lowest, Math.min(policy.statedStep.highest, stated));
  switch (outcomeOf(log, row)) {
    case 'fs': {
      const project = log.names[num(log.project, row)] as string;
      const elsewhere = project !== '' && home !== '' && project !== home;
      return elsewhere ? policy.step.successElsewhere : policy.step.success;
    }
    case 'ff':
      return policy.step.failure;
    case 'us':
      return num(log.cell, row) & cellBits.shown ? policy.step.needless : 0;
    default:
      return 0;
  }
}

/** A bare validate is a followed success. */
export function outcomeOf(log: EventLog, row: number): Outcome | undefined {
  const kind = num(log.kind, row);
  const cell = num(log.cell, row);
  if (cell === 0)
    return kind === kindOf.validate ? 'fs' : kind === kindOf.invalidate ? 'ff' : undefined;
  const achieved = cell & cellBits.achieved;
  if (!achieved && !(cell & cellBits.notAchieved)) return undefined;
  // The session that taught a rule followed it, and proves nothing of it.
  if (cell & cellBits.full) return kind === kindOf.observe ? undefined : achieved ? 'fs' : 'ff';
  if (cell & cellBits.none) return achieved ? 'us' : 'uf';
  return undefined;
}
