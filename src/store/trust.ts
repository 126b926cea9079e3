import { foreignOwner, type MemoryLocation } from './location.js';
import {
  entryFor,
  hasOnlyUnknown,
  loggedIds,
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

export interface Heard {
  readonly silence?: undefined;
  readonly isHeard: (wordingHash: string) => boolean;
  /** Absent for the user's own memory, which is heard completely. */
  readonly entry?: TrustEntry;
  /** The entry follows from an older one, or from that of another place, and is not written yet. */
  readonly isUnwritten?: true;
}

export type Trust = { readonly silence: Silence } | Heard;

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
  const place = memoryPlace(memory);
  const written = entryFor(entries, place);
  const entry =
    written === undefined
      ? (movedHere(entries, memory, place) ?? fromUpdate(memory, place, isKnownBefore))
      : withBaselines(written, memory);
  if (entry === undefined) return { silence: 'unknown' };
  if (entry.off) return { silence: 'off' };
  const heard = new Set(entry.heard);
  const { named } = entry;
  if (starting !== undefined && named !== undefined && named.session !== starting)
    for (const hash of named.wordings) heard.add(hash);
  if (isReplaced(memory, entry, heard)) return { silence: 'replaced' };
  const isHeard = (hash: string) => heard.has(hash);
  return { isHeard, entry, ...(written === entry ? {} : { isUnwritten: true }) };
}

/** The wordings that no model may read yet, and the wordings whose proof no model may read yet. */
export function unheardIn(memory: string, trust: Trust): TrustedWording[] {
  const { silence } = trust;
  return silence === undefined
    ? wordingsIn(memory).filter((one) => !hashesOf(one).every(trust.isHeard))
    : wordingsIn(memory);
}

export function hashesOf({ hash, proof }: TrustedWording): string[] {
  return proof === undefined ? [hash] : [hash, proof];
}

/** Updates trust when a session begins: earlier named wordings count as heard, `named` ones wait for the next. */
export function recordNamed(
  own: string,
  memory: string,
  session: string,
  named: readonly string[],
  known: TrustEntry,
): void {
  updateTrustFile(own, memoryPlace(memory), (now = known) => {
    if (now.off) return undefined;
    const before = now.baselines === undefined ? known : now;
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

function fromUpdate(
  memory: string,
  place: MemoryPlace,
  isKnownBefore: () => boolean,
): TrustEntry | undefined {
  if (!isKnownBefore()) return undefined;
  const now = { by: 'update' as const, since: new Date().toISOString() };
  return { ...place, ...now, ...allIn(memory) };
}

/** Everything that a memory holds now, as heard. */
function allIn(memory: string): Required<Pick<TrustEntry, 'heard' | 'baselines'>> {
  const { baselines, worded } = loggedIds(memory);
  return { heard: [...new Set([...wordingsIn(memory).flatMap(hashesOf), ...worded])], baselines };
}

/** A repository that was moved, or a fork, has births in common with one here. Only what was heard there is heard. */
function movedHere(
  entries: readonly TrustEntry[],
  memory: string,
  place: MemoryPlace,
): TrustEntry | undefined {
  if (entries.every(({ baselines = [] }) => baselines.length === 0)) return undefined;
  const births = new Set(loggedIds(memory).baselines);
  const known = entries.filter(
    ({ off, baselines = [] }) => off === undefined && baselines.some((id) => births.has(id)),
  );
  const [first] = known;
  if (first === undefined) return undefined;
  const heard = [...new Set(known.flatMap((one) => one.heard))];
  const baselines = [...new Set(known.flatMap((one) => one.baselines ?? []))];
  return { ...place, by: first.by, since: first.since, heard, baselines };
}

/** An entry of an older version knows only rules. What proves those that are here now counts as heard, as do settings. */
function withBaselines(entry: TrustEntry, memory: string): TrustEntry {
  const heard = new Set(entry.heard);
  if (entry.baselines !== undefined || entry.off || isReplaced(memory, entry, heard)) return entry;
  const { baselines, worded } = loggedIds(memory);
  const known = wordingsIn(memory).filter(
    ({ name, hash }) => heard.has(hash) || name.startsWith('config:'),
  );
  return {
    ...entry,
    heard: [...new Set([...heard, ...known.flatMap(hashesOf), ...worded])],
    baselines,
  };
}

/**
 * True if a repository was deleted and another one lies in its place: not one wording and not one birth is the same. A
 * memory that was reworded, merged or emptied keeps its births.
 */
function isReplaced(
  memory: string,
  { baselines }: TrustEntry,
  heard: ReadonlySet<string>,
): boolean {
  if (heard.size === 0 || !hasOnlyUnknown(memory, (hash) => heard.has(hash))) return false;
  if (baselines === undefined) return true;
  const births = new Set(baselines.length === 0 ? [] : loggedIds(memory).baselines);
  return baselines.length > 0 && !baselines.some((id) => births.has(id));
}
