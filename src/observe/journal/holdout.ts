import { fnv1a } from '../../text.js';

/**
 * True for so large a share of all sessions, always the same ones: they get no trials, hints, rules by path and reminders
 * of guards, so that the others can be compared with them.
 */
export function isHeldOut(session: string, share: number): boolean {
  return Number.parseInt(fnv1a(`holdout ${session}`), 16) / 2 ** 32 < share;
}

/** As the user set it; 0, which is off, for what is no share. More than half teaches nothing that half does not. */
export function holdoutShare(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= 0.5 ? value : 0;
}
