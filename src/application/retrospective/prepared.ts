import { join } from 'node:path';
import { faults } from '../../messages/problems/retrospective.js';
import type { Coverage } from '../../observe/transcript.js';
import { removeFile } from '../../platform/fs.js';
import { MadnessError, type Problem, problemOf } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Caller } from '../memory/run-context.js';
import { transact } from '../memory/transaction.js';
import type { HandIn } from './hand-in.js';
import { type Prepared, preparedFolder, readPrepared } from './read-prepared.js';
import { sessionNamed } from './resolve-session.js';

/** For `Change.work`. */
export function preparedFile(prepared: Prepared): readonly [name: string, text: string] {
  return [`${preparedFolder}/${prepared.session}.json`, `${JSON.stringify(prepared, null, 2)}\n`];
}

/** For `Change.work`. */
export function preparedGone(session: string): readonly [name: string, gone: undefined] {
  return [`${preparedFolder}/${session}.json`, undefined];
}

/** A session that a review chose. */
interface Chosen {
  readonly session: string;
  readonly coverage: Coverage;
}

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
  caller: Caller,
  location: MemoryLocation,
  chosen: readonly Chosen[],
  reread: string | undefined,
): ReadonlyMap<string, Prepared> {
  const again = reread === undefined ? undefined : sessionNamed(caller, reread).session;
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
  caller: Caller,
  location: MemoryLocation,
  chosen: readonly Chosen[],
  fresh: ReadonlyMap<string, Prepared>,
): Promise<void> {
  const prepared = readPrepared(location);
  const old = chosen.filter(({ session }) => prepared.has(session) && !fresh.has(session));
  for (const { session } of old) {
    removeFile(join(location.memory, 'facets', `${session}.json`));
    await dropPrepared(caller, session);
  }
}

/** Hands the prepared facets and verdicts in: each is checked again, and enters the log. */
export async function adoptReadings(
  caller: Caller,
  fresh: ReadonlyMap<string, Prepared>,
): Promise<Adopted[]> {
  const { handIn } = await import('./hand-in.js');
  const adopted: Adopted[] = [];
  for (const { session, model, facet, verdicts } of fresh.values()) {
    const read = { session, facet, ...(verdicts.length > 0 && { verdicts }) };
    const file = `work/prepared/${session}.json`;
    const handed = await handIn(caller, read, file).catch(
      (error): HandIn => ({ problems: [problemOf(error, 'command/refused', { file })] }),
    );
    const refused = handed.problems.filter(({ severity }) => severity === 'error');
    const count = handed.verdicts?.done?.recorded.length ?? 0;
    adopted.push({ session, model, verdicts: count, refused });
    await dropPrepared(caller, session);
  }
  return adopted;
}

async function dropPrepared(caller: Caller, session: string): Promise<void> {
  await transact(caller, () => ({ change: { work: new Map([preparedGone(session)]) } }));
}
