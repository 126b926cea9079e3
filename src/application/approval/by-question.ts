import { forPerson } from '../../messages/agent.js';
import { words } from '../../messages/approval.js';
import { MadnessError, type Problem } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import { type Context, type Facts, report } from '../../terminal/context.js';
import { languageIn } from '../memory/find-memory.js';
import { finish } from '../memory/transaction.js';
import { agentOf, forPersonOnly } from './agent.js';
import { type CommandCall, filePending, pendingId, voidProblem } from './pending-change.js';
import type { AskedCommand } from './permitted-commands.js';
import { askedOf, pendingOf } from './request-change.js';

/**
 * Called by a command before it changes anything. Undefined: go on, as a person runs it or has allowed it. Else the
 * exit code: for an agent, the change was filed and its question printed. `facts` are all that the question names;
 * what differs from them later makes another change.
 */
export async function byQuestion(
  context: Context,
  location: MemoryLocation | undefined,
  name: AskedCommand,
  facts: Facts,
): Promise<number | undefined> {
  const { gate } = context;
  const command = callOf(context, name, facts);
  if (gate !== undefined && 'tell' in gate) {
    gate.tell(facts);
    return 0;
  }
  if (gate !== undefined) {
    if (gate.allowed === pendingId({ command })) return undefined;
    return report(context, [voidProblem(gate.allowed)]);
  }
  const agent = agentOf(context);
  if (agent === undefined) return undefined;
  // Without a memory there is no place in which a change could wait.
  if (location === undefined) {
    forPersonOnly(context, forPerson.done, `madness ${name}`);
    return undefined;
  }
  const language = languageIn(location);
  const pending = pendingOf(context, agent, language, { command });
  const filed = filePending(location, pending);
  const problems: Problem[] = 'problem' in filed ? [{ ...filed.problem, severity: 'error' }] : [];
  if (problems.length > 0) return finish(context, { problems });
  return finish(context, { problems, pending: askedOf(pending, language) });
}

/** The call as it runs again: everything but how its result is printed. */
function callOf({ args, options, cwd }: Context, name: AskedCommand, facts: Facts): CommandCall {
  const { json, ...kept } = options;
  const given = Object.entries(kept).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return { name, args, options: Object.fromEntries(given), cwd, facts };
}

/** What the command would be asked about now; undefined where it no longer comes to that. */
export async function factsNow(context: Context, call: CommandCall): Promise<Facts | undefined> {
  let told: Facts | undefined;
  const tell = (facts: Facts) => {
    told = facts;
  };
  await runCall(context, call, { tell });
  return told;
}

/** Runs the command of a pending change again; its exit code. */
export async function runCall(
  context: Context,
  { name, args, options, cwd }: CommandCall,
  gate: NonNullable<Context['gate']>,
): Promise<number> {
  const command = await context.commandNamed?.(name);
  if (command === undefined) throw new MadnessError(words.en.unknown(name), words.en.unknownHint);
  const { terminal, ...rest } = context;
  return command({ ...rest, args, options, cwd, gate, print: context.say });
}
