import { hasDialog } from '../application/approval/agent.js';
import { assetSetOf, idNamed } from '../application/memory/asset-set.js';
import { type Outcome, open } from '../application/memory/transaction.js';
import { isId } from '../learn/asset.js';
import type { Request } from '../learn/change-request.js';
import { words as askWords } from '../messages/approval.js';
import { words } from '../messages/memory/compile.js';
import { hasErrors } from '../problem.js';
import { type Context, flag, type Result, text } from './context.js';
import { suggestCommand } from './next-command.js';

/** Carries changes out by `changeAsAllowed`; the result says what came of it. */
export async function requestChange(context: Context, ...requests: Request[]): Promise<Result> {
  // What only names a rule loads no more.
  const { changeAsAllowed } = await import('../application/approval/request-change.js');
  const isDryRun = flag(context, 'dryRun');
  return finish(context, await changeAsAllowed(context, requests, { isDryRun }));
}

/** The reason that was given for the log, as a field of a request. */
export function reasonOf(context: Context): { readonly reason?: string } {
  const reason = text(context, 'reason');
  return reason === undefined ? {} : { reason };
}

/** The id that the first argument says, or that of the one rule with that title. */
export function ruleNamed(context: Context): string {
  const [named = ''] = context.args;
  return isId(named) ? named : idNamed(assetSetOf(open(context)), named);
}

/** The result of any changing command: what it did or filed. `more`: what its JSON has beside that. */
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
): Result {
  const say = words[context.language()];
  const isRefused = hasErrors(problems);
  const isDry = flag(context, 'dryRun') && !isRefused;
  const told = (done: string) => [
    ...(isDry ? [say.dryRun] : []),
    context.paint?.('good', done) ?? done,
    ...targets.map((one) => say.target(one)),
    ...(isDry ? written.map((path) => say.wouldWrite(path)) : []),
  ];
  const isAsked = pending !== undefined;
  return {
    problems,
    json: { ...more, ...askedJson(pending) },
    text: isAsked ? pendingLines(context, pending) : done === undefined ? [] : told(done),
    talk: isRefused && !isAsked && done === undefined ? [say.refused] : [],
  };
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
  const { id, questions, over } = pending;
  const say = askWords[context.language()];
  if (!hasDialog(context)) return [say.noDialog(id)];
  if (questions.length === 0) return [say.tooLong(id, over)];
  return [say.waits(id), ...dialogLines(context, { dialog: { questions }, ids: [id] })];
}

/** A dialog that an agent has to show, and how it goes on; nothing without one. */
export function dialogLines(
  context: Context,
  {
    dialog,
    ids,
  }: {
    readonly dialog?: { readonly questions: readonly object[] } | undefined;
    readonly ids: readonly string[];
  },
): readonly string[] {
  if (dialog === undefined) return [];
  const { next } = askWords[context.language()];
  return [suggestCommand(context, next(ids.join(' '))), dialogText(dialog.questions)];
}

/** The input of AskUserQuestion, one question a line: a model copies it word for word. */
export function dialogText(questions: readonly object[]): string {
  return `{"questions":[\n${questions.map((one) => JSON.stringify(one)).join(',\n')}\n]}`;
}
