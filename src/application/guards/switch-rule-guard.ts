import { join } from 'node:path';
import { parseAssets } from '../../learn/asset.js';
import { dueAt } from '../../learn/watches/duty.js';
import { guardOfRule } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/memory.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { removeFile } from '../../platform/fs.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, Guard, Watch } from '../../schema.gen.js';
import {
  isSameGuard,
  overridePath,
  readSwitchedGuards,
  repositoryOf,
  type SwitchedGuard,
  switchedGuardsToChange,
  writeSwitchedGuards,
} from '../../store/guard-files.js';
import { linksInto } from '../../store/links-into.js';
import type { MemoryLocation } from '../../store/location.js';
import { openMemory } from '../../store/store.js';
import type { Caller } from '../memory/run-context.js';
import { refreshGates } from './guard-prefilters.js';

/** A rule with its guard, and where a person's switch for it counts. */
export interface RuleGuard {
  /** `type:id`. */
  readonly rule: string;
  readonly title: string;
  readonly repository: string;
  readonly guard: Guard;
  /** A duty before a moment. */
  readonly watch?: Watch;
  /** Of the project; undefined for a rule of the user's own memory. */
  readonly root?: string;
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
  const guard = guardOfRule(asset);
  if (guard === undefined) return { rule };
  const obstacle = obstacleOf(asset);
  const repository = location.isUser ? '*' : repositoryOf(location.root);
  const root = location.isUser ? {} : { root: location.root };
  const found = { rule, title: asset.title, repository, guard, ...root, ...dutyOf(asset) };
  return obstacle === undefined ? found : { ...found, obstacle };
}

function dutyOf({ watch }: Asset): { readonly watch?: Watch } {
  return watch === undefined || dueAt(watch) === undefined ? {} : { watch };
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

/** A reminder holds while its rule reads as it did when a person switched it on: names those that a change ended. */
export function endedReminders(
  env: Environment,
  location: MemoryLocation,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Problem[] {
  const own = ownFolder(env);
  if (readSwitchedGuards(own).length === 0) return [];
  const now = parseAssets(after).assets;
  const still = switchedOnAmong(own, location, now.values()).map(({ asset }) => asset.id);
  return switchedOnAmong(own, location, parseAssets(before).assets.values()).flatMap((one) => {
    const stays = now.get(one.asset.id);
    if (stays === undefined || still.includes(stays.id) || obstacleOf(stays) !== undefined)
      return [];
    const { id, title, type } = stays;
    const wording = faults.reminderEnded(title, id, guardOfRule(stays) !== undefined);
    return [
      problem('guard/ended', { severity: 'warning', file: `${type}s.json`, at: id }, wording),
    ];
  });
}

/** Rules of a memory whose guard the person switched on, as it reads now. */
export function switchedOnAmong(
  own: string,
  location: MemoryLocation,
  assets: Iterable<Asset>,
): { readonly asset: Asset; readonly guard: Guard }[] {
  const repository = location.isUser ? '*' : repositoryOf(location.root);
  return [...assets].flatMap((asset) => {
    const guard = obstacleOf(asset) === undefined ? guardOfRule(asset) : undefined;
    const rule = ruleOf(asset);
    return guard !== undefined && isRuleGuardOn(own, { rule, title: '', repository, guard })
      ? [{ asset, guard }]
      : [];
  });
}

/** Says of a switched guard whether its rule is removed, or gone, in this memory: it holds nothing back then. */
export function removedHere(
  location: MemoryLocation,
  assets: ReadonlyMap<string, Asset>,
): (rule: string, repository: string) => boolean {
  const here = location.isUser ? '*' : repositoryOf(location.root);
  const live = new Set(
    [...assets.values()].filter(({ status }) => status !== 'deprecated').map(ruleOf),
  );
  return (rule, repository) => repository === here && !live.has(rule);
}

const ruleOf = ({ type, id }: Asset): string => `${type}:${id}`;

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
  { rule, repository, guard, watch, root }: RuleGuard,
  isOn: boolean,
  now: Date,
): void {
  const own = ownFolder(env);
  const others = switchedGuardsToChange(own).filter(
    (one) => one.rule !== rule || one.repository !== repository,
  );
  const links = guard.on === 'path' && root !== undefined ? linksInto(root, guard.match) : [];
  const mine: SwitchedGuard = {
    repository,
    rule,
    guard,
    ...(watch === undefined ? {} : { watch }),
    since: now.toISOString(),
    ...(links.length === 0 ? {} : { links }),
  };
  writeSwitchedGuards(own, isOn ? [...others, mine] : others);
  removeFile(join(own, overridePath(rule)));
  refreshGates(env);
}

/** Switches the reminder of a rule on or off for this person; false if it has none. */
export function switchReminder(
  { env, now }: Pick<Caller, 'env' | 'now'>,
  location: MemoryLocation,
  id: string,
  isOn: boolean,
): boolean {
  const found = findRuleGuard(location, id);
  if (found === undefined || !('guard' in found)) return false;
  switchRuleGuard(env, found, isOn, now());
  return true;
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
