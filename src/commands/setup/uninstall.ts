import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { languageIn } from '../../application/memory/find-memory.js';
import { installedPlugins } from '../../application/setup/installed.js';
import { locationsOf, memoriesElsewhere, tracesOf } from '../../application/setup/written.js';
import { faults } from '../../messages/problems/setup.js';
import { words } from '../../messages/setup/uninstall.js';
import { ownFolder } from '../../platform/folders.js';
import { withLock } from '../../platform/lock.js';
import { MadnessError, type Problem } from '../../problem.js';
import { consolidateLock } from '../../store/reading-queue.js';
import { askYes } from '../../terminal/ask.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, flag, sayer } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';

export const uninstallCommand: CommandDefinition = {
  usage: 'uninstall',
  summary: {
    en: 'Remove what madness wrote into this project and its clone; memories and the archive stay.',
    zh: '收回写进本项目及其克隆的内容；记忆库和存档保留。',
  },
  group: 'setup',
  options: [
    ['--keep', 'caches and the state of hooks stay as well', '缓存和钩子的状态也保留'],
    ['--purge', 'memories and the archive go too', '记忆库和存档也一并删除', 'person'],
    ['--yes', 'do not ask', '不再询问', 'person'],
  ],
  run: (context) => uninstall(context),
};

/**
 * Takes back what madness wrote into this project and its clone, and what it keeps for itself. Memories and the archive
 * are the user's: they stay unless --purge. With --keep the caches stay too.
 */
export const uninstall: Command = async (context) => {
  const purge = flag(context, 'purge');
  if (purge && flag(context, 'keep')) throw new MadnessError(faults.keepOrPurge);
  const problems: Problem[] = [];
  const own = ownFolder(context.env);
  // What it builds would come back.
  if (existsSync(consolidateLock(own)))
    await withLock(consolidateLock(own), sayer(context), () => {});
  const locations = locationsOf(context);
  const language = locations[0] === undefined ? languageOf(context) : languageIn(locations[0]);
  const say = words[language];
  const others = memoriesElsewhere(own, locations);
  const going = { purge, keep: flag(context, 'keep'), problems, say };
  const plan = tracesOf(context, locations, others, going);
  const terminal = flag(context, 'yes') ? undefined : context.terminal?.();
  if (purge && terminal === undefined && !flag(context, 'yes'))
    throw new MadnessError(faults.purgeUnasked);
  if (terminal !== undefined && plan.length > 0) {
    context.print(say.would);
    for (const { line } of plan) context.print(`  ${line}`);
    for (const memory of others) context.print(`  ${say.elsewhere(memory)}`);
    if (!(await askYes(terminal, language, say.goOn))) return { text: [say.left] };
  }
  for (const { line, run } of plan) {
    run();
    context.print(say.removed(line));
  }
  if (existsSync(own) && readdirSync(own).length === 0) rmdirSync(own);
  const kept = [
    ...(purge ? [] : locations.map(({ memory }) => memory)),
    ...(existsSync(own) ? [own] : []),
    ...others.map(say.elsewhere),
  ];
  const isInstalled = Object.keys(installedPlugins(context.env)).some((id) =>
    id.startsWith('madness@'),
  );
  const remove = say.plugin('claude plugin marketplace remove madness');
  return {
    problems,
    text: plan.length === 0 ? [say.nothing] : [],
    talk: [...kept.map(say.kept), ...(isInstalled ? [remove] : [])],
  };
};
