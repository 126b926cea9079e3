import { hasDialog } from '../application/approval/agent.js';
import { changeAsAllowed } from '../application/approval/request-change.js';
import type { Outcome } from '../application/memory/transaction.js';
import type { Request } from '../learn/change-request.js';
import { words as askWords } from '../messages/approval.js';
import { words } from '../messages/memory/compile.js';
import { hasErrors } from '../problem.js';
import { type Context, flag, printJson, report } from './context.js';
import { suggestCommand } from './next-command.js';

/** Carries changes out by `changeAsAllowed` and prints the outcome. Returns the exit code. */
export async function requestChange(context: Context, ...requests: Request[]): Promise<number> {
  const isDryRun = flag(context, 'dryRun');
  return finish(context, await changeAsAllowed(context, requests, { isDryRun }));
}

/**
 * Prints the outcome of any changing command: its problems, and what it did or filed. `more`: what its JSON has beside
 * that. Returns the exit code.
 */
export function finish(
  context: Context,
  {
    problems,
    done,
    pending,
    targets = [],
    written = [],
  }: Pick<Outcome, 'problems'> & Partial<Outcome>,
  more: object = {},
): number {
  if (flag(context, 'json')) {
    const asked = pending && { pending: pending.id, ask: { questions: pending.questions } };
    printJson(context, { ...more, ...asked, problems });
    return hasErrors(problems) ? 1 : 0;
  }
  const code = report(context, problems);
  if (pending !== undefined) printPending(context, pending);
  else if (done !== undefined) {
    const say = words[context.language()];
    const isDry = flag(context, 'dryRun') && code === 0;
    if (isDry) context.print(say.dryRun);
    context.print(context.paint?.('good', done) ?? done);
    for (const one of targets) context.print(say.target(one));
    if (isDry) for (const path of written) context.print(say.wouldWrite(path));
  } else if (code !== 0) context.say(words[context.language()].refused);
  return code;
}

export function printPending(
  context: Context,
  { id, questions }: NonNullable<Outcome['pending']>,
): void {
  const say = askWords[context.language()];
  if (!hasDialog(context)) {
    context.print(say.noDialog(id));
    return;
  }
  if (questions.length === 0) {
    context.print(say.tooLong(id));
    return;
  }
  context.print(say.waits(id));
  context.print(suggestCommand(context, say.next(id)));
  printJson(context, { questions });
}
