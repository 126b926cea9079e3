import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsIn } from '../../learn/watches/context-file.js';
import { gitHookFiles } from '../../learn/watches/duty.js';
import type { ProjectTree } from '../../learn/watches/stale.js';
import { statOf } from '../../observe/sessions.js';
import { realpath } from '../../platform/fs.js';
import { readObject, recordOf } from '../../platform/read-object.js';
import { git, pathInGit } from '../../share/git/git.js';
import { budgets, groupBy } from '../../text.js';

/** A file that the client reads as instructions. */
export interface ContextFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  /** The same file under all names that lead to it. */
  readonly names: readonly string[];
  /** Empty where it is larger than what is read. */
  readonly text: string;
  readonly isTooLarge: boolean;
  /** The folder that it is about; empty for the whole project. */
  readonly within: string;
  /** Claude Code reads it by itself. */
  readonly isLoaded: boolean;
}

/** At the top of a project. */
export const contextFileNames = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'CLAUDE.local.md'];
const names = contextFileNames;
const ofClaude = /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|\.claude\/.*)$/;
const maxImports = 5;
const maxFiles = 40;

/** The context files of a project: named ones, or those that a client reads, with what they import. */
export function contextFilesOf(root: string, named: readonly string[]): ContextFile[] {
  const found = new Map<string, string | typeof tooLarge>();
  const loaded = new Set<string>();
  const add = (path: string, depth: number, isLoaded: boolean): void => {
    if (isLoaded) loaded.add(path);
    const file = readText(join(root, path));
    if (file === undefined || found.has(path) || found.size >= maxFiles) return;
    found.set(path, file);
    if (file === tooLarge) return;
    if (depth < maxImports)
      for (const target of importsIn(file)) {
        const inside = relative(root, resolve(root, dirname(path), target)).replaceAll('\\', '/');
        if (!inside.startsWith('..')) add(inside, depth + 1, isLoaded);
      }
  };
  const start =
    named.length > 0
      ? named.map((path) => relative(root, resolve(root, path)).replaceAll('\\', '/'))
      : [...names, '.claude/CLAUDE.md', '.claude/AGENTS.md', ...rulesOf(root), ...nestedIn(root)];
  for (const path of start) add(path, 0, ofClaude.test(path));
  // A link to another of them is the same file, which is named as it lies there.
  const inRoot = (file: string) => relative(realpath(root), file).replaceAll('\\', '/');
  const real = groupBy([...found.keys()], (path) => inRoot(realpath(join(root, path))));
  return [...real].map(([own, paths]) => {
    const path = found.has(own) ? own : (paths[0] ?? own);
    const kept = found.get(path) ?? '';
    return {
      path,
      names: [...new Set([...(own.startsWith('..') ? [] : [own]), ...paths])],
      text: kept === tooLarge ? '' : kept,
      isTooLarge: kept === tooLarge,
      within: folderOfFile(path),
      isLoaded: paths.some((one) => loaded.has(one)),
    };
  });
}

/** The folder that a nested file speaks of; empty for the whole project. */
export function folderOfFile(path: string): string {
  const folder = dirname(path);
  const isNested = names.some((name) => path.endsWith(`/${name}`)) && folder !== '.claude';
  return isNested ? folder : '';
}

function rulesOf(root: string): string[] {
  const folder = join(root, '.claude', 'rules');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `.claude/rules/${name.replaceAll('\\', '/')}`);
}

function nestedIn(root: string): string[] {
  const patterns = names.map((name) => `*/${name}`);
  return git(root, ['ls-files', '-z', '--', ...patterns])
    .stdout.split('\0')
    .filter(Boolean);
}

const tooLarge = Symbol('too large');

function readText(file: string): string | typeof tooLarge | undefined {
  const stat = statOf(file);
  if (!stat?.isFile()) return undefined;
  return stat.size > budgets.contextFile ? tooLarge : readFileSync(file, 'utf8');
}

/** What the project holds: the files git knows, those it once had, the tasks of its runners. */
export function treeOf(root: string): ProjectTree {
  const list = (args: readonly string[]) => [
    ...new Set(git(root, args).stdout.split('\0').filter(Boolean)),
  ];
  const files = list(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const shown = ['log', '-z', '--format=', '--name-only', '--no-renames', '--diff-filter=D'];
  const present = new Set(files);
  const removed = list([...shown, '-n5000', '--', '.']).filter((path) => !present.has(path));
  return { files, removed, tasks: tasksOf(root, files) };
}

function tasksOf(root: string, files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const tasks = new Map<string, ReadonlySet<string>>();
  const read = (name: string) => {
    const text = readText(join(root, name));
    return text === tooLarge ? undefined : text;
  };
  const scripts = read('package.json');
  if (scripts !== undefined) {
    const all = files
      .filter((path) => /(?:^|\/)package\.json$/.test(path))
      .flatMap((path) => Object.keys(recordOf(readObject(join(root, path)), 'scripts')));
    tasks.set('npm', new Set([...all, 'test', 'start', 'install']));
  }
  const makefile = read('Makefile') ?? read('makefile') ?? read('GNUmakefile');
  // What a makefile includes, or makes up by a pattern, is not seen.
  if (makefile !== undefined && !/^-?include\b|^%|^\$\(/m.test(makefile))
    tasks.set(
      'make',
      new Set(
        [...makefile.matchAll(/^([\w./-][\w./ -]*)::?(?!=)/gm)].flatMap(([, name = '']) =>
          name.split(/\s+/),
        ),
      ),
    );
  const justfile = read('justfile') ?? read('Justfile') ?? read('.justfile');
  if (justfile !== undefined && !/^(?:import|mod)\b/m.test(justfile))
    tasks.set(
      'just',
      new Set(
        [...justfile.matchAll(/^@?([\w-]{1,60})[^:=\n]{0,200}:(?!=)|^alias ([\w-]+)/gm)].map(
          ([, name, alias]) => name ?? alias ?? '',
        ),
      ),
    );
  const mise = read('mise.toml') ?? read('.mise.toml');
  if (mise !== undefined) {
    const own = [...mise.matchAll(/^\[tasks\.(?:"([^"]+)"|'([^']+)'|([\w:-]+))\]/gm)];
    const inFiles = files.flatMap((path) => {
      const [, name] = /^\.?mise(?:-tasks|\/tasks)\/(.+?)(?:\.\w+)?$/.exec(path) ?? [];
      return name === undefined ? [] : [name.replaceAll('/', ':').replace(/:_default$/, '')];
    });
    const flat = /^\[tasks\]\s*\n((?:(?!\[).*\n?)*)/m.exec(mise)?.[1] ?? '';
    const inline = [...flat.matchAll(/^"?([\w:-]+)"?\s*=/gm)].map(([, name = '']) => name);
    tasks.set(
      'mise',
      new Set([...own.map(([, a, b, c]) => a ?? b ?? c ?? ''), ...inFiles, ...inline]),
    );
  }
  return tasks;
}

/** What the commit hooks of a project run, as text; it is read, never run. */
export function commitHooksOf(root: string): string {
  // Also where `core.hooksPath` names another folder, or the work tree has none of its own.
  const files = [...gitHookFiles, pathInGit(root, 'hooks/pre-commit') ?? ''];
  return files
    .map((name) => readText(resolve(root, name)) ?? '')
    .filter((text) => text !== tooLarge)
    .join('\n');
}
