import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsIn } from '../../learn/watches/context-file.js';
import { realpath } from '../../platform/fs.js';
import { git } from '../../share/git/git.js';
import { groupBy } from '../../text.js';
import { readText, tooLarge } from './project-tree.js';

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
