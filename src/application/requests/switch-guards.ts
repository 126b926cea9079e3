import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words as changeWords } from '../../messages/memory/compile.js';
import { words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { parseRecord } from '../../platform/read-object.js';
import { MadnessError, type Problem } from '../../problem.js';
import { guardNamed, guardTable } from '../../store/built-in-guards.js';
import { bareId, nearest } from '../../text.js';
import { readSwitches, refreshGates } from '../guards/guard-prefilters.js';
import { findRuleGuard, type RuleGuard, switchRuleGuard } from '../guards/switch-rule-guard.js';
import { assetSetOf, pick } from '../memory/asset-set.js';
import { locationOf } from '../memory/resolve-memory.js';
import { open } from '../memory/transaction.js';
import { silentProblem } from '../memory/trust.js';
import { withoutHooks } from '../setup/installed.js';
import { whySilent } from '../watches/handed-watch.js';
import type { Prepare, RequestCall } from './request.js';

/** The guard of a rule goes on or off, for this person in this repository. */
export const prepareGuard: Prepare = (call) => {
  const say = words[call.language()];
  const found = guardOfCall(call);
  const isOn = call.options.on === true;
  if (isOn && found.obstacle !== undefined)
    throw new MadnessError(say.obstacle[found.obstacle](bareId(found.rule)), say.obstacleHint);
  const { repository, guard } = found;
  const rule = bareId(found.rule);
  return {
    facts: {
      rule,
      repository,
      state: isOn ? 'on' : 'off',
      on: guard.on,
      match: guard.match.join(' | '),
      unless: (guard.unless ?? []).join(' | '),
      action: guard.action,
      instead: guard.instead ?? '',
    },
    do: () => {
      switchRuleGuard(call.env, found, isOn, call.now());
      tellBack(call, `madness guard ${rule} --${isOn ? 'off' : 'on'}`);
      const problems = isOn ? silentProblem(call.env, locationOf(call)) : [];
      return { problems, done: switchedLines(call, rule, isOn) };
    },
  };
};

/** What was switched, and when that acts. */
function switchedLines(call: RequestCall, name: string, isOn: boolean): string {
  const say = words[call.language()];
  const later = isOn ? withoutHooks(call, call.language()) : [];
  return later.length > 0 ? [say.set(name), ...later].join('\n') : say.switched(name, isOn);
}

/** The rule that is named, which must have a guard. */
export function guardOfCall(call: RequestCall): RuleGuard {
  const [id = ''] = call.args;
  const say = words[call.language()];
  const opened = open(call);
  const found = findRuleGuard(opened.location, id);
  // An agent gets no word, and no long name, of a rule that nobody has read.
  if (found !== undefined && opened.unheard !== undefined)
    pick(assetSetOf(opened), bareId(found.rule));
  if (found === undefined) throw new MadnessError(say.noRule(id), say.noRuleHint);
  if (!('guard' in found)) throw new MadnessError(say.noGuard(bareId(found.rule)));
  return found;
}

/** Why the rule that is named has no guard; undefined where it has one, or where there is no such rule. */
export function whyNoGuard(call: RequestCall): Problem | undefined {
  const { told } = assetSetOf(open(call));
  const rule = told.get(bareId(call.args[0] ?? ''));
  return rule && whySilent(rule, `guard ${rule.id}`);
}

/** Settings without which a guard does nothing. */
const examples: Readonly<Record<string, string>> = {
  'agent-lock': '{ "agents": ["planner"], "globs": ["docs/plans/**"] }',
  'comment-check': '{ "command": ["comment-checker"] }',
};

/** A built-in guard goes on or off, in all projects of this person. */
export const prepareBuiltInGuard: Prepare = (call) => {
  const [verb = '', name = ''] = call.args;
  const say = words[call.language()];
  if (verb !== 'on' && verb !== 'off') throw new MadnessError(say.verb(verb), say.verbHint);
  if (guardNamed(name) === undefined) {
    const [near] = nearest(
      name,
      guardTable.map((one) => one.name),
    );
    throw new MadnessError(say.unknown(name, near), say.unknownHint);
  }
  return {
    facts: { name, state: verb },
    do: () => {
      const own = ownFolder(call.env);
      const file = join(own, 'config.json');
      const config = existsSync(file) ? parseRecord(readFileSync(file, 'utf8')) : {};
      if (config === undefined) throw new MadnessError(say.damaged(file), say.damagedHint);
      const before = readSwitches(own)[name];
      const isOn = verb === 'on';
      // The settings of one that goes off stay for the next time.
      const hasSettings = typeof before === 'object' && before !== null;
      const guards = { ...readSwitches(own), [name]: hasSettings ? { ...before, on: isOn } : isOn };
      makeOwnFolder(own);
      replaceFile(file, `${JSON.stringify({ ...config, guards }, null, 2)}\n`);
      refreshGates(call.env);
      tellBack(call, `madness guards ${isOn ? 'off' : 'on'} ${name}`);
      const example = examples[name];
      const needs = isOn && !hasSettings && example !== undefined;
      const lines = needs ? [say.needs(name, file), say.settings(name, example)] : [];
      return { problems: [], done: [switchedLines(call, name, isOn), ...lines].join('\n') };
    },
  };
};

function tellBack(call: RequestCall, command: string): void {
  call.say(changeWords[call.language()].undo(command));
}
