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
import { type Context, flag, type Result } from '../../terminal/context.js';
import { suggestStep } from '../../terminal/next-command.js';

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

/** The sessions chosen for a new review. */
export function startOf(
  context: Context,
  retro: Retrospective,
  archived: readonly string[],
  adopted: readonly Adopted[],
  problems: readonly Problem[],
): Result {
  const { id, sessions, left_out, left_for_later, language } = retro;
  const rows = sessions.map(({ file, weak, ...row }) => row);
  const listed = archived.slice(0, maxListed);
  const say = words[language];
  const watched = readCandidates(locationOf(context)).filter(isWatched).length;
  const held = tellArchived(archived, say);
  const lines = [
    ...sessions.map(
      (one) => `${one.session}  ${(one.last ?? '').slice(0, 10)}  ${say.session(one)}`,
    ),
    ...adopted.map(({ session, model, verdicts, refused }) =>
      reflectWords[language].adopted(session, model, verdicts, refused.length),
    ),
    ...[...byReason(left_out)].map(([reason, names]) =>
      say.leftOut(names.slice(0, 3), names.length, reason),
    ),
    ...(watched > 0 ? [say.observed(watched)] : []),
    ...(held === undefined ? [] : [held]),
  ];
  const refused = flag(context, 'json') ? [] : adopted.flatMap((one) => one.refused);
  return {
    problems: [...problems, ...refused],
    json: { id, sessions: rows, left_out, left_for_later, archived: listed, adopted },
    text: [say.started(id, sessions.length, left_for_later), ...lines.map((line) => `  ${line}`)],
    next: suggestStep(context, nextOf(context)),
    code: 0,
  };
}

function byReason(left_out: Retrospective['left_out']): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { session, reason } of left_out)
    groups.set(reason, [...(groups.get(reason) ?? []), session]);
  return groups;
}
