import {
  adoptionOf,
  fileNameOf,
  type ParsedAssets,
  parseAssets,
  renderItems,
} from '../learn/asset.js';
import { type Fold, fold } from '../learn/confidence.js';
import { eventKinds } from '../learn/event.js';
import { bornAssets, type EventLog, type ParsedLog, withEvents } from '../learn/log.js';
import {
  cameFromElsewhere,
  decideStanding,
  type Limits,
  type Selection,
  type Standing,
  selectRules,
  stamp,
} from '../learn/standing.js';
import type { Problem } from '../problem.js';
import type { Asset, Event } from '../schema.gen.js';
import { renderIndexJson, renderIndexMarkdown, ruleName } from './catalog.js';
import {
  blockName,
  blockRules,
  hashRules,
  holdsBlock,
  isOwnBlock,
  isSpacing,
  lineEnd,
  renderBlock,
  renderRules,
  savedBlockName,
  unfitReason,
} from './claude-md.js';
import type { Language } from './template.js';
import { renderViews } from './views.js';

/** A memory as it was read: texts and parsed log, no handle to the world. */
export interface Memory {
  readonly project: string;
  /** The memory over all projects of a user. */
  readonly isUser?: boolean;
  readonly language: Language;
  readonly limits: Limits;
  readonly trial: 'session' | 'block' | 'off';
  /** genes.json, sops.json, prefs.json → text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly log: ParsedLog;
  /** Names in views/ of files that compile wrote, without .md. */
  readonly views: readonly string[];
  readonly targets: readonly Target[];
  /** Files that were targets once, or may have been: a block there is one that nobody keeps any more. */
  readonly former?: readonly Target[];
}

export interface Target {
  /** Relative to the folder that holds the memory, with forward slashes. */
  readonly path: string;
  /** The bytes as a binary string; undefined where there is no file. */
  readonly text: string | undefined;
  /** Why nothing can be written there; with a text only if it would have to change. */
  readonly problem?: Problem;
}

/** What is to be written. Paths of the memory are relative to it, those of targets as they came. */
export interface Plan {
  readonly memoryFiles: ReadonlyMap<string, string>;
  readonly staleFiles: readonly string[];
  /** Every target that was looked at. */
  readonly targets: readonly string[];
  /** Binary strings. */
  readonly targetFiles: ReadonlyMap<string, string>;
  /** Blocks that were edited by hand, for work/; binary strings. */
  readonly savedBlocks: ReadonlyMap<string, string>;
  readonly events: readonly Event[];
  readonly problems: readonly Problem[];
  readonly standings: readonly Standing[];
  readonly selection: Selection;
  readonly blockVersion: number;
}

/**
 * Everything that follows from a memory, its targets and the instant (ISO 8601) at which a new block
 * would be dated. The same input gives the same bytes.
 */
export async function compile(memory: Memory, now: string): Promise<Plan> {
  const parsed = parseAssets(memory.texts);
  const problems: Problem[] = [...memory.log.problems, ...parsed.problems];
  // A domain names a file: one that is none could leave the folder.
  if (parsed.problems.some((problem) => problem.rule === 'asset/domain')) return nothing(problems);

  const adopted = adopt(memory, parsed.assets);
  const log = withEvents(memory.log.log, adopted);
  const state = fold(log);
  const standings = decideStanding(parsed.assets, state.lives);
  problems.push(...mismatches(log, state, parsed));
  const memoryFiles = new Map<string, string>();
  for (const file of parsed.files) {
    if (file.items === undefined || !file.isPresent) continue;
    const stamped = file.items.map((item) =>
      stampItem(item, parsed.assets, state, file.name, problems),
    );
    memoryFiles.set(file.name, renderItems(stamped));
  }
  const isWhole = parsed.files.every((file) => file.items !== undefined);
  // What cannot be read may hold rules: nothing that would lose them is rewritten.
  if (!isWhole) return { ...nothing(problems), memoryFiles, events: adopted, standings };

  const { selection, left } = selectFitting(standings, memory);
  problems.push(...left);
  const rules = renderRules(selection, memory.trial === 'block');
  const block = await placeBlock(memory, state, rules, now);
  problems.push(...block.problems, ...(await forgottenBlocks(memory.former ?? [])));
  const catalog = { ...memory, block_version: block.version, standings, selection };
  memoryFiles.set('index.json', renderIndexJson(catalog));
  memoryFiles.set('INDEX.md', renderIndexMarkdown(catalog));
  const views = renderViews(memory.language, standings, log.domains);
  for (const [name, text] of views) memoryFiles.set(`views/${name}.md`, text);
  const reflection = block.isNew
    ? [reflectionOf(selection, memory.trial, hashRules(rules), now)]
    : [];
  return {
    memoryFiles,
    staleFiles: memory.views.filter((name) => !views.has(name)).map((name) => `views/${name}.md`),
    targets: memory.targets.filter(({ text }) => text !== undefined).map(({ path }) => path),
    targetFiles: block.targetFiles,
    savedBlocks: block.saved,
    events: [...adopted, ...reflection],
    problems,
    standings,
    selection,
    blockVersion: block.version,
  };
}

function nothing(problems: readonly Problem[]): Plan {
  return {
    memoryFiles: new Map(),
    staleFiles: [],
    targets: [],
    targetFiles: new Map(),
    savedBlocks: new Map(),
    events: [],
    problems,
    standings: [],
    selection: { rules: [], session: [], trials: [] },
    blockVersion: 0,
  };
}

/** Assets that no event ever bore get a birth; one whose birth was undone does not. */
function adopt(memory: Memory, assets: ReadonlyMap<string, Asset>): Event[] {
  const born = bornAssets(memory.log.log);
  return [...assets.values()]
    .filter((asset) => !born.has(asset.id))
    .map((asset) => adoptionOf(asset, memory.log.log.count === 0, memory.project))
    .sort((a, b) => ((a.asset_id ?? '') < (b.asset_id ?? '') ? -1 : 1));
}

/** Events about assets that are nowhere, and assets whose birth was undone. */
function mismatches(log: EventLog, state: Fold, { assets, files }: ParsedAssets): Problem[] {
  const problems: Problem[] = [];
  // One that is there and not valid has a problem of its own; in an unreadable file it may be there.
  const isWhole = files.every(({ items }) => items !== undefined);
  const present = new Set(files.flatMap(({ items = [] }) => items.map(idOf)));
  for (const life of state.lives.values()) {
    const asset = assets.get(life.id);
    if (asset === undefined && (life.unborn || !isWhole || present.has(life.id))) continue;
    if (asset === undefined)
      problems.push({
        rule: 'log/unknown-asset',
        severity: 'warning',
        file: 'evolution.jsonl',
        at: life.id,
        message: `Expected an asset ${life.id} in genes.json, sops.json or prefs.json, got none.`,
        hint: `Take it back from git, or undo its birth if it is not wanted (madness why ${life.id}).`,
      });
    else if (life.unborn)
      problems.push({
        rule: 'asset/birth-undone',
        severity: 'warning',
        file: fileNameOf(asset.type),
        at: life.id,
        message: `Expected no asset ${life.id}: its birth was undone.`,
        hint: `Delete it from the file, or undo the undo (madness why ${life.id} shows the events).`,
      });
  }
  for (const [row, target] of log.into) {
    const id = log.names[target] as string;
    if (state.isLive(row) && state.lives.get(id)?.baseline === undefined)
      problems.push({
        rule: 'log/merge-into-nothing',
        severity: 'warning',
        file: 'evolution.jsonl',
        at: id,
        message: `Expected an asset ${id} to merge into, got none: the merge hides nothing.`,
        hint: 'Take the asset back from git, or undo the merge.',
      });
  }
  return [...problems, ...mergeCycles(log, state)];
}

/** Whatever was merged away and still stands survived a cycle. */
function mergeCycles(log: EventLog, state: Fold): Problem[] {
  const survivors = new Set<string>();
  for (const [row, target] of log.into) {
    const from = state.lives.get(log.names[log.asset[row] as number] as string);
    const into = state.lives.get(log.names[target] as string);
    if (eventKinds[log.kind[row] as number] !== 'merge' || !state.isLive(row)) continue;
    if (from?.baseline === undefined || into?.baseline === undefined) continue;
    if (from.id !== into.id && from.absorbedInto === undefined) survivors.add(from.id);
  }
  return [...survivors].sort().map((id) => ({
    rule: 'log/merge-cycle',
    severity: 'warning',
    file: 'evolution.jsonl',
    at: id,
    message: `Expected merges that end, got a cycle through ${id}, which survives as the smallest id.`,
    hint: `Undo one of the merges (madness why ${id} shows them).`,
  }));
}

function idOf(item: unknown): unknown {
  return (item as { id?: unknown } | null)?.id;
}

/** The item with the numbers of the log; anything that is no valid asset stays as it is. */
function stampItem(
  item: unknown,
  assets: ReadonlyMap<string, Asset>,
  state: Fold,
  file: string,
  problems: Problem[],
): unknown {
  const asset = assets.get((item as { id?: string } | null)?.id ?? '');
  const life = asset && state.lives.get(asset.id);
  if (asset !== item || asset === undefined || life?.baseline === undefined) return item;
  const stamped = stamp(asset, life);
  const stale = (['confidence', 'version', 'status', 'validated_count'] as const).filter(
    (key) => asset[key] !== undefined && asset[key] !== stamped[key],
  );
  if (stale.length > 0)
    problems.push({
      rule: 'asset/stale-number',
      severity: 'warning',
      file,
      at: asset.id,
      message: `Expected ${stale.map((key) => `${key} ${stamped[key]}`).join(', ')}, got ${stale.map((key) => asset[key]).join(', ')}: the log wins.`,
      hint: `madness why ${asset.id} shows the events.`,
    });
  return stamped;
}

function selectFitting(
  standings: readonly Standing[],
  { limits, trial, isUser = false, project }: Memory,
): { selection: Selection; left: Problem[] } {
  const left: Problem[] = [];
  const fitting = standings.filter((standing) => {
    const mayBeTried = trial === 'block' && standing.status === 'provisional';
    const wouldStand = standing.life.pinned || standing.status === 'active' || mayBeTried;
    const reason = wouldStand ? unfitReason(standing) : undefined;
    if (reason !== undefined) left.push(reason);
    return reason === undefined;
  });
  // A project's block is the same for everybody, so it is the user's that gives way.
  const travels = (one: Standing) => isUser && trial !== 'block' && cameFromElsewhere(one, project);
  return { selection: selectRules(fitting, limits, travels), left };
}

interface PlacedBlock {
  readonly version: number;
  /** No live reflection names this block yet. */
  readonly isNew: boolean;
  readonly targetFiles: ReadonlyMap<string, string>;
  readonly saved: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
}

/** The block in every target. Without rules nothing is written where there is no block. */
async function placeBlock(
  memory: Memory,
  state: Fold,
  rules: string,
  now: string,
): Promise<PlacedBlock> {
  const problems: Problem[] = [];
  const saved = new Map<string, string>();
  const targetFiles = new Map<string, string>();
  const hash = hashRules(rules);
  const isWanted = rules !== '' || (await anyBlock(memory.targets));
  const isNew = isWanted && !state.blocks.has(hash);
  const version = state.blocks.size + (isNew ? 1 : 0);
  const since = state.blocks.get(hash);
  const date = since === undefined ? now.slice(0, 10) : new Date(since).toISOString().slice(0, 10);
  const block = toBinary(renderBlock(memory.language, rules, version, date));
  for (const target of isWanted ? memory.targets : []) {
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
  /** The old block as a binary string, where somebody changed it. */
  readonly edited?: string;
}

async function placeInTarget(
  { path, text, problem }: Target,
  block: string,
  rules: string,
  state: Fold,
): Promise<Placed> {
  if (problem !== undefined && text === undefined) return { problem };
  if (text === undefined) return rules === '' ? {} : { problem: missingTarget(path) };
  if (holdsBlock(text, block)) return {};
  // The parser is a third of the start-up: it is loaded when something changed.
  const { locateBlock, spliceBlock } = await import('./managed-block.js');
  const located = locateBlock(text);
  if (located.kind === 'none' && rules === '') return {};
  const next = spliceBlock(text, block);
  if (typeof next !== 'string') return { problem: refusal(path, next) };
  if (next === text) return {};
  if (problem !== undefined) return { problem };
  if (located.kind !== 'found') return { text: next };
  const old = text.slice(located.start, located.end);
  const own = block.replaceAll('\n', lineEnd(text));
  if (isSpacing(fromBinary(old), fromBinary(own))) return {};
  const known = (hash: string) => hash === hashRules(rules) || state.blocks.has(hash);
  return isOwnBlock(fromBinary(old), known) ? { text: next } : { text: next, edited: old };
}

async function anyBlock(targets: readonly Target[]): Promise<boolean> {
  return (await holders(targets)).length > 0;
}

async function holders(targets: readonly Target[]): Promise<Target[]> {
  const likely = targets.filter(({ text }) => text?.includes(blockName));
  if (likely.length === 0) return [];
  const { locateBlock } = await import('./managed-block.js');
  return likely.filter(({ text = '' }) => locateBlock(text).kind === 'found');
}

async function forgottenBlocks(former: readonly Target[]): Promise<Problem[]> {
  return (await holders(former)).map(({ path }) => ({
    rule: 'target/forgotten',
    severity: 'warning',
    file: path,
    message: 'Expected no block of rules in a file that is no target, got one that stays as it is.',
    hint: 'Delete it, markers included, or name the file in targets of config.json.',
  }));
}

function reflectionOf(
  selection: Selection,
  trial: Memory['trial'],
  hash: string,
  now: string,
): Event {
  const shown = blockRules(selection, trial === 'block');
  return {
    ts: now,
    event: 'inject_reflection',
    detail: `${shown.length} rules in the block`,
    confidence_delta: 0,
    rules: shown.map(ruleName),
    hash,
  };
}

function missingTarget(path: string): Problem {
  return {
    rule: 'target/missing',
    severity: 'warning',
    file: path,
    message: 'Expected a file for the rule block, got none.',
    hint: 'Run `madness init`: only it creates a missing target.',
  };
}

function refusal(
  file: string,
  { line, message, hint }: { line: number; message: string; hint: string },
): Problem {
  return { rule: 'target/refused', severity: 'error', file, at: line, message, hint };
}

function editedByHand(file: string, saved: string): Problem {
  return {
    rule: 'target/edited-by-hand',
    severity: 'warning',
    file,
    message: 'Expected the block that the last compile wrote, got one that was edited by hand.',
    hint: `madness compile keeps your text in ${saved}; change the assets instead (madness revise).`,
  };
}

export function toBinary(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function fromBinary(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
