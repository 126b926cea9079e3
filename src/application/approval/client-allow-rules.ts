import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../../messages/problems/memory.js';
import type { Words } from '../../messages/setup/init.js';
import { claudeFolder } from '../../platform/folders.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import { excludeHere } from '../../share/git/exclude.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Caller } from '../memory/run-context.js';
import { withItem, withoutItem } from '../setup/json-splice.js';

/** The client's rule that lets its Bash tool run what is offered to agents, with any arguments, without asking. */
export const permissionRule = 'Bash(madness agent:*)';

/** Ours, of earlier versions too: they wrote one a command, or one for all. */
function isOurs(rule: unknown): rule is string {
  return typeof rule === 'string' && /^Bash\(madness(?: [a-z -]+)?:\*\)$/.test(rule);
}

const path = ['permissions', 'allow'];

export const forMe = '.claude/settings.local.json';
const forAll = '.claude/settings.json';

/** Files of settings in which a rule of ours, or just this one, allows commands of madness in this project. */
export function allowedIn(caller: Caller, location: MemoryLocation, one?: string): string[] {
  const user = join(claudeFolder(caller.env), 'settings.json');
  const files = [user, join(location.root, forAll), join(location.root, forMe)];
  return [...new Set(files)].filter((file) =>
    allowList(readText(file)).some((rule) => (one === undefined ? isOurs(rule) : rule === one)),
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

/** Writes the rule, and takes former ones out; every other byte of the file stays. A team must not commit by accident what one person allowed. */
export function allow(
  location: MemoryLocation,
  say: Words,
): { done: readonly string[]; problems: readonly Problem[] } {
  const file = resolveInside(location.root, allowFile(location));
  const before = readText(file);
  const after = withRule(before ?? '{}\n');
  if (after === undefined) return { done: [], problems: [unclear(file)] };
  if (after !== before) replaceFile(file, after);
  const done = after === before ? say.allowedBefore(file) : say.allowed(file);
  const state = location.isUser ? 'not-needed' : excludeHere(location.root, forMe);
  return {
    done: state === 'excluded' ? [done, say.excluded(forMe)] : [done],
    problems: state === 'tracked' ? [tracked] : [],
  };
}

function withRule(before: string): string | undefined {
  const former = allowList(before).filter((rule) => isOurs(rule) && rule !== permissionRule);
  const text = (former as string[]).reduce((so, rule) => withoutItem(so, path, rule) ?? so, before);
  return withItem(text, path, permissionRule);
}

/**
 * Removes our rules from the text of settings. Undefined unless putting them back gives the same text or the same
 * meaning.
 */
export function withoutRules(text: string): string | undefined {
  const present = allowList(text).filter(isOurs);
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
    faults.settingsUnclear(JSON.stringify(permissionRule)),
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
