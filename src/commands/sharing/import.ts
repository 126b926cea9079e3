import { agentOf } from '../../application/approval/agent.js';
import type { OtherItem } from '../../application/approval/pending-items.js';
import { fileRequest } from '../../application/approval/request-change.js';
import { idsOf, prepareImport } from '../../application/requests/import-file.js';
import { faults } from '../../messages/problems/share.js';
import { type Words, words } from '../../messages/sharing/import.js';
import { hasErrors, type Language, MadnessError, type Problem } from '../../problem.js';
import type { Planned } from '../../share/plan-import.js';
import { askYes } from '../../terminal/ask.js';
import { type CommandDefinition, toUser } from '../../terminal/command.js';
import {
  answer,
  type Command,
  type Context,
  flag,
  type Result,
  text,
} from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { reviewWhere } from '../memory/review-loop.js';
import { mergeOne } from './import-merge.js';
import { importResult, planLines } from './import-plan.js';

export const importFileCommand: CommandDefinition = {
  usage: 'import [file]',
  summary: {
    en: "Import a teammate's export: clean rules go on trial, the rest waits for you.",
    zh: '导入同事的文件：没有问题的进入试用，其余等你决定。',
  },
  group: 'sharing',
  agent: 'asks',
  options: [
    [
      '--yes',
      'import new clean rules without asking; never held ones',
      '不询问就导入新的、没有问题的规则；被拦下的除外',
    ],
    ['--review', 'then review what is held and proposed', '然后逐条处理被拦下和提议的内容'],
    ['--merge <id>', "replace the rule's wording by the file's", '用文件里的措辞替换这里的规则'],
    toUser,
  ],
  run: (context) => importFile(context),
};

/** A teammate's exported rules, taken as a stranger's: what is clean comes in on trial, the rest waits. */
export const importFile: Command = async (context) => {
  const name = context.args[0];
  if (name === undefined) {
    if (flag(context, 'review')) return reviewWhere(context, isImport);
    throw new MadnessError(faults.nothingToImport);
  }
  const say = words[context.language()];
  const prepared = await prepareImport(context);
  const { items, plan, opened, problems } = prepared;
  if (hasErrors(problems)) return refuse(context, problems, say);
  const merge = text(context, 'merge');
  if (merge !== undefined) return mergeOne(context, items, merge);
  const clean = idsOf(plan, 'new');
  const isNew = plan.some(({ fate }) => fate !== 'seen');
  // A question about no rule would ask nothing: what differs or is held is for a person at a terminal.
  const asked = isNew && clean.length > 0 && (await fileRequest(context, 'import', prepared));
  if (asked) return finish(context, asked);
  for (const line of flag(context, 'json') ? [] : planLines(context, plan, items[0]?.origin, say))
    context.print(line);
  if (isNew && agentOf(context) !== undefined) context.say(say.personDecides);
  else if (await isWanted(context, plan, opened.memory.language)) {
    const outcome = await prepared.do();
    if (hasErrors(outcome.problems)) return refuse(context, outcome.problems, say);
    const result = conclude(context, plan, clean, outcome.done, say);
    const isReview = flag(context, 'review');
    const isOver = !isReview && (clean.length === 0 || flag(context, 'yes'));
    if (isOver || flag(context, 'json')) return result;
    const code = answer(context, result);
    if (isReview) return reviewWhere(context, isImport);
    const isNew = (item: OtherItem) => item.kind === 'unread' && clean.includes(item.asset.id);
    answer(context, await reviewWhere(context, isNew));
    return code;
  }
  return conclude(context, plan, [], undefined, say);
};

/** True for an item that came from a file. */
function isImport(item: OtherItem): boolean {
  if (item.kind === 'unread') return true;
  return item.kind === 'proposal' && item.proposal.origin !== undefined;
}

function refuse(context: Context, problems: readonly Problem[], say: Words): Result {
  return { problems, json: importResult(context, {}), bare: true, talk: [say.refused] };
}

/** Asks a person, no by default. --yes and an answered question skip it. */
async function isWanted(
  context: Context,
  plan: readonly Planned[],
  language: Language,
): Promise<boolean> {
  const say = words[language];
  const clean = idsOf(plan, 'new').length;
  const rest = idsOf(plan, 'other', 'held').length;
  if (plan.every(({ fate }) => fate === 'seen')) return false;
  if (flag(context, 'yes')) return true;
  const terminal = context.terminal?.();
  if (terminal === undefined || flag(context, 'json')) {
    context.say(say.unasked);
    return false;
  }
  return askYes(terminal, language, say.question(clean, rest));
}

function conclude(
  context: Context,
  plan: readonly Planned[],
  imported: readonly string[],
  done: string | undefined,
  say: Words,
): Result {
  const isWaiting = imported.length === 0 && done !== undefined;
  const proposals = isWaiting ? idsOf(plan, 'new', 'other') : idsOf(plan, 'other');
  const skipped = idsOf(plan, 'same', 'seen');
  const isSeen = plan.every(({ fate }) => fate === 'seen');
  const end = plan.length === 0 ? [say.empty] : isSeen ? [say.nothingNew] : [];
  const isBroken = plan.some(({ holds }) => holds.some(({ rule }) => rule === 'import/schema'));
  return {
    json: importResult(context, { imported, skipped, proposals, plan }),
    text: done === undefined ? end : [done],
    code: isBroken ? 1 : 0,
  };
}
