import { matchTerms } from '../recall/tokenize.js';
import { isOwnWords, typedWords } from '../transcript/turn.js';
import { type Collector, rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';
import { isPointer, standingInstruction } from './standing-instruction.js';

interface Said extends Sighting {
  readonly terms: ReadonlySet<string>;
  readonly isStanding: boolean;
}

/** Two texts are alike from this Dice coefficient on, weighted by how rare their words are. */
const minAlike = 0.5;
const maxSaidCharacters = 400;
const maxTerms = 60;

/** Collects lasting instructions of the person, and whether they repeated them in another session. */
export function instructionCollector(): Collector {
  const all: Said[] = [];
  return {
    read: (session) => (turn) => {
      if (!isOwnWords(turn) || turn.kind === 'command' || turn.kind === 'bash_input') return;
      const said = typedWords(turn).trim();
      const clause = standingInstruction(said);
      if (clause === undefined && said.length > maxSaidCharacters) return;
      const text = clause ?? said;
      const { line, timestamp: time } = turn;
      const terms = new Set([...matchTerms(text).keys()].slice(0, maxTerms));
      all.push({
        session,
        owner: session,
        line,
        time,
        text,
        terms,
        isStanding: clause !== undefined,
      });
    },
    rows: () => instructionRows(all),
  };
}

function instructionRows(all: readonly Said[]): ScanRow[] {
  const weight = weights(all);
  const rows: ScanRow[] = [];
  const used = new Set<Said>();
  for (const seed of all.filter(({ isStanding, text }) => isStanding && !isPointer(text))) {
    if (used.has(seed)) continue;
    const alike = all.filter((other) => other === seed || dice(seed, other, weight) >= minAlike);
    for (const one of alike) used.add(one);
    const sessions = sessionsIn(alike);
    // A single instruction is worth a look if its words are clear; a repeated one more so.
    const score = sessions > 1 ? 2 + sessions : 1;
    rows.push(rowOf('instruction', seed.text, alike, { score }));
  }
  return rows;
}

function weights(all: readonly Said[]): (term: string) => number {
  const count = new Map<string, number>();
  for (const { terms } of all)
    for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + all.length / (count.get(term) ?? 1));
}

function dice(one: Said, other: Said, weight: (term: string) => number): number {
  if (one.session === other.session) return 0;
  const sum = (terms: Iterable<string>) =>
    [...terms].reduce((total, term) => total + weight(term), 0);
  const both = [...one.terms].filter((term) => other.terms.has(term));
  if (both.length < 2) return 0;
  return (2 * sum(both)) / (sum(one.terms) + sum(other.terms));
}
