import { agentOf, forPersonOnly } from '../application/approval/agent.js';
import type { CommandRunner } from '../application/approval/decide.js';
import { placeOf } from '../application/approval/memory-place.js';
import {
  type CommandCall,
  type Facts,
  filePending,
  pendingId,
  voidProblem,
} from '../application/approval/pending-change.js';
import { askedOf, pendingOf } from '../application/approval/request-change.js';
import { forPerson } from '../messages/agent.js';
import { type Words, words } from '../messages/approval.js';
import { MadnessError, type Problem } from '../problem.js';
import type { MemoryLocation } from '../store/location.js';
import { type Context, report } from './context.js';
import { finish } from './finish-change.js';

/**
 * Called by a command before it changes anything. Undefined: go on, as a person runs it or has allowed it. Else the
 * exit code: for an agent, the change was filed and its question printed. `facts` are all that the question names;
 * what differs from them later makes another change.
 */
export async function byQuestion(
  context: Context,
  location: MemoryLocation | undefined,
  name: keyof Words['command'],
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
  const language = context.language();
  const pending = pendingOf(context, agent, location, language, { command });
  const filed = filePending(location, pending);
  const problems: Problem[] = 'problem' in filed ? [{ ...filed.problem, severity: 'error' }] : [];
  if (problems.length > 0) return finish(context, { problems });
  const where = placeOf(context, location, pending.session);
  return finish(context, { problems, pending: askedOf(pending, where, language) });
}

/** The call as it runs again: everything but how its result is printed. */
function callOf({ args, options, cwd }: Context, name: string, facts: Facts): CommandCall {
  const { json, ...kept } = options;
  const given = Object.entries(kept).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return { name, args, options: Object.fromEntries(given), cwd, facts };
}

/** Runs commands of pending changes again for the services that decide them. */
export function commandRunner(context: Context): CommandRunner {
  return {
    facts: async (call) => {
      let told: Facts | undefined;
      const tell = (facts: Facts) => {
        told = facts;
      };
      await runCall(context, call, { tell });
      return told;
    },
    run: async (call, allowed, approval) => {
      const problems: Problem[] = [];
      const collect = (found: readonly Problem[]) => void problems.push(...found);
      const code = await runCall({ ...context, collect }, call, { allowed, approval });
      return { code, problems };
    },
  };
}

/** Runs the command of a pending change again; its exit code. */
async function runCall(
  context: Context,
  { name, args, options, cwd }: CommandCall,
  gate: NonNullable<Context['gate']>,
): Promise<number> {
  const command = await context.commandNamed?.(name);
  const say = words[context.language()];
  if (command === undefined) throw new MadnessError(say.unknown(name), say.unknownHint);
  const { terminal, ...rest } = context;
  return command({ ...rest, args, options, cwd, gate, print: context.say });
}
