import { foreignOwner, type MemoryLocation } from './location.js';
import {
  entryFor,
  hasOnlyUnknown,
  type MemoryPlace,
  memoryPlace,
  readTrustFile,
  type TrustEntry,
  type TrustedWording,
  updateTrustFile,
  wordingsIn,
} from './trust-file.js';

/** Why a memory is silent. `replaced`: another memory lies where a trusted one was. */
export type Silence = 'unknown' | 'off' | 'replaced' | 'damaged' | 'foreign';

export type Trust =
  | { readonly silence: Silence }
  | {
      readonly silence?: undefined;
      readonly isHeard: (wordingHash: string) => boolean;
      /** Absent for the user's own memory, which is heard completely. */
      readonly entry?: TrustEntry;
      /** The entry comes from an older version's state and is not written yet. */
      readonly isUnwritten?: true;
    };

/**
 * Tells whether a memory may speak on this machine. `isKnownBefore` tells whether an older version used it; then it is
 * trusted with its present content. `starting` is the session that begins now; it hears what an earlier one named.
 */
export function trustOf(
  own: string,
  { memory, isUser }: Pick<MemoryLocation, 'memory' | 'isUser'>,
  isKnownBefore: () => boolean,
  starting?: string,
): Trust {
  if (isUser)
    return foreignOwner(memory) === undefined ? { isHeard: () => true } : { silence: 'foreign' };
  const entries = readTrustFile(own);
  if (entries === undefined) return { silence: 'damaged' };
  const written = entryFor(entries, memoryPlace(memory));
  const entry = written ?? fromUpdate(memory, isKnownBefore);
  if (entry === undefined) return { silence: 'unknown' };
  if (entry.off) return { silence: 'off' };
  const heard = new Set(entry.heard);
  const { named } = entry;
  if (starting !== undefined && named !== undefined && named.session !== starting)
    for (const hash of named.wordings) heard.add(hash);
  if (isReplaced(memory, heard)) return { silence: 'replaced' };
  const isHeard = (hash: string) => heard.has(hash);
  return { isHeard, entry, ...(written === undefined ? { isUnwritten: true } : {}) };
}

/** The wordings that no model may read yet. */
export function unheardIn(memory: string, trust: Trust): TrustedWording[] {
  const { silence } = trust;
  return silence === undefined
    ? wordingsIn(memory).filter(({ hash }) => !trust.isHeard(hash))
    : wordingsIn(memory);
}

/** Updates trust when a session begins: earlier named wordings count as heard, `named` ones wait for the next. */
export function recordNamed(
  own: string,
  memory: string,
  session: string,
  named: readonly string[],
  known: TrustEntry,
): void {
  updateTrustFile(own, memoryPlace(memory), (before = known) => {
    if (before.off) return undefined;
    const isOver = before.named !== undefined && before.named.session !== session;
    const { named: waiting, ...entry } = before;
    const heard = new Set([...entry.heard, ...(isOver ? (waiting?.wordings ?? []) : [])]);
    const open = [...(isOver ? [] : (waiting?.wordings ?? [])), ...named];
    const wordings = [...new Set(open)].filter((hash) => !heard.has(hash));
    return {
      ...entry,
      heard: [...heard],
      ...(wordings.length === 0 ? {} : { named: { session, wordings } }),
    };
  });
}

function fromUpdate(memory: string, isKnownBefore: () => boolean): TrustEntry | undefined {
  if (!isKnownBefore()) return undefined;
  const place: MemoryPlace = memoryPlace(memory);
  const heard = wordingsIn(memory).map(({ hash }) => hash);
  return { ...place, by: 'update', since: new Date().toISOString(), heard };
}

/** A repository that was deleted and another one cloned in its place has not one wording in common with it. */
function isReplaced(memory: string, heard: ReadonlySet<string>): boolean {
  return heard.size > 0 && hasOnlyUnknown(memory, (hash) => heard.has(hash));
}
