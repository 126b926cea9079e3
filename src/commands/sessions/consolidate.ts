import { join } from 'node:path';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/sessions/recall.js';
import { bringUpToDate } from '../../observe/recall/index-database.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { tryLock } from '../../platform/lock.js';
import { type Command, problemsOnly, report, sayer } from '../../terminal/context.js';
import { consolidatedName, consolidateLock } from '../../worker/queue.js';
import { workOnJobs } from '../../worker/worker.js';

/** Does work that can wait for idle time: the index, resolved failures, left readings. Then it ends. */
export const consolidate: Command = problemsOnly(async (context) => {
  const own = ownFolder(context.env);
  const say = words[languageIn(locationIfAny(context))];
  makeOwnFolder(own);
  let code = 0;
  await tryLock(consolidateLock(own), async () => {
    // Noted first: a run that is killed is not begun again by each session.
    replaceFile(join(own, consolidatedName), `${context.now().getTime()}\n`);
    const talk = { say: sayer(context), damaged: () => {}, step: () => {} };
    const folders = { claude: claudeFolder(context.env), home: own };
    const { sources, read, problems } = await bringUpToDate(folders, talk);
    context.print(say.searchable(sources.length, read));
    code = report(context, problems);
  });
  // Outside of the lock, for which uninstall waits.
  await workOnJobs(context);
  return code;
});
