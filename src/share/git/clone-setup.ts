import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { appendLines } from '../../platform/fs.js';
import { logName, type MemoryLocation } from '../../store/location.js';
import {
  attributesOf,
  git,
  infoFile,
  isPointerFilter,
  pathInTree,
  withLinked,
  workTree,
} from './git.js';

/** Files of a memory that git merges, and how. */
const merges: readonly (readonly [file: string, merge: string])[] = [
  [logName, ' merge=union'],
  ...['genes.json', 'sops.json', 'prefs.json', 'index.json', 'INDEX.md'].map(
    (name) => [name, ' merge=madness'] as const,
  ),
  ['config.json', ''],
  ['views/*.md', ' merge=madness'],
  ['exports/portable.json', ' merge=madness'],
];

/**
 * memory/.gitattributes: the log uses union merge, compiled files our driver, and line ends and encoding are fixed,
 * whatever the project sets above. Removes a filter that stores pointers (Git LFS). Keeps one that encrypts, because it
 * protects the memory.
 */
export function memoryAttributes(folder: string): string {
  const filter = Object.values(attributesOf(folder, ['filter'], [logName]))[0]?.filter ?? '';
  const off = isPointerFilter(filter) ? ' !filter' : '';
  const lines = merges.map(
    ([file, merge]) => `${file} text eol=lf diff !working-tree-encoding${merge}${off}\n`,
  );
  return `# Written by madness init.\n${lines.join('')}`;
}

/** Does git itself say that it merges the log line by line and the rules by our driver? */
export function isMergedByLines(folder: string): boolean {
  const found = attributesOf(folder, ['merge'], [logName, 'genes.json']);
  return found[logName]?.merge === 'union' && found['genes.json']?.merge === 'madness';
}

export function memoryIgnores(shareReviews: boolean): string {
  // A page tells of one person's sessions.
  const reviews = shareReviews ? 'retrospectives/*.html\n' : 'facets/\nretrospectives/\n';
  return `# Written by madness init.\nwork/\n${reviews}*.madness-*\n`;
}

export interface Registered {
  readonly changes: readonly string[];
  /** Git's message if it refused the driver. */
  readonly refusal: string | undefined;
}

/**
 * Tells the clone that holds a memory how to merge compiled files and the targets. Local: git's own configuration and
 * info/attributes, no file of the project.
 */
export function registerDriver(
  { memory: folder, root }: Pick<MemoryLocation, 'memory' | 'root'>,
  targets: readonly string[],
): Registered {
  let isChanged = false;
  const driver = driverCommand(cliPath());
  let refusal: string | undefined;
  const { stdout } = git(folder, ['config', '--local', '-z', '--get-regexp', '^merge\\.madness']);
  const known = new Set(stdout.split('\0'));
  const set = (key: string, value: string) => {
    if (known.has(`${key}\n${value}`)) return;
    const { status, stderr } = git(folder, ['config', '--local', key, value]);
    if (status === 0) isChanged = true;
    else refusal = stderr.trim().split('\n')[0];
  };
  set('merge.madness.name', 'madness: assets by id, the rule block as ours');
  set('merge.madness.driver', driver);
  // In criss-cross merges git merges the common ancestors first; there is nothing to choose in them.
  set('merge.madness.recursive', 'madness-past');
  set('merge.madness-past.name', 'madness: the same, for a common past');
  set('merge.madness-past.driver', driver.replace('merge-file %O', 'merge-file --past %O'));
  const attributes = addAttributes(folder, root, targets);
  return { changes: [...(isChanged ? ['git config merge.madness*'] : []), ...attributes], refusal };
}

function driverCommand(cli: string): string {
  const quoted = (path: string) => `"${path.replaceAll('\\', '/').replace(/(["$`])/g, '\\$1')}"`;
  const [node, program] = [quoted(process.execPath), quoted(cli)];
  // A target may have such a name elsewhere: only beside the log is it compiled.
  const compiled = [
    `*/index.json|index.json|*/INDEX.md|INDEX.md) test -e "$(dirname %P)/${logName}" && exit 0;;`,
    `*/views/*.md|views/*.md|*/exports/portable.json|exports/portable.json) test -e "$(dirname %P)/../${logName}" && exit 0;;`,
  ].join(' ');
  // Without madness, after an update of either program, git would take our side and show no conflict. Compiled files
  // stay unchanged until the next compile, which needs no program here.
  return `case %P in ${compiled} esac; if test -x ${node} && test -f ${program}; then ${node} ${program} merge-file %O %A %B %P; else git merge-file %A %O %B; fi`;
}

function addAttributes(folder: string, root: string, targets: readonly string[]): string[] {
  const top = workTree(folder);
  const path = infoFile(folder, 'attributes');
  if (top === undefined || path === undefined) return [];
  const present = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const lines = attributeLines(top, root, targets).filter((line) => !present.includes(line));
  appendLines(path, lines);
  return lines.length > 0 ? ['.git/info/attributes'] : [];
}

/** A line for each target that lies in the work tree. */
export function attributeLines(top: string, root: string, targets: readonly string[]): string[] {
  const files = withLinked(root, targets).flatMap((file) => pathInTree(top, root, file) ?? []);
  return [...new Set(files)]
    .map((target) => target.replace(/[*?[\]\\]/g, '\\$&'))
    .map((pattern) => `"/${pattern.replace(/(["\\])/g, '\\$1')}" merge=madness`);
}

/** The program that is running, which git starts again as its merge driver. */
function cliPath(): string {
  return process.argv[1] ?? fileURLToPath(import.meta.url);
}
