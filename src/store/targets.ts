import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative } from 'node:path';
import type { Target } from '../compile/place-block.js';
import { faults } from '../messages/problems/store.js';
import {
  makeFolder,
  overwriteFile,
  readRegular,
  replaceFile,
  resolveInside,
} from '../platform/fs.js';
import { type Problem, problem, type Wording, wordingOfError } from '../problem.js';
import type { Config } from '../schema.gen.js';
import { budgets } from '../text.js';
import { isUtf16, whyNoText } from '../text-encoding.js';
import type { MemoryLocation } from './location.js';

const defaultTargets = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md'];

/** Names the targets that we make in this clone, now or with the first rule. */
export const madeTargets = 'work/made-targets';

/** The files that the configuration names, else the usual one; one that may not be a target is a problem. */
export function readTargets(
  location: MemoryLocation,
  config: Config,
  problems: Problem[],
): Target[] {
  const targets = targetsOf(location, config).flatMap((path) =>
    readTarget(location, path, problems),
  );
  const awaited = config.targets === undefined ? undefined : madeTargetsOf(location);
  // What was there and is gone was deleted by somebody.
  const known = lastTargets(location);
  return targets.map((target) => {
    const { path, text, problem: obstacle } = target;
    const isNew = text === undefined && obstacle === undefined && !known.includes(path);
    if (isNew && awaited?.includes(path) !== false) return { ...target, isAwaited: true };
    const other = targets.find(({ path }) => path !== target.path && imports(target, path));
    if (other === undefined || imports(other, target.path)) return target;
    const wording = faults.targetImports(target.path, other.path);
    const where = { severity: 'warning', file: target.path } as const;
    return { ...target, problem: problem('target/imports', where, wording), isImporting: true };
  });
}

/** `@FILE` outside code, as the client reads it. A path is relative to the file that names it. */
function imports({ path, text = '' }: Target, other: string): boolean {
  const prose = withoutFences(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/(?<=^|\s)@([^\s@]+\.md)\b/gim)].some(
    ([, named = '']) => normalize(join(dirname(path), named)) === normalize(other),
  );
}

/** The file that a default target passes on to: it holds one import, and nothing else. */
function passedOn(root: string, name: string): string | undefined {
  const file = join(root, name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > 300) return undefined;
  const only = /^(?:\ufeff)?\s*@(?:\.\/)?([\w-]+\.md)\s*$/i.exec(readFileSync(file, 'utf8'))?.[1];
  return only !== undefined && existsSync(join(root, only)) ? only : undefined;
}

/**
 * CLAUDE.md in the root, else in .claude; where only AGENTS.md exists that one, which a new CLAUDE.md would switch off. A
 * file that only imports another of its folder is passed on to that.
 */
export function targetsOf(location: MemoryLocation, config: Config): readonly string[] {
  // One file may be named in two ways.
  if (config.targets !== undefined)
    return [...new Map(config.targets.map((path) => [join(location.root, path), path])).values()];
  if (location.isUser) return ['CLAUDE.md'];
  const found = defaultTargets.find((name) => existsSync(join(location.root, name))) ?? 'CLAUDE.md';
  return [passedOn(location.root, found) ?? found];
}

const usualTargets = [
  ...defaultTargets,
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
  return [...usualTargets, ...lastTargets(location)].flatMap((path) => {
    const real = realOf(path);
    if (real === undefined || taken.has(real)) return [];
    taken.add(real);
    return readTarget(location, path, []);
  });
}

const recordName = 'work/targets.json';

/**
 * A file that is no target any more may still hold a block, so each compile leaves the names of its targets that were
 * ever there.
 */
export function rememberTargets(
  location: MemoryLocation,
  targets: readonly Target[],
  written: ReadonlyMap<string, string>,
): void {
  const known = lastTargets(location);
  const paths = targets
    .filter(({ path, text }) => text !== undefined || written.has(path) || known.includes(path))
    .map(({ path }) => path);
  if (JSON.stringify(paths) === JSON.stringify(known)) return;
  overwriteFile(ownFile(location, recordName), `${JSON.stringify(paths)}\n`);
}

/** Makes an empty target, and notes it: uninstall takes away only what is named there. */
export function makeTarget(location: MemoryLocation, path: string): void {
  noteMadeTargets(location, [path]);
  const file = targetFile(location, path);
  makeFolder(dirname(file));
  if (!existsSync(file)) replaceFile(file, '');
}

/** Adds to the list of targets that we make; the list is there even where it is empty. */
export function noteMadeTargets(location: MemoryLocation, paths: readonly string[]): void {
  makeFolder(join(location.memory, 'work'));
  const all = [...new Set([...madeTargetsOf(location), ...paths])];
  overwriteFile(ownFile(location, madeTargets), all.map((path) => `${path}\n`).join(''));
}

function madeTargetsOf(location: MemoryLocation): string[] {
  const file = join(location.memory, madeTargets);
  return existsSync(file) ? readRegular(file).split('\n').filter(Boolean) : [];
}

/** A file in the memory's folder. The file itself may be a link, which the writer refuses. */
function ownFile({ memory }: MemoryLocation, name: string): string {
  return join(resolveInside(memory, join(memory, dirname(name))), basename(name));
}

function lastTargets(location: MemoryLocation): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readRegular(join(location.memory, recordName)));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
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
  if (found.size > budgets.target) return refuse(faults.targetTooLarge(found.size));
  const bytes = readFileSync(real);
  const other =
    bytes.includes(0) && isUtf8(bytes) && !isUtf16(bytes) ? undefined : whyNoText(bytes);
  if (other !== undefined) return refuse(faults.targetEncoding(other));
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
    const inside = inRoot(location, real);
    if (/(?:^|\/)\.claude\/(?:skills|agents|commands)\//i.test(inside))
      return refuse(faults.targetRuns(path));
    if (/(?:^|\/)\.git\//i.test(inside)) return refuse(faults.targetInGit(path));
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

function withoutFences(text: string): string {
  let fence = '';
  const kept = text.split('\n').filter((line) => {
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? '';
    if (fence === '') {
      fence = mark;
      return mark === '';
    }
    if (mark.startsWith(fence)) fence = '';
    return false;
  });
  return kept.join('\n');
}
