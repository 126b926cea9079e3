import { hasDialog } from '../application/approval/agent.js';
import { changeAsAllowed } from '../application/approval/request-change.js';
import { assetSetOf, idNamed } from '../application/memory/asset-set.js';
import { type Outcome, open } from '../application/memory/transaction.js';
import { isId } from '../learn/asset.js';
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

/** The id that the first argument says, or that of the one rule with that title. */
export function ruleNamed(context: Context): string {
  const [named = ''] = context.args;
  return isId(named) ? named : idNamed(assetSetOf(open(context)), named);
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
    printJson(context, { ...more, ...askedJson(pending), problems });
    return hasErrors(problems) ? 1 : 0;
  }
  const code = report(context, problems);
  for (const line of pendingLines(context, pending)) context.print(line);
  if (pending === undefined && done !== undefined) {
    const say = words[context.language()];
    const isDry = flag(context, 'dryRun') && code === 0;
    if (isDry) context.print(say.dryRun);
    context.print(context.paint?.('good', done) ?? done);
    for (const one of targets) context.print(say.target(one));
    if (isDry) for (const path of written) context.print(say.wouldWrite(path));
  } else if (pending === undefined && code !== 0) context.say(words[context.language()].refused);
  return code;
}

type Pending = Outcome['pending'];

/** What JSON has of a change that waits for its question. */
export function askedJson(pending: Pending): object {
  return pending === undefined
    ? {}
    : { pending: pending.id, ask: { questions: pending.questions } };
}

/** How an agent asks the person about a change; nothing where none waits. */
export function pendingLines(context: Context, pending: Pending): readonly string[] {
  if (pending === undefined) return [];
  const { id, questions } = pending;
  const say = askWords[context.language()];
  if (!hasDialog(context)) return [say.noDialog(id)];
  if (questions.length === 0) return [say.tooLong(id)];
  return [
    say.waits(id),
    suggestCommand(context, say.next(id)),
    JSON.stringify({ questions }, null, 2),
  ];
}
