import type { Seen } from '../summary/collector.js';
import type { SessionSummary } from '../summary/summary.js';
import { failureRows, type SeenFailure } from './failures.js';
import { instructionRows, type SeenInstruction } from './instructions.js';
import { refusalRows, type SeenRefusal } from './refusals.js';
import type { ScanRow, Sighting } from './row.js';

const maxRows = { failure: 10, refusal: 5, instruction: 5 } as const;
export const maxScanRows = 20;

/**
 * Finds what recurs in past sessions: failures in at least two sessions with their solutions, refused commands and
 * repeated instructions. At most 20 rows, the person's words first, corrections before all. Uses no model.
 */
export function scanSessions(summaries: readonly SessionSummary[]): readonly ScanRow[] {
  const failures: (SeenFailure & Sighting)[] = [];
  const refusals: (SeenRefusal & Sighting)[] = [];
  const instructions: (SeenInstruction & Sighting)[] = [];
  const programs = new Set<string>();
  const isCopy = copyFinder();
  for (const summary of summaries) {
    const { session, isOfProgram } = summary;
    const own = <T extends Seen>(all: readonly T[]) =>
      all
        .filter((one) => !isCopy(one, session))
        .map((one) => ({ ...one, session, owner: session }));
    failures.push(...own(summary.failures));
    const words = [own(summary.refusals), own(summary.instructions)] as const;
    // Prompts to an agent are no person's words, so only its failures count.
    for (const agent of summary.agents)
      for (const one of agent.failures)
        failures.push({ ...one, session: agent.session, owner: session });
    // What a program sends is no person's words either.
    if (isOfProgram) continue;
    refusals.push(...words[0]);
    instructions.push(...words[1]);
    for (const program of summary.programs) programs.add(program);
  }
  const rows = {
    failure: failureRows(failures),
    refusal: refusalRows(refusals),
    instruction: instructionRows(instructions, programs),
  };
  const of = (kind: keyof typeof maxRows) => best(rows[kind], maxRows[kind]);
  // What the person said leads: a failure that came back asks for nothing by itself.
  const said = best([...of('instruction'), ...of('refusal')], maxScanRows);
  return [...said, ...of('failure')].slice(0, maxScanRows);
}

/** Says whether something stood in an earlier session. */
function copyFinder(): (seen: Seen, session: string) => boolean {
  const owners = new Map<string, string>();
  return ({ copy }, session) => {
    if (copy === undefined) return false;
    const owner = owners.get(copy) ?? session;
    owners.set(copy, owner);
    return owner !== session;
  };
}

function best(rows: readonly ScanRow[], count: number): readonly ScanRow[] {
  return [...rows]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, count);
}
