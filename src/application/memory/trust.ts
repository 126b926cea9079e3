import { statSync } from 'node:fs';
import { eventId, isBaseline } from '../../learn/log/event.js';
import { faults } from '../../messages/problems/memory.js';
import { type Words, words } from '../../messages/setup/trust.js';
import { isKnownBefore } from '../../observe/journal.js';
import { type Environment, ownFolder, userIfKnown } from '../../platform/folders.js';
import { ifPossible, inBoth, MadnessError, type Problem, problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import { git } from '../../share/git/git.js';
import type { MemoryLocation } from '../../store/location.js';
import { type Heard, hashesOf, type Trust, trustOf, unheardIn } from '../../store/trust.js';
import {
  damagedTrustFile,
  loggedIds,
  memoryPlace,
  readTrustFile,
  type TrustEntry,
  updateTrustFile,
  wordingsIn,
  wordingsOf,
} from '../../store/trust-file.js';
import { refreshGates } from '../guards/guard-prefilters.js';
import { languageIn } from './find-memory.js';

/** Tells whether hooks may use this memory, by the person's decision on this machine. */
export function trustIn(env: Environment, location: MemoryLocation): Trust {
  const own = ownFolder(env);
  return trustOf(own, location, () => isKnownBefore(own, location.memory));
}

/** Throws for an agent if no person here trusts the memory, so that no word of it reaches a model. */
export function refuseUnheard(
  env: Environment,
  location: MemoryLocation,
  isAgent: () => boolean,
): void {
  if (location.isUser || trustIn(env, location).silence === undefined || !isAgent()) return;
  const say = words[languageIn(location)];
  throw new MadnessError(say.unheard(location.memory), say.askPerson);
}

/** Lets a memory speak, with all that it holds now. Throws if the file of trust cannot be written. */
export function trustMemory(
  env: Environment,
  location: MemoryLocation,
  by: 'init' | 'trust',
  now: Date,
): void {
  const { memory } = location;
  const { baselines, worded, reasoned } = loggedIds(memory);
  const wordings = wordingsIn(memory).flatMap(hashesOf);
  // What a person trusts are the words that were shown, and quotes of the log are not.
  const shown = [...wordings, ...(by === 'init' ? worded : reasoned)];
  write(env, memory, (before) => ({
    ...memoryPlace(memory),
    by,
    since: now.toISOString(),
    heard: joined(before?.heard, shown),
    baselines: joined(before?.baselines, baselines),
  }));
  ifPossible(() => refreshGates(env, location));
}

/** Withdraws trust. The entry stays, so that an older state cannot restore it. */
export function distrustMemory(env: Environment, { memory }: MemoryLocation, now: Date): void {
  write(env, memory, () => ({
    ...memoryPlace(memory),
    by: 'trust',
    since: now.toISOString(),
    off: true,
    heard: [],
  }));
}

/** What a command is about to write. */
interface OwnWords {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly events: readonly Event[];
}

/**
 * What a command here writes counts as heard, and unheard words stay unheard. It is settled before the write: afterwards
 * a memory of one reworded rule looks like another memory.
 */
export function hearOwnWords(
  env: Environment,
  location: MemoryLocation,
  { before, after, events }: OwnWords,
): Problem[] {
  const known = new Set(hashesIn(before));
  const fresh = hashesIn(after).filter((hash) => !known.has(hash));
  const births = events.filter(isBaseline).map(eventId);
  const heard = [...fresh, ...events.filter(hasWords).map(eventId)];
  if (location.isUser || heard.length + births.length === 0) return [];
  return hear(env, location, heard, births);
}

/** A person saw these events, by id. */
export function hearEvents(
  env: Environment,
  location: MemoryLocation,
  ids: readonly string[],
): Problem[] {
  return location.isUser || ids.length === 0 ? [] : hear(env, location, ids, []);
}

export function hasWords({ reason, quotes }: Event): boolean {
  return reason !== undefined || quotes !== undefined;
}

function hear(
  env: Environment,
  location: MemoryLocation,
  heard: readonly string[],
  births: readonly string[],
): Problem[] {
  const { silence, ...trust } = trustIn(env, location) as Partial<Heard> & Pick<Trust, 'silence'>;
  const { entry, isHeard } = trust;
  if (silence !== undefined || entry === undefined) return [];
  const isKnown = births.every((id) => entry.baselines?.includes(id));
  if (isKnown && heard.every((hash) => isHeard?.(hash))) return [];
  try {
    write(env, location.memory, (now = entry) => ({
      ...(now.baselines === undefined ? entry : now),
      heard: joined(now.baselines === undefined ? entry.heard : now.heard, heard),
      baselines: joined(now.baselines ?? entry.baselines, births),
    }));
    return [];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [notWritten(env, error)];
  }
}

function joined(some: readonly string[] = [], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])];
}

/** The change is done; only the next session names its wordings first. */
export function notWritten(env: Environment, { wording }: MadnessError): Problem {
  return problem('trust/not-written', { severity: 'warning', file: ownFolder(env) }, wording);
}

export function damageOfTrust(env: Environment): MadnessError | undefined {
  const own = ownFolder(env);
  return readTrustFile(own) === undefined ? damagedTrustFile(own) : undefined;
}

/** One line that says whether this memory may speak here. */
export function trustState(env: Environment, location: MemoryLocation, { state }: Words): string {
  if (location.isUser) return state.own;
  const trust = trustIn(env, location);
  if (trust.silence !== undefined) return state[trust.silence];
  const count = unheardIn(location.memory, trust).length;
  const day = trust.entry?.since.slice(0, 10) ?? '';
  return `${state.trusted(day)}${count === 0 ? '' : state.unheard(count)}`;
}

/** A warning that says what mends it, where this memory is silent. */
export function silentProblem(env: Environment, location: MemoryLocation): Problem[] {
  const { silence } = trustIn(env, location);
  if (silence === undefined) return [];
  const where = { severity: 'warning', file: location.memory } as const;
  const wording = inBoth((language) => [
    words[language].state[silence],
    words[language].mend[silence],
  ]);
  return [problem('trust/silent', where, wording)];
}

/** Whose memory it is, before its pages. */
export function headLines(location: MemoryLocation, rules: number, say: Words): string[] {
  return [
    say.memory(location.memory),
    say.origin(originOf(location.memory)),
    say.owner(ownerOf(location.memory)),
    say.rules(rules),
  ];
}

function originOf(folder: string): string | undefined {
  const { status, stdout } = git(folder, ['remote', 'get-url', 'origin']);
  // An address may hold a password.
  return status === 0 ? stdout.trim().replace(/\/\/[^/@]*@/, '//') : undefined;
}

function ownerOf(folder: string): string {
  const { uid } = statSync(folder);
  const own = process.getuid?.();
  return own === undefined || own === uid ? (userIfKnown()?.username ?? '') : `uid ${uid}`;
}

function hashesIn(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) => wordingsOf(name, text).flatMap(hashesOf));
}

function write(
  env: Environment,
  memory: string,
  update: (before: TrustEntry | undefined) => TrustEntry,
): void {
  const own = ownFolder(env);
  try {
    updateTrustFile(own, memoryPlace(memory), update);
  } catch (error) {
    if (error instanceof MadnessError) throw error;
    throw new MadnessError(faults.trustNotWritable(own, (error as Error).message));
  }
}
