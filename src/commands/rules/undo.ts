import { agentOf } from '../../application/approval/agent.js';
import { keepAll, lastDecision, lastDecisions } from '../../application/decisions/undo.js';
import { open } from '../../application/memory/transaction.js';
import { decisionIn } from '../../application/team/decision-log.js';
import { changeWith, isShared, ownDecisions } from '../../application/team/who.js';
import { fold } from '../../learn/fold/fold.js';
import { firstOfEach } from '../../learn/history/undo.js';
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
  usage: 'undo [events...]',
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
  const named = context.args.map((one) => one.toLowerCase());
  const wrong = named.find((one) => one !== lastDecision && !/^[0-9a-f]{4,16}$/.test(one));
  if (wrong !== undefined) throw new MadnessError(faults.noEventId(wrong));
  const isLast = named.length === 0 || named[0] === lastDecision;
  const events = isLast ? await lastOwn(context) : named;
  if (events.length === 0) return 1;
  const more = reasonOf(context);
  return requestChange(
    context,
    ...events.map((event) => ({ action: 'undo', event, ...more }) as const),
  );
};

/**
 * The last decision that this clone wrote, with what came by the same change. Names a newer one of somebody else, with
 * its command; where there is no other, a person at a terminal is asked whether that one is meant.
 */
async function lastOwn(context: Context): Promise<readonly string[]> {
  const opened = open(context, keepAll);
  const { language, log } = opened.memory;
  const say = words[language];
  const { isLive } = fold(log.log);
  const ids = ownDecisions(context, opened.location);
  const { own, other } = lastDecisions(opened.kept, isLive, (id) => ids.has(id));
  if (other === undefined) {
    if (own === undefined) throw new MadnessError(say.noDecision, say.noDecisionHint);
    return wholeChange(context, opened, own, isLive);
  }
  if (!isShared(opened.location)) return [other.id];
  const told = tellOther(context, opened, other);
  if (own !== undefined) {
    context.say(say.newer(told, other.id.slice(0, 8)));
    return wholeChange(context, opened, own, isLive);
  }
  const terminal = agentOf(context) === undefined ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'json'))
    throw new MadnessError(say.notYours(told), say.notYoursHint(other.id.slice(0, 8)));
  return (await askYes(terminal, language, say.takeTheirs(told))) ? [other.id] : [];
}

/** A question shows one undo alone, so that an agent asks for one. */
function wholeChange(
  context: Context,
  { kept, location }: Opened,
  { id }: LoggedEvent,
  isLive: (id: string) => boolean,
): string[] {
  const ids = changeWith(context, location, id);
  const change = kept.filter((one) => ids.includes(one.id) && isLive(one.id));
  const all = firstOfEach(change).map((one) => one.id);
  return agentOf(context) === undefined ? all : all.slice(0, 1);
}

function tellOther(context: Context, opened: Opened, one: LoggedEvent): string {
  const { ts, who, title, rule, text } = decisionIn(opened, one, agentOf(context) !== undefined);
  const say = words[opened.memory.language];
  return say.decision(ts.slice(0, 10), who, text, title ?? rule);
}
