import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { homeIfKnown } from '../../platform/folders.js';
import { realpath } from '../../platform/fs.js';
import { fnv1a } from '../../text.js';

/**
 * The folder that identifies a project: the main worktree of the git repository at or above `dir`, else `dir`. A
 * missing folder (a removed worktree, another machine's) is resolved from its nearest existing parent.
 */
export function projectRoot(dir: string): string {
  const from = canonical(dir);
  const home = canonical(homeIfKnown() ?? sep);
  for (let at = from; at !== home || at === from; at = dirname(at)) {
    const root = mainWorktree(at);
    if (root !== undefined) return root;
    if (at === dirname(at)) break;
  }
  return from;
}

/** The same place in the main worktree; undefined if `dir` lies in that, or in no repository. */
export function inMainWorktree(dir: string): string | undefined {
  const from = canonical(dir);
  for (let at = from; ; at = dirname(at)) {
    const root = mainWorktree(at);
    if (root !== undefined) return root === at ? undefined : join(root, from.slice(at.length + 1));
    if (at === dirname(at)) return undefined;
  }
}

/** Where a file lies in its project: the top of the work tree that holds it, and its path below, with forward slashes. */
interface PlaceInProject {
  readonly top: string;
  /** Empty for the top itself. */
  readonly path: string;
}

/**
 * Links in the folders above are resolved, also of a file that is not there yet; undefined if it lies outside all work
 * trees of `root`.
 */
export function placeInProject(root: string, path: string): PlaceInProject | undefined {
  const file = withDrive(join(resolvedPath(dirname(path)), basename(path)));
  for (let at = dirname(file); at !== dirname(at); at = dirname(at))
    if (mainWorktree(at) === root) return placeBelow(at, file);
  return isWithin(file, root) ? placeBelow(root, file) : undefined;
}

function placeBelow(top: string, file: string): PlaceInProject {
  return { top, path: file.slice(top.length + 1).replaceAll('\\', '/') };
}

/** Resolves links, also of a file that is not there yet. */
export function resolvedPath(path: string): string {
  try {
    return realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(resolvedPath(above), basename(path));
  }
}

/** Does a session that ran in `cwd` belong to the project at `root`? Sub-folders and worktrees do. */
export function isInProject(cwd: string, root: string): boolean {
  return (
    isWithin(withDrive(cwd), root) || isWithin(canonical(cwd), root) || projectRoot(cwd) === root
  );
}

/** What a project's folder below `state/projects` is called. */
export function projectKey(cwd: string): string {
  const root = projectRoot(cwd);
  const name = basename(root)
    .replace(/[^\w-]+/g, '-')
    .slice(0, 40);
  return `${name}-${fnv1a(root)}`;
}

/** A project's name for people: the folder name of its main worktree. */
export function projectName(cwd: string): string {
  const root = existsSync(cwd) ? projectRoot(cwd) : withoutWorktree(cwd);
  return root.split(/[\\/]/).findLast((part) => part !== '') ?? root;
}

/** The client's name for the folder with the transcripts of `dir`. */
export function slugOf(dir: string): string {
  return dir.replace(/[^a-zA-Z0-9]/g, '-');
}

/**
 * A transcript without a folder belongs to the project that the client filed it under. So does one moved there from
 * another folder, because its project has moved.
 */
export function belongs(
  { slug }: { readonly slug: string },
  { cwd }: { readonly cwd: string | undefined },
  root: string,
): boolean {
  const isFiled = slug === slugOf(root);
  if (cwd === undefined) return isFiled;
  return isInProject(cwd, root) || (isFiled && slug !== slugOf(cwd));
}

function isWithin(dir: string, root: string): boolean {
  return dir === root || dir.startsWith(root.endsWith(sep) ? root : root + sep);
}

function canonical(dir: string): string {
  const absolute = withDrive(resolve(dir));
  try {
    return withDrive(realpath(absolute));
  } catch {
    return absolute;
  }
}

/** Editors write c:, terminals C:. */
export function withDrive(path: string): string {
  return /^[a-z]:[\\/]/.test(path) ? path.charAt(0).toUpperCase() + path.slice(1) : path;
}

/** The main worktree when `dir` is the top of a repository or of one of its worktrees. */
function mainWorktree(dir: string): string | undefined {
  const marker = join(dir, '.git');
  const stat = statSync(marker, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) return dir;
  const gitdir = /^gitdir: (.+)$/m.exec(readFileSync(marker, 'utf8'))?.[1]?.trim();
  if (gitdir === undefined) return dir;
  // …/main/.git/worktrees/name; a submodule's is …/.git/modules/name and stays a project of its own.
  const common = /^(.*)[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(dir, gitdir))?.[1];
  return common === undefined || basename(common) !== '.git' ? dir : dirname(common);
}

function withoutWorktree(cwd: string): string {
  return cwd.replace(/[\\/]\.(?:claude[\\/])?worktrees[\\/].*$/, '');
}
