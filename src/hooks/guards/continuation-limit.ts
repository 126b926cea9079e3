import type { Fact, GuardFact } from '../../observe/journal/journal.js';
import { sleep } from '../../platform/process-info.js';
import type { Handled, Session, Settings } from '../handler.js';
import { userWords } from '../parse-user-messages.js';
import { type Payload, textOf } from '../payload.js';

/** Continuations in a row; the client itself ends a turn after nine. */
const maxContinuations = 3;
const stopWords =
  /^(?:please |ok,? |no,? )*(?:stop|halt|don'?t continue|do not continue)\b|^(?:请|先)?(?:停|别继续|不要继续|别做了)/i;
/** A longer prompt that begins so is about the work. */
const maxStopLength = 40;

/** True if a person asked that nothing continues automatically. It can only hold work back. */
export function isStopPrompt(prompt: string): boolean {
  const said = prompt.trim();
  return said.length <= maxStopLength && stopWords.test(said);
}

/**
 * Permission to continue a turn, or undefined. Work never continues without a person, while background work runs, after
 * "stop" or an interrupt, or after three continuations in a row.
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
  if (isStopped(session, textWithPrompt(payload, session))) return undefined;
  const count = payload.stop_hook_active === true ? countOf(session) + 1 : 1;
  if (count > maxContinuations) return undefined;
  return { facts: [{ kind: 'guard', guard, action: 'continue', count }] };
}

/** True if the person said stop or interrupted, and has sent no other prompt since. */
export function isStopped(session: Session, text = session.unread().text): boolean {
  const { prompt } = userWords(text, '', session.record()?.heard);
  if (prompt !== '') return isStopPrompt(prompt) || isInterruptedAfter(text, prompt);
  return isStopPrompt(session.record()?.prompt ?? '') || isInterruptedAfter(text, '');
}

const retries = 10;
const retryMs = 50;

/** Unread text with the prompt of this turn. The client writes a prompt late, and a quick turn ends before that. */
function textWithPrompt(payload: Payload, session: Session): string {
  const id = textOf(payload, 'prompt_id');
  let { text } = session.unread();
  // A turn that goes on began with a prompt that was read.
  if (id === '' || payload.stop_hook_active === true) return text;
  for (let left = retries; left > 0 && !text.includes(`"promptId":"${id}"`); left--) {
    sleep(retryMs);
    text = session.unreadNow().text;
  }
  return text;
}

function isInterruptedAfter(transcript: string, prompt: string): boolean {
  const at = transcript.lastIndexOf('[Request interrupted');
  if (at < 0) return false;
  const words = JSON.stringify(prompt).slice(1, -1).slice(0, 200);
  return prompt === '' || at > transcript.lastIndexOf(words);
}

/** The number before this Stop. An earlier guard of the same Stop may have recorded its own already. */
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
