import { agentOf } from '../../application/approval/agent.js';
import { keepAll, lastDecision, lastDecisions } from '../../application/decisions/undo.js';
import { open } from '../../application/memory/transaction.js';
import { decisionIn } from '../../application/team/decision-log.js';
import { isShared, ownDecisions } from '../../application/team/who.js';
import { fold } from '../../learn/fold/fold.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/memory.js';
import { words } from '../../messages/rules/undo.js';
import { MadnessError } from '../../problem.js';
import type { Opened } from '../../store/store.js';
import { askYes } from '../../terminal/ask.js';
import { type CommandDefinition, dryRun, forLog, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { reasonOf, requestChange } from '../../terminal/finish-change.js';

export const undoCommand: CommandDefinition = {
  usage: 'undo [event]',
  summary: {
    en: 'Take back the last decision made here, or any other event.',
    zh: '撤销一次改动，规则的措辞也一并还原；不写编号就撤销你在这里的上一个决定。',
  },
  group: 'rules',
  listed: 'first',
  agent: 'asks',
  options: [forLog, dryRun, ofUser],
  run: (context) => undo(context),
};

export const undo: Command = async (context) => {
  const prefix = (context.args[0] ?? lastDecision).toLowerCase();
  if (prefix !== lastDecision && !/^[0-9a-f]{4,16}$/.test(prefix))
    throw new MadnessError(faults.noEventId(context.args[0]));
  const event = prefix === lastDecision ? await lastOwn(context) : prefix;
  if (event === undefined) return 1;
  const request = {
    action: 'undo',
    event,
    ...reasonOf(context),
  } as const;
  return requestChange(context, request);
};

/**
 * The last decision that this clone wrote. Names a newer one of somebody else, with its command; where there is no
 * other, a person at a terminal is asked whether that one is meant.
 */
async function lastOwn(context: Context): Promise<string | undefined> {
  const opened = open(context, keepAll);
  const { language, log } = opened.memory;
  const say = words[language];
  const own = ownDecisions(context, opened.location);
  const isAlone = () => !isShared(opened.location);
  const last = lastDecisions(opened.kept, fold(log.log).isLive, (id) => own.has(id));
  if (last.own === undefined && last.other === undefined)
    throw new MadnessError(say.noDecision, say.noDecisionHint);
  if (last.other === undefined) return last.own?.id;
  if (isAlone()) return last.other.id;
  const told = tellOther(context, opened, last.other);
  if (last.own !== undefined) {
    context.say(say.newer(told, last.other.id.slice(0, 8)));
    return last.own.id;
  }
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'json'))
    throw new MadnessError(say.notYours(told), say.notYoursHint(last.other.id.slice(0, 8)));
  return (await askYes(terminal, language, say.takeTheirs(told))) ? last.other.id : undefined;
}

function tellOther(context: Context, opened: Opened, one: LoggedEvent): string {
  const { ts, who, title, rule, text } = decisionIn(opened, one, agentOf(context) !== undefined);
  const say = words[opened.memory.language];
  return say.decision(ts.slice(0, 10), who, text, title ?? rule);
}
