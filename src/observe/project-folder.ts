import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The folder a project is known by: the main worktree of the git repository at or above `dir`, else `dir` itself.
 * A folder that is gone (a worktree taken away, another machine's) is judged by the nearest one that is there.
 */
export function projectRoot(dir: string): string {
  const from = canonical(dir);
  const home = canonical(os.homedir());
  for (let at = from; at !== home || at === from; at = path.dirname(at)) {
    const root = mainWorktree(at);
    if (root !== undefined) return root;
    if (at === path.dirname(at)) break;
  }
  return from;
}

/** Does a session that ran in `cwd` belong to the project at `root`? Sub-folders and worktrees do. */
export function isInProject(cwd: string, root: string): boolean {
  return isWithin(cwd, root) || isWithin(canonical(cwd), root) || projectRoot(cwd) === root;
}

/** A project's name for people: the folder name of its main worktree. */
export function projectName(cwd: string): string {
  const root = fs.existsSync(cwd) ? projectRoot(cwd) : withoutWorktree(cwd);
  return root.split(/[\\/]/).findLast((part) => part !== '') ?? root;
}

function isWithin(dir: string, root: string): boolean {
  return dir === root || dir.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

function canonical(dir: string): string {
  const absolute = path.resolve(dir);
  try {
    return fs.realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** The main worktree when `dir` is the top of a repository or of one of its worktrees. */
function mainWorktree(dir: string): string | undefined {
  const marker = path.join(dir, '.git');
  const stat = fs.statSync(marker, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) return dir;
  const gitdir = /^gitdir: (.+)$/m.exec(fs.readFileSync(marker, 'utf8'))?.[1]?.trim();
  if (gitdir === undefined) return dir;
  // …/main/.git/worktrees/name; a submodule's is …/.git/modules/name and stays a project of its own.
  const common = /^(.*)[\\/]worktrees[\\/][^\\/]+$/.exec(path.resolve(dir, gitdir))?.[1];
  return common === undefined || path.basename(common) !== '.git' ? dir : path.dirname(common);
}

function withoutWorktree(cwd: string): string {
  return cwd.replace(/[\\/]\.(?:claude[\\/])?worktrees[\\/].*$/, '');
}
