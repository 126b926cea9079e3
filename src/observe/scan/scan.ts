import { readPart } from '../../platform/fs.js';
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
  const isCopy = copyFinder();
  for (const [index, { session, file, agents }] of sessions.entries()) {
    step(index);
    // What a program sends is no person's words, so only its failures count.
    const heard = isOfProgram(file) ? [collectors.failure] : Object.values(collectors);
    const readers = heard.map(({ read }) => read(session));
    if (also !== undefined) readers.push(also(session));
    for (const turn of readTranscript(file).turns)
      if (!isCopy(turn, session)) for (const read of readers) read(turn);
    // Prompts to an agent are no person's words, so only its failures count.
    for (const agent of agents) {
      const read = collectors.failure.read(agent.session, session);
      for (const turn of readTranscript(agent.file).turns) read(turn);
    }
  }
  const rows = kinds.flatMap((kind) => best(collectors[kind].rows(sessions.length), maxRows[kind]));
  return best(rows, maxScanRows);
}

/** Says whether a turn stood in an earlier session: a client that resumes one may copy its lines under a new id. */
function copyFinder(): (turn: Turn, session: string) => boolean {
  const owners = new Map<string, string>();
  return ({ timestamp, role, text }, session) => {
    if (timestamp === undefined) return false;
    const key = `${timestamp} ${role} ${text.length} ${text.slice(0, 80)}`;
    const owner = owners.get(key) ?? session;
    owners.set(key, owner);
    return owner !== session;
  };
}

const peekBytes = 64 << 10;

/** True for a session that a program started by the SDK or by `claude -p`, and in which nobody typed. */
function isOfProgram(file: string): boolean {
  const text = readPart(file, peekBytes)?.bytes.toString('utf8') ?? '';
  return (
    /"entrypoint":"sdk-|"promptSource":"sdk"/.test(text) && !/"promptSource":"typed"/.test(text)
  );
}

function best(rows: readonly ScanRow[], count: number): readonly ScanRow[] {
  return [...rows]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, count);
}
