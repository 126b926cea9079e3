import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsIn } from '../../learn/watches/context-file.js';
import { gitHookFiles } from '../../learn/watches/duty.js';
import type { Revision } from '../../learn/watches/history.js';
import type { ProjectTree } from '../../learn/watches/stale.js';
import { realpath } from '../../platform/fs.js';
import { readObject, recordOf } from '../../platform/read-object.js';
import { git } from '../../share/git/git.js';
import { budgets } from '../../text.js';

/** A file that the client reads as instructions, with every text it had. */
export interface ContextFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  /** Empty where it is larger than what is read. */
  readonly text: string;
  readonly isTooLarge: boolean;
  readonly revisions: readonly Revision[];
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
const maxRevisions = 2000;

/** The context files of a project: named ones, or those that a client reads, with what they import. */
export function contextFilesOf(root: string, named: readonly string[], now: Date): ContextFile[] {
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
  // A link to another of them is the same file.
  const real = new Map([...found.keys()].map((path) => [realpath(join(root, path)), path]));
  const loadedFiles = new Set(
    [...loaded].filter((path) => found.has(path)).map((path) => realpath(join(root, path))),
  );
  return [...new Set(real.values())].map((path) => {
    const kept = found.get(path) ?? '';
    const isTooLarge = kept === tooLarge;
    const text = isTooLarge ? '' : kept;
    const revisions = isTooLarge ? [] : revisionsOf(root, path, text, now);
    const isLoaded = loadedFiles.has(realpath(join(root, path)));
    return { path, text, isTooLarge, revisions, within: folderOfFile(path), isLoaded };
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
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  return stat.size > budgets.contextFile ? tooLarge : readFileSync(file, 'utf8');
}

/**
 * Every text that git has of a file, and the present one. Without git it counts from the day it was last written: what
 * it said before nobody knows.
 */
function revisionsOf(root: string, path: string, text: string, now: Date): Revision[] {
  const written = statSync(join(root, path)).mtime;
  const present = { date: (written < now ? written : now).toISOString(), text };
  const args = ['log', '--follow', `-n${maxRevisions}`, '--format=%x00%H %aI', '--name-status'];
  const { status, stdout } = git(root, [...args, '--', path]);
  if (status !== 0 || stdout.trim() === '') return [present];
  const top = git(root, ['rev-parse', '--show-prefix']).stdout.trim();
  const listed = stdout.split('\0').flatMap((entry) => {
    const [head = '', ...rest] = entry.split('\n').filter(Boolean);
    const [revision = '', date = ''] = head.split(' ');
    const [change = '', ...names] = (rest[0] ?? '').split('\t');
    const object = `${revision}:${names.at(-1) ?? `${top}${path}`}`;
    return date === '' ? [] : [{ date, object, isGone: change === 'D' }];
  });
  const texts = objectsOf(
    root,
    listed.map(({ object }) => object),
  );
  const past = listed
    .flatMap(({ date, isGone }, index) => {
      const text = isGone ? '' : texts[index];
      return text === undefined ? [] : [{ date, text }];
    })
    .reverse();
  return past.at(-1)?.text === text ? past : [...past, present];
}

/** The contents of objects, one call of git for all; undefined for one that is missing. */
function objectsOf(root: string, objects: readonly string[]): (string | undefined)[] {
  const { stdout } = git(root, ['cat-file', '--batch'], 'latin1', `${objects.join('\n')}\n`);
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < stdout.length && texts.length < objects.length; ) {
    const end = stdout.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(stdout.slice(at, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) {
      texts.push(undefined);
      at = end + 1;
    } else {
      texts.push(Buffer.from(stdout.slice(end + 1, end + 1 + size), 'latin1').toString('utf8'));
      at = end + 2 + size;
    }
    if (end < 0) break;
  }
  return texts;
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
  const own = git(root, ['config', 'core.hooksPath']).stdout.trim();
  const files = [...gitHookFiles, ...(own === '' ? [] : [join(own, 'pre-commit')])];
  return files
    .map((name) => readText(resolve(root, name)) ?? '')
    .filter((text) => text !== tooLarge)
    .join('\n');
}
