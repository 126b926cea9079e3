import { decidePending } from '../../application/approval/decide.js';
import { decideSessionAgain } from '../../application/approval/recheck-approvals-job.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/approval.js';
import { type Command, flag, printJson, report } from '../../terminal/context.js';
import { commandRunner } from '../../terminal/require-approval.js';

/** Carries out the options that the person chose in this session's dialogs, and explains the rest. */
export const decide: Command = async (context) => {
  const ids = context.args.flatMap((one) => one.split(/\s+/)).filter(Boolean);
  const commands = commandRunner(context);
  if (flag(context, 'again')) {
    for (const session of ids) await decideSessionAgain(context, commands, session);
    return 0;
  }
  const { decided, open, problems } = await decidePending(context, commands, ids);
  if (flag(context, 'json')) {
    printJson(context, { decided, open });
    return report(context, problems);
  }
  const say = words[languageIn(locationIfAny(context))];
  const code = report(context, problems);
  for (const { id, choice, done } of decided) context.print(say.decided(id, choice, done));
  for (const { id, why, words: said } of open) context.print(say.open(id, why, said ?? undefined));
  if (decided.length + open.length === 0) context.print(say.nothing);
  return code;
};
