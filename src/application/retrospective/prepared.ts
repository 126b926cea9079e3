import { join } from 'node:path';
import { faults } from '../../messages/problems/retrospective.js';
import type { Coverage } from '../../observe/transcript.js';
import { namesIn } from '../../platform/folders.js';
import { removeFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { MadnessError, type Problem, problemOf } from '../../problem.js';
import type { Facet, Verdict } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Caller } from '../memory/run-context.js';
import { transact } from '../memory/transaction.js';
import { type HandIn, handIn } from './hand-in.js';
import { sessionNamed } from './resolve-session.js';

/** `work/prepared/SESSION.json`: what the background read of a session, until a retrospective adopts it. */
export interface Prepared {
  readonly session: string;
  readonly job: string;
  readonly model: string;
  /** Lines of the transcript that an earlier review had read. */
  readonly since: number;
  /** Lines of the transcript when it was read. */
  readonly lines: number;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly facet?: Facet;
  readonly verdicts: readonly Verdict[];
}

const folder = 'prepared';

/** For `Change.work`. */
export function preparedFile(prepared: Prepared): readonly [name: string, text: string] {
  return [`${folder}/${prepared.session}.json`, `${JSON.stringify(prepared, null, 2)}\n`];
}

/** For `Change.work`. */
export function preparedGone(session: string): readonly [name: string, gone: undefined] {
  return [`${folder}/${session}.json`, undefined];
}

/** Prepared readings by session. A damaged file counts as none. */
export function readPrepared({ memory }: MemoryLocation): ReadonlyMap<string, Prepared> {
  const path = join(memory, 'work', folder);
  const found = namesIn(path).flatMap((name): [string, Prepared][] => {
    try {
      const value = JSON.parse(read(join(path, name))) as Prepared;
      const isOurs = `${value.session}.json` === name && Array.isArray(value.verdicts);
      return isOurs ? [[value.session, value]] : [];
    } catch {
      return [];
    }
  });
  return new Map(found);
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
