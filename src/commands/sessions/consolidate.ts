import { join } from 'node:path';
import { words } from '../../messages/sessions/recall.js';
import { archiveSettings, archiveTranscripts, originalsIn } from '../../observe/archive.js';
import { bringUpToDate } from '../../observe/recall.js';
import { claudeFolder, ownFolder, sessionFolders } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { tryLock } from '../../platform/lock.js';
import { consolidatedName, consolidateLock } from '../../store/reading-queue.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, type Context, type Result, sayer } from '../../terminal/context.js';
import { workOnJobs } from '../../worker/worker.js';

export const consolidateCommand: CommandDefinition = {
  usage: 'consolidate',
  summary: {
    en: 'Bring up to date what past sessions are searched by; hooks do it while nobody works.',
    zh: '更新用来查找过去会话的索引；空闲时由钩子执行。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  run: (context) => consolidate(context),
};

/** Does work that can wait for idle time: the index, resolved failures, left readings. Then it ends. */
export const consolidate: Command = async (context) => {
  const own = ownFolder(context.env);
  const say = words[context.language()];
  makeOwnFolder(own);
  let result: Result = {};
  await tryLock(consolidateLock(own), async () => {
    // Noted first: a run that is killed is not begun again by each session.
    replaceFile(join(own, consolidatedName), `${context.now().getTime()}\n`);
    const talk = { say: sayer(context), damaged: () => {}, step: () => {} };
    const folders = sessionFolders(context.env);
    const { sources, read, problems } = await bringUpToDate(folders, talk);
    result = { problems, text: [say.searchable(sources.length, read)] };
  });
  // Outside of the lock, for which uninstall waits.
  try {
    await keepTranscripts(context, own);
  } finally {
    await workOnJobs(context);
  }
  return result;
};

async function keepTranscripts({ env, now }: Context, own: string): Promise<void> {
  const settings = archiveSettings(own, claudeFolder(env));
  if (!settings.isOn) return;
  const { originals } = originalsIn(sessionFolders(env));
  const silent = { say: () => {}, step: () => {} };
  await archiveTranscripts(own, originals, settings, now().getTime(), silent);
}
