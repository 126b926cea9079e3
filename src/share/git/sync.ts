import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { faults, gitRemedies } from '../../messages/problems/share.js';
import { realpath, removeFile, replaceFile } from '../../platform/fs.js';
import { isAlive } from '../../platform/process-info.js';
import { hintOf, MadnessError, type Sentence, type Wording } from '../../problem.js';
import { conflictMarkersIn } from '../../text-encoding.js';
import { git, gitAsAsked, gitTrouble, workTree } from './git.js';

/** A branch of a clone, and where it is kept. */
export interface Clone {
  readonly top: string;
  readonly branch: string;
  /** Absent if there is no remote. */
  readonly remote?: string;
  readonly remoteBranch: string;
  readonly hasUpstream: boolean;
}

/** Files of a memory that all clones share. Other files in its folder are never sent. */
const shared =
  /^(?:(?:genes|sops|prefs|config|index)\.json|evolution\.jsonl|INDEX\.md|\.git(?:ignore|attributes)|exports\/portable\.json|facets\/[^/]+\.json|retrospectives\/[^/]+\.(?:md|json)|notes\/[a-z0-9-]+\.md|skills\/[a-z0-9-]+\/SKILL\.md)$/;
const view = /^views\/[^/]+\.md$/;

/** Paths of a memory and its targets in a clone, relative to its top, with forward slashes. */
export interface SyncPlaces {
  readonly memory: string;
  readonly targets: readonly string[];
  /** Is that the text of a view that compile wrote? */
  readonly isView: (text: string) => boolean;
  /** A target without the block, as a binary string. */
  readonly bareOf: (text: string) => string;
}

/** `memory` and `targets` are absolute paths; targets outside of the clone are left out. */
export function placesOf(
  top: string,
  memory: string,
  targets: readonly string[],
): Pick<SyncPlaces, 'memory' | 'targets'> {
  const inClone = (path: string) => relative(top, path).replaceAll('\\', '/');
  return {
    memory: inClone(memory),
    targets: targets.map(inClone).filter((path) => !path.startsWith('..')),
  };
}

/** The clone that holds a folder, ready for sync, or the reason why not. `wanted` is where one would be created. */
export function cloneAt(folder: string, wanted: string): Clone {
  const top = workTree(folder);
  const trouble = gitTrouble(folder);
  if (trouble !== undefined) throw new MadnessError(faults.thenSync(trouble, hintOf(trouble)));
  if (top === undefined) throw new MadnessError(faults.noGit(folder, wanted));
  // In a project the other files of a half merge are the person's.
  if (realpath(folder) === realpath(top)) quitKilledMerge(top);
  const unfinished = unfinishedIn(top);
  if (unfinished !== undefined) throw new MadnessError(faults.unfinished(unfinished, top));
  const branch = run(top, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (branch === undefined) throw new MadnessError(faults.detached(top));
  const remotes = (run(top, ['remote']) ?? '').split('\n').filter(Boolean);
  const upstream = run(top, ['config', `branch.${branch}.remote`]);
  const remote = upstream ?? (remotes.includes('origin') ? 'origin' : remotes[0]);
  const merge = run(top, ['config', `branch.${branch}.merge`])?.replace('refs/heads/', '');
  refuseOtherBranch(top, branch, remote, merge);
  return {
    top,
    branch,
    ...(remote === undefined ? {} : { remote }),
    remoteBranch: merge ?? branch,
    hasUpstream: upstream !== undefined && merge !== undefined,
  };
}

/** Works like a default `git push`: unfinished work on one branch must not reach its parent branch. */
function refuseOtherBranch(top: string, branch: string, remote = '', merge = branch): void {
  if (remote !== '.' && (merge === branch || run(top, ['config', 'push.default']) === 'upstream'))
    return;
  throw new MadnessError(faults.otherBranch(branch, top, remote, merge));
}

/** Changed tracked files that are not ours. In a target, changes outside the block are not ours. */
export function foreignChanges(top: string, places: SyncPlaces): string[] {
  const changed = zeroSeparated(top, [
    ...['status', '--porcelain', '-z', '--untracked-files=no', '--no-renames'],
  ]).map((entry) => entry.slice(3));
  return changed.filter(
    (path) =>
      !isOwn(top, places, path) ||
      (places.targets.includes(path) && !isBlockAlone(top, places, path)),
  );
}

/** Compiled files may be missing; compile makes them again. */
function isOwn(top: string, { memory, targets, isView }: SyncPlaces, path: string): boolean {
  if (targets.includes(path)) return true;
  const name =
    memory === '' ? path : path.startsWith(`${memory}/`) ? path.slice(memory.length + 1) : '';
  if (!view.test(name)) return shared.test(name);
  const file = join(top, path);
  return !existsSync(file) || isView(readFileSync(file, 'utf8'));
}

/** A target that git has never tracked is sent as it is. */
function isBlockAlone(top: string, { bareOf }: SyncPlaces, path: string): boolean {
  const before = git(top, ['cat-file', 'blob', `HEAD:${path}`], 'latin1');
  const file = join(top, path);
  const now = existsSync(file) ? readFileSync(file, 'latin1') : '';
  const lines = (text: string) => bareOf(text).replaceAll('\r\n', '\n').trimEnd();
  return before.status !== 0 || lines(before.stdout) === lines(now);
}

/** Our files that differ from what git has, or that it does not have yet. */
export function ownChanges(top: string, places: SyncPlaces): string[] {
  return zeroSeparated(top, [
    ...['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--'],
    ...ownPaths(places),
  ])
    .map((entry) => entry.slice(3))
    .filter((path) => isOwn(top, places, path));
}

/** Makes stars and brackets literal. */
function literal(path: string): string {
  return `:(top,literal)${path}`;
}

const atOnce = 100;

/** Commits our files as they are; false when nothing changed. */
export function commitOwn(top: string, places: SyncPlaces, message: string): boolean {
  const own = ownChanges(top, places);
  if (own.length === 0) return false;
  // Who commits is asked first: refused later, our files would stay staged.
  must(top, ['var', 'GIT_COMMITTER_IDENT']);
  // Windows takes 32,000 characters a command.
  for (let from = 0; from < own.length; from += atOnce)
    addAll(top, own.slice(from, from + atOnce).map(literal));
  if (gitAsAsked(top, ['diff', '--cached', '--quiet']).status === 0) return false;
  const { status, stderr, stdout } = gitAsAsked(top, ['commit', '--quiet', '-m', message]);
  if (status !== 0) throw new MadnessError(refusedCommit(top, stderr || stdout));
  return true;
}

/** Explains a refused commit. If a hook of the repository refused it, names the hook and the way out. */
function refusedCommit(top: string, said: string): Wording {
  const folder = resolve(top, run(top, ['rev-parse', '--git-path', 'hooks']) ?? '');
  const hooks = ['pre-commit', 'commit-msg'].filter((name) => existsSync(join(folder, name)));
  const isOfMessage = /subject|type.?empty|commitlint|conventional/i.test(said);
  const [hook] = hooks.length > 1 && isOfMessage ? hooks.slice(1) : hooks;
  const why = firstWords(said);
  return hook === undefined
    ? faults.gitFailed('commit', why, remedyFor(top, said))
    : faults.hookRefused(hook, folder, why);
}

/**
 * Includes files that a sparse checkout omits, because compile recreated them. Older versions of git lack the option.
 */
function addAll(top: string, paths: readonly string[]): void {
  if (gitAsAsked(top, ['add', '-A', '--', ...paths]).status === 0) return;
  const isSparse = run(top, ['config', '--bool', 'core.sparseCheckout']) === 'true';
  must(top, ['add', '-A', ...(isSparse ? ['--sparse'] : []), '--', ...paths]);
}

/** Our files with unresolved conflicts, as after restoring a stash. */
export function leftInConflict(top: string, places: SyncPlaces): string[] {
  return zeroSeparated(top, ['diff', '--name-only', '-z', '--diff-filter=U'])
    .filter((path) => isOwn(top, places, path) && existsSync(join(top, path)))
    .filter((path) => {
      const text = readFileSync(join(top, path), 'latin1');
      return conflictMarkersIn(text) !== undefined;
    });
}

/** Fetches; returns the commit of the remote's branch, or undefined where it has none yet. */
export function fetchTip({ top, remote = '', remoteBranch }: Clone): string | undefined {
  must(top, ['fetch', '--quiet', remote], gitRemedies.notFetched);
  return commitOf(top, `refs/remotes/${remote}/${remoteBranch}`);
}

/** True if the second commit has all that the first has. */
export function isWithin(top: string, commit: string, whole: string): boolean {
  return git(top, ['merge-base', '--is-ancestor', commit, whole]).status === 0;
}

export type Merged =
  | { readonly kind: 'same' | 'merged' }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** Merges a fetched commit. What git cannot merge is taken back: nothing half done stays. */
export function mergeIn(clone: Clone, theirs: string, more: readonly string[] = []): Merged {
  const { top, remote = '', remoteBranch } = clone;
  if (isWithin(top, theirs, 'HEAD')) return { kind: 'same' };
  // Overrides a setting of fast-forward only, because there may be local commits to keep.
  const note = mergeNote(top);
  replaceFile(note, `${process.pid}\n`);
  const merged = gitAsAsked(top, ['merge', '--quiet', '--no-edit', '--ff', ...more, theirs]);
  if (merged.status === 0) {
    removeFile(note);
    return { kind: 'merged' };
  }
  const paths = zeroSeparated(top, ['diff', '--name-only', '-z', '--diff-filter=U']);
  if (unfinishedIn(top) === 'merge') must(top, ['merge', '--abort']);
  // It stays where the lock of another git forbids that.
  removeFile(note);
  if (paths.length > 0) return { kind: 'conflict', paths };
  const isShallow = run(top, ['rev-parse', '--is-shallow-repository']) === 'true';
  const said = firstWords(merged.stderr || merged.stdout);
  throw new MadnessError(
    isShallow
      ? faults.shallow(said, top)
      : /unrelated histories/.test(merged.stderr)
        ? faults.unrelated(said, remote, remoteBranch)
        : faults.notMerged(said),
  );
}

/** Names the process that merges, in git's own folder. */
function mergeNote(top: string): string {
  return resolve(top, run(top, ['rev-parse', '--git-path', 'madness-merge']) ?? '');
}

/**
 * A merge of ours that was killed may have written some files, so that git cannot take it back. Then they stay
 * as they are, and all is merged again.
 */
function quitKilledMerge(top: string): void {
  const note = mergeNote(top);
  if (!existsSync(note) || isAlive(Number(readFileSync(note, 'utf8')))) return;
  removeFile(note);
  if (gitAsAsked(top, ['merge', '--abort']).status !== 0) gitAsAsked(top, ['merge', '--quit']);
}

/** Never by force: a remote that moved on refuses, and is pulled first. */
export function push({
  top,
  remote = '',
  branch,
  remoteBranch,
  hasUpstream,
}: Clone): 'same' | 'pushed' | 'rejected' {
  const theirs = commitOf(top, `refs/remotes/${remote}/${remoteBranch}`);
  if (hasUpstream && theirs !== undefined && theirs === commitOf(top, 'HEAD')) return 'same';
  const upstream = hasUpstream ? [] : ['--set-upstream'];
  const { status, stdout, stderr } = gitAsAsked(top, [
    'push',
    '--porcelain',
    ...upstream,
    remote,
    `refs/heads/${branch}:refs/heads/${remoteBranch}`,
  ]);
  if (status === 0) return 'pushed';
  if (
    /^!.*\((?:fetch first|non-fast-forward|stale info|remote rejected.*lock)\)|cannot lock ref|failed to update ref/m.test(
      stdout + stderr,
    )
  )
    return 'rejected';
  throw new MadnessError(faults.cannotPush(remote, firstWords(stderr || stdout)));
}

/** The paths of a memory and its targets, for git; for a memory that is a repository of its own, all of it. */
export function ownPaths({ memory, targets }: SyncPlaces): string[] {
  return memory === '' ? [':(top)'] : [memory, ...targets].map(literal);
}

/** What a push would send that the remote's branch does not have, for `git log`; and how those commits are undone. */
export function unsent({ top, remote = '', remoteBranch }: Clone): {
  readonly revisions: readonly string[];
  readonly undo: string;
} {
  if (commitOf(top, `refs/remotes/${remote}/${remoteBranch}`) !== undefined) {
    const theirs = `${remote}/${remoteBranch}`;
    return { revisions: ['HEAD', '--not', theirs], undo: `git -C "${top}" reset --soft ${theirs}` };
  }
  const isFirst = run(top, ['for-each-ref', `refs/remotes/${remote}`]) === '';
  const undo = isFirst ? 'update-ref -d HEAD' : 'rebase --interactive';
  return { revisions: ['HEAD', '--not', `--remotes=${remote}`], undo: `git -C "${top}" ${undo}` };
}

export function hasCommits(top: string): boolean {
  return commitOf(top, 'HEAD') !== undefined;
}

/** Undefined if nothing has that name yet. */
function commitOf(top: string, name: string): string | undefined {
  return run(top, ['rev-parse', '--verify', '--quiet', name]);
}

const unfinishedMarks = [
  ['merge', 'MERGE_HEAD'],
  ['rebase', 'rebase-merge'],
  ['rebase', 'rebase-apply'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['revert', 'REVERT_HEAD'],
] as const;

function unfinishedIn(top: string): string | undefined {
  const paths = unfinishedMarks.flatMap(([, name]) => ['--git-path', name]);
  const found = (run(top, ['rev-parse', ...paths]) ?? '').split('\n');
  return unfinishedMarks.find((_, index) => existsSync(resolve(top, found[index] ?? '')))?.[0];
}

/** Paths as they are: without -z git quotes those that are not ASCII. */
function zeroSeparated(cwd: string, args: readonly string[]): string[] {
  return gitAsAsked(cwd, args).stdout.split('\0').filter(Boolean);
}

/** Git's output without the line break; undefined if it failed. */
function run(cwd: string, args: readonly string[]): string | undefined {
  const { status, stdout } = gitAsAsked(cwd, args);
  return status === 0 ? stdout.trimEnd() : undefined;
}

function must(cwd: string, args: readonly string[], hint?: Sentence): void {
  const { status, stderr, stdout } = gitAsAsked(cwd, args);
  if (status === 0) return;
  throw new MadnessError(
    faults.gitFailed(args[0], firstWords(stderr || stdout), hint ?? remedyFor(cwd, stderr)),
  );
}

function remedyFor(cwd: string, stderr: string): Sentence {
  if (/Please tell me who you are|empty ident|user\.email/.test(stderr)) return gitRemedies.author;
  if (/index\.lock/.test(stderr))
    return gitRemedies.locked(
      resolve(cwd, run(cwd, ['rev-parse', '--git-path', 'index.lock']) ?? ''),
    );
  return gitRemedies.other;
}

function firstWords(text: string): string {
  const line =
    text.split('\n').find((one) => /^(?:fatal|error|!|remote):?/.test(one)) ?? text.trim();
  return (line.split('\n')[0] ?? '').slice(0, 300);
}
