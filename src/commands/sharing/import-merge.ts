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
import { answer, type Context, flag, type Result } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { reviewWhere } from '../memory/review-loop.js';
import { importResult } from './import-plan.js';

/** `--merge ID`: what is proposed or held of one rule of the file, after a person has looked. */
export async function mergeOne(
  context: Context,
  items: readonly ImportedItem[],
  named: string,
): Promise<number | Result> {
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
  if (item.fate === 'same')
    return {
      json: importResult(context, { skipped: [id] }),
      text: [changeWords[language].unrevised(id)],
    };
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
  const result = finish(context, outcome);
  if (outcome.pending !== undefined || hasErrors(outcome.problems)) return result;
  if (flag(context, 'json')) return { json: importResult(context, { imported: [id] }) };
  if (flag(context, 'yes') || context.terminal?.() === undefined) return result;
  const code = answer(context, result);
  await reviewWhere(context, (one) => one.kind === 'unread' && one.asset.id === id);
  return code;
}
