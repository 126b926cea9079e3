import { listGuards } from '../../application/guards/list-guards.js';
import { withoutHooks } from '../../application/setup/installed.js';
import { ownConfigProblems } from '../../application/setup/own-config.js';
import { words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command, Context, Result } from '../../terminal/context.js';
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

function list(context: Context): Result {
  const rows = listGuards(ownFolder(context.env));
  const say = words[context.language()];
  const text = rows.map(({ name, event, kind, on, fired, last }) => {
    const acted = last === null ? say.never : say.fired(fired, last.slice(0, 10));
    const state = kind === 'native' ? say.kind.native : `${say.state(on)}  ${acted}`;
    return `${name.padEnd(22)} ${event.padEnd(17)} ${state}`;
  });
  return {
    problems: ownConfigProblems(context.env),
    json: rows,
    text,
    talk: withoutHooks(context, context.language()),
  };
}
