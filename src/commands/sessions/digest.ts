import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { isRunning, latestRetrospective } from '../../application/retrospective/repository.js';
import { sessionNamed } from '../../application/retrospective/resolve-session.js';
import { faults } from '../../messages/problems/sessions.js';
import { words } from '../../messages/sessions/evidence.js';
import { draftDigest } from '../../observe/digest/digest.js';
import { fitDigest } from '../../observe/digest/fit-budget.js';
import { asJson, textForm } from '../../observe/digest/format.js';
import { readTranscript } from '../../observe/transcript/transcript.js';
import { turnsAfter } from '../../observe/transcript/turn.js';
import { MadnessError } from '../../problem.js';
import { userLocation } from '../../store/location.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, flag, text } from '../../terminal/context.js';

export const digestCommand: CommandDefinition = {
  usage: 'digest <session>',
  summary: {
    en: 'Summarise a session: what the user said, failures, loops, calls.',
    zh: '简要说明一个会话里发生了什么：用户的话、失败、循环、调用。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
    ['--budget <tokens>', 'at most so many tokens (default: 4000)', 'token 上限（默认：4000）'],
    [
      '--after <line>',
      'what came after this line (default: all; in a retrospective what is new to it)',
      '此行之后的内容（默认：全部；复盘中为新增部分）',
    ],
  ],
  run: (context) => digest(context),
};

const defaultBudgetTokens = 4000;
const minBudgetTokens = 500;

/** Summarises a session within a budget of tokens. */
export function digest(context: Context): number {
  const budget = Number(text(context, 'budget') ?? defaultBudgetTokens);
  if (!Number.isInteger(budget) || budget < minBudgetTokens) {
    throw new MadnessError(faults.budget(minBudgetTokens, text(context, 'budget')));
  }
  const language = flag(context, 'json') ? 'en' : context.language();
  const form = flag(context, 'json') ? asJson : textForm(language);
  const say = words[language].digest;
  const { session, file } = sessionNamed(context, context.args[0] ?? '');
  const after = afterIn(context, session);
  const { turns, coverage } = readTranscript(file);
  const draft = draftDigest(session, turnsAfter(turns, after));
  const { read, reason, copied } = coverage();
  if (read === 'skipped') {
    throw new MadnessError(faults.skipped(file, reason));
  }
  if (read === 'partly') context.say(words[context.language()].partly(file, reason));
  if (copied !== undefined)
    draft.cues.unshift({ line: copied.until, kind: 'forked', text: say.copied(copied.from) });
  if (after > 0) draft.cues.unshift({ line: after, kind: 'left_out', text: say.before });
  context.print(form.whole(fitDigest(draft, budget, form)));
  return 0;
}

/** The line after which the digest begins. For a session under review that continued, the end of its last review. */
function afterIn(context: Context, session: string): number {
  const given = text(context, 'after');
  const after = Number(given ?? readBefore(context, session));
  if (Number.isInteger(after) && after >= 0) return after;
  throw new MadnessError(faults.afterLine(given));
}

function readBefore(context: Context, session: string): number {
  const reviewed = [locationIfAny(context), userLocation(context.env)]
    .flatMap((location) => (location && latestRetrospective(location)) ?? [])
    .filter(isRunning)
    .flatMap(({ sessions }) => sessions);
  return reviewed.find((one) => one.session === session)?.since ?? 0;
}
