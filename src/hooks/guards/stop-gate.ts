import type { Fact, GuardFact } from '../../observe/journal/journal.js';
import type { Handled, Session, Settings } from '../handler.js';
import { userWords } from '../parse-user-messages.js';
import { type Payload, textOf } from '../payload.js';

/** Continuations in a row; the client itself ends a turn after nine. */
const maxContinuations = 3;
const stopWords =
  /^(?:please |ok,? |no,? )*(?:stop|halt|don'?t continue|do not continue)\b|^(?:请|先)?(?:停|别继续|不要继续|别做了)/i;
/** A longer prompt that begins so is about the work. */
const maxStopLength = 40;

/** Whether a person said that nothing shall go on by itself. It holds back, and never decides more than that. */
export function isStopPrompt(prompt: string): boolean {
  const said = prompt.trim();
  return said.length <= maxStopLength && stopWords.test(said);
}

/**
 * What lets a turn go on: undefined where it may not. Nothing goes on by itself where nobody is there, where work goes
 * on in the background, after the person said stop or interrupted, or after three continuations in a row.
 */
export function continuation(
  payload: Payload,
  session: Session,
  { attended }: Settings,
  guard: string,
): Pick<Handled, 'facts'> | undefined {
  if (!attended || textOf(payload, 'agent_id') !== '') return undefined;
  const tasks = payload.background_tasks;
  if (Array.isArray(tasks) && tasks.length > 0) return undefined;
  if (isStopped(session)) return undefined;
  const count = payload.stop_hook_active === true ? countOf(session) + 1 : 1;
  if (count > maxContinuations) return undefined;
  return { facts: [{ kind: 'guard', guard, action: 'continue', count }] };
}

/** Whether the person said stop, or interrupted, since the last prompt that said anything else. */
export function isStopped(session: Session): boolean {
  const { text } = session.unread();
  const { prompt } = userWords(text, '', session.record()?.heard);
  if (prompt !== '') return isStopPrompt(prompt) || isInterruptedAfter(text, prompt);
  return isStopPrompt(session.record()?.prompt ?? '') || isInterruptedAfter(text, '');
}

function isInterruptedAfter(transcript: string, prompt: string): boolean {
  const at = transcript.lastIndexOf('[Request interrupted');
  if (at < 0) return false;
  const words = JSON.stringify(prompt).slice(1, -1).slice(0, 200);
  return prompt === '' || at > transcript.lastIndexOf(words);
}

/** Before this Stop: a guard that stands before this one may have noted its own already. */
function countOf(session: Session): number {
  const now = new Date(session.now).toISOString();
  const last = session
    .journal()
    .findLast(
      (fact): fact is Fact & GuardFact =>
        fact.kind === 'guard' && fact.action === 'continue' && fact.ts !== now,
    );
  return last?.count ?? 0;
}
