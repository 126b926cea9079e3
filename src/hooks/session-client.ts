import { clientName, type SessionClient } from '../observe/journal/answer-notes.js';
import type { Session, Settings } from './handler.js';

/**
 * The client of a session, as a file of its folder. A second client on the same session does not replace one that lives:
 * a tool that opens the session in a terminal of its own would else count as the person's.
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

/** Whose session it is from now on. The end of a second client is not that of the session: its own client lives. */
export function clientOf(session: Session, client_pid: number, ended: boolean): SessionClient {
  return isOtherClient(session, client_pid) ? session.client() : { pid: client_pid, ended };
}

/** Whether the session belongs to another client, which lives. */
export function isOtherClient(session: Session, pid: number): boolean {
  const { pid: known, ended } = session.client();
  return known !== 0 && known !== pid && !ended && session.isAlive(known);
}
