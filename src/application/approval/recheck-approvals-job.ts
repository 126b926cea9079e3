import { type AnswerFault, words as faultWords } from '../../messages/answer-faults.js';
import { words } from '../../messages/approval.js';
import { readShownQuestion, type TypedNote, type TypedVerb } from '../../observe/journal.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { sleep } from '../../platform/process-info.js';
import { hasErrors, ifPossible, type Problem } from '../../problem.js';
import { openMemory } from '../../store/store.js';
import { trustPages } from '../../store/trust-pages.js';
import { switchReminder } from '../guards/switch-rule-guard.js';
import { languageIn } from '../memory/find-memory.js';
import { locationIfAny, locationOf } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { distrustMemory, trustMemory } from '../memory/trust.js';
import { answerKey } from './answered-question.js';
import { apply, asAsked, ifItRuns, questionNow, waitingChanges } from './decide.js';
import { type PendingChange, shownText } from './pending-change.js';
import type { Choice } from './question.js';
import { type CarriedAnswer, decideAgain } from './recheck-approvals.js';
import { carryOut as change } from './request-change.js';

/**
 * Hooks start this in the background for a session. It carries out the decisions that the person typed. It tests each
 * answered question again and undoes the change when the answer fails that test. Its only evidence is the transcript and
 * the notes of the hooks, so it does not matter who starts it.
 */
export async function decideSessionAgain(caller: Caller, session: string): Promise<void> {
  const own = ownFolder(caller.env);
  await decideAgain(own, claudeFolder(caller.env), session, {
    undo: (carried, why) => undo(caller, session, carried, why),
    carryOut: (typed, line) => carryOut(caller, own, session, typed, line),
    notDone: ({ id }) => {
      const say = words[languageIn(locationIfAny(caller))];
      return say.typedFailed(id, say.notPersons);
    },
    wait: sleep,
  });
}

/** Every event that the answer allowed is reverted, the last one first. */
async function undo(
  caller: Caller,
  session: string,
  { memory, asked, call, choice, command, reminded }: CarriedAnswer,
  why: AnswerFault,
): Promise<string> {
  const run = { ...caller, options: { memory } };
  const location = ifPossible(() => locationIfAny(run));
  const language = languageIn(location);
  const say = words[language];
  const reason = faultWords[language][why];
  if (location !== undefined && command === 'trust') {
    distrustMemory(caller.env, location, caller.now());
    return say.takenBack(asked.id, choice, reason);
  }
  const key = answerKey(call, asked.id);
  if (location && reminded) switchReminder(caller, location, reminded, false);
  const found = await ifItRuns(async () => {
    const { kept } = openMemory(locationOf(run), ({ approval }) => approval?.call === key);
    const events = kept.filter(
      ({ event }) => event.approval?.call === key && event.event !== 'revert',
    );
    const requests = events
      .reverse()
      .map(({ id }) => ({ action: 'undo' as const, event: id, reason }));
    if (requests.length === 0) return false;
    return !hasErrors((await change(run, requests, { by: 'dialog', session })).problems);
  });
  return found === true
    ? say.takenBack(asked.id, choice, reason)
    : say.stands(asked.id, choice, reason);
}

/** Carries out what was typed, where the person was shown exactly what it would do now. Returns a line only if it fails. */
async function carryOut(
  caller: Caller,
  own: string,
  session: string,
  { id, verb }: TypedNote,
  line: number,
): Promise<string> {
  if (verb === 'trust') return trustRead(caller, own, session, id);
  const one = waitingChanges(caller, session).waiting.find(({ pending }) => pending.id === id);
  const language = one?.opened.memory.language ?? languageIn(locationIfAny(caller));
  const say = words[language];
  const choice = one && typedChoice(one.pending, verb);
  if (one === undefined) return say.typedFailed(id, say.unknown(id));
  if (choice === undefined) return say.typedFailed(id, say.notTyped);
  const isSame = readShownQuestion(own, session, id) === shownText(asAsked(one), language);
  if (!isSame || (await questionNow(one)) === 'void')
    return say.typedFailed(id, say.voidMessage(id));
  const approval = { by: 'typed', choice: verb, session, line } as const;
  const problems = await ifItRuns(() => apply(one, choice, approval));
  if (problems === 'taken') return '';
  const wrong = problems === undefined ? say.notTyped : firstError(problems);
  return wrong === undefined ? '' : say.typedFailed(id, wrong);
}

/** Trusts the memory in the state that the person has read to its last page. */
function trustRead(caller: Caller, own: string, session: string, state: string): string {
  const location = locationIfAny(caller);
  const say = words[languageIn(location)];
  if (location === undefined) return say.typedFailed(state, say.unknown(state));
  const isSame = [readShownQuestion(own, session, state), trustPages(location.memory).state].every(
    (one) => one === state,
  );
  if (!isSame) return say.typedFailed(state, say.trustChanged);
  trustMemory(caller.env, location, 'trust', caller.now());
  return '';
}

/** A person can type an answer for these only: each is shown whole and can be undone. */
export function typedChoice(
  { requests, command }: PendingChange,
  verb: TypedVerb,
): Choice | undefined {
  if (command !== undefined) return undefined;
  const action = requests?.[0]?.action;
  if (verb === 'trust') return undefined;
  if (action === 'add') return verb === 'keep' ? 'yes' : verb === 'show' ? undefined : verb;
  if (action === 'pin') return verb === 'show' ? undefined : verb === 'drop' ? 'leave' : 'yes';
  if (action === 'revise') return verb === 'keep' ? 'yes' : verb === 'drop' ? 'leave' : undefined;
  return undefined;
}

function firstError(problems: readonly Problem[]): string | undefined {
  return problems.find(({ severity }) => severity === 'error')?.message;
}
