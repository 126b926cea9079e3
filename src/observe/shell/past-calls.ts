import type { SessionSummary } from '../summary/summary.js';

/** A shell call of a session, and how the person answered it. */
export interface ShellCall {
  readonly session: string;
  readonly line: number;
  /** ISO 8601; empty if the transcript gives none. */
  readonly time: string;
  readonly command: string;
  readonly isRefused: boolean;
  /** The person's words in the refusal. */
  readonly reason?: string;
}

/** The shell calls of sessions, without those of sub-agents. A repeated record counts once. */
export function shellCallsIn(summaries: readonly SessionSummary[]): readonly ShellCall[] {
  const found = new Map<string, ShellCall>();
  for (const { session, steps } of summaries)
    for (const step of steps) {
      if (step.kind !== 'command' || step.outcome === 'typed' || step.agent !== undefined) continue;
      const { id, line, time, command, outcome, reason } = step;
      const before = found.get(id) ?? { session, line, time, command, isRefused: false };
      const refused = { ...before, isRefused: true, ...(reason === undefined ? {} : { reason }) };
      found.set(id, outcome === 'refused' ? refused : before);
    }
  return [...found.values()];
}
