import { spawn } from 'node:child_process';
import { writePage } from '../../application/memory/page.js';
import { open } from '../../application/memory/transaction.js';
import { type Words, words } from '../../messages/memory/effect.js';
import { hasErrors } from '../../problem.js';
import { type CommandDefinition, ofUser, since } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { sinceOf } from '../../terminal/since.js';

export const pageCommand: CommandDefinition = {
  usage: 'page',
  summary: {
    en: 'Write one HTML page: rules over time, what came back, hints, what waits.',
    zh: '写一个 HTML 页面：规则的变化、再次出现的失败、提示，以及等待决定的事。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  options: [['--open', 'open it in a browser', '在浏览器中打开'], since, ofUser],
  run: (context) => page(context),
};

/** Writes one HTML file with the figures of `effect`, the state of the rules and the waiting items. */
export const page: Command = (context) => {
  const since = sinceOf(text(context, 'since'), context.now());
  const opened = open(context);
  const { problems, config } = opened;
  const say = words[config.language ?? 'en'];
  // Numbers of a part of the rules would be wrong.
  if (hasErrors(problems)) return { problems };
  const path = writePage(opened, 'page', { env: context.env, now: context.now(), since });
  if (flag(context, 'open')) openInBrowser(context, path, say);
  return { problems, json: { page: path }, bare: true, text: [say.page(path)] };
};

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'open',
  win32: 'explorer.exe',
};

/** With the program that the system has for that, and without waiting for it. */
function openInBrowser({ env, say: talk }: Context, path: string, say: Words): void {
  const opener = openers[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [path], { detached: true, stdio: 'ignore', env });
  child.on('error', () => talk(say.noBrowser(opener)));
  child.unref();
}
