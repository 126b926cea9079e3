import { faults } from '../../messages/problems/sessions.js';
import { words } from '../../messages/sessions/evidence.js';
import { asJson, draftDigest, type Form, fitDigest } from '../../observe/digest.js';
import { readTranscript, turnsAfter } from '../../observe/transcript.js';
import { type Language, MadnessError } from '../../problem.js';
import { userLocation } from '../../store/location.js';
import { locationIfAny } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { isRunning, latestRetrospective } from './repository.js';
import { sessionNamed } from './resolve-session.js';

/** The tokens of a digest for a reader, a sub-agent or one in the background. */
export const digestTokens = 3200;

/** The digest of a session within `budget` tokens. Without `after`, a review reads what is new to it. */
export function digestSession(
  caller: Caller & { readonly language: () => Language },
  name: string,
  budget: number,
  form: Form,
  given?: string,
): string {
  const { session, file } = sessionNamed(caller, name);
  const after = Number(given ?? readBefore(caller, session));
  if (!Number.isInteger(after) || after < 0) throw new MadnessError(faults.afterLine(given));
  const { turns, coverage } = readTranscript(file);
  const draft = draftDigest(session, turnsAfter(turns, after));
  const { read, reason, copied } = coverage();
  if (read === 'skipped') throw new MadnessError(faults.skipped(file, reason));
  const { partly } = words[caller.language()];
  if (read === 'partly') caller.say(partly(file, reason));
  const say = words[form === asJson ? 'en' : caller.language()].digest;
  if (copied !== undefined)
    draft.cues.unshift({ line: copied.until, kind: 'forked', text: say.copied(copied.from) });
  if (after > 0) draft.cues.unshift({ line: after, kind: 'left_out', text: say.before });
  return form.whole(fitDigest(draft, budget, form));
}

/** For a session under review that continued, the end of its last review. */
function readBefore(caller: Caller, session: string): number {
  const reviewed = [locationIfAny(caller), userLocation(caller.env)]
    .flatMap((location) => (location && latestRetrospective(location)) ?? [])
    .filter(isRunning)
    .flatMap(({ sessions }) => sessions);
  return reviewed.find((one) => one.session === session)?.since ?? 0;
}
