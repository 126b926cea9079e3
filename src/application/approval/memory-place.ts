import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { asRecord, sessionFolderName } from '../../observe/journal.js';
import { inMainWorktree, projectKey, projectRoot } from '../../observe/sessions.js';
import { namesIn, ownFolder } from '../../platform/folders.js';
import { isAlive } from '../../platform/process-info.js';
import { readObject } from '../../platform/read-object.js';
import { ifPossible } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import { locationHere } from '../memory/find-memory.js';
import type { Caller } from '../memory/run-context.js';
import { agentOf } from './agent.js';
import type { Place } from './question.js';

/**
 * How a question names its memory; undefined for the one of the project in which the session began. Where no hook
 * noted that, the nearest memory is the project's.
 */
export function placeOf(
  caller: Caller,
  location: MemoryLocation,
  session: string | undefined,
): Place | undefined {
  if (location.isUser) return 'everywhere';
  return isSessions(caller, location, session ?? '')
    ? undefined
    : { folder: tilde(location.memory) };
}

function isSessions(caller: Caller, location: MemoryLocation, session: string): boolean {
  const projects = join(ownFolder(agentOf(caller)?.env ?? caller.env), 'state', 'projects');
  const name = `${sessionFolderName(session)}.json`;
  if (existsSync(join(projects, projectKey(location.root), name))) {
    const root = inMainWorktree(location.root) ?? location.root;
    return projectRoot(location.root) === root;
  }
  if (namesIn(projects).some((key) => existsSync(join(projects, key, name)))) return false;
  const env = { ...caller.env, MADNESS_MEMORY: undefined };
  const nearest = ifPossible(() => locationHere({ ...caller, env, options: {} }));
  return nearest?.memory === location.memory;
}

/**
 * True if this session filed a change, or another session of this machine that still runs and has this memory open. A
 * clone or an archive may bring files of any other.
 */
export function isFiledHere(
  caller: Caller,
  { root, isUser }: MemoryLocation,
  filedBy: string | undefined,
  session: string,
): boolean {
  if (!filedBy || !session) return false;
  if (filedBy === session) return true;
  const projects = join(ownFolder(agentOf(caller)?.env ?? caller.env), 'state', 'projects');
  const keys = isUser ? namesIn(projects) : [projectKey(root)];
  return keys.some((key) => {
    const file = join(projects, key, `${sessionFolderName(filedBy)}.json`);
    const pid = asRecord(readObject(file))?.pid ?? 0;
    return pid > 0 && isAlive(pid);
  });
}

function tilde(folder: string): string {
  const home = homedir() + sep;
  return folder.startsWith(home) ? `~/${folder.slice(home.length)}` : folder;
}
