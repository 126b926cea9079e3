import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { spellingsOf } from '../learn/guards/command-pattern.js';
import { fixedPart } from '../learn/guards/glob.js';
import { kinOfPattern, wordsOfKin } from '../learn/watches/match.js';
import { globsAfter, type RuleGuard } from '../learn/watches/watch.js';
import { faults } from '../messages/problems/store.js';
import { projectRoot } from '../observe/sessions.js';
import { makeFolder, replaceFile } from '../platform/fs.js';
import { MadnessError } from '../problem.js';
import type { Guard, Watch } from '../schema.gen.js';
import { budgets, fnv1a, literalPattern } from '../text.js';

/** In our own folder: the rule guards that a person switched on. */
const switchedGuardsName = 'guards.json';

/** A rule guard that a person switched on, with its text at that time. A new wording needs a new approval. */
export interface SwitchedGuard {
  /** See `repositoryOf`; `*` for a rule of the user's own memory. */
  readonly repository: string;
  /** `type:id`. */
  readonly rule: string;
  readonly guard: RuleGuard;
  /** A duty before a moment, which its guard alone does not tell. */
  readonly watch?: Watch;
  /** ISO 8601. */
  readonly since: string;
  /** Names of links that led to what a guard of paths holds when it was switched on. */
  readonly links?: readonly string[];
}

/** What a project's memory needs from the gates. */
export interface ProjectWishes {
  /** Globs of `when.paths`. */
  readonly paths: readonly string[];
  /** Built-in guards that its config switches on. */
  readonly guards: readonly string[];
}

/** Those that are switched on; none if the file is missing, damaged, or writable by others. */
export function readSwitchedGuards(own: string): readonly SwitchedGuard[] {
  const { guards } = readObjectFile(join(own, switchedGuardsName));
  return Array.isArray(guards) ? guards.filter(isSwitchedGuard) : [];
}

/** True where the file is there and cannot be read whole. */
export function areSwitchesDamaged(own: string): boolean {
  const file = join(own, switchedGuardsName);
  if (!existsSync(file)) return false;
  const { guards } = readObjectFile(file);
  return !Array.isArray(guards) || !guards.every(isSwitchedGuard);
}

/** The same as `readSwitchedGuards`, for who changes them. Throws for a damaged file: written anew, it would end every reminder. */
export function switchedGuardsToChange(own: string): readonly SwitchedGuard[] {
  if (areSwitchesDamaged(own))
    throw new MadnessError(faults.guardsFile(join(own, switchedGuardsName)));
  return readSwitchedGuards(own);
}

export function writeSwitchedGuards(own: string, guards: readonly SwitchedGuard[]): void {
  makeFolder(own, 0o700);
  replaceFile(join(own, switchedGuardsName), `${JSON.stringify({ guards }, null, 2)}\n`);
}

/** Compares two guards regardless of the order of their fields. */
export function isSameGuard(one: RuleGuard, other: RuleGuard): boolean {
  const text = ({ on, match, unless = [], action, instead = '', branches }: RuleGuard) =>
    JSON.stringify([on, match, unless, action, instead, branches]);
  return text(one) === text(other);
}

function isSwitchedGuard(value: unknown): value is SwitchedGuard {
  const { repository, rule, guard } = (value ?? {}) as Partial<SwitchedGuard>;
  return typeof repository === 'string' && typeof rule === 'string' && isGuard(guard);
}

/** Validates a guard that was edited by hand or imported. */
export function isGuard(value: unknown): value is RuleGuard {
  const {
    on,
    match,
    unless = [],
    action,
    instead = '',
    branches = [],
  } = (value ?? {}) as Partial<RuleGuard>;
  const isTexts = (list: unknown): boolean =>
    Array.isArray(list) && list.every((one) => typeof one === 'string');
  return (
    (on === 'command' || on === 'path') &&
    (action === 'tell' || action === 'ask' || action === 'deny') &&
    isTexts(match) &&
    isTexts(unless) &&
    isTexts(branches) &&
    typeof instead === 'string'
  );
}

/**
 * Identifies a project on this machine: the address of `origin` without protocol and user, so that clones share it.
 * Otherwise its folder.
 */
export function repositoryOf(cwd: string): string {
  const root = projectRoot(cwd);
  const config = textOfFile(join(root, '.git', 'config'));
  const section = /^\[remote "origin"\]\s*\n((?:(?!\[).*(?:\n|$))*)/m.exec(config)?.[1] ?? '';
  const address = /^[ \t]*url[ \t]*=[ \t]*(\S+)[ \t]*\r?$/m.exec(section)?.[1];
  if (address === undefined) return root;
  return address
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .replace(/(?<!\/)(?:\.git)?\/*$/, '');
}

const gatesFolder = 'guards';
const wishesName = 'projects.json';

/** The wishes of every project, by the folder that holds its memory. */
export function readWishes(own: string): Readonly<Record<string, ProjectWishes>> {
  return readObjectFile(join(own, gatesFolder, wishesName)) as Record<string, ProjectWishes>;
}

/** Notes what a project wishes; true where that changes something. */
export function noteWishes(own: string, root: string, wishes: ProjectWishes | undefined): boolean {
  const before = readWishes(own);
  const isNothing =
    wishes === undefined || (wishes.paths.length === 0 && wishes.guards.length === 0);
  if (isNothing && before[root] === undefined) return false;
  if (JSON.stringify(before[root]) === JSON.stringify(wishes)) return false;
  const others = Object.entries(before).filter(([one]) => one !== root && existsSync(one));
  const next = isNothing ? others : [...others, [root, wishes] as const];
  makeFolder(join(own, gatesFolder), 0o700);
  replaceFile(join(own, gatesFolder, wishesName), `${JSON.stringify(Object.fromEntries(next))}\n`);
  return true;
}

/** Writes the gate of each event: its patterns, an empty one for every payload, none if no guard is on. */
export function writeGates(
  own: string,
  gates: Readonly<Record<string, readonly string[] | undefined>>,
): void {
  const folder = join(own, gatesFolder);
  for (const [event, patterns] of Object.entries(gates)) {
    const file = join(folder, basename(event));
    if (patterns === undefined) {
      if (existsSync(file)) rmSync(file);
    } else {
      makeFolder(folder, 0o700);
      const text = [...new Set(patterns)].map((pattern) => `${pattern}\n`).join('');
      if (!existsSync(file) || textOfFile(file) !== text) replaceFile(file, text);
    }
  }
}

/** In JSON a line break before a word is `\n`; its letter does not belong to the word. */
const wordStart = '([^[:alnum:]_]|\\\\[nrt])';

/** Patterns of `grep -E` that hold for every shell call which a guard could hold back. */
export function shellPatterns({ guard, watch, links = [] }: Gated): string[] {
  const linked = links.map((name) => `"tool_input":.*${wordStart}${inJson(name)}[^[:alnum:]_]`);
  const runs = watch?.run ?? [];
  const kin = new Set(
    runs.flatMap((run) => {
      const kind = kinOfPattern(run);
      return kind === undefined ? [] : wordsOfKin(kind);
    }),
  );
  return [
    ...linked,
    ...callPatterns(guard),
    // What has run is noted, also where another command of its kind did it.
    ...callPatterns({ on: 'command', match: runs }),
    ...(kin.size === 0 ? [] : [`"tool_input":.*(${[...kin].join('|')})`]),
  ];
}

function callPatterns({ on, match }: Pick<Guard, 'on' | 'match'>): string[] {
  return match.flatMap((pattern) => {
    if (on === 'path') return pathPatterns(pattern);
    const [program = [], ...operands] = spellingsOf(pattern);
    const isFlag = pattern.trim().startsWith('-');
    const isStarred = program[0]?.includes('*') === true;
    const end = isFlag || isStarred ? '' : '[^[:alnum:]_]';
    const parts = [`${anyOf(program)}${end}`, ...operands.map(anyOf)];
    return `"tool_input":.*${wordStart}${parts.join('.*')}`;
  });
}

function anyOf(words: readonly string[]): string {
  const parts = [...new Set(words.map(fixedPart).map(inJson))];
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join('|')})`;
}

/** A folder above what is guarded matters where a command takes whole folders away. */
function pathPatterns(glob: string): string[] {
  const fixed = fixedPart(glob);
  const above = /^(?:\.?\/)?([^/*?{]+)\//.exec(glob)?.[1] ?? fixed;
  const whole = `${wordStart}(rm|mv|find|rsync|trash|git|rd|del|[Rr]emove-[Ii]tem|[Mm]ove-[Ii]tem)[^[:alnum:]_]`;
  return [
    `"tool_input":.*${inJson(fixed)}`,
    ...(above === fixed ? [] : [`"tool_input":.*${whole}.*${inJson(above)}`]),
  ];
}

/** The same for calls that edit a file. */
export function editPatterns({ guard, watch, links = [] }: Gated): string[] {
  const globs =
    guard.on === 'path' ? [...guard.match, ...links] : watch === undefined ? [] : globsAfter(watch);
  return globs.map(filePattern);
}

type Gated = Pick<SwitchedGuard, 'guard' | 'watch' | 'links'>;

/** Holds for a call about a file that could fit the glob. */
export function filePattern(glob: string): string {
  return `"(file|notebook)_path":"[^"]*${inJson(fixedPart(glob))}`;
}

/** Holds for payloads of a session in a folder or below it. */
export function cwdPattern(root: string): string {
  return `"cwd":"${inJson(root)}`;
}

/** The text as JSON encodes it, usable by grep. Other letters may be written as escapes. */
function inJson(text: string): string {
  return literalPattern(JSON.stringify(text).slice(1, -1))
    .split(/[^ -~]+/)
    .join('.*');
}

/** Below our own folder; see `overridePath`. */
export const overridesFolder = 'guards/overrides';

/** Below our own folder; `id` is `type:id`. */
export function overridePath(id: string): string {
  return `${overridesFolder}/${fnv1a(id)}.json`;
}

function readObjectFile(file: string): Readonly<Record<string, unknown>> {
  try {
    const stat = lstatSync(file);
    const isOthers = process.platform !== 'win32' && (stat.mode & 0o022) !== 0;
    if (!stat.isFile() || isOthers || stat.size > budgets.guards) return {};
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOfFile(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= budgets.guards ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
