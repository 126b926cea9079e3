import { faults } from '../../messages/problems/retrospective.js';
import { archiveFolder, newestCopies, readManifest, sessionOf } from '../../observe/archive.js';
import { resolveSession, type Transcript } from '../../observe/sessions.js';
import { sessionIn } from '../../platform/agent-signs.js';
import { ownFolder, sessionFolders } from '../../platform/folders.js';
import { hintOf, MadnessError } from '../../problem.js';
import { shellWord } from '../../text.js';
import type { Caller } from '../memory/run-context.js';

/** Works like `resolveSession`. If the client deleted the session, says how to restore it from the archive. */
export function sessionNamed(caller: Caller, name: string): Transcript {
  try {
    return resolveSession(name, sessionFolders(caller.env), caller.cwd);
  } catch (error) {
    const held = error instanceof MadnessError && heldAs(name, ownFolder(caller.env));
    if (!held) throw withOwn(error, caller);
    throw new MadnessError(faults.archivedOnly(name, held, shellWord(held)));
  }
}

/** An agent quotes its own session; a compaction may have removed its name. */
function withOwn(error: unknown, { env }: Caller): unknown {
  const own = sessionIn(env);
  if (!(error instanceof MadnessError) || !own) return error;
  return new MadnessError(faults.ownSession(error.wording, hintOf(error.wording), own));
}

/** Undefined if none or several fit. */
function heldAs(name: string, home: string): string | undefined {
  const wanted = name.replace(/\.jsonl$/, '');
  const { manifest } = readManifest(archiveFolder(home));
  const held = [...new Set([...newestCopies(manifest).values()].map(sessionOf))];
  const fitting = wanted === '' ? [] : held.filter((session) => session.startsWith(wanted));
  return (
    fitting.find((session) => session === wanted) ?? (fitting.length === 1 ? fitting[0] : undefined)
  );
}
