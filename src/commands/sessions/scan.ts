import { agentOf } from '../../application/approval/agent.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { messages } from '../../messages/sessions/scan.js';
import { type Context, flag, printJson, report } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import {
  chooseFindings,
  findFindings,
  keepFindings,
  printFinding,
  withoutScore,
} from './scan-findings.js';

/**
 * Prints what came back in past sessions. Reads transcripts, asks no model and writes nothing, unless a person at a terminal
 * chooses what to keep.
 */
export async function scan(context: Context): Promise<number> {
  const location = locationIfAny(context);
  const say = messages[location === undefined ? languageOf(context) : languageIn(location)];
  const { rows, sessions, problems } = findFindings(context, say);
  if (flag(context, 'json')) printJson(context, rows.map(withoutScore));
  else if (sessions === 0) context.say(say.noSessions);
  else if (rows.length === 0) context.say(say.nothing(sessions));
  else {
    for (const row of rows) printFinding(context, row, say);
    context.say(say.found(rows.length, sessions, agentOf(context) !== undefined));
    const terminal = location === undefined || agentOf(context) ? undefined : context.terminal?.();
    if (terminal !== undefined)
      await keepFindings(context, await chooseFindings(terminal, rows, say), say);
  }
  return report(context, problems);
}
