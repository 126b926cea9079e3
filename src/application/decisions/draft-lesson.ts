import type { Request } from '../../learn/change-request.js';
import { refusals } from '../../messages/retrospective/hand-in.js';
import type { Problem } from '../../problem.js';
import { clauseOf } from '../../reflect/hand-in/lesson.js';
import { refusal } from '../../reflect/hand-in/lines.js';
import { parseHandIn } from '../../reflect/hand-in/parse.js';
import type { Asset, Lesson, NotedLesson } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { localDay } from '../../text.js';
import { withoutOwnQuote } from '../approval/agent-wording.js';
import type { Caller } from '../memory/run-context.js';
import { requestsOf } from '../retrospective/ask-lessons.js';
import { checkLesson } from '../retrospective/hand-in/check-lesson.js';
import { withRoles } from '../retrospective/hand-in/evidence-roles.js';

/** A lesson with the person's words in the place of lines. */
export interface DraftLesson extends Omit<Lesson, 'lines'> {
  readonly sentence: string;
}

/**
 * What a draft asks for, as one change, and the rule that it would become; or why it is refused. `session` is where the
 * person said it.
 */
export async function requestsOfDraft(
  caller: Caller,
  opened: Opened,
  { sentence, ...draft }: DraftLesson,
  session: string | undefined,
): Promise<{
  readonly requests: readonly Request[];
  readonly asset?: Asset;
  readonly problems: readonly Problem[];
}> {
  const at = 'lessons[0]';
  if ('lines' in draft)
    return { requests: [], problems: [refusal(`${at}.lines`, refusals.linesOrSentence)] };
  // The form is that of a hand-in; what it rests on is looked at apart.
  const { refused: misshapen } = parseHandIn({ lessons: [{ ...draft, lines: ['1:1'] }] });
  if (misshapen.length > 0) return { requests: [], problems: misshapen };
  const evidence = [{ ...(session && { session }), quote: clauseOf(sentence) }];
  const today = localDay(caller.now().getTime());
  const checked = checkLesson(opened, draft, { sentence, evidence }, { at, today });
  if (checked.asset === undefined) return { requests: [], problems: checked.refused };
  // Its day is set when it is kept.
  const { created_at: _, ...wording } = checked.asset;
  const { asset, problems } = await withRoles(caller, wording as Asset);
  const proved = withoutOwnQuote(caller, asset);
  const noted = { ...draft, asset: proved } as unknown as NotedLesson;
  return { requests: requestsOf(noted), asset: proved, problems: asset === proved ? problems : [] };
}
