import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { MadnessError } from '../problem.js';
import { git } from './git.js';

/** A branch of a clone, and where it is kept. */
export interface Clone {
  /** The top of the work tree. */
  readonly top: string;
  readonly branch: string;
  /** Absent where there is no remote. */
  readonly remote?: string;
  /** Name of the branch there. */
  readonly remoteBranch: string;
  readonly hasUpstream: boolean;
}

/** What the memory holds that belongs to all clones; the rest of its folder is not ours to send. */
const shared = [
  'genes.json',
  'sops.json',
  'prefs.json',
  'evolution.jsonl',
  'config.json',
  'index.json',
  'INDEX.md',
  '.gitignore',
  '.gitattributes',
  'views',
  'exports',
  'facets',
  'retrospectives',
];

/** The clone that holds a folder, ready to be synchronised, or why it is not. */
export function cloneAt(folder: string): Clone {
  const top = run(folder, ['rev-parse', '--show-toplevel']);
  if (top === undefined)
    throw new MadnessError(
      `${folder} is not kept in git.`,
      `Once: git -C "${folder}" init, then madness init (with --user for your own memory), git remote add origin URL, madness sync.`,
    );
  const unfinished = unfinishedIn(top);
  if (unfinished !== undefined)
    throw new MadnessError(
      `A ${unfinished} is under way in ${top}.`,
      `Finish it (git ${unfinished} --continue) or give it up (git ${unfinished} --abort), then madness sync.`,
    );
  const branch = run(top, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (branch === undefined)
    throw new MadnessError(
      `${top} is on no branch (detached HEAD): a commit there would be lost.`,
      'git switch BRANCH, then madness sync.',
    );
  const remotes = (run(top, ['remote']) ?? '').split('\n').filter(Boolean);
  const upstream = run(top, ['config', `branch.${branch}.remote`]);
  const remote = upstream ?? (remotes.includes('origin') ? 'origin' : remotes[0]);
  const merge = run(top, ['config', `branch.${branch}.merge`])?.replace('refs/heads/', '');
  return {
    top,
    branch,
    ...(remote === undefined ? {} : { remote }),
    remoteBranch: merge ?? branch,
    hasUpstream: upstream !== undefined && merge !== undefined,
  };
}

/** The files of a memory and its targets that lie in the clone, relative to its top. */
export function ownPaths(top: string, memory: string, targets: readonly string[]): string[] {
  return [...shared.map((name) => join(memory, name)), ...targets]
    .filter((path) => existsSync(path))
    .map((path) => relative(top, path).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('..'));
}

/** Files that git knows and that were changed, but are none of ours. */
export function foreignChanges(top: string, own: readonly string[]): string[] {
  const { stdout } = git(top, [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=no',
    '--no-renames',
  ]);
  const isOwn = (path: string) => own.some((one) => path === one || path.startsWith(`${one}/`));
  return stdout
    .split('\0')
    .map((entry) => entry.slice(3))
    .filter((path) => path !== '' && !isOwn(path));
}

/** Commits our files as they are; false when nothing changed. */
export function commitOwn(top: string, own: readonly string[], message: string): boolean {
  if (own.length === 0) return false;
  const ignored = new Set((run(top, ['check-ignore', '--', ...own]) ?? '').split('\n'));
  must(top, ['add', '--', ...own.filter((path) => !ignored.has(path))]);
  if (git(top, ['diff', '--cached', '--quiet']).status === 0) return false;
  must(top, ['commit', '--quiet', '-m', message]);
  return true;
}

export type Pulled =
  | { readonly kind: 'same' | 'pulled' | 'no-branch' }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

/** Merges what the remote has. What git cannot merge is taken back: nothing half done stays. */
export function pull(clone: Clone): Pulled {
  const { top, remote = '', remoteBranch } = clone;
  must(
    top,
    ['fetch', '--quiet', remote],
    'Nothing is lost: what is here is committed. Mend it, then madness sync.',
  );
  const theirs = `refs/remotes/${remote}/${remoteBranch}`;
  if (run(top, ['rev-parse', '--verify', '--quiet', theirs]) === undefined)
    return { kind: 'no-branch' };
  if (git(top, ['merge-base', '--is-ancestor', theirs, 'HEAD']).status === 0)
    return { kind: 'same' };
  const merged = git(top, ['merge', '--quiet', '--no-edit', theirs]);
  if (merged.status === 0) return { kind: 'pulled' };
  const paths = (run(top, ['diff', '--name-only', '--diff-filter=U']) ?? '')
    .split('\n')
    .filter(Boolean);
  if (unfinishedIn(top) === 'merge') must(top, ['merge', '--abort']);
  if (paths.length > 0) return { kind: 'conflict', paths };
  const hint = /unrelated histories/.test(merged.stderr)
    ? `They have no commit in common. If both are this memory: git pull --no-rebase --allow-unrelated-histories ${remote} ${remoteBranch}, then madness sync.`
    : 'Nothing was merged. Mend it, then madness sync.';
  throw new MadnessError(
    `git could not merge: ${firstWords(merged.stderr || merged.stdout)}`,
    hint,
  );
}

/** Never by force: a remote that moved on refuses, and is pulled first. */
export function push({
  top,
  remote = '',
  branch,
  remoteBranch,
  hasUpstream,
}: Clone): 'same' | 'pushed' | 'rejected' {
  const theirs = run(top, [
    'rev-parse',
    '--verify',
    '--quiet',
    `refs/remotes/${remote}/${remoteBranch}`,
  ]);
  if (hasUpstream && theirs !== undefined && theirs === run(top, ['rev-parse', 'HEAD']))
    return 'same';
  const upstream = hasUpstream ? [] : ['--set-upstream'];
  const { status, stdout, stderr } = git(top, [
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
  throw new MadnessError(
    `git could not push to ${remote}: ${firstWords(stderr || stdout)}`,
    'Nothing is lost: it is committed here. Mend it, then madness sync.',
  );
}

export function hasCommits(top: string): boolean {
  return run(top, ['rev-parse', '--verify', '--quiet', 'HEAD']) !== undefined;
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

/** What git printed, without the line break; undefined where it failed. */
function run(cwd: string, args: readonly string[]): string | undefined {
  const { status, stdout } = git(cwd, args);
  return status === 0 ? stdout.trimEnd() : undefined;
}

function must(cwd: string, args: readonly string[], hint?: string): void {
  const { status, stderr, stdout } = git(cwd, args);
  if (status === 0) return;
  throw new MadnessError(
    `git ${args[0]} failed: ${firstWords(stderr || stdout)}`,
    hint ?? remedyFor(stderr),
  );
}

function remedyFor(stderr: string): string {
  if (/Please tell me who you are|empty ident|user\.email/.test(stderr))
    return 'git config user.name NAME and git config user.email ADDRESS, then madness sync.';
  if (/index\.lock/.test(stderr)) return 'Another git is at work there: wait, then madness sync.';
  return 'Mend it, then madness sync.';
}

function firstWords(text: string): string {
  const line =
    text.split('\n').find((one) => /^(?:fatal|error|!|remote):?/.test(one)) ?? text.trim();
  return (line.split('\n')[0] ?? '').slice(0, 300);
}
