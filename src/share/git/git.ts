import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { faults } from '../../messages/problems/share.js';
import { realpath } from '../../platform/fs.js';
import type { Wording } from '../../problem.js';

/** The top of the work tree that holds `folder`; undefined outside of git. */
export function workTree(folder: string): string | undefined {
  const { status, stdout } = git(folder, ['rev-parse', '--show-toplevel']);
  return status === 0 ? stdout.trim() : undefined;
}

/** A bare repository, or a folder of git's own: no work tree holds it. */
export function isInsideGit(folder: string): boolean {
  const { status, stdout } = git(folder, ['rev-parse', '--is-inside-work-tree']);
  return status === 0 && stdout.trim() === 'false';
}

/** Why git does not answer about a folder. Undefined if it answers, also if there is no repository. */
export function gitTrouble(folder: string): Wording | undefined {
  const { status, stderr } = git(folder, ['rev-parse', '--show-toplevel']);
  if (status === 0 || /not a git repository/.test(stderr)) return undefined;
  return status === null
    ? faults.gitMissing
    : faults.gitSilent(folder, stderr.split('\n')[0] ?? '');
}

/** A file that git reads in this clone only; undefined outside a repository. */
export function infoFile(folder: string, name: 'attributes' | 'exclude'): string | undefined {
  return pathInGit(folder, `info/${name}`);
}

export function pathInGit(folder: string, name: string): string | undefined {
  const { status, stdout } = git(folder, ['rev-parse', '--git-path', name]);
  return status === 0 ? resolve(folder, stdout.trim()) : undefined;
}

/** A file below `root` as git names it, from the work tree's `top`; undefined if it lies elsewhere. */
export function pathInTree(top: string, root: string, file: string): string | undefined {
  const path = relative(realpath(top), join(realpath(root), file)).replaceAll('\\', '/');
  return path.startsWith('..') ? undefined : path;
}

/** Files below `root`, and those that links among them lead to: what git merges lies there. */
export function withLinked(root: string, files: readonly string[]): readonly string[] {
  const linked = files
    .map((file) => join(root, file))
    .filter((path) => existsSync(path))
    .map((path) => relative(realpath(root), realpath(path)).replaceAll('\\', '/'));
  return [...new Set([...files, ...linked])];
}

/** Attributes of files in a folder, by name. Unknown files and unset attributes are left out. */
export function attributesOf(
  folder: string,
  attributes: readonly string[],
  names: readonly string[],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { status, stdout } = git(folder, ['check-attr', '-z', ...attributes, '--', ...names]);
  const found: Record<string, Record<string, string>> = {};
  const fields = status === 0 ? stdout.split('\0') : [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [name = '', attribute = '', value = ''] = fields.slice(at, at + 3);
    if (['unspecified', 'unset', 'set'].includes(value)) continue;
    found[name] = { ...found[name], [attribute]: value };
  }
  return found;
}

/** A filter that commits a pointer in place of the text: Git LFS, git-annex. */
export function isPointerFilter(filter: string): boolean {
  return filter === 'lfs' || filter === 'annex';
}

/** Files below a folder that a merge, a rebase or a stash has left in conflict. */
export function unmergedIn(folder: string): readonly string[] {
  const { stdout } = git(folder, ['ls-files', '--unmerged', '-z', '--', '.']);
  return [
    ...new Set(
      stdout
        .split('\0')
        .filter(Boolean)
        .map((row) => row.split('\t')[1] ?? ''),
    ),
  ];
}

/** Files of a folder that git ignores, each with the responsible line: `.gitignore:3 *.jsonl`. */
export function ignoredIn(
  folder: string,
  names: readonly string[],
): readonly { readonly name: string; readonly by: string }[] {
  const { stdout } = git(folder, ['check-ignore', '--verbose', '--', ...names]);
  return stdout.split('\n').flatMap((row) => {
    const tab = row.lastIndexOf('\t');
    const line = /^.*:\d+(?=:)/.exec(row.slice(0, Math.max(0, tab)))?.[0];
    if (line === undefined) return [];
    const pattern = row.slice(line.length + 1, tab);
    return pattern.startsWith('!') ? [] : [{ name: row.slice(tab + 1), by: `${line} ${pattern}` }];
  });
}

/** Files that git tracks below a folder, relative to `root`. `isSparse`: a sparse checkout omits it. */
export function trackedBelow(
  root: string,
  folder: string,
): readonly { readonly name: string; readonly isSparse: boolean }[] {
  const { stdout } = git(root, ['ls-files', '-t', '-z', '--', folder]);
  return stdout
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.slice(2), isSparse: line.startsWith('S ') }));
}

/**
 * Every earlier version of a file from which the work tree, or a commit since `since`, removed lines. Undefined if that
 * cannot be known.
 */
export function beforeRemovals(
  folder: string,
  name: string,
): readonly { readonly name: string; readonly text: string }[] | undefined {
  // There git would fetch each version from the remote, one by one.
  if (git(folder, ['config', '--get-regexp', '^remote\\..*\\.promisor$']).status === 0)
    return undefined;
  const isTaken = (numbers: string) => /^\d+\t[1-9]/m.test(numbers);
  // Without it, a merge that took one side whole would be skipped.
  const args = ['log', '--full-history', '-m', '--text', '--numstat', '--format=commit %h'];
  const { status, stdout } = git(folder, [...args, 'HEAD', '--', name]);
  if (status !== 0) return undefined;
  const commits = stdout.split(/^commit /m).filter(isTaken);
  const parents = [...new Set(commits.map((one) => one.slice(0, one.indexOf('\n'))))].flatMap(
    (commit) => git(folder, ['rev-parse', '--short', `${commit}^@`]).stdout.split('\n'),
  );
  const isTakenHere = isTaken(
    git(folder, ['diff', '--text', '--numstat', 'HEAD', '--', name]).stdout,
  );
  return [...(isTakenHere ? ['HEAD'] : []), ...parents.filter(Boolean)].flatMap((commit) => {
    // Through the filters that a checkout runs: an encrypted log is read as what it was.
    const { status, stdout: text } = git(folder, ['cat-file', '--filters', `${commit}:./${name}`]);
    return status === 0 ? [{ name: commit, text }] : [];
  });
}

/** The text of a file in a folder, as a commit has it; undefined if git knows no such commit. */
export function textAt(folder: string, revision: string, name: string): string | undefined {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { status, stdout: commit } = git(folder, args);
  if (status !== 0) return undefined;
  // Through the filters that a checkout runs: an encrypted log is read as what it was.
  const found = git(folder, ['cat-file', '--filters', `${commit.trim()}:./${name}`]);
  return found.status === 0 ? found.stdout : '';
}

/** Commits of any branch or stash that gave a file the bytes of `copy`. */
export function commitsWith(top: string, path: string, copy: string): readonly string[] {
  const id = git(top, ['hash-object', '--no-filters', '--', copy]).stdout.trim();
  const args = ['log', '--all', '-m', '--format=%H', `--find-object=${id}`];
  const { stdout } = git(top, [...args, '--', `:(top,literal)${path}`]);
  const commits = [...new Set(stdout.split('\n').filter(Boolean))];
  // It also names those that took them away.
  return commits.filter(
    (commit) => git(top, ['rev-parse', `${commit}:${path}`]).stdout.trim() === id,
  );
}

/** The project's name: the remote's, else that of the main work tree's folder. Never a path. */
export function nameByGit(folder: string): string | undefined {
  const remote = git(folder, ['remote', 'get-url', 'origin']);
  const address = remote.stdout
    .trim()
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  const fromRemote = address.split(/[/:\\]/).at(-1);
  if (remote.status === 0 && fromRemote) return fromRemote;
  const common = git(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const [last, main] = common.stdout.trim().split(/[/\\]/).reverse();
  return common.status === 0 && last === '.git' && main ? main : undefined;
}

/** Names and addresses of all authors below a folder, in any branch. */
export function authorsOf(folder: string): readonly string[] {
  const { stdout } = git(folder, ['log', '--all', '--format=%an%n%ae%n%cn%n%ce', '--', '.']);
  return [...new Set(stdout.split('\n'))];
}

interface Added {
  readonly commit: string;
  readonly path: string;
  readonly added: string;
  /** What is there instead of lines: a Git LFS pointer, or bytes from a filter or an encoding. */
  readonly unseen?: 'pointer' | 'bytes' | 'unreadable';
}

/**
 * Why git cannot show the whole history of a folder here: undefined if it can. A partial clone would fetch each
 * version from the remote, one by one.
 */
export function whyHistoryIsPartial(folder: string): 'shallow' | 'partial' | undefined {
  if (git(folder, ['rev-parse', '--is-shallow-repository']).stdout.trim() === 'true')
    return 'shallow';
  const promisors = git(folder, ['config', '--get-regexp', '^remote\\..*\\.promisor$']);
  return promisors.status === 0 ? 'partial' : undefined;
}

/**
 * Every line that a commit added below a folder, by commit and file; `revisions` and `paths` narrow it. Reads some
 * commits at a time, because the whole is too long for a string.
 */
export function* historyOf(
  folder: string,
  revisions: readonly string[] = ['--all'],
  paths: readonly string[] = ['.'],
): Generator<readonly Added[]> {
  // Without it, a branch whose work a merge dropped would be skipped.
  const args = ['log', ...revisions, '--full-history', '--format=%H', '--', ...paths];
  const { stdout } = git(folder, args);
  const commits = stdout.split('\n').filter(Boolean);
  for (let from = 0; from < commits.length; from += commitsAtOnce)
    yield addedBy(folder, commits.slice(from, from + commitsAtOnce), paths);
}

const commitsAtOnce = 16;

function addedBy(folder: string, commits: readonly string[], paths: readonly string[]): Added[] {
  const args = [
    'log',
    '--no-walk',
    '-p',
    // Includes lines that a merge itself added.
    '-c',
    // Attributes and settings of the project hide nothing.
    '--text',
    '--no-textconv',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--format=commit %h',
  ];
  const { status, stdout } = git(folder, [...args, ...commits, '--', ...paths]);
  const [commit = ''] = commits;
  if (status !== 0)
    return commits.length > 1
      ? commits.flatMap((one) => addedBy(folder, [one], paths))
      : [{ commit: commit.slice(0, 7), path: '', added: '', unseen: 'unreadable' }];
  return stdout.split(/^commit /m).flatMap((patch) => {
    const commit = patch.slice(0, patch.indexOf('\n'));
    return patch
      .split(/^\+\+\+ b\//m)
      .slice(1)
      .map((part) => ({
        commit,
        // git marks the end of a name that holds a blank.
        path: part.slice(0, part.indexOf('\n')).replace(/\t$/, ''),
        added: part
          .split('\n')
          // A merge has one column per parent.
          .filter((line) => /^ *\+/.test(line))
          .map((line) => line.replace(/^ *\++ ?/, ''))
          .join('\n'),
      }))
      .map((one) => ({ ...one, ...unseenIn(one.added) }));
  });
}

function unseenIn(added: string): Pick<Added, 'unseen'> {
  // If only the object changed, the line with the format is not among them.
  if (/^(?:version https:\/\/git-lfs\.|oid sha256:[0-9a-f]{64}$)/m.test(added))
    return { unseen: 'pointer' };
  return /[\0\uFFFD]/.test(added) ? { unseen: 'bytes' } : {};
}

/** What a folder's own configuration can make git start: nothing of it starts while we only look. */
const startsNothing = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.sshCommand=false',
  'credential.helper=',
  'log.showSignature=false',
].flatMap((setting) => ['-c', setting]);

/** No transport is allowed: a git before 2.45 would otherwise fetch an object that a partial clone lacks. */
const looking = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs git to look at a folder, which may be a stranger's. No hook, helper, transport or watcher that the folder names
 * is started. Whoever calls it asks for no diff with a work tree, because that runs filters.
 */
export function git(
  cwd: string,
  args: readonly string[],
  encoding: 'utf8' | 'latin1' = 'utf8',
  input?: string,
): Ran {
  // To read a setting starts nothing, and what is set for one call would be read in its place.
  const settings = args[0] === 'config' ? [] : startsNothing;
  return start(cwd, [...settings, ...args], encoding, input, looking);
}

/** Runs git to do what a person asked for: with their hooks, filters, helpers and transports. */
export function gitAsAsked(cwd: string, args: readonly string[]): Ran {
  return start(cwd, ['-c', 'core.fsmonitor=false', ...args], 'utf8', undefined, {});
}

/** Starts git without a shell, with English messages and unquoted paths. */
function start(
  cwd: string,
  args: readonly string[],
  encoding: 'utf8' | 'latin1',
  input: string | undefined,
  env: Readonly<Record<string, string>>,
): Ran {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd,
    env: { ...ofThisFolder(process.env, cwd), ...env, LC_ALL: 'C' },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
    encoding,
    maxBuffer: 1 << 30,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}

/**
 * In a hook or an alias git may set its folder but no top; then any working folder would count as the top. If both are
 * set, they are intended for what lies in that top.
 */
function ofThisFolder(env: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_INDEX_FILE, GIT_PREFIX, GIT_WORK_TREE, ...rest } = env;
  if (GIT_WORK_TREE !== undefined && pathInTree(GIT_WORK_TREE, cwd, '') !== undefined) return env;
  return rest;
}
