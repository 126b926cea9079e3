import { wordSet } from '../../text.js';
import { isCorrection } from '../evidence/user-corrections.js';
import { matchTerms } from '../recall/tokenize.js';
import { maskEach } from '../secrets/mask-secrets.js';
import { isShell } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import type { Collector, KeyOfCommand, Seen } from '../summary/collector.js';
import type { Turn } from '../transcript/turn.js';
import { rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';
import { isOfTask, isPointer, standingInstruction } from './standing-instruction.js';

/** What a person said that may be an instruction, or repeat one. */
export interface SeenInstruction extends Seen {
  readonly terms: readonly string[];
  readonly isStanding: boolean;
  readonly isCorrection: boolean;
}

interface Said extends Omit<SeenInstruction, 'terms'>, Sighting {
  readonly terms: ReadonlySet<string>;
  /** What it names in a way that looks like a program, a path or code. */
  readonly names: ReadonlySet<string>;
}

/** Two texts are alike from this Dice coefficient on, weighted by how rare their words are. */
const minAlike = 0.5;
const maxSaidCharacters = 400;
const maxTerms = 60;
/** A correction that is longer tells of the work, and names much. */
const maxCorrectionCharacters = 160;
/** Programs whose names are words of every sentence. */
const isPlainWord = wordSet(
  'cat cd date do echo env exit export file find for go head history if kill less like ls make more open python read run set sort source tail test then time top true type use watch which while who write',
);

/** Reads lasting instructions and corrections out of the person's words, and what may repeat them. */
export function instructionsIn(words: readonly Seen[]): SeenInstruction[] {
  return words.flatMap((one) => {
    const said = one.text.trim();
    const clause = standingInstruction(said);
    if (clause === undefined && said.length > maxSaidCharacters) return [];
    const text = clause ?? said;
    const terms = [...matchTerms(text).keys()].slice(0, maxTerms);
    const isCorrective = said.length <= maxCorrectionCharacters && isCorrection(said);
    const { line, time, copy } = one;
    const isStanding = clause !== undefined;
    return { line, time, copy, text, terms, isStanding, isCorrection: isCorrective };
  });
}

/** Collects the names of programs that ran. */
export function programCollector(keyOf: KeyOfCommand): Collector<readonly string[]> {
  const programs = new Set<string>();
  const take = ({ role, tool }: Turn) => {
    if (role !== 'tool_input' || tool === undefined || !isShell(tool.name)) return;
    for (const step of keyOf(commandOf(tool)).split('; ')) {
      const [program = ''] = step.split(' ', 1);
      if (program.length > 1 && !isPlainWord.has(program)) programs.add(program);
    }
  };
  return { take, kept: () => maskEach([...programs]) };
}

/**
 * Lasting instructions, and whether they were repeated in another session. Corrections that name the same programs or
 * paths say the same in other words.
 */
export function instructionRows(
  said: readonly (SeenInstruction & Sighting)[],
  programs: ReadonlySet<string>,
): ScanRow[] {
  const all = said.map((one) => ({
    ...one,
    terms: new Set(one.terms),
    names: new Set(one.text.toLowerCase().match(/[a-z][\w@-]*(?:[./][\w@-]+)*/g)),
  }));
  return rowsOf(all, (name) => /[./]\w/.test(name) || programs.has(name));
}

function rowsOf(all: readonly Said[], isName: (word: string) => boolean): ScanRow[] {
  const weight = weights(all);
  const rows: ScanRow[] = [];
  const used = new Set<Said>();
  const seeds = all.filter(
    ({ text, ...said }) =>
      isDemand(said) && !isQuestion(text) && !isPointer(text) && !isOfTask(text),
  );
  // Standing words make the better title.
  for (const seed of seeds.sort((a, b) => Number(b.isStanding) - Number(a.isStanding))) {
    if (used.has(seed)) continue;
    const alike = all.filter(
      (other) =>
        other === seed ||
        dice(seed, other, weight) >= minAlike ||
        (isDemand(other) && other.session !== seed.session && nameTheSame(seed, other, isName)),
    );
    // A correction that nobody repeated is about its task.
    if (!seed.isStanding && sessionsIn(alike) < 2) continue;
    for (const one of alike) used.add(one);
    const sessions = sessionsIn(alike);
    // A single instruction is worth a look if its words are clear; a repeated one more so, a correction most.
    const score = (sessions > 1 ? 2 + sessions : 1) + (seed.isCorrection ? 10 : 0);
    rows.push(rowOf('instruction', seed.text, alike, { score }));
  }
  return rows;
}

/** A question asks for an answer, whatever it is about. */
function isQuestion(text: string): boolean {
  return /[?？]\s*$/.test(text);
}

function isDemand(said: Pick<Said, 'isStanding' | 'isCorrection'>): boolean {
  return said.isStanding || said.isCorrection;
}

/** Whether all that one of two names is named by the other too. */
function nameTheSame(one: Said, other: Said, isName: (word: string) => boolean): boolean {
  const [fewer = [], more = []] = [one, other]
    .map(({ names }) => [...names].filter(isName))
    .sort((a, b) => a.length - b.length);
  return fewer.length > 0 && fewer.every((name) => more.includes(name));
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
