import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseAgent } from '../../application/approval/agent.js';
import { withMemoryLock } from '../../application/memory/find-memory.js';
import {
  locationHere,
  locationOf,
  trustedLocation,
} from '../../application/memory/resolve-memory.js';
import { compileAndWrite } from '../../application/memory/transaction.js';
import { parseJson } from '../../json.js';
import { type Setting, words } from '../../messages/setup/config.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile, resolveInside } from '../../platform/fs.js';
import { hasErrors, MadnessError, type Problem } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import { parseConfig } from '../../store/store.js';
import { targetProblems } from '../../store/targets.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, printJson, refuse } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { byQuestion } from '../../terminal/require-approval.js';
import { decodeText } from '../../text-encoding.js';
import { parseGoals } from './init-questions.js';

export const configListCommand: CommandDefinition = {
  usage: 'config list',
  summary: {
    en: 'Show every setting, its value and what it does.',
    zh: '列出每项设置、它的值和作用。',
  },
  group: 'setup',
  agent: 'free',
  options: [ofUser],
  run: (context) => configList(context),
};

export const configGetCommand: CommandDefinition = {
  usage: 'config get <key>',
  summary: { en: 'Print one setting.', zh: '显示一项设置。' },
  group: 'setup',
  agent: 'free',
  options: [ofUser],
  run: (context) => configGet(context),
};

export const configSetCommand: CommandDefinition = {
  usage: 'config set <key> <value...>',
  summary: { en: 'Change one setting.', zh: '修改一项设置。' },
  group: 'setup',
  agent: 'asks',
  options: [ofUser],
  run: (context) => configSet(context),
};

type Fields = Readonly<Record<string, unknown>>;

export const settings = Object.keys(words.en.settings) as readonly Setting[];

/** Settings that an agent may ask for. Any other one widens what reaches a model or where something is written. */
export const askedSettings: readonly Setting[] = [
  'project',
  'language',
  'goals',
  'review_interval_days',
];
/** A project cannot switch these: they are in the config.json of our own folder. */
const outsideMemories: readonly Setting[] = [
  'archive',
  'page_cache',
  'holdout',
  'standing',
  'look_back',
  'weekly',
  'who',
  'quotes',
  'fetch',
];

/** How a switch may be written. */
const switches: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  false: false,
  off: false,
};

/** Every setting with its value and what it does. */
export const configList: Command = (context) => {
  const location = readable(context);
  const say = words[context.language()];
  const values = settings.map((key) => [key, valueAt(read(context, location, key), key)] as const);
  if (flag(context, 'json')) {
    printJson(context, Object.fromEntries(values.map(([key, value]) => [key, value ?? null])));
    return 0;
  }
  for (const [key, value] of values)
    context.print(
      `${key} = ${value === undefined ? say.unset : shown(value)}\n  ${say.settings[key]}`,
    );
  return 0;
};

export const configGet: Command = (context) => {
  const location = readable(context);
  const key = settingNamed(context);
  const value = valueAt(read(context, location, key), key);
  if (flag(context, 'json')) printJson(context, { [key]: value ?? null });
  else context.print(value === undefined ? words[context.language()].unset : shown(value));
  return 0;
};

/** Changes one setting, checked as a whole file, and compiles. */
export const configSet: Command = async (context) => {
  const location = locationHere(context);
  const key = settingNamed(context);
  const say = words[context.language()];
  const told = context.args.slice(1).join(' ');
  if (!askedSettings.includes(key)) refuseAgent(context, `madness config set ${key} ${told}`);
  const value = parseValue(key, told);
  if (value === undefined) throw new MadnessError(say.value(key, told), say.settings[key]);
  const problems = await problemsOf(context, location, key, value);
  if (hasErrors(problems)) return refuse(context, problems);
  const before = valueAt(read(context, location, key), key);
  const facts = {
    memory: location.memory,
    key,
    value: shown(value),
    before: before === undefined ? say.unset : shown(before),
  };
  const asked = await byQuestion(context, location, 'config set', facts);
  if (asked !== undefined) return asked;
  if (outsideMemories.includes(key)) {
    makeOwnFolder(ownFolder(context.env));
    replaceFile(fileOf(context, location, key), render(read(context, location, key), key, value));
    context.print(say.set(key, shown(value)));
    return 0;
  }
  const { memory } = locationOf(context);
  await withMemoryLock(location, context.say, async () => {
    const file = resolveInside(memory, fileOf(context, location, key));
    replaceFile(file, render(read(context, location, key), key, value));
  });
  const outcome = await compileAndWrite(context);
  return finish(context, { ...outcome, done: words[context.language()].set(key, shown(value)) });
};

/** An agent reads no setting of a memory that nobody here trusts. */
function readable(context: Context): MemoryLocation {
  return trustedLocation(context, locationHere(context));
}

function settingNamed(context: Context): Setting {
  const [key = ''] = context.args;
  const short = { interval: 'review_interval_days' }[key] ?? key;
  const found = settings.find((one) => one === short);
  const say = words[context.language()];
  if (found === undefined) throw new MadnessError(say.unknown(key), say.known(settings.join(', ')));
  return found;
}

/** Undefined for what is no value of this kind; its range is the schema's. */
function parseValue(key: Setting, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (key === 'goals') return parseGoals(text);
  if (key === 'targets') return text.split(/\s+/);
  if (key === 'holdout') {
    const share = /^0(?:\.\d{1,3})?$/.test(text) ? Number(text) : 1;
    return share <= 0.5 ? share : undefined;
  }
  if (key === 'share_reviews' || outsideMemories.includes(key))
    return Object.hasOwn(switches, text) ? switches[text] : undefined;
  if (key === 'review_interval_days' || key.startsWith('inject.'))
    return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  return text;
}

async function problemsOf(
  context: Context,
  location: MemoryLocation,
  key: Setting,
  value: unknown,
): Promise<readonly Problem[]> {
  if (outsideMemories.includes(key)) return [];
  const problems: Problem[] = [];
  const config = parseConfig(render(read(context, location, key), key, value), problems);
  if (key === 'targets') problems.push(...targetProblems(location, config));
  if (key !== 'goals' && key !== 'project') return problems;
  const { screenSecrets } = await import('../../application/memory/secret-screen.js');
  return [...problems, ...(await screenSecrets({ [key]: value }, 'the command line'))];
}

function fileOf({ env }: Context, { memory }: MemoryLocation, key: Setting): string {
  return join(outsideMemories.includes(key) ? ownFolder(env) : memory, 'config.json');
}

function read(context: Context, location: MemoryLocation, key: Setting): Fields {
  const file = fileOf(context, location, key);
  if (!existsSync(file)) return {};
  const value = parseJson(decodeText(readFileSync(file), file));
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function valueAt(config: Fields, key: Setting): unknown {
  const [first = '', second] = key.split('.');
  const value = config[first];
  return second === undefined ? value : (value as Fields | undefined)?.[second];
}

function render(config: Fields, key: Setting, value: unknown): string {
  const [first = '', second] = key.split('.');
  const inner = second === undefined ? value : { ...(config[first] as object), [second]: value };
  return `${JSON.stringify({ ...config, [first]: inner }, null, 2)}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
