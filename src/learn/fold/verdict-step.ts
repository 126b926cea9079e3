import type { LogEntry } from '../log/entry.js';
import type { EventKind } from '../log/event.js';
import { compareIds } from '../log/order.js';
import { policy } from './policy.js';

/** Followed or unfollowed, success or failure. */
export type VerdictOutcome = 'fs' | 'ff' | 'us' | 'uf';

const verdictKinds: ReadonlySet<EventKind> = new Set(['validate', 'invalidate', 'observe']);

/** (session → entry) for one verdict a session: the lowest step, then the lowest id. */
export function chooseVerdicts(entries: readonly LogEntry[], home: string): Map<string, LogEntry> {
  const chosen = new Map<string, LogEntry>();
  for (const entry of entries) {
    const { session } = entry;
    if (session === '' || !isVerdict(entry)) continue;
    const other = chosen.get(session);
    const order =
      other === undefined
        ? -1
        : verdictStep(entry, home) - verdictStep(other, home) || compareIds(entry, other);
    if (order < 0) chosen.set(session, entry);
  }
  return chosen;
}

export function isSuperseded(entry: LogEntry, chosen: ReadonlyMap<string, LogEntry>): boolean {
  return entry.session !== '' && isVerdict(entry) && chosen.get(entry.session) !== entry;
}

/** A changed premise is a person's decision, not a verdict on a session. */
export function isVerdict(entry: LogEntry): boolean {
  return verdictKinds.has(entry.kind) && !isPremise(entry);
}

export function isPremise({ kind, rare }: LogEntry): boolean {
  return kind === 'invalidate' && rare?.isPremise === true;
}

/** Hundredths, before a repeated failure is known. `home`: the project of the birth. */
export function verdictStep(
  entry: Pick<LogEntry, 'kind' | 'stated' | 'cell' | 'project'>,
  home: string,
): number {
  const { kind, stated, cell, project } = entry;
  if (kind === 'observe') return 0;
  if (cell === undefined && stated !== undefined)
    return Math.max(policy.statedStep.lowest, Math.min(policy.statedStep.highest, stated));
  switch (outcomeOf(entry)) {
    case 'fs': {
      const elsewhere = project !== '' && home !== '' && project !== home;
      return elsewhere ? policy.step.successElsewhere : policy.step.success;
    }
    case 'ff':
      return policy.step.failure;
    case 'us':
      return cell?.shown ? policy.step.needless : 0;
    default:
      return 0;
  }
}

/** A bare validate is a followed success. */
export function outcomeOf({
  kind,
  cell,
}: Pick<LogEntry, 'kind' | 'cell'>): VerdictOutcome | undefined {
  if (cell === undefined)
    return kind === 'validate' ? 'fs' : kind === 'invalidate' ? 'ff' : undefined;
  const { followed, outcome } = cell;
  if (outcome === 'unclear' || followed === 'partial') return undefined;
  const achieved = outcome === 'achieved';
  if (followed === 'none') return achieved ? 'us' : 'uf';
  // The session that taught a rule followed it, and proves nothing of it.
  return kind === 'observe' ? undefined : achieved ? 'fs' : 'ff';
}
