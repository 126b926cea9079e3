import { listGuards } from '../../application/guards/list-guards.js';
import { words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, flag, printJson } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

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

/** Lists the guards, or switches one on or off. */
export const guards: Command = (context) =>
  context.args.length === 0 ? list(context) : runRequest(context, 'guards');

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
