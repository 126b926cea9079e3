import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { appendLines } from '../files.js';
import type { House } from '../house.js';
import { realpath } from '../plain-path.js';

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
 * Tells the clone that holds a memory how to merge compiled files and the targets. Local: git's own configuration and
 * info/attributes, no file of the project. Returns what it changed, for people.
 */
export function registerDriver(
  { memory: folder, root }: Pick<House, 'memory' | 'root'>,
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
  // Where histories cross, git merges their common past first: nobody has to choose anything there.
  set('merge.madness.recursive', 'madness-past');
  set('merge.madness-past.name', 'madness: the same, for a common past');
  set('merge.madness-past.driver', driver.replace('merge-file %O', 'merge-file --past %O'));
  changes.push(...addAttributes(folder, root, targets));
  return changes;
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
        // git marks the end of a name that holds a blank.
        path: part.slice(0, part.indexOf('\n')).replace(/\t$/, ''),
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
  const compiled =
    '*/index.json|index.json|*/INDEX.md|INDEX.md|*/views/*.md|views/*.md|*/exports/portable.json|exports/portable.json';
  // Without us, after an update of either, git would take our side and show no conflict in the file.
  // What compile writes stays as it is until compile follows: that needs no program.
  return `case %P in ${compiled}) exit 0;; esac; if test -x ${node} && test -f ${program}; then ${node} ${program} merge-file %O %A %B %P; else git merge-file %A %O %B; fi`;
}

function addAttributes(folder: string, root: string, targets: readonly string[]): string[] {
  const top = workTree(folder);
  const answer = git(folder, ['rev-parse', '--git-path', 'info/attributes']);
  if (top === undefined || answer.status !== 0) return [];
  const path = resolve(folder, answer.stdout.trim());
  const present = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const lines = attributeLines(top, root, targets).filter((line) => !present.includes(line));
  appendLines(path, lines);
  return lines.length > 0 ? ['.git/info/attributes'] : [];
}

/** A line for each target that lies in the work tree. */
export function attributeLines(top: string, root: string, targets: readonly string[]): string[] {
  return targets
    .map((target) => relative(realpath(top), join(realpath(root), target)).replaceAll('\\', '/'))
    .filter((target) => !target.startsWith('..'))
    .map((target) => `"/${target.replace(/(["\\])/g, '\\$1')}" merge=madness`);
}

/** Runs git without a shell; its messages in English and its paths as they are, so that they can be read. */
export function git(
  cwd: string,
  args: readonly string[],
  encoding: 'utf8' | 'latin1' = 'utf8',
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding,
    maxBuffer: 1 << 30,
  });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
