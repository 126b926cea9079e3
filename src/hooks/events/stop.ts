// When: the model is about to end its turn.
// If: none of the guards below applies, and a hint used a rule (look-back-reasons.ts).
// Then: the model is asked once a session, in one line that the client shows to the person too, to look back.
// With reflection on, nothing is asked: the session is counted, and read in the background when it is due.
import { type Fact, lookedBackName, standingName } from '../../observe/journal.js';
import { correctedTo, isPointer } from '../../observe/scan.js';
import { maskSecrets } from '../../observe/secrets.js';
import { numberIn } from '../../platform/read-object.js';
import { consolidatedName } from '../../store/reading-queue.js';
import { isStopped } from '../guards/continuation-limit.js';
import type { Handled, Handler, Session, Settings } from '../handler.js';
import { lessonsOf, reasonsFor } from '../look-back-reasons.js';
import type { HookMemory } from '../memory-reader.js';
import { wordsIn } from '../messages.js';
import { type Payload, textOf } from '../payload.js';
import { countForReflection } from '../queue-background-reading.js';
import { updateSessionRecord } from '../update-session-record.js';

interface Situation {
  readonly payload: Payload;
  readonly session: Session;
  readonly journal: readonly Fact[];
  readonly settings: Settings;
  readonly now: number;
  readonly memory: HookMemory | undefined;
}

/** Each of these keeps the hook silent; what is left unsaid stays in the journal. */
const guards: readonly (readonly [why: string, holds: (now: Situation) => boolean])[] = [
  ['this Stop follows from one of ours', ({ payload }) => payload.stop_hook_active === true],
  ['the person said stop, or interrupted', ({ session }) => isStopped(session)],
  [
    'nobody is there',
    ({ settings }) => !settings.attended || settings.entrypoint.startsWith('sdk'),
  ],
  [
    'work goes on in the background',
    ({ payload: { background_tasks: tasks } }) => Array.isArray(tasks) && tasks.length > 0,
  ],
  ['the person switched it off', ({ settings }) => !settings.look_back],
  ['there is no memory to learn for', ({ memory }) => memory === undefined],
  ['this session has looked back', ({ journal }) => journal.some(({ kind }) => kind === 'review')],
  [
    'another session has looked back not long ago',
    ({ session, settings, now }) =>
      Math.abs(now - session.lookedBack()) < settings.review_pause_minutes * 60_000,
  ],
];

export const handle: Handler = (payload, session, settings) => {
  if (textOf(payload, 'agent_id') !== '') return undefined;
  const said = textOf(payload, 'last_assistant_message');
  const { words, ...heard } = updateSessionRecord(payload, session, settings, {
    said,
    ended: false,
  });
  const start = isBehind(session, settings) ? { start: ['consolidate'] } : {};
  return {
    ...start,
    ...heard,
    next: (written) => {
      const corrected =
        settings.band && written.hasBand() ? correctedTo(words.corrections) : undefined;
      const offer = offerRule(words.standing ?? corrected, written, settings);
      const look = () =>
        settings.reflection.enabled
          ? countForReflection(payload, written, settings, words)
          : lookBack(payload, written, settings);
      return offer === undefined ? look() : { ...offer, next: look };
    },
  };
};

const indexPauseMs = 10 * 60_000;

/** Index and archive are kept up where there is one, so that “last time” means the last time. */
function isBehind(session: Session, { own, archive }: Settings): boolean {
  if (!session.hasIndex() && !archive) return false;
  const last = numberIn(own, consolidatedName);
  return last === undefined || Math.abs(session.now - last) >= indexPauseMs;
}

/** The words are checked in the background; the line for the person comes with the next hook that may speak. */
function offerRule(
  standing: string | undefined,
  session: Session,
  { attended, entrypoint, standing: isOn }: Settings,
): Handled | undefined {
  const hasMemory = session.memories().some(({ isUser }) => !isUser);
  if (standing === undefined || isPointer(standing)) return undefined;
  if (standing !== maskSecrets(standing)) return undefined;
  if (!isOn || !attended || entrypoint !== 'cli' || !hasMemory) return undefined;
  return {
    claims: [['standing']],
    files: { [`state/${session.folder}/${standingName}`]: standing },
    start: ['offer', session.id],
  };
}

function lookBack(payload: Payload, session: Session, settings: Settings): Handled | undefined {
  const journal = session.journal();
  const [memory] = session.memories();
  const situation = { payload, session, journal, settings, now: session.now, memory };
  if (memory === undefined || guards.some(([, holds]) => holds(situation))) return undefined;
  const lessons = lessonsOf(journal);
  const reasons = reasonsFor(lessons);
  if (reasons.length === 0) return undefined;
  const say = wordsIn(memory.language);
  const hints = lessons.hints.map(({ hint }) => hint);
  return {
    // If several turns end at once, only one is asked.
    claims: [['review']],
    files: { [`state/${lookedBackName}`]: new Date(session.now).toISOString() },
    facts: [{ kind: 'review', reasons, hints }],
    context: say.review(memory.isUser),
  };
}
