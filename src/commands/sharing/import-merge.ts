import { agentOf } from '../../application/approval/agent.js';
import { importRequest, noLongerWaiting } from '../../application/approval/apply-import.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { planHere } from '../../application/requests/import-file.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { faults } from '../../messages/problems/share.js';
import { holdIn } from '../../messages/reasons.js';
import { words as changeWords } from '../../messages/rules/rule-changes.js';
import { words } from '../../messages/sharing/import.js';
import { hasErrors, MadnessError } from '../../problem.js';
import type { ImportedItem } from '../../share/parse-import.js';
import { type Context, flag, printJson } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { reviewWhere } from '../memory/review-loop.js';
import { importResult } from './import-plan.js';

/** `--merge ID`: what is proposed or held of one rule of the file, after a person has looked. */
export async function mergeOne(
  context: Context,
  items: readonly ImportedItem[],
  named: string,
): Promise<number> {
  const opened = open(context);
  const { language } = opened.memory;
  const say = words[language];
  const plan = planHere(opened, items);
  const item = plan.find(({ id }) => id === named || unreadName(id) === named);
  if (item === undefined)
    throw new MadnessError(
      faults.notInFile(
        named,
        plan
          .slice(0, 5)
          .map((one) => unreadName(one.id))
          .join(', '),
      ),
    );
  const { id } = item;
  if (item.fate === 'same') {
    if (flag(context, 'json')) printJson(context, importResult(context, { skipped: [id] }));
    else context.print(changeWords[language].unrevised(id));
    return 0;
  }
  if (agentOf(context) === undefined)
    for (const { rule, message, found } of item.holds)
      context.say(
        say.held(`${holdIn(language, { rule, message })}${found ? `: “${found}”` : ''} (${rule})`),
      );
  if (
    item.fate === 'held' &&
    (agentOf(context) !== undefined || context.terminal?.() === undefined)
  )
    throw new MadnessError(faults.held(id));
  const isHere = assetSetOf(opened).assets.has(id);
  const request = importRequest({ ...item, fate: isHere ? 'other' : 'new' });
  const gone = [...noLongerWaiting(opened, item).keys()];
  const outcome = await changeAsAllowed(context, [request], { gone });
  if (outcome.pending !== undefined || !flag(context, 'json') || hasErrors(outcome.problems)) {
    const code = finish(context, outcome);
    if (code !== 0 || outcome.pending !== undefined || flag(context, 'yes')) return code;
    if (context.terminal?.() === undefined) return code;
    await reviewWhere(context, (one) => one.kind === 'unread' && one.asset.id === id);
    return code;
  }
  printJson(context, importResult(context, { imported: [id] }));
  return 0;
}
