import type { FoundSession } from '../sessions/sessions.js';
import { readTranscript } from '../transcript/transcript.js';
import type { Turn } from '../transcript/turn.js';
import { failureCollector } from './failures.js';
import { instructionCollector } from './instructions.js';
import { refusalCollector } from './refusals.js';
import { habitCollector } from './repeated-requests.js';
import type { ScanRow } from './row.js';

const maxRows = { failure: 10, refusal: 5, instruction: 5, habit: 7 } as const;
const kinds = Object.keys(maxRows) as (keyof typeof maxRows)[];
export const maxScanRows = 20;

/**
 * Finds what recurs in past sessions: failures in at least two sessions with their solutions, refused commands,
 * repeated instructions, and habits of asking. At most 20 rows, best first. Uses no model and writes nothing. Calls
 * `step` before each session; `also` receives each of its turns.
 */
export function scanSessions(
  sessions: readonly FoundSession[],
  step: (done: number) => void,
  also?: (session: string) => (turn: Turn) => void,
): readonly ScanRow[] {
  const collectors = {
    failure: failureCollector(),
    refusal: refusalCollector(),
    instruction: instructionCollector(),
    habit: habitCollector(),
  };
  for (const [index, { session, file, agents }] of sessions.entries()) {
    step(index);
    const readers = Object.values(collectors).map(({ read }) => read(session));
    if (also !== undefined) readers.push(also(session));
    for (const turn of readTranscript(file).turns) for (const read of readers) read(turn);
    // Prompts to an agent are no person's words, so only its failures count.
    for (const agent of agents) {
      const read = collectors.failure.read(agent.session, session);
      for (const turn of readTranscript(agent.file).turns) read(turn);
    }
  }
  const rows = kinds.flatMap((kind) => best(collectors[kind].rows(sessions.length), maxRows[kind]));
  return best(rows, maxScanRows);
}

function best(rows: readonly ScanRow[], count: number): readonly ScanRow[] {
  return [...rows]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, count);
}
