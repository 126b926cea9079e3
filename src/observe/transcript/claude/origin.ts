import fs from 'node:fs';
import path from 'node:path';
import { isObject, type Json } from '../turn.js';

/**
 * The session that a record was copied from. A fork keeps time and `uuid`, and names the other session in the model's
 * records (`requestSessionId`), a branch in every record (`forkedFrom`). Undefined for a session's own records, and if
 * the other transcript is missing.
 */
export function originOf(file: string): (record: Json) => string | undefined {
  const isThere = new Map<string, boolean>();
  return ({ forkedFrom, requestSessionId, sessionId }) => {
    const session = isObject(forkedFrom) ? forkedFrom.sessionId : requestSessionId;
    if (typeof session !== 'string' || session === sessionId) return undefined;
    const known = isThere.get(session) ?? hasTranscript(file, session);
    isThere.set(session, known);
    return known ? session : undefined;
  };
}

/** In this transcript's folder or in any project's, because a session can be forked from another folder. */
function hasTranscript(file: string, session: string): boolean {
  if (!/^[\w-]+$/.test(session)) return false;
  const folder = path.dirname(file);
  const isIn = (other: string) => fs.existsSync(path.join(other, `${session}.jsonl`));
  if (isIn(folder)) return true;
  const projects = path.dirname(folder);
  if (path.basename(projects) !== 'projects') return false;
  return fs.readdirSync(projects).some((name) => isIn(path.join(projects, name)));
}
