import type { Fold } from '../learn/fold/fold.js';
import { faults } from '../messages/problems/compile.js';
import { type Language, type Problem, problem, type Wording } from '../problem.js';
import {
  blockName,
  hashRules,
  holdsBlock,
  isOwnBlock,
  isSpacing,
  lineEnd,
  renderBlock,
  savedBlockName,
} from './rule-block.js';

/** A file that holds the rule block, or will hold it. */
export interface Target {
  /** Relative to the folder that holds the memory, with forward slashes. */
  readonly path: string;
  /** The bytes as a binary string; undefined if there is no file. */
  readonly text: string | undefined;
  /** Why nothing can be written there; with a text only if it would have to change. */
  readonly problem?: Problem;
  /** It was never there in this clone, and comes with the first rule: `init` said so, or nothing else is named. */
  readonly isAwaited?: true;
  /** It imports another target: a block of its own would be read twice. */
  readonly isImporting?: true;
}

interface PlacedBlock {
  readonly version: number;
  /** No live reflection names this block yet. */
  readonly isNew: boolean;
  readonly targetFiles: ReadonlyMap<string, string>;
  readonly saved: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

interface Placing {
  readonly language: Language;
  readonly targets: readonly Target[];
  readonly isUser?: boolean;
}

/** The block in every target. Without rules nothing is written if there is no block. */
export async function placeBlock(
  { language, targets, isUser }: Placing,
  state: Fold,
  rules: string,
  now: string,
): Promise<PlacedBlock> {
  const problems: Problem[] = [];
  const saved = new Map<string, string>();
  const targetFiles = new Map<string, string>();
  const hash = hashRules(rules);
  const isWanted = rules !== '' || (await holders(targets)).length > 0;
  const isNew = isWanted && !state.blocks.has(hash);
  const version = state.blocks.size + (isNew ? 1 : 0);
  const since = state.blocks.get(hash);
  const date = since === undefined ? now.slice(0, 10) : new Date(since).toISOString().slice(0, 10);
  const block = toBinary(renderBlock(language, rules, version, date, isUser ? 'user' : 'project'));
  for (const target of isWanted ? targets : []) {
    const placed = await placeInTarget(target, block, rules, state);
    if (placed.problem !== undefined) problems.push(placed.problem);
    if (placed.text !== undefined) targetFiles.set(target.path, placed.text);
    if (placed.edited === undefined) continue;
    const name = savedBlockName(placed.edited);
    saved.set(name, `${placed.edited}\n`);
    problems.push(editedByHand(target.path, name));
  }
  return { version, isNew, targetFiles, saved, problems };
}

interface Placed {
  /** The new text, where it differs. */
  readonly text?: string;
  readonly problem?: Problem;
  /** The old block as a binary string, if a person changed it. */
  readonly edited?: string;
}

async function placeInTarget(
  { path, text: found, problem: obstacle, isAwaited, isImporting }: Target,
  block: string,
  rules: string,
  state: Fold,
): Promise<Placed> {
  if (obstacle !== undefined && found === undefined) return { problem: obstacle };
  if (found === undefined && rules === '') return {};
  const text = found ?? (isAwaited ? '' : undefined);
  if (text === undefined) return { problem: missingTarget(path) };
  if (isImporting) return withoutBlock(text, obstacle, state);
  if (holdsBlock(text, block)) return {};
  // The parser is a third of the start-up: it is loaded when something changed.
  const { locateBlock, spliceBlock } = await import('./managed-block.js');
  const located = locateBlock(text);
  if (located.kind === 'none' && rules === '') return {};
  const next = spliceBlock(text, block);
  if (typeof next !== 'string') return { problem: refusal(path, next) };
  if (next === text) return {};
  if (obstacle !== undefined) return { problem: obstacle };
  if (located.kind !== 'found') return { text: next };
  const old = text.slice(located.start, located.end);
  const own = block.replaceAll('\n', lineEnd(text));
  if (isSpacing(fromBinary(old), fromBinary(own))) return {};
  const known = (hash: string) => hash === hashRules(rules) || state.blocks.has(hash);
  return isOwnBlock(fromBinary(old), known) ? { text: next } : { text: next, edited: old };
}

/** A block of before goes, unless a person changed it. */
async function withoutBlock(
  text: string,
  problem: Problem | undefined,
  { blocks }: Fold,
): Promise<Placed> {
  const { locateBlock, removeBlock } = await import('./managed-block.js');
  const located = locateBlock(text);
  const more = problem === undefined ? {} : { problem };
  if (located.kind !== 'found') return more;
  const block = text.slice(located.start, located.end);
  const bare = removeBlock(text);
  const isOwn = isOwnBlock(fromBinary(block), (hash) => blocks.has(hash));
  return isOwn && typeof bare === 'string' ? { text: bare, ...more } : more;
}

async function holders(targets: readonly Target[]): Promise<Target[]> {
  const likely = targets.filter(({ text }) => text?.includes(blockName));
  if (likely.length === 0) return [];
  const { locateBlock } = await import('./managed-block.js');
  return likely.filter(({ text = '' }) => locateBlock(text).kind === 'found');
}

/** Reports blocks in former targets, which are no longer updated. */
export async function forgottenBlocks(former: readonly Target[]): Promise<Problem[]> {
  return (await holders(former)).map(({ path }) =>
    problem('target/forgotten', { severity: 'warning', file: path }, faults.forgotten),
  );
}

function missingTarget(path: string): Problem {
  return problem('target/missing', { severity: 'warning', file: path }, faults.missing);
}

function refusal(file: string, { line, says }: { line: number; says: Wording }): Problem {
  return problem('target/refused', { file, at: line }, says);
}

function editedByHand(file: string, saved: string): Problem {
  return problem(
    'target/edited-by-hand',
    { severity: 'warning', file },
    faults.editedByHand(saved),
  );
}

export function toBinary(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function fromBinary(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
