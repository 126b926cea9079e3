import { join } from 'node:path';
import { transact } from '../application/memory/transaction.js';
import {
  type Prepared,
  preparedGone,
  readPrepared,
} from '../application/retrospective/prepared.js';
import { sessionNamed } from '../application/retrospective/resolve-session.js';
import type { CountedSession } from '../application/retrospective/unreviewed-sessions.js';
import { faults } from '../messages/problems/retrospective.js';
import { removeFile } from '../platform/fs.js';
import { MadnessError, type Problem } from '../problem.js';
import type { MemoryLocation } from '../store/location.js';
import { callCommand } from '../terminal/call-command.js';
import type { Context } from '../terminal/context.js';

/** A reading in the background that a retrospective took over. */
export interface Adopted {
  readonly session: string;
  readonly model: string;
  /** Verdicts that entered the log. */
  readonly verdicts: number;
  readonly refused: readonly Problem[];
}

/**
 * Prepared readings of the chosen sessions that are still complete, by session. Throws if `reread` names none of them.
 */
export function freshReadings(
  context: Context,
  location: MemoryLocation,
  chosen: readonly CountedSession[],
  reread: string | undefined,
): ReadonlyMap<string, Prepared> {
  const again = reread === undefined ? undefined : sessionNamed(context, reread).session;
  if (again !== undefined && !chosen.some(({ session }) => session === again))
    throw new MadnessError(faults.notToReread(again));
  const all = readPrepared(location);
  return new Map(
    chosen.flatMap(({ session, coverage }) => {
      const prepared = all.get(session);
      const isFresh = prepared?.lines === coverage.lines && session !== again;
      return prepared !== undefined && isFresh ? [[session, prepared] as const] : [];
    }),
  );
}

/** Removes the prepared readings of the chosen sessions except `fresh`, so that they are read again. */
export async function forgetReadings(
  context: Context,
  location: MemoryLocation,
  chosen: readonly CountedSession[],
  fresh: ReadonlyMap<string, Prepared>,
): Promise<void> {
  const prepared = readPrepared(location);
  const old = chosen.filter(({ session }) => prepared.has(session) && !fresh.has(session));
  for (const { session } of old) {
    removeFile(join(location.memory, 'facets', `${session}.json`));
    await dropPrepared(context, session);
  }
}

/** Hands the prepared facets and verdicts in as their commands would: each is checked again, and enters the log. */
export async function adoptReadings(
  context: Context,
  fresh: ReadonlyMap<string, Prepared>,
): Promise<Adopted[]> {
  const adopted: Adopted[] = [];
  for (const { session, model, facet, verdicts } of fresh.values()) {
    const calls = [await callCommand(context, 'facet add', [session], facet)];
    if (verdicts.length > 0) calls.push(await callCommand(context, 'verdict add', [], verdicts));
    const recorded = calls.at(-1)?.json.recorded;
    const refused = calls
      .flatMap(({ json }) => (json.problems ?? []) as readonly Problem[])
      .filter(({ severity }) => severity === 'error');
    const count = Array.isArray(recorded) ? recorded.length : 0;
    adopted.push({ session, model, verdicts: count, refused });
    await dropPrepared(context, session);
  }
  return adopted;
}

async function dropPrepared(context: Context, session: string): Promise<void> {
  await transact(context, () => ({ change: { work: new Map([preparedGone(session)]) } }));
}
