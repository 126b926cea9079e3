import { faults } from '../../messages/problems/sessions.js';
import { words } from '../../messages/sessions/evidence.js';
import { findTranscripts } from '../../observe/sessions.js';
import { sessionFolders } from '../../platform/folders.js';
import { type Language, MadnessError } from '../../problem.js';
import { fitted } from '../../reflect/reading/arrange.js';
import type { PrintedLine } from '../../reflect/reading/lines.js';
import type { SessionReading } from '../../reflect/reading/session-reading.js';
import { userLocation } from '../../store/location.js';
import { locationIfAny } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { readWholeSession } from './read-session.js';
import { isRunning, latestRetrospective } from './repository.js';
import { sessionNamed } from './resolve-session.js';

/** The bytes of a reading for a reader in the background. */
export const digestBytes = 12_000;

/** The reading of a session, each line named by the first eight characters of its id. */
export interface DigestOfSession {
  readonly session: string;
  readonly text: string;
  readonly lines: readonly PrintedLine[];
  readonly reading: SessionReading;
}

/** The reading of a session in so many bytes. Without `after`, a review reads what is new to it. */
export function digestSession(
  caller: Caller & { readonly language: () => Language },
  name: string,
  bytes: number,
  given?: string,
): DigestOfSession {
  const { session, file } = sessionNamed(caller, name);
  const since = Number(given ?? readBefore(caller, session));
  if (!Number.isInteger(since) || since < 0) throw new MadnessError(faults.afterLine(given));
  const { transcripts } = findTranscripts(sessionFolders(caller.env));
  const agents = transcripts.filter(({ started_by }) => started_by === session);
  const of = { session, file, agents };
  const { reading, coverage } = readWholeSession(of, since > 0 ? { since } : {});
  const { read, reason } = coverage;
  if (read === 'skipped') throw new MadnessError(faults.skipped(file, reason));
  if (read === 'partly') caller.say(words[caller.language()].partly(file, reason));
  const { text, printed } = fitted(reading, session.slice(0, 8), bytes);
  return { session, text, lines: printed.lines, reading };
}

/** For a session under review that continued, the end of its last review. */
function readBefore(caller: Caller, session: string): number {
  const reviewed = [locationIfAny(caller), userLocation(caller.env)]
    .flatMap((location) => (location && latestRetrospective(location)) ?? [])
    .filter(isRunning)
    .flatMap(({ sessions }) => sessions);
  return reviewed.find((one) => one.session === session)?.since ?? 0;
}
