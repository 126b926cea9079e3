import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSwitches, refreshGates } from '../../application/guards/guard-prefilters.js';
import { listGuards } from '../../application/guards/list-guards.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { guardNamed } from '../../store/built-in-guards.js';
import type { CommandDefinition } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  problemsOnly,
} from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';

export const guardsCommand: CommandDefinition = {
  usage: 'guards [on|off] [name]',
  summary: {
    en: 'List the guards, ours and those of Claude Code, or switch one on or off.',
    zh: '列出守卫（本插件的和 Claude Code 自带的），或打开、关闭其中一个。',
  },
  group: 'rules',
  listed: 'all',
  agent: 'asks',
  run: (context) => guards(context),
};

/** Settings without which a guard does nothing. */
const examples: Readonly<Record<string, string>> = {
  'agent-lock': '{ "agents": ["planner"], "globs": ["docs/plans/**"] }',
  'comment-check': '{ "command": ["comment-checker"] }',
};

/** Lists the guards, or switches one on or off. */
export const guards: Command = async (context) => {
  const [verb, name = ''] = context.args;
  const say = words[context.language()];
  if (verb === undefined) return list(context);
  if (verb !== 'on' && verb !== 'off') throw new MadnessError(say.verb(verb), say.verbHint);
  if (guardNamed(name) === undefined) throw new MadnessError(say.unknown(name), say.unknownHint);
  const asked = await byQuestion(context, locationIfAny(context), 'guards', { name, state: verb });
  return asked ?? switchGuard(context);
};

function list(context: Context): number {
  const rows = listGuards(ownFolder(context.env));
  const say = words[context.language()];
  if (flag(context, 'json')) printJson(context, rows);
  else
    for (const { name, event, kind, on, fired, last } of rows) {
      const acted = last === null ? say.never : say.fired(fired, last.slice(0, 10));
      const state = kind === 'native' ? say.kind.native : `${say.state(on)}  ${acted}`;
      context.print(`${name.padEnd(22)} ${event.padEnd(17)} ${state}`);
    }
  return 0;
}

const switchGuard = problemsOnly((context) => {
  const [verb, name = ''] = context.args;
  const own = ownFolder(context.env);
  const file = join(own, 'config.json');
  const say = words[context.language()];
  const config = configIn(file, say);
  const before = readSwitches(own)[name];
  const isOn = verb === 'on';
  // The settings of one that goes off stay for the next time.
  const hasSettings = typeof before === 'object' && before !== null;
  const next = hasSettings ? { ...before, on: isOn } : isOn;
  makeOwnFolder(own);
  const guards = { ...readSwitches(own), [name]: next };
  replaceFile(file, `${JSON.stringify({ ...config, guards }, null, 2)}\n`);
  refreshGates(context.env);
  context.print(say.switched(name, isOn));
  const example = examples[name];
  if (isOn && !hasSettings && example !== undefined) {
    context.say(say.needs(name, file));
    context.say(say.settings(name, example));
  }
  return 0;
});

function configIn(file: string, say: (typeof words)['en']): object {
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Named below.
  }
  throw new MadnessError(say.damaged(file), say.damagedHint);
}
