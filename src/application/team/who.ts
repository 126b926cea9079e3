import { dirname, join } from 'node:path';
import { eventId } from '../../learn/log/event.js';
import { whoWords } from '../../messages/memory/log.js';
import { findSecrets } from '../../observe/secrets.js';
import { ownFolder } from '../../platform/folders.js';
import { appendLines, makeFolder, replaceFile } from '../../platform/fs.js';
import { read, readObject } from '../../platform/read-object.js';
import type { Event } from '../../schema.gen.js';
import { git } from '../../share/git/git.js';
import { screen } from '../../share/screen-import.js';
import type { MemoryLocation } from '../../store/location.js';
import { clonePath, ownChangesIn, ownDecisionsIn } from '../../store/own-decisions.js';
import { memoryPlace } from '../../store/trust-file.js';
import { event as isEvent } from '../../validators.gen.js';
import { languageIn } from '../memory/find-memory.js';
import type { Caller } from '../memory/run-context.js';

const maxCharacters = 40;

/** True of an event that a person's answer or command made, and that is no program's note. */
export function isPersonal({ approval, event, by }: Event): boolean {
  return (
    approval !== undefined &&
    by !== 'adopt' &&
    event !== 'import_skip' &&
    event !== 'inject_reflection'
  );
}

/**
 * The person's name in the decisions of a project: git's user.name, never a login name. Undefined outside of git, and
 * where it is switched off or is no name that a log may hold. The first time it says so, without the name.
 */
export function nameHere(caller: Caller, location: MemoryLocation): string | undefined {
  const name = nameInGit(caller, location);
  if (name !== undefined) tellOnce(caller, location);
  return name;
}

/** Says once a machine that decisions are signed, where they are. */
export function tellSigned(caller: Caller, location: MemoryLocation): void {
  if (nameInGit(caller, location) !== undefined) tellOnce(caller, location);
}

/** The same, and nothing is said. */
export function nameInGit({ env }: Caller, { memory, isUser }: MemoryLocation): string | undefined {
  if (isUser || memoryPlace(memory).repository === undefined) return undefined;
  if (readObject(join(ownFolder(env), 'config.json')).who === false) return undefined;
  const told = git(memory, ['config', '--get', 'user.name']).stdout;
  const name = [...told.normalize('NFC').replace(/\s+/g, ' ').trim()];
  return namable(name.slice(0, maxCharacters).join('').trim());
}

/** A name is screened as the title of an import is. */
function namable(who: string): string | undefined {
  const event = { ts: '2026-01-01T00:00:00Z', event: 'no_match', who };
  if (who === '' || !isEvent(event) || screen(who).length > 0) return undefined;
  return findSecrets(who).length > 0 ? undefined : who;
}

function tellOnce({ env, say }: Caller, location: MemoryLocation): void {
  const file = join(ownFolder(env), 'state', 'who-told');
  if (read(file) !== '') return;
  say(whoWords[languageIn(location)].signed);
  try {
    makeFolder(dirname(file), 0o700);
    replaceFile(file, '1\n');
  } catch {
    // It is said again.
  }
}

/** More than one person decides in years; the oldest go first. */
const maxOwnDecisions = 10_000;

/** Notes the ids of a person's events that this clone wrote in one change, for `undo last`. */
export function rememberOwnDecisions(
  { env }: Caller,
  { memory }: MemoryLocation,
  events: readonly Event[],
): void {
  const ids = events.filter(isPersonal).map(eventId);
  if (ids.length === 0) return;
  const file = join(ownFolder(env), clonePath(memory, 'own'));
  try {
    makeFolder(dirname(file), 0o700);
    appendLines(file, [ids.join(' ')]);
    const all = ownChangesIn(ownFolder(env), memory).map((one) => one.join(' '));
    if (all.length > maxOwnDecisions)
      replaceFile(file, `${all.slice(-maxOwnDecisions / 2).join('\n')}\n`);
  } catch {
    // The decision is made; without the note `undo last` asks for its id.
  }
}

/** Ids of the events that a person decided in this clone, on this machine. */
export function ownDecisions(
  { env }: Pick<Caller, 'env'>,
  { memory }: Pick<MemoryLocation, 'memory'>,
): ReadonlySet<string> {
  return ownDecisionsIn(ownFolder(env), memory);
}

/** Ids of all events of the change in which this clone made a decision; of an older note, of that one alone. */
export function changeWith(
  { env }: Pick<Caller, 'env'>,
  { memory }: Pick<MemoryLocation, 'memory'>,
  id: string,
): readonly string[] {
  return ownChangesIn(ownFolder(env), memory).findLast((ids) => ids.includes(id)) ?? [id];
}

/** True if others can write into this memory: it is in a repository that has a remote. */
export function isShared({ memory }: Pick<MemoryLocation, 'memory'>): boolean {
  return git(memory, ['remote']).stdout.trim() !== '';
}
