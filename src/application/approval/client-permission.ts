import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withItem } from '../../json-splice.js';
import type { Words } from '../../messages/init.js';
import { claudeFolder } from '../../platform/folders.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import type { Problem } from '../../problem.js';
import { excludeHere } from '../../share/git/exclude.js';
import type { House } from '../../store/location.js';
import type { Context } from '../../terminal/context.js';

/** The client's rule that lets its Bash tool run madness, with any arguments, without asking. */
export const permissionRule = 'Bash(madness:*)';

export const forMe = '.claude/settings.local.json';
const forAll = '.claude/settings.json';

/** Files of settings in which the rule allows madness in this project. */
export function allowedIn(context: Context, house: House): string[] {
  const user = join(claudeFolder(context.env), 'settings.json');
  const files = [user, join(house.root, forAll), join(house.root, forMe)];
  return [...new Set(files)].filter((file) => allowList(readText(file)).includes(permissionRule));
}

function allowList(text: string | undefined): unknown[] {
  try {
    const { permissions } = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    return Array.isArray(permissions?.allow) ? permissions.allow : [];
  } catch {
    return [];
  }
}

/** Where `init --allow` writes: it is only this person's. */
export function allowFile(house: House): string {
  return join(house.root, house.isUser ? 'settings.json' : forMe);
}

/** Writes the rule; every other byte of the file stays. A team must not commit by accident what one person allowed. */
export function allow(
  house: House,
  say: Words,
): { done: readonly string[]; problems: readonly Problem[] } {
  const path = resolveInside(house.root, allowFile(house));
  const before = readText(path);
  const after = withItem(before ?? '{}\n', ['permissions', 'allow'], permissionRule);
  if (after === undefined) return { done: [], problems: [unclear(path)] };
  if (after !== before) replaceFile(path, after);
  const done = after === before ? say.allowedBefore(path) : say.allowed(path, permissionRule);
  const state = house.isUser ? 'not-needed' : excludeHere(house.root, forMe);
  return {
    done: state === 'excluded' ? [done, say.excluded(forMe)] : [done],
    problems: state === 'tracked' ? [tracked] : [],
  };
}

const tracked: Problem = {
  rule: 'settings/tracked',
  severity: 'warning',
  file: forMe,
  message:
    'Expected settings of this person alone, got a file that git tracks: others get the permission too.',
  hint: `git rm --cached ${forMe} takes it out of the next commit.`,
};

function unclear(path: string): Problem {
  return {
    rule: 'settings/unclear',
    severity: 'error',
    file: path,
    message: 'Expected JSON with permissions.allow as a list, got something else: left as it is.',
    hint: `Add ${JSON.stringify(permissionRule)} to permissions.allow yourself.`,
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
