import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { faults } from '../../messages/problems/memory.js';
import { type Words, words } from '../../messages/setup/trust.js';
import { isKnownBefore } from '../../observe/journal/session-record.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { ifPossible, MadnessError, type Problem, problem } from '../../problem.js';
import { git } from '../../share/git/git.js';
import type { MemoryLocation } from '../../store/location.js';
import { type Trust, trustOf, unheardIn } from '../../store/trust.js';
import {
  damagedTrustFile,
  memoryPlace,
  readTrustFile,
  type TrustEntry,
  updateTrustFile,
  wordingsIn,
  wordingsOf,
} from '../../store/trust-file.js';
import { fnv1a } from '../../text.js';
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

/** Lets a memory speak, with every wording it holds now. Throws if the file of trust cannot be written. */
export function trustMemory(
  env: Environment,
  location: MemoryLocation,
  by: 'init' | 'trust',
  now: Date,
): void {
  const { memory } = location;
  const heard = wordingsIn(memory).map(({ hash }) => hash);
  write(env, memory, (before) => ({
    ...memoryPlace(memory),
    by,
    since: now.toISOString(),
    heard: [...new Set([...(before?.heard ?? []), ...heard])],
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

/** Wordings written by a command here count as heard at once. Unheard ones stay unheard. */
export function hearOwnWordings(
  env: Environment,
  location: MemoryLocation,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Problem[] {
  const known = new Set(hashesIn(before));
  const fresh = hashesIn(after).filter((hash) => !known.has(hash));
  const trust = fresh.length === 0 || location.isUser ? undefined : trustIn(env, location);
  if (trust?.silence !== undefined || trust?.entry === undefined) return [];
  const { entry } = trust;
  try {
    write(env, location.memory, (now = entry) => ({
      ...now,
      heard: [...new Set([...now.heard, ...fresh])],
    }));
    return [];
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    return [notWritten(env, error)];
  }
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

const maxTitles = 20;

/** What a person would trust: source, owner, number of rules and their titles. */
export function summaryLines(location: MemoryLocation, say: Words): string[] {
  const wordings = wordingsIn(location.memory);
  const more = wordings.length - maxTitles;
  return [
    say.memory(location.memory),
    say.origin(originOf(location.memory)),
    say.owner(ownerOf(location.memory)),
    say.rules(wordings.length),
    ...wordings.slice(0, maxTitles).map(({ name, title }) => say.rule(name, title)),
    ...(more > 0 ? [say.more(more)] : []),
  ];
}

/**
 * The values in a question about trust, without rule texts. `state` changes with every wording, so an answer covers
 * only what was there when it was asked.
 */
export function trustFacts(
  location: MemoryLocation,
  off: boolean,
): Readonly<Record<string, string>> {
  const wordings = wordingsIn(location.memory);
  const hashes = wordings.map(({ name, hash }) => `${name} ${hash}`).sort();
  return {
    memory: location.memory,
    owner: ownerOf(location.memory),
    rules: String(wordings.length),
    state: fnv1a(hashes.join('\n')),
    off: off ? 'yes' : 'no',
  };
}

function originOf(folder: string): string | undefined {
  const { status, stdout } = git(folder, ['remote', 'get-url', 'origin']);
  // An address may hold a password.
  return status === 0 ? stdout.trim().replace(/\/\/[^/@]*@/, '//') : undefined;
}

function ownerOf(folder: string): string {
  const { uid } = statSync(folder);
  const user = process.getuid === undefined ? undefined : userInfo();
  return user === undefined || user.uid === uid ? (user?.username ?? '') : `uid ${uid}`;
}

function hashesIn(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([name, text]) => wordingsOf(name, text).map(({ hash }) => hash));
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
