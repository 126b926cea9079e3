import { houseOf } from '../application/memory/resolve-memory.js';
import { nextOf } from '../application/retrospective/next-step.js';
import { readCandidates, retrospectiveInWork } from '../application/retrospective/repository.js';
import { tellArchived } from '../application/retrospective/resolve-session.js';
import type { CountedSession, Hunt } from '../application/retrospective/unreviewed-sessions.js';
import { claudeFolder } from '../platform/folders.js';
import { MadnessError, type Problem } from '../problem.js';
import type { Choice } from '../reflect/choose-sessions.js';
import { isWatched } from '../reflect/progress.js';
import type { Retrospective } from '../schema.gen.js';
import { type Context, flag, printJson, report } from '../terminal/context.js';
import { printNext } from '../terminal/suggest-command.js';
import type { Adopted } from '../worker/adopt-prepared.js';
import { words as reflectWords } from './reflect.js';
import { words } from './retro.js';

/** Why no review can begin, and what to do. */
export function nothingToReview(
  context: Context,
  hunt: Hunt,
  choice: Choice<CountedSession>,
  archived: readonly string[],
): MadnessError {
  const left = [...hunt.left_out, ...choice.left_out];
  const all = flag(context, 'all')
    ? ''
    : ' madness retro start MODE --all takes those of every project.';
  const held = tellArchived(archived, words.en);
  const running = retrospectiveInWork(houseOf(context))?.id;
  const more = [
    all,
    ...(running ? [`${running} was not given up: madness retro status goes on with it.`] : []),
    ...(held ? [held] : []),
  ].join('\n    ');
  if (left.length > 0)
    return new MadnessError(
      `Expected sessions to review, got none: ${left.length === 1 ? 'the only new one is' : `all ${left.length} new ones are`} left out (${left[0]?.session}: ${left[0]?.reason}).`,
      `madness sessions says how each was read.${more}`,
    );
  if (hunt.reviewed > 0)
    return new MadnessError(
      `Expected sessions to review, got none: all ${hunt.reviewed} were reviewed already.`,
      `Work with the agent first; madness status shows what the rules have earned.${more}`,
    );
  return new MadnessError(
    `Expected sessions of this project in ${claudeFolder(context.env)}, got none.`,
    `Run it where you work with Claude Code; madness sessions --all lists every session.${more}`,
  );
}

/** Of the sessions that the archive alone holds: it may be years of work. */
const mostListed = 500;

/** What was chosen for a review that begins. */
export function tellStart(
  context: Context,
  retro: Retrospective,
  archived: readonly string[],
  adopted: readonly Adopted[],
  problems: readonly Problem[],
): number {
  const next = nextOf(context);
  const { id, sessions, left_out, left_for_later, language } = retro;
  if (flag(context, 'json')) {
    const rows = sessions.map(({ file, weak, ...row }) => row);
    printJson(context, {
      id,
      sessions: rows,
      left_out,
      left_for_later,
      archived: archived.slice(0, mostListed),
      adopted,
      next,
      problems,
    });
    return 0;
  }
  report(context, problems);
  const say = words[language];
  context.print(say.started(id, sessions.length, left_for_later));
  for (const one of sessions)
    context.print(`  ${one.session}  ${(one.last ?? '').slice(0, 10)}  ${say.session(one)}`);
  for (const { session, model, verdicts, refused } of adopted) {
    context.print(`  ${reflectWords[language].adopted(session, model, verdicts, refused.length)}`);
    report(context, refused);
  }
  for (const [reason, names] of byReason(left_out))
    context.print(`  ${say.leftOut(names.slice(0, 3), names.length, reason)}`);
  const watched = readCandidates(houseOf(context)).filter(isWatched).length;
  if (watched > 0) context.print(`  ${say.observed(watched)}`);
  const held = tellArchived(archived, say);
  if (held !== undefined) context.print(`  ${held}`);
  printNext(context, next);
  return 0;
}

function byReason(left_out: Retrospective['left_out']): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { session, reason } of left_out)
    groups.set(reason, [...(groups.get(reason) ?? []), session]);
  return groups;
}
