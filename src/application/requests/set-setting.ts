import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseJson } from '../../json.js';
import { defaultLimits } from '../../learn/fold/rank.js';
import { words as changeWords } from '../../messages/memory/compile.js';
import { type Setting, words } from '../../messages/setup/config.js';
import { ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile, resolveInside } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { MadnessError, type Problem } from '../../problem.js';
import type { Config } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import { parseConfig } from '../../store/store.js';
import { targetProblems, targetsOf } from '../../store/targets.js';
import { configName } from '../../store/trust-file.js';
import { nearest, shellWord } from '../../text.js';
import { decodeText } from '../../text-encoding.js';
import { projectNamed } from '../../validation.js';
import { agentOf, refuseAgent } from '../approval/agent.js';
import { withMemoryLock } from '../memory/find-memory.js';
import { locationHere, locationOf } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { compileAndWrite } from '../memory/transaction.js';
import { hearOwnWords } from '../memory/trust.js';
import { defaultInterval } from '../retrospective/next-step.js';
import { unheardSettings } from '../trust/unheard.js';
import type { Prepare, RequestCall } from './request.js';

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
  'band',
  'who',
  'quotes',
  'fetch',
];

/** What acts where nothing is set; every other switch is on. */
const defaults: Partial<Record<Setting, unknown>> = {
  ...{ language: 'en', review_interval_days: defaultInterval, holdout: 0 },
  ...{ share_reviews: false, archive: false, page_cache: false, fetch: 'off' },
};

/** How a switch may be written. */
const switches: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  false: false,
  off: false,
};

/** One setting gets another value; the whole file is checked, and the memory compiled. */
export const prepareSetting: Prepare = async (call) => {
  const key = settingNamed(call.args[0], call.language());
  const say = words[call.language()];
  const told = call.args.slice(1).join(' ');
  if (!askedSettings.includes(key)) refuseAgent(call, `madness config set ${key} ${told}`);
  const isOwn = outsideMemories.includes(key);
  const location = agentOf(call) === undefined ? locationHere(call) : locationOf(call);
  const value = parseValue(key, told);
  if (value === undefined) throw new MadnessError(say.value(key, told), say.settings[key]);
  const problems = isOwn ? [] : await problemsOf(call, location, key, value);
  return {
    problems,
    facts: {
      memory: location.memory,
      key,
      value: textOfSetting(value),
      before: shownSetting(call, location, key),
    },
    do: async () => {
      const done = say.set(key, textOfSetting(value));
      const back = backTo(call, location, key);
      const file = fileOf(call, location, key);
      if (isOwn) {
        makeOwnFolder(ownFolder(call.env));
        replaceFile(file, render(fieldsOf(call, location, key), key, value));
        for (const line of back) call.say(line);
        return { problems, done };
      }
      locationOf(call);
      const unsaid = await withMemoryLock(location, call.say, async () => {
        const [before, after] = [read(file), render(fieldsOf(call, location, key), key, value)];
        const textsOf = (text: string) => new Map([[configName, text]]);
        const texts = { before: textsOf(before), after: textsOf(after) };
        const heard = hearOwnWords(call.env, location, { ...texts, events: [] });
        replaceFile(resolveInside(location.memory, file), after);
        return heard;
      });
      const outcome = await compileAndWrite(call);
      for (const line of back) call.say(line);
      return { ...outcome, problems: [...unsaid, ...outcome.problems], done };
    },
  };
};

/** A setting as this caller may read it: an agent gets none that is damaged, or that git brought and nobody has seen. */
export function settingOf(caller: Caller, location: MemoryLocation, key: Setting): unknown {
  const fields = fieldsOf(caller, location, key);
  const isWhole = outsideMemories.includes(key) || agentOf(caller) === undefined;
  if (isWhole) return valueAt(fields, key);
  const isUnheard = unheardSettings(caller, location).has(key);
  return isUnheard ? undefined : valueAt({ ...parseConfig(JSON.stringify(fields), []) }, key);
}

/** The value that acts, as a person reads it: what is set, else the default. */
export function shownSetting(call: RequestCall, location: MemoryLocation, key: Setting): string {
  const say = words[call.language()];
  if (unheardSettings(call, location).has(key)) return say.unseen;
  const value = settingOf(call, location, key);
  const isSet = valueAt(fieldsOf(call, location, key), key) !== undefined;
  if (isSet || key === 'goals') return value === undefined ? say.unset : textOfSetting(value);
  return say.default(textOfSetting(defaultOf(location, key)));
}

/** The line that names the command by which a setting is as it was; none for what no command writes. */
function backTo(call: RequestCall, location: MemoryLocation, key: Setting): string[] {
  const before = valueAt(fieldsOf(call, location, key), key) ?? defaultOf(location, key);
  if (key === 'goals' || before === undefined) return [];
  const told = Array.isArray(before) ? before.join(' ') : shellWord(textOfSetting(before));
  const user = location.isUser && !outsideMemories.includes(key) ? ' --user' : '';
  return [changeWords[call.language()].undo(`madness config set ${key} ${told}${user}`)];
}

function defaultOf(location: MemoryLocation, key: Setting): unknown {
  if (key === 'project') return projectNamed(basename(location.root));
  if (key === 'targets') return targetsOf(location, {}).join(' ');
  if (key.startsWith('inject.')) return valueAt({ inject: defaultLimits }, key);
  if (key === 'trial') return location.isUser ? 'session' : 'block';
  return defaults[key] ?? 'on';
}

export function settingNamed(named = '', language: 'en' | 'zh'): Setting {
  const short = { interval: 'review_interval_days' }[named] ?? named;
  const found = settings.find((one) => one === short);
  const say = words[language];
  if (found === undefined) {
    const [close = ''] = nearest(named, settings);
    throw new MadnessError(say.unknown(named, close), say.known(settings.join(', ')));
  }
  return found;
}

function textOfSetting(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** "a goal :: how it is seen :: and how else ;; another goal" */
export function parseGoals(told: string): NonNullable<Config['goals']> {
  return told
    .split(';;')
    .map((one) => one.split('::').map((part) => part.trim()))
    .filter(([goal]) => goal)
    .map(([goal = '', ...criteria]) => {
      const kept = criteria.filter((one) => one !== '');
      return kept.length === 0 ? { goal } : { goal, criteria: kept };
    });
}

/** Undefined for what is no value of this kind; its range is the schema's. */
function parseValue(key: Setting, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (key === 'goals') return parseGoals(text);
  if (key === 'targets') return text.split(/[\s,]+/);
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
  caller: Caller,
  location: MemoryLocation,
  key: Setting,
  value: unknown,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const config = parseConfig(render(fieldsOf(caller, location, key), key, value), problems);
  if (key === 'targets') problems.push(...targetProblems(location, config));
  if (key !== 'goals' && key !== 'project') return problems;
  const { screenSecrets } = await import('../memory/secret-screen.js');
  return [...problems, ...(await screenSecrets({ [key]: value }, 'the command line'))];
}

function fileOf({ env }: Caller, { memory }: MemoryLocation, key: Setting): string {
  return join(outsideMemories.includes(key) ? ownFolder(env) : memory, configName);
}

function fieldsOf(caller: Caller, location: MemoryLocation, key: Setting): Fields {
  const file = fileOf(caller, location, key);
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
