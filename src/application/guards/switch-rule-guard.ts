import { join } from 'node:path';
import { parseAssets } from '../../learn/asset.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { removeFile } from '../../platform/fs.js';
import type { Asset, Guard } from '../../schema.gen.js';
import {
  isSameGuard,
  overridePath,
  readSwitchedGuards,
  repositoryOf,
  type SwitchedGuard,
  writeSwitchedGuards,
} from '../../store/guard-files.js';
import type { MemoryLocation } from '../../store/location.js';
import { openMemory } from '../../store/store.js';
import { refreshGates } from './guard-prefilters.js';

/** A rule with its guard, and where a person's switch for it counts. */
export interface RuleGuard {
  /** `type:id`. */
  readonly rule: string;
  readonly title: string;
  readonly repository: string;
  readonly guard: Guard;
  /** Why it may not be switched on. */
  readonly obstacle?: 'retired' | 'unproved';
}

/** Undefined if the memory has no rule of this id. Without a guard only the rule's name is returned. */
export function findRuleGuard(
  location: MemoryLocation,
  named: string,
): RuleGuard | { readonly rule: string } | undefined {
  const id = named.replace(/^(?:gene|sop|pref):/, '');
  const asset = parseAssets(openMemory(location).memory.texts).assets.get(id);
  if (asset === undefined) return undefined;
  const rule = `${asset.type}:${asset.id}`;
  if (asset.guard === undefined) return { rule };
  const obstacle = obstacleOf(asset);
  const repository = location.isUser ? '*' : repositoryOf(location.root);
  const found = { rule, title: asset.title, repository, guard: asset.guard };
  return obstacle === undefined ? found : { ...found, obstacle };
}

function obstacleOf({ status, origin, validated_count = 0 }: Asset): RuleGuard['obstacle'] {
  if (status === 'deprecated') return 'retired';
  return origin !== undefined && validated_count === 0 ? 'unproved' : undefined;
}

/** True if the person switched this exact guard on. */
export function isRuleGuardOn(own: string, { rule, repository, guard }: RuleGuard): boolean {
  return readSwitchedGuards(own).some(
    (one) => one.rule === rule && one.repository === repository && isSameGuard(one.guard, guard),
  );
}

/** Guards that the person switched on for a project, or for any if none is named. */
export function guardsOn(own: string, project: string | undefined): readonly Guard[] {
  const here = project === undefined ? undefined : repositoryOf(project);
  return readSwitchedGuards(own)
    .filter(({ repository }) => here === undefined || repository === '*' || repository === here)
    .map(({ guard }) => guard);
}

/** Switches a guard on as it reads now, or off; what was overridden before is forgotten. */
export function switchRuleGuard(
  env: Environment,
  { rule, repository, guard }: RuleGuard,
  isOn: boolean,
  now: Date,
): void {
  const own = ownFolder(env);
  const others = readSwitchedGuards(own).filter(
    (one) => one.rule !== rule || one.repository !== repository,
  );
  const mine: SwitchedGuard = { repository, rule, guard, since: now.toISOString() };
  writeSwitchedGuards(own, isOn ? [...others, mine] : others);
  removeFile(join(own, overridePath(rule)));
  refreshGates(env);
}

/** The client's own permission rules that come nearest; they know no exception and give no reason. */
export function permissionsFor({ on, match, action }: Guard): {
  readonly list: 'ask' | 'deny';
  readonly rules: readonly string[];
} {
  const plain = (pattern: string): string => pattern.trim().replace(/\s+/g, ' ');
  const rules = match.map((pattern) =>
    on === 'path' ? `Edit(${pattern})` : `Bash(${plain(pattern)}:*)`,
  );
  return { list: action === 'deny' ? 'deny' : 'ask', rules };
}
