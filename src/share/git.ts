import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { appendLines } from '../files.js';

/** memory/.gitattributes: the log unites, compiled files have a driver, line ends stay. */
export const memoryAttributes = `# Written by madness init.
evolution.jsonl text eol=lf merge=union
genes.json text eol=lf merge=madness
sops.json text eol=lf merge=madness
prefs.json text eol=lf merge=madness
index.json text eol=lf merge=madness
INDEX.md text eol=lf merge=madness
config.json text eol=lf
views/*.md text eol=lf merge=madness
exports/portable.json text eol=lf merge=madness
`;

export function memoryIgnores(shareReviews: boolean): string {
  const reviews = shareReviews ? '' : 'facets/\nretrospectives/\n';
  return `# Written by madness init.\nwork/\n${reviews}*.madness-*\n`;
}

/** The top of the work tree that holds `folder`; undefined outside of git. */
export function workTree(folder: string): string | undefined {
  const { status, stdout } = git(folder, ['rev-parse', '--show-toplevel']);
  return status === 0 ? stdout.trim() : undefined;
}

/** Name of the project: that of the remote, else of the main work tree's folder. Never a path. */
export function projectName(folder: string): string | undefined {
  const remote = git(folder, ['remote', 'get-url', 'origin']);
  const fromRemote = /([^/:\\]+?)(?:\.git)?\/?\s*$/.exec(remote.stdout)?.[1];
  if (remote.status === 0 && fromRemote) return fromRemote;
  const common = git(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const main = /([^/\\]+)[/\\]\.git\s*$/.exec(common.stdout)?.[1];
  return common.status === 0 ? main : undefined;
}

/**
 * Tells this clone how to merge compiled files and the targets. Local: git's own configuration and
 * info/attributes, no file of the project. Returns what it changed, for people.
 */
export function registerDriver(
  folder: string,
  cli: string,
  targets: readonly string[],
): readonly string[] {
  const changes: string[] = [];
  const driver = driverCommand(cli);
  const set = (key: string, value: string) => {
    if (git(folder, ['config', '--local', '--get', key]).stdout.trim() === value) return;
    if (git(folder, ['config', '--local', key, value]).status === 0)
      changes.push(`git config ${key}`);
  };
  set('merge.madness.name', 'madness: assets by id, the rule block as ours');
  set('merge.madness.driver', driver);
  changes.push(...addAttributes(folder, targets));
  return changes;
}

/** Does this clone run our driver? */
export function hasDriver(folder: string): boolean {
  return git(folder, ['config', '--local', '--get', 'merge.madness.driver']).stdout.trim() !== '';
}

/** Names and addresses of whoever committed below a folder, in any branch. */
export function authorsOf(folder: string): readonly string[] {
  const { stdout } = git(folder, ['log', '--all', '--format=%an%n%ae%n%cn%n%ce', '--', '.']);
  return [...new Set(stdout.split('\n'))];
}

/** Every line that a commit added below a folder, by commit and file. */
export function historyOf(
  folder: string,
): readonly { readonly commit: string; readonly path: string; readonly added: string }[] {
  const args = [
    'log',
    '--all',
    '-p',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--format=commit %h',
  ];
  const { status, stdout } = git(folder, [...args, '--', '.']);
  if (status !== 0) return [];
  return stdout.split(/^commit /m).flatMap((patch) => {
    const commit = patch.slice(0, patch.indexOf('\n'));
    return patch
      .split(/^\+\+\+ b\//m)
      .slice(1)
      .map((part) => ({
        commit,
        path: part.slice(0, part.indexOf('\n')),
        added: part
          .split('\n')
          .filter((line) => line.startsWith('+'))
          .map((line) => line.slice(1))
          .join('\n'),
      }));
  });
}

function driverCommand(cli: string): string {
  const quoted = (path: string) => `"${path.replaceAll('\\', '/').replace(/(["$`])/g, '\\$1')}"`;
  const [node, program] = [quoted(process.execPath), quoted(cli)];
  // Without us, after an update of either, git would take our side and show no conflict in the file.
  return `if test -x ${node} && test -f ${program}; then ${node} ${program} merge-file %O %A %B %P; else git merge-file %A %O %B; fi`;
}

function addAttributes(folder: string, targets: readonly string[]): string[] {
  const top = workTree(folder);
  const answer = git(folder, ['rev-parse', '--git-path', 'info/attributes']);
  if (top === undefined || answer.status !== 0) return [];
  const path = resolve(folder, answer.stdout.trim());
  const present = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const lines = targets
    .map((target) => relative(top, join(folder, target)).replaceAll('\\', '/'))
    .filter((target) => !target.startsWith('..'))
    .map((target) => `"/${target.replace(/(["\\])/g, '\\$1')}" merge=madness`)
    .filter((line) => !present.includes(line));
  appendLines(path, lines);
  return lines.length > 0 ? ['.git/info/attributes'] : [];
}

function git(cwd: string, args: readonly string[]): { status: number | null; stdout: string } {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return { status, stdout: stdout ?? '' };
}
