import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gitHookFiles } from '../../learn/watches/duty.js';
import type { ProjectTree } from '../../learn/watches/stale.js';
import { statOf } from '../../observe/sessions.js';
import { readObject, recordOf } from '../../platform/read-object.js';
import { git, pathInGit } from '../../share/git/git.js';
import { budgets } from '../../text.js';

export const tooLarge = Symbol('too large');

/** The text of a file that instructs; what is larger than its budget is not read. */
export function readText(file: string): string | typeof tooLarge | undefined {
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
