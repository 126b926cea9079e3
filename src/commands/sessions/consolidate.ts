import { join } from 'node:path';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/sessions/recall.js';
import { bringUpToDate } from '../../observe/recall/index-database.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { tryLock } from '../../platform/lock.js';
import { type Command, problemsOnly, report, sayer } from '../../terminal/context.js';
import { consolidatedName } from '../../worker/queue.js';
import { workOnJobs } from '../../worker/worker.js';

/** Does work that can wait for idle time: left readings, the index, resolved failures. Then it ends. */
export const consolidate: Command = problemsOnly(async (context) => {
  const own = ownFolder(context.env);
  const say = words[languageIn(locationIfAny(context))];
  makeOwnFolder(own);
  let code = 0;
  await tryLock(join(own, 'state', 'consolidate'), async () => {
    // Noted first: a run that is killed is not begun again by each session.
    replaceFile(join(own, consolidatedName), `${context.now().getTime()}\n`);
    await workOnJobs(context);
    const talk = { say: sayer(context), damaged: () => {}, step: () => {} };
    const folders = { claude: claudeFolder(context.env), home: own };
    const { sources, read, problems } = await bringUpToDate(folders, talk);
    context.print(say.searchable(sources.length, read));
    code = report(context, problems);
  });
  return code;
});
