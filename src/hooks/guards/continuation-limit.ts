import type { Fact, GuardFact } from '../../observe/journal.js';
import { sleep } from '../../platform/process-info.js';
import type { Handled, Session, Settings } from '../handler.js';
import { userWords } from '../parse-user-messages.js';
import { type Payload, textOf } from '../payload.js';

/** Continuations in a row; the client itself ends a turn after nine. */
const maxContinuations = 3;
const stopWords =
  /^(?:please |ok,? |no,? )*(?:stop|halt|don'?t continue|do not continue)\b|^(?:请|先)?(?:停|别继续|不要继续|别做了)/i;
/** A longer prompt that begins so is about the work, unless the word is a sentence of its own. */
const maxStopLength = 40;
const stopSentence =
  /^(?:please |ok(?:ay)?,? |no,? |hey,? )*(?:stop(?: (?:it|that|there|here|now|please|everything|for now))?|halt|hold (?:on|off|it)(?: (?:a|one|for a) (?:second|sec|moment|minute|bit))?|wait(?: (?:a|one) (?:second|sec|moment|minute|bit))?|pause|don'?t (?:continue|go on|proceed)|do not (?:continue|go on|proceed)|that'?s enough)(?:,? please)?\s*(?:[.!,;:…]|[-–—]|\n|$)|^(?:请|先|好了?，?|不，?|喂，?)*(?:停(?:一?下|下来|手|住|止)?|等(?:一?下|等|一等|会儿?|一会儿?)|稍等(?:一下)?|慢着|且慢|暂停(?:一下)?|打住|住手|别继续了?|不要继续了?|别做了|到此为止)(?:吧|啊|呀)?\s*(?:[。！!，,；;…]|\n|$)/i;

/** True if a person asked that nothing continues automatically. It can only hold work back. */
export function isStopPrompt(prompt: string): boolean {
  const said = prompt.trim();
  return (said.length <= maxStopLength && stopWords.test(said)) || stopSentence.test(said);
}

const asked =
  /^(?:(?:but|and|so|wait|hm+),? )?(?:why|what|how|which|when|where|who|whose|is|are|was|were|do|does|did|have|has|should|any)\b|为什么|为何|什么|怎么|怎样|如何|哪|谁|几|多少|[吗呢]\s*[?？]$/i;
const requested = /^(?:请|帮|能|可以|可否|能否)|^(?:how|what) about\b|^why (?:not|don'?t)\b/i;

/** True for a prompt that only asks: its answer ends the turn. */
function isQuestion(prompt: string): boolean {
  const said = prompt.trim();
  return (
    said.length <= maxQuestionLength &&
    /[?？]$/.test(said) &&
    asked.test(said) &&
    !requested.test(said)
  );
}

const maxQuestionLength = 200;

/** True for an answer whose last line asks the person. */
function endsAsking(answer: string): boolean {
  const last = answer.trimEnd().split('\n').at(-1) ?? '';
  return /[?？][\s*_"'”’)）]*$/.test(last);
}

/**
 * Permission to continue a turn, or undefined. Work never continues without a person, while background work runs, after
 * "stop" or an interrupt, after a question of either side, or after three continuations in a row. `isOrdered`: the
 * person gave the number of rounds, or the work goes forward.
 */
export function continuation(
  payload: Payload,
  session: Session,
  { attended }: Settings,
  guard: string,
  { isOrdered }: { readonly isOrdered?: boolean } = {},
): Pick<Handled, 'facts'> | undefined {
  if (!attended || textOf(payload, 'agent_id') !== '') return undefined;
  const tasks = payload.background_tasks;
  if (Array.isArray(tasks) && tasks.length > 0) return undefined;
  const text = textWithPrompt(payload, session);
  if (isStopped(session, text)) return undefined;
  // Rounds that the person ordered go on after a question too, and are limited by their own number.
  if (isOrdered === true)
    return { facts: [{ kind: 'guard', guard, action: 'continue', count: 0 }] };
  const prompt = userWords(text, '', session.record()?.heard).prompt || session.record()?.prompt;
  if (isQuestion(prompt ?? '') || endsAsking(textOf(payload, 'last_assistant_message')))
    return undefined;
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
  const last = session.journal().findLast(
    (fact): fact is Fact & GuardFact =>
      fact.kind === 'guard' &&
      fact.action === 'continue' &&
      // Rounds that the person ordered are none in a row.
      fact.count !== 0 &&
      fact.ts !== now,
  );
  return last?.count ?? 0;
}
