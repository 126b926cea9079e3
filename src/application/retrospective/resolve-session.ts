import { faults } from '../../messages/problems/retrospective.js';
import {
  archiveFolder,
  newestCopies,
  readManifest,
  sessionOf,
} from '../../observe/archive/manifest.js';
import type { Transcript } from '../../observe/sessions/find-files.js';
import { resolveSession } from '../../observe/sessions/resolve-name.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import { hintOf, MadnessError } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import { shellWord } from '../../text.js';

/** As `resolveSession` finds it; of one that the client has deleted it says how it comes back from the archive. */
export function sessionNamed(context: Context, name: string): Transcript {
  try {
    return resolveSession(name, claudeFolder(context.env), context.cwd);
  } catch (error) {
    const held = error instanceof MadnessError && heldAs(name, ownFolder(context.env));
    if (!held) throw withOwn(error, context);
    throw new MadnessError(faults.archivedOnly(name, held, shellWord(held)));
  }
}

/** An agent quotes what the user says in its own session, whose name a compaction may have taken from it. */
function withOwn(error: unknown, { env }: Context): unknown {
  const own = env.CLAUDE_CODE_SESSION_ID;
  if (!(error instanceof MadnessError) || !own) return error;
  return new MadnessError(faults.ownSession(error.wording, hintOf(error.wording), own));
}

/** Undefined where none or several fit. */
function heldAs(name: string, home: string): string | undefined {
  const wanted = name.replace(/\.jsonl$/, '');
  const { manifest } = readManifest(archiveFolder(home));
  const held = [...new Set([...newestCopies(manifest).values()].map(sessionOf))];
  const fitting = wanted === '' ? [] : held.filter((session) => session.startsWith(wanted));
  return (
    fitting.find((session) => session === wanted) ?? (fitting.length === 1 ? fitting[0] : undefined)
  );
}
