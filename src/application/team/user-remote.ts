import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { faults } from '../../messages/problems/share.js';
import type { Arrival, Leaving } from '../../messages/sharing/sync.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { makeFolder, makeOwnFolder, replaceFile, resolveInside } from '../../platform/fs.js';
import { read, readObject } from '../../platform/read-object.js';
import { hintOf, MadnessError } from '../../problem.js';
import { git, gitAsAsked, gitTrouble, textAt } from '../../share/git/git.js';
import { assetNames, logName, type MemoryLocation, skillsFolder } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { wordingsOf } from '../../store/trust-file.js';
import { oneLine } from '../../text.js';
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
  const asked = gitAsAsked(dirname(memory), ['ls-remote', '--heads', '--', url]);
  if (asked.status !== 0) throw new MadnessError(faults.remoteSilent(url, asked.stderr.trim()));
  if (isEmpty && asked.stdout.trim() !== '') {
    const args = ['clone', '--quiet', '--no-checkout', '--', url, basename(memory)];
    const cloned = gitAsAsked(dirname(memory), args);
    if (cloned.status !== 0) throw new MadnessError(faults.remoteSilent(url, cloned.stderr.trim()));
    const branch = memoryBranch(memory);
    const there = branch === undefined ? [] : ['-B', branch, '--track', `origin/${branch}`];
    gitAsAsked(memory, ['checkout', '--quiet', ...there]);
    return 'cloned';
  }
  makeFolder(memory, 0o700);
  if (!existsSync(join(memory, '.git')))
    git(memory, ['init', '--quiet', '--initial-branch=main', '.']);
  const present = git(memory, ['remote', 'get-url', 'origin']).stdout.trim();
  if (present !== '' && present !== url)
    throw new MadnessError(faults.otherRemote(present, memory));
  if (present === '') git(memory, ['remote', 'add', 'origin', url]);
  if (asked.stdout.trim() !== '') {
    gitAsAsked(memory, ['fetch', '--quiet', 'origin']);
    const branch = memoryBranch(memory);
    // Under another name it would become a second memory beside that one.
    if (branch !== undefined) git(memory, ['branch', '-m', branch]);
  }
  return 'set';
}

/**
 * The branch of origin that holds a memory, as fetched: a remote's HEAD may name one that nobody ever pushed. Undefined
 * if none does. Throws where two do, because only a person knows which one is meant.
 */
function memoryBranch(memory: string): string | undefined {
  const branches = memoryBranches(memory, 'origin');
  if (branches.length > 1) throw new MadnessError(faults.twoMemories(branches.join(', '), memory));
  return branches[0];
}

/** The branches of a fetched remote that hold a memory of their own. */
export function memoryBranches(memory: string, remote: string): string[] {
  const format = '--format=%(refname:lstrip=3)';
  const { stdout } = git(memory, ['for-each-ref', format, `refs/remotes/${remote}`]);
  const holds = (name: string) =>
    git(memory, ['cat-file', '-e', `refs/remotes/${remote}/${name}:${logName}`]).status === 0;
  return stdout.split('\n').filter((name) => name !== '' && name !== 'HEAD' && holds(name));
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

/**
 * The wordings, notes, skills and settings that a commit has and none of the `known` ones. By default these are this
 * memory's last commit and what both have in common.
 */
export function arrivingWith(
  { memory }: Pick<MemoryLocation, 'memory'>,
  tip: string,
  known: readonly string[] = ['HEAD', ...pastOf(memory, tip)],
): Arrival {
  const wordings = (commit: string) =>
    assetNames.flatMap((name) => wordingsOf(name, textAt(memory, commit, name) ?? ''));
  const files = (commit: string) =>
    carriedIn(memory, commit).map(({ name, id }) => `${name} (${id.slice(0, 12)})`);
  const heard = new Set(known.flatMap(wordings).map(({ hash }) => hash));
  const here = new Set(known.flatMap(files));
  return {
    titles: wordings(tip).flatMap(({ hash, title }) => (heard.has(hash) ? [] : oneLine(title, 80))),
    files: files(tip).filter((one) => !here.has(one)),
  };
}

function pastOf(memory: string, tip: string): string[] {
  const { status, stdout } = git(memory, ['merge-base', 'HEAD', tip]);
  return status === 0 ? [stdout.trim()] : [];
}

const carried =
  /^100\d+ blob (\w+)\t(config\.json|notes\/[a-z0-9-]+\.md|skills\/madness-reflect-[a-z0-9-]+\/SKILL\.md)$/;

/** Files beside the rules that travel with the user's memory, each with git's id of its content. */
function carriedIn(memory: string, commit: string): { name: string; id: string }[] {
  const { stdout } = git(memory, ['ls-tree', '-r', commit, '--', '.']);
  return stdout.split('\n').flatMap((line) => {
    const [, id, name] = carried.exec(line) ?? [];
    return id === undefined || name === undefined ? [] : [{ name, id }];
  });
}

/** Puts the skills of a commit where the client loads them. One that a person changed or removed there stays so. */
export function installSkills(location: MemoryLocation, commit: string, former?: string): void {
  const { memory, root } = location;
  for (const { name } of carriedIn(memory, commit)) {
    if (!name.startsWith('skills/')) continue;
    const text = textAt(memory, commit, name) ?? '';
    const before = (former === undefined ? undefined : textAt(memory, former, name)) ?? '';
    const file = join(skillsFolder(location), name.slice('skills/'.length));
    if (text === before || read(file) !== before) continue;
    makeFolder(dirname(file));
    replaceFile(resolveInside(root, file), text);
  }
}

/** A session's start fetches the user's memory from now on. */
export function switchFetch(env: Environment): void {
  const own = ownFolder(env);
  const file = join(own, 'config.json');
  makeOwnFolder(own);
  replaceFile(file, `${JSON.stringify({ ...readObject(file), fetch: true }, null, 2)}\n`);
}
