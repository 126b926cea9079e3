import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { faults } from '../../messages/problems/share.js';
import type { Leaving } from '../../messages/sharing/sync.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { makeFolder, makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { readObject } from '../../platform/read-object.js';
import { hintOf, MadnessError } from '../../problem.js';
import { git, gitTrouble } from '../../share/git/git.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';

/**
 * Puts the user's memory into git with this remote. Where there is no memory yet and the remote has one, it is cloned.
 * Throws if the remote does not answer, or if another one is set.
 */
export function connectUserMemory({ memory }: MemoryLocation, url: string): 'cloned' | 'set' {
  makeFolder(dirname(memory), 0o700);
  const trouble = gitTrouble(dirname(memory));
  if (trouble !== undefined) throw new MadnessError(faults.thenSync(trouble, hintOf(trouble)));
  const isEmpty = !existsSync(memory) || readdirSync(memory).length === 0;
  const asked = git(dirname(memory), ['ls-remote', '--heads', '--', url]);
  if (asked.status !== 0) throw new MadnessError(faults.remoteSilent(url, asked.stderr.trim()));
  if (isEmpty && asked.stdout.trim() !== '') {
    const cloned = git(dirname(memory), ['clone', '--quiet', '--', url, basename(memory)]);
    if (cloned.status === 0) return 'cloned';
    throw new MadnessError(faults.remoteSilent(url, cloned.stderr.trim()));
  }
  makeFolder(memory, 0o700);
  if (!existsSync(join(memory, '.git')))
    git(memory, ['init', '--quiet', '--initial-branch=main', '.']);
  const present = git(memory, ['remote', 'get-url', 'origin']).stdout.trim();
  if (present !== '' && present !== url)
    throw new MadnessError(faults.otherRemote(present, memory));
  if (present === '') git(memory, ['remote', 'add', 'origin', url]);
  return 'set';
}

/** Counts what is in the memory, which must be opened with every event. */
export function leavingIn(opened: Opened): Leaving {
  const { assets } = assetSetOf(opened);
  const evidence = [...assets.values()].flatMap((one) => one.evidence ?? []);
  const events = opened.kept.map(({ event }) => event);
  const sessions = [...evidence, ...events].flatMap(({ session }) => session ?? []);
  return {
    rules: assets.size,
    reasons: events.filter(({ reason }) => reason !== undefined).length,
    quotes:
      evidence.filter(({ quote }) => quote).length +
      events.reduce((sum, { quotes = [] }) => sum + quotes.length, 0),
    sessions: new Set(sessions).size,
  };
}

/** A session's start fetches the user's memory from now on. */
export function switchFetch(env: Environment): void {
  const own = ownFolder(env);
  const file = join(own, 'config.json');
  makeOwnFolder(own);
  replaceFile(file, `${JSON.stringify({ ...readObject(file), fetch: true }, null, 2)}\n`);
}
