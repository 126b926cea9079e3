import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withItem, withoutItem } from '../../json-splice.js';
import { faults } from '../../messages/problems/memory.js';
import type { Words } from '../../messages/setup/init.js';
import { claudeFolder } from '../../platform/folders.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import { excludeHere } from '../../share/git/exclude.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Caller } from '../memory/run-context.js';

/**
 * Commands that an agent needs. They read, record a retrospective, write derived files, or file a change for a person
 * to decide. None writes to a path it is given.
 */
export const agentCommands: readonly string[] = [
  ...[
    'status',
    'list',
    'show',
    'init',
    'check',
    'compile',
    'why',
    'similar',
    'export',
    'protocol',
    'doctor',
  ],
  ...['ask', 'decide', 'review --list', 'config list', 'config get'],
  ...['sessions', 'digest', 'quote', 'signals', 'scan', 'recall'],
  ...[
    'retro start',
    'retro status',
    'retro note',
    'retro skip',
    'retro abandon',
    'retro finish',
    'report check',
  ],
  ...['facet add', 'facet list', 'verdict add', 'verdict list'],
  ...['candidate add', 'candidate list', 'candidate drop'],
  ...['add', 'revise', 'merge', 'deprecate', 'revive', 'pin', 'unpin', 'undo', 'promote'],
];

/** The client's rules that let its Bash tool run these, with any arguments, without asking: one a command. */
export const permissionRules: readonly string[] = agentCommands.map(
  (command) => `Bash(madness ${command}:*)`,
);

/** Written by earlier versions: allowed every command, including those reserved for a person. */
const formerRule = 'Bash(madness:*)';

const path = ['permissions', 'allow'];
const allRules: readonly unknown[] = [...permissionRules, formerRule];

export const forMe = '.claude/settings.local.json';
const forAll = '.claude/settings.json';

/** Files of settings in which a rule of ours, or the former one, allows commands of madness in this project. */
export function allowedIn(caller: Caller, location: MemoryLocation): string[] {
  const user = join(claudeFolder(caller.env), 'settings.json');
  const files = [user, join(location.root, forAll), join(location.root, forMe)];
  return [...new Set(files)].filter((file) =>
    allowList(readText(file)).some((one) => allRules.includes(one)),
  );
}

function allowList(text: string | undefined): unknown[] {
  try {
    const { permissions } = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    return Array.isArray(permissions?.allow) ? permissions.allow : [];
  } catch {
    return [];
  }
}

/** `init --allow` writes here. The file belongs to this person alone. */
export function allowFile(location: MemoryLocation): string {
  return join(location.root, location.isUser ? 'settings.json' : forMe);
}

/** Writes the rules, and takes the former one out; every other byte of the file stays. A team must not commit by accident what one person allowed. */
export function allow(
  location: MemoryLocation,
  say: Words,
): { done: readonly string[]; problems: readonly Problem[] } {
  const file = resolveInside(location.root, allowFile(location));
  const before = readText(file);
  const after = withRules(before ?? '{}\n');
  if (after === undefined) return { done: [], problems: [unclear(file)] };
  if (after !== before) replaceFile(file, after);
  const done = after === before ? say.allowedBefore(file) : say.allowed(file, agentCommands.length);
  const state = location.isUser ? 'not-needed' : excludeHere(location.root, forMe);
  return {
    done: state === 'excluded' ? [done, say.excluded(forMe)] : [done],
    problems: state === 'tracked' ? [tracked] : [],
  };
}

function withRules(before: string): string | undefined {
  const text = withoutItem(before, path, formerRule) ?? before;
  return permissionRules.reduce<string | undefined>(
    (so, rule) => (so === undefined ? undefined : withItem(so, path, rule)),
    text,
  );
}

/**
 * Removes our rules from the text of settings. Undefined unless putting them back gives the same text or the same
 * meaning.
 */
export function withoutRules(text: string): string | undefined {
  const present = allRules.filter((rule) => allowList(text).includes(rule)) as string[];
  const after = present.reduceRight<string | undefined>(
    (so, rule) => (so === undefined ? undefined : withoutItem(so, path, rule)),
    text,
  );
  if (after === undefined) return undefined;
  const back = present.reduce<string | undefined>(
    (so, rule) => (so === undefined ? undefined : withItem(so, path, rule)),
    after,
  );
  return back === text || meaning(after) === meaning(text, present) ? after : undefined;
}

/** The settings as canonical JSON, without some rules. */
export function meaning(text: string, without: readonly string[] = []): string | undefined {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, ''));
    const allow: unknown = value.permissions?.allow;
    if (Array.isArray(allow) && without.length > 0)
      value.permissions.allow = allow.filter((one) => !without.includes(one));
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const tracked: Problem = problem(
  'settings/tracked',
  { severity: 'warning', file: forMe },
  faults.settingsTracked(forMe),
);

function unclear(path: string): Problem {
  return problem(
    'settings/unclear',
    { file: path },
    faults.settingsUnclear(JSON.stringify(permissionRules)),
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
