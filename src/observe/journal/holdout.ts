import { fnv1a } from '../../text.js';

/**
 * `held` for this share of all sessions, always the same ones. They get no trials, hints, rules by path and guard
 * reminders, so that the others can be compared with them. Undefined if the share is 0.
 */
export function sideOf(session: string, share: number): 'held' | 'told' | undefined {
  if (share === 0) return undefined;
  return Number.parseInt(fnv1a(`holdout ${session}`), 16) / 2 ** 32 < share ? 'held' : 'told';
}

/** As the user set it; 0, which is off, for what is no share. More than half teaches nothing that half does not. */
export function holdoutShare(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= 0.5 ? value : 0;
}
