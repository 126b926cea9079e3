import { faults } from '../../messages/problems/retrospective.js';
import { findTranscripts } from '../../observe/sessions.js';
import { sessionFolders } from '../../platform/folders.js';
import { ifPossible, type Problem, problem } from '../../problem.js';
import type { Asset, Evidence } from '../../schema.gen.js';
import type { Caller } from '../memory/run-context.js';
import { open } from '../memory/transaction.js';
import type { SessionReader } from '../sessions/session-reader.js';

/** Adds the line and the speaker of each quote from the transcripts. Ignores roles stated by the author. */
export async function withRoles(
  caller: Caller,
  wording: Asset,
): Promise<{ readonly asset: Asset; readonly problems: readonly Problem[] }> {
  const { evidence } = wording;
  if (!Array.isArray(evidence) || !evidence.some((one) => isNamed(one)))
    return {
      asset: evidence === undefined ? wording : { ...wording, evidence: withoutRoles(evidence) },
      problems: [],
    };
  const { sessionReader } = await import('../sessions/session-reader.js');
  const { location, memory } = open(caller);
  const read = sessionReader(caller, location, memory.project);
  const { transcripts } = findTranscripts(sessionFolders(caller.env));
  // Full names only: resolving abbreviations takes seconds with thousands of transcripts.
  const known = new Set(transcripts.map(({ session }) => session));
  const problems: Problem[] = [];
  const checked = withoutRoles(evidence).map((one) => {
    if (!isNamed(one) || !known.has(one.session)) return one;
    const cited = found(read, one.session, one.quote);
    if (cited === undefined) return one;
    if (cited !== 'absent') return { ...one, ...cited };
    problems.push(notFound(one.session, one.quote));
    return one;
  });
  return { asset: { ...wording, evidence: checked }, problems };
}

function notFound(session: string, quote: string): Problem {
  return problem(
    'evidence/not-found',
    { severity: 'warning', file: `session ${session}` },
    faults.quoteNotFound(quote.slice(0, 80)),
  );
}

function isNamed(one: Evidence | null): one is Evidence & { quote: string; session: string } {
  return typeof one?.quote === 'string' && typeof one.session === 'string';
}

function withoutRoles(evidence: Evidence[]): Evidence[] {
  if (!Array.isArray(evidence)) return evidence;
  return evidence.map((one) => {
    if (typeof one !== 'object' || one === null) return one;
    const { role, ...rest } = one;
    return rest;
  });
}

/** undefined if the transcript cannot be read. */
function found(
  read: SessionReader,
  session: string,
  text: string,
): Pick<Evidence, 'line' | 'role'> | 'absent' | undefined {
  return ifPossible(() => {
    const [finding] = read(session).check([{ text }]);
    if (finding === undefined || !('cited' in finding)) return 'absent';
    const { line, role, file } = finding.cited;
    return {
      ...(line === undefined || file !== undefined ? {} : { line }),
      ...(role === undefined ? {} : { role }),
    };
  });
}
