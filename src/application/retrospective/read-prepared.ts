import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { read } from '../../platform/read-object.js';
import type { Noted } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';

/** `work/prepared/SESSION.json`: what the background read of a session, until a retrospective takes it over. */
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
  /** Its places begin with the first eight characters of the session. */
  readonly noted: Noted;
}

/** Below work/. */
export const preparedFolder = 'prepared';

/** Prepared readings by session. A damaged file counts as none. */
export function readPrepared({ memory }: MemoryLocation): ReadonlyMap<string, Prepared> {
  const path = join(memory, 'work', preparedFolder);
  const found = namesIn(path).flatMap((name): [string, Prepared][] => {
    try {
      const value = JSON.parse(read(join(path, name))) as Prepared;
      const isOurs =
        `${value.session}.json` === name && typeof value.noted === 'object' && value.noted !== null;
      return isOurs ? [[value.session, value]] : [];
    } catch {
      return [];
    }
  });
  return new Map(found);
}
