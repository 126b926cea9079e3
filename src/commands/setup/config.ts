import { locationHere, trustedLocation } from '../../application/memory/resolve-memory.js';
import {
  settingNamed,
  settingOf,
  settings,
  shownSetting,
} from '../../application/requests/set-setting.js';
import { ownConfigProblems } from '../../application/setup/own-config.js';
import { words } from '../../messages/setup/config.js';
import type { MemoryLocation } from '../../store/location.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command, Context } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

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
  run: (context) => runRequest(context, 'config set'),
};

/** Every setting with its value and what it does. */
const configList: Command = (context) => {
  const location = readable(context);
  const say = words[context.language()];
  const values = settings.map((key) => [key, settingOf(context, location, key) ?? null]);
  return {
    problems: ownConfigProblems(context.env),
    bare: true,
    json: Object.fromEntries(values),
    text: settings.map(
      (key) => `${key} = ${shownSetting(context, location, key)}\n  ${say.settings[key]}`,
    ),
  };
};

export const configGet: Command = (context) => {
  const location = readable(context);
  const key = settingNamed(context.args[0], context.language());
  const value = settingOf(context, location, key) ?? null;
  return { json: { [key]: value }, text: [shownSetting(context, location, key)] };
};

/** An agent reads no setting of a memory that nobody here trusts. */
function readable(context: Context): MemoryLocation {
  return trustedLocation(context, locationHere(context));
}
