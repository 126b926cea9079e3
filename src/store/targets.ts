import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Target } from '../compile/place-block.js';
import { faults } from '../messages/problems/store.js';
import { resolveInside } from '../platform/fs.js';
import { type Problem, problem, type Wording, wordingOfError } from '../problem.js';
import type { Config } from '../schema.gen.js';
import { isUtf16 } from '../text-encoding.js';
import { lastOutputs } from './compile-cache.js';
import type { MemoryLocation } from './location.js';

const maxTargetBytes = 64 * 1024 * 1024;

/** The files that the configuration names, else the usual one; one that may not be a target is a problem. */
export function readTargets(
  location: MemoryLocation,
  config: Config,
  problems: Problem[],
): Target[] {
  return targetsOf(location, config).flatMap((path) => readTarget(location, path, problems));
}

/** CLAUDE.md; where only AGENTS.md exists that one, which a new CLAUDE.md would switch off. */
export function targetsOf(location: MemoryLocation, config: Config): readonly string[] {
  // One file may be named in two ways.
  if (config.targets !== undefined)
    return [...new Map(config.targets.map((path) => [join(location.root, path), path])).values()];
  const exists = (name: string) => existsSync(join(location.root, name));
  return !location.isUser && !exists('CLAUDE.md') && exists('AGENTS.md')
    ? ['AGENTS.md']
    : ['CLAUDE.md'];
}

const usualTargets = [
  'CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  '.claude/rules/madness.md',
  '.github/copilot-instructions.md',
];

/** Usual files and targets of the last compile that exist and are no current target. */
export function formerTargets(location: MemoryLocation, targets: readonly Target[]): Target[] {
  const realOf = (path: string) => {
    const file = join(location.root, path);
    return existsSync(file) ? realpathSync(file) : undefined;
  };
  const taken = new Set(targets.map(({ path }) => realOf(path)));
  return [...usualTargets, ...lastOutputs(location).filter(isMarkdown)].flatMap((path) => {
    const real = realOf(path);
    if (real === undefined || taken.has(real)) return [];
    taken.add(real);
    return readTarget(location, path, []);
  });
}

function readTarget(location: MemoryLocation, path: string, problems: Problem[]): Target[] {
  const outside = targetProblem(location, path);
  if (outside !== undefined) {
    problems.push(outside);
    return [];
  }
  const real = targetFile(location, path);
  const found = statSync(real, { throwIfNoEntry: false });
  if (found === undefined) return [{ path, text: undefined }];
  const refuse = (wording: Wording): Target[] => [
    {
      path,
      text: undefined,
      problem: problem('target/refused', { file: path }, wording),
    },
  ];
  if (!found.isFile()) return refuse(faults.targetNoFile);
  if (found.size > maxTargetBytes) return refuse(faults.targetTooLarge(found.size));
  const bytes = readFileSync(real);
  if (isUtf16(bytes)) return refuse(faults.targetUtf16);
  const text = bytes.toString('latin1');
  const goal = linkInText(real, text);
  if (goal !== undefined) return refuse(faults.targetIsLinkText(path, goal));
  return [isReadOnly(real) ? { path, text, problem: readOnly(path) } : { path, text }];
}

/**
 * Detects a text file that git checked out instead of a link: it holds the path of an existing file. Adding text would
 * break the link for everyone.
 */
function linkInText(file: string, text: string): string | undefined {
  if (text.length > 300 || !/^[^\s:]+\.md$/i.test(text)) return undefined;
  const goal = join(dirname(file), text);
  return goal !== file && existsSync(goal) ? text : undefined;
}

/** A rename would replace it anyway, but read-only was set on purpose. */
export function isReadOnly(file: string): boolean {
  return (statSync(file).mode & 0o222) === 0;
}

export function readOnly(path: string): Problem {
  return problem('target/refused', { file: path }, faults.targetReadOnly(path));
}

/** Reports what forbids writing to the targets of a memory that may not exist yet. */
export function targetProblems(location: MemoryLocation, config: Config): Problem[] {
  return targetsOf(location, config).flatMap((path) => targetProblem(location, path) ?? []);
}

/**
 * The file behind a target, which need not exist yet. Refuses one outside the memory's folder. The user's own CLAUDE.md
 * may link to a file of the same user.
 */
export function targetFile(location: MemoryLocation, path: string): string {
  const file = join(location.root, path);
  if (location.isUser && path === 'CLAUDE.md' && isLinkToOwnFile(file)) return realpathSync(file);
  return resolveInside(location.root, file);
}

/** A target as a person should know it: with the file behind a link, which may lie in another repository. */
export function nameOfTarget(location: MemoryLocation, path: string): string {
  const file = join(location.root, path);
  return location.isUser && isLinkToOwnFile(file) ? `${path} → ${realpathSync(file)}` : path;
}

/** Allows links into a dotfiles repository, where many people keep their settings. */
function isLinkToOwnFile(file: string): boolean {
  if (!(lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false)) return false;
  const goal = statSync(file, { throwIfNoEntry: false });
  const user = process.getuid?.();
  return goal?.isFile() === true && (user === undefined || goal.uid === user);
}

/** With forward slashes; of the user's memory the root is the client's folder itself. */
function inRoot(location: MemoryLocation, real: string): string {
  const path = relative(realpathSync(location.root), real).replaceAll('\\', '/');
  return location.isUser ? `.claude/${path}` : path;
}

/** Problem of a target that may not be one, undefined if it may. */
function targetProblem(location: MemoryLocation, path: string): Problem | undefined {
  const refuse = (wording: Wording): Problem =>
    problem('target/outside', { file: 'config.json', at: '/targets' }, wording);
  if (isAbsolute(path) || /^[a-zA-Z]:|\\/.test(path)) return refuse(faults.targetNotRelative(path));
  if (!isMarkdown(path)) return refuse(faults.targetNotMarkdown(path));
  try {
    const real = targetFile(location, path);
    if (!isMarkdown(real)) return refuse(faults.targetLink(real));
    if (/(?:^|\/)\.claude\/(?:skills|agents|commands)\//i.test(inRoot(location, real)))
      return refuse(faults.targetRuns(path));
    const memory = existsSync(location.memory) ? realpathSync(location.memory) : location.memory;
    const inMemory = relative(memory, real);
    if (!inMemory.startsWith('..') && !isAbsolute(inMemory))
      return refuse(faults.targetInMemory(path));
    return undefined;
  } catch (error) {
    return refuse(faults.targetOutside(location.root, path, wordingOfError(error)));
  }
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}
