import { clientName, recordPath, recordText, type SessionClient } from '../observe/journal.js';
import { maskSecrets } from '../observe/secrets.js';
import { oneLine } from '../text.js';
import type { Handled, NewFact, Session, Settings } from './handler.js';
import { type UserWords, userWords } from './parse-user-messages.js';
import { type Payload, textOf } from './payload.js';

/** Reads what was said since the last call. Corrections become facts; the last words go into the session's record. */
export function updateSessionRecord(
  payload: Payload,
  session: Session,
  { client_pid }: Settings,
  now: { readonly said: string; readonly ended: boolean },
): Pick<Handled, 'facts' | 'files'> & {
  readonly words: Pick<UserWords, 'standing' | 'corrections' | 'counts'>;
} {
  const { text, offset } = session.unread();
  const before = session.record();
  const since = before?.since ?? 0;
  const { prompt, corrections, standing, heard, counts } = userWords(
    text,
    since === 0 ? '' : new Date(since).toISOString(),
    before?.heard,
  );
  const record = {
    session: session.id,
    transcript: textOf(payload, 'transcript_path'),
    since,
    last: session.now,
    ...clientOf(session, client_pid, now.ended),
    prompt: short(prompt) || (before?.prompt ?? ''),
    said: short(now.said) || (before?.said ?? ''),
    taken: false,
    offset,
    heard,
  };
  return {
    words: { standing, corrections, counts },
    facts: corrections.map((words): NewFact => ({ kind: 'correction', text: short(words) })),
    files: {
      [recordPath(session.project().key, session.folder)]: recordText(record),
    },
  };
}

function short(text: string): string {
  return text === '' ? '' : oneLine(maskSecrets(text.slice(0, 2000)), 240);
}

/**
 * The file that names a session's client. A second client does not replace a living one: otherwise a tool could open
 * the session in its own terminal and count as the person's client.
 */
export function clientFile(
  session: Session,
  { client_pid }: Settings,
  ended: boolean,
): Record<string, string> {
  if (client_pid === 0 || isOtherClient(session, client_pid)) return {};
  const client = clientOf(session, client_pid, ended);
  return { [`state/${session.folder}/${clientName}`]: `${JSON.stringify(client)}\n` };
}

/** The client that owns the session from now on. The end of a second client does not end the session. */
export function clientOf(session: Session, client_pid: number, ended: boolean): SessionClient {
  return isOtherClient(session, client_pid) ? session.client() : { pid: client_pid, ended };
}

/** True if the session belongs to another living client. */
export function isOtherClient(session: Session, pid: number): boolean {
  const { pid: known, ended } = session.client();
  return known !== 0 && known !== pid && !ended && session.isAlive(known);
}
