import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Target } from '../compile/place-block.js';
import { faults } from '../messages/problems/store.js';
import { resolveInside } from '../platform/fs.js';
import { type Problem, problem, type Wording, wordingOfError } from '../problem.js';
import type { Config } from '../schema.gen.js';
import { isUtf16 } from '../text-form.js';
import { lastOutputs } from './compile-cache.js';
import type { House } from './location.js';

const largestTarget = 64 * 1024 * 1024;

/** The files that the configuration names, else the usual one; one that may not be a target is a problem. */
export function readTargets(house: House, config: Config, problems: Problem[]): Target[] {
  return targetsOf(house, config).flatMap((path) => readTarget(house, path, problems));
}

/** CLAUDE.md; where only AGENTS.md exists that one, which a new CLAUDE.md would switch off. */
export function targetsOf(house: House, config: Config): readonly string[] {
  // One file may be named in two ways.
  if (config.targets !== undefined)
    return [...new Map(config.targets.map((path) => [join(house.root, path), path])).values()];
  const exists = (name: string) => existsSync(join(house.root, name));
  return !house.isUser && !exists('CLAUDE.md') && exists('AGENTS.md')
    ? ['AGENTS.md']
    : ['CLAUDE.md'];
}

/** Where a block commonly stands. */
const usualTargets = [
  'CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  '.claude/rules/madness.md',
  '.github/copilot-instructions.md',
];

/** The usual files and those of the last compile, as far as they are there and no targets under another name. */
export function formerTargets(house: House, targets: readonly Target[]): Target[] {
  const realOf = (path: string) => {
    const file = join(house.root, path);
    return existsSync(file) ? realpathSync(file) : undefined;
  };
  const taken = new Set(targets.map(({ path }) => realOf(path)));
  return [...usualTargets, ...lastOutputs(house).filter(isMarkdown)].flatMap((path) => {
    const real = realOf(path);
    if (real === undefined || taken.has(real)) return [];
    taken.add(real);
    return readTarget(house, path, []);
  });
}

function readTarget(house: House, path: string, problems: Problem[]): Target[] {
  const outside = targetProblem(house, path);
  if (outside !== undefined) {
    problems.push(outside);
    return [];
  }
  const real = targetFile(house, path);
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
  if (found.size > largestTarget) return refuse(faults.targetTooLarge(found.size));
  const bytes = readFileSync(real);
  if (isUtf16(bytes)) return refuse(faults.targetUtf16);
  const text = bytes.toString('latin1');
  const goal = linkInText(real, text);
  if (goal !== undefined) return refuse(faults.targetIsLinkText(path, goal));
  return [isReadOnly(real) ? { path, text, problem: readOnly(path) } : { path, text }];
}

/** Where git made a text of a link: the path of a file that is there, and no line break. What is added would break the link for everybody. */
function linkInText(file: string, text: string): string | undefined {
  if (text.length > 300 || !/^[^\s:]+\.md$/i.test(text)) return undefined;
  const goal = join(dirname(file), text);
  return goal !== file && existsSync(goal) ? text : undefined;
}

/** A rename would replace it all the same; whoever made it read-only meant it. */
export function isReadOnly(file: string): boolean {
  return (statSync(file).mode & 0o222) === 0;
}

export function readOnly(path: string): Problem {
  return problem('target/refused', { file: path }, faults.targetReadOnly(path));
}

/** Of a memory that need not be there yet: what forbids to write to the targets that it will have. */
export function targetProblems(house: House, config: Config): Problem[] {
  return targetsOf(house, config).flatMap((path) => targetProblem(house, path) ?? []);
}

/**
 * The file behind a target, which need not exist yet. Refuses one outside the folder that holds the memory; the user's
 * own CLAUDE.md may be a link to a file of the same user.
 */
export function targetFile(house: House, path: string): string {
  const file = join(house.root, path);
  if (house.isUser && path === 'CLAUDE.md' && isLinkToOwnFile(file)) return realpathSync(file);
  return resolveInside(house.root, file);
}

/** Also of a dotfiles repository, as many keep their settings. */
function isLinkToOwnFile(file: string): boolean {
  if (!(lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false)) return false;
  const goal = statSync(file, { throwIfNoEntry: false });
  const user = process.getuid?.();
  return goal?.isFile() === true && (user === undefined || goal.uid === user);
}

/** With forward slashes; of the user's memory the root is the client's folder itself. */
function inRoot(house: House, real: string): string {
  const path = relative(realpathSync(house.root), real).replaceAll('\\', '/');
  return house.isUser ? `.claude/${path}` : path;
}

/** Problem of a target that may not be one, undefined where it may. */
function targetProblem(house: House, path: string): Problem | undefined {
  const refuse = (wording: Wording): Problem =>
    problem('target/outside', { file: 'config.json', at: '/targets' }, wording);
  if (isAbsolute(path) || /^[a-zA-Z]:|\\/.test(path)) return refuse(faults.targetNotRelative(path));
  if (!isMarkdown(path)) return refuse(faults.targetNotMarkdown(path));
  try {
    const real = targetFile(house, path);
    if (!isMarkdown(real)) return refuse(faults.targetLink(real));
    if (/(?:^|\/)\.claude\/(?:skills|agents|commands)\//i.test(inRoot(house, real)))
      return refuse(faults.targetRuns(path));
    const memory = existsSync(house.memory) ? realpathSync(house.memory) : house.memory;
    const inMemory = relative(memory, real);
    if (!inMemory.startsWith('..') && !isAbsolute(inMemory))
      return refuse(faults.targetInMemory(path));
    return undefined;
  } catch (error) {
    return refuse(faults.targetOutside(house.root, path, wordingOfError(error)));
  }
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}
