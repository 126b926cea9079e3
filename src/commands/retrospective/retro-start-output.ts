import { locationOf } from '../../application/memory/resolve-memory.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import type { Adopted } from '../../application/retrospective/prepared.js';
import { readCandidates, retrospectiveInWork } from '../../application/retrospective/repository.js';
import { tellArchived } from '../../application/retrospective/resolve-session.js';
import type {
  CountedSession,
  UnreviewedSessions,
} from '../../application/retrospective/unreviewed-sessions.js';
import { reasonIn } from '../../messages/reasons.js';
import { words } from '../../messages/retrospective/retro.js';
import { words as reflectWords } from '../../messages/sessions/reflect.js';
import { claudeFolder } from '../../platform/folders.js';
import { inBoth, type Language, MadnessError, type Problem } from '../../problem.js';
import type { SessionChoice } from '../../reflect/choose-sessions.js';
import { isWatched } from '../../reflect/progress.js';
import type { Retrospective } from '../../schema.gen.js';
import { type Context, flag, printJson, report } from '../../terminal/context.js';
import { printNext, suggestStep } from '../../terminal/next-command.js';

/** Why no review can begin, and what to do. */
export function nothingToReview(
  context: Context,
  unreviewed: UnreviewedSessions,
  choice: SessionChoice<CountedSession>,
  archived: readonly string[],
): MadnessError {
  const left = [...unreviewed.left_out, ...choice.left_out];
  const running = retrospectiveInWork(locationOf(context))?.id;
  const more = (language: Language): string => {
    const say = words[language];
    const held = tellArchived(archived, say);
    return [
      flag(context, 'all') ? '' : say.ofEveryProject,
      ...(running ? [say.goesOn(running)] : []),
      ...(held ? [held] : []),
    ].join('\n    ');
  };
  const wording = inBoth((language) => {
    const say = words[language].nothing;
    const [first] = left;
    if (first !== undefined) {
      const reason = reasonIn(language, first.reason);
      return say.leftOut(left.length, first.session, reason, more(language));
    }
    if (unreviewed.reviewed > 0) return say.reviewed(unreviewed.reviewed, more(language));
    return say.none(claudeFolder(context.env), more(language));
  });
  return new MadnessError(wording);
}

/** The archive may hold years of sessions. */
const maxListed = 500;

/** Shows the sessions chosen for a new review. */
export function tellStart(
  context: Context,
  retro: Retrospective,
  archived: readonly string[],
  adopted: readonly Adopted[],
  problems: readonly Problem[],
): number {
  const next = suggestStep(context, nextOf(context));
  const { id, sessions, left_out, left_for_later, language } = retro;
  if (flag(context, 'json')) {
    const rows = sessions.map(({ file, weak, ...row }) => row);
    printJson(context, {
      id,
      sessions: rows,
      left_out,
      left_for_later,
      archived: archived.slice(0, maxListed),
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
  const watched = readCandidates(locationOf(context)).filter(isWatched).length;
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
