import {
  adoptionOf,
  mayHideRules,
  type ParsedAssets,
  parseAssets,
  renderItems,
} from '../learn/asset.js';
import { type Fold, fold } from '../learn/fold/fold.js';
import {
  decideStanding,
  type Limits,
  type Selection,
  type Standing,
  stamp,
  type TrialPlace,
} from '../learn/fold/rank.js';
import { toldAssets, unreadAssets, untoldProblems } from '../learn/fold/unread-imports.js';
import { inconsistencies } from '../learn/log/consistency.js';
import type { EventLog } from '../learn/log/entry.js';
import { eventId, instant } from '../learn/log/event.js';
import { bornAssets, type ParsedLog, withEvents } from '../learn/log/parse-log.js';
import { faults } from '../messages/problems/compile.js';
import { type Language, type Problem, problem } from '../problem.js';
import type { Asset, Event } from '../schema.gen.js';
import { renderIndexJson, renderIndexMarkdown, ruleName } from './index-files.js';
import { forgottenBlocks, placeBlock, type Target } from './place-block.js';
import { hashRules, renderRules } from './rule-block.js';
import { selectFor } from './select.js';
import { renderViews } from './views.js';

/** A memory as it was read: texts and parsed log, no handle to the world. */
export interface Memory {
  readonly project: string;
  /** The same, if the configuration sets it. The folder's name differs between clones. */
  readonly named?: string | undefined;
  /** The memory over all projects of a user. */
  readonly isUser?: boolean;
  readonly language: Language;
  readonly limits: Limits;
  readonly trial: TrialPlace;
  /** genes.json, sops.json, prefs.json → text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly log: ParsedLog;
  /** True if there was no event before this change, so that only the files count. */
  readonly isUnlogged?: boolean;
  /** Names in views/ of files that compile wrote, without .md. */
  readonly views: readonly string[];
  readonly targets: readonly Target[];
  /** Former or possible targets. A block there is no longer maintained. */
  readonly former?: readonly Target[];
}

/** Everything to write. Paths of the memory are relative to it; target paths are unchanged. */
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
  /** Only rules that a model may read. */
  readonly standings: readonly Standing[];
  /** Imported assets that no person has read. */
  readonly unread: readonly Asset[];
  readonly selection: Selection;
  readonly blockVersion: number;
}

/**
 * Computes everything that follows from a memory, its targets and the date of a new block (ISO 8601). The same input
 * gives the same bytes.
 */
export async function compile(memory: Memory, now: string): Promise<Plan> {
  const parsed = parseAssets(memory.texts);
  const problems: Problem[] = [...memory.log.problems, ...parsed.problems];
  // A domain names a file: one that is none could leave the folder.
  if (parsed.problems.some((problem) => problem.rule === 'asset/domain')) return nothing(problems);

  const adopted = adopt(memory, parsed.assets);
  const log = withEvents(memory.log.log, adopted);
  const state = fold(log);
  const unread = unreadAssets(parsed.assets, state.states);
  const standings = decideStanding(toldAssets(parsed.assets, state.states), state.states);
  problems.push(...inconsistencies(log, state, parsed));
  const memoryFiles = stampedFiles(parsed, state, problems);
  // What cannot be read may be a rule, so nothing that would lose one is rewritten.
  if (mayLoseRules(parsed, state))
    return {
      ...nothing(untoldProblems([...problems, held(parsed)], unread)),
      memoryFiles,
      events: adopted,
      standings,
      unread,
    };

  const { selection, left } = selectFor(standings, memory);
  problems.push(...left);
  const rules = renderRules(selection);
  const block = await placeBlock(memory, state, rules, now);
  // Without a log nobody can tell whose block it was; its copy is named all the same.
  const isFirst = memory.isUnlogged ?? memory.log.log.entries.length === 0;
  const copies = [...block.saved.keys()].join(', ');
  const ofBlock = block.problems.map((one) =>
    isFirst && one.rule === 'target/edited-by-hand'
      ? problem('target/block-kept', { ...one }, faults.blockKept(copies))
      : one,
  );
  problems.push(...ofBlock, ...(await forgottenBlocks(memory.former ?? [])));
  const catalog = { ...memory, block_version: block.version, standings, unread, selection };
  memoryFiles.set('index.json', renderIndexJson(catalog));
  memoryFiles.set('INDEX.md', renderIndexMarkdown(catalog));
  const views = renderViews(memory.language, standings, log.domains);
  for (const [name, text] of views) memoryFiles.set(`views/${name}.md`, text);
  const reflection = block.isNew ? [anew(log, reflectionOf(selection, hashRules(rules), now))] : [];
  return {
    memoryFiles,
    staleFiles: memory.views.filter((name) => !views.has(name)).map((name) => `views/${name}.md`),
    targets: memory.targets
      .filter(({ path, text }) => text !== undefined || block.targetFiles.has(path))
      .map(({ path }) => path),
    targetFiles: block.targetFiles,
    savedBlocks: block.saved,
    events: [...adopted, ...reflection],
    problems: untoldProblems(problems, unread),
    standings,
    unread,
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
    unread: [],
    selection: { rules: [], session: [], trials: [] },
    blockVersion: 0,
  };
}

/** True where a file cannot be read, or an item of one while the log knows a rule that is in none. */
function mayLoseRules(parsed: ParsedAssets, { states }: Fold): boolean {
  if (parsed.files.some(({ items }) => items === undefined)) return true;
  const isKnown = (id: string) => parsed.assets.has(id);
  return mayHideRules(parsed) && [...states].some(([id, { baseline }]) => baseline && !isKnown(id));
}

/** Says that the targets stay, at the first file that is at fault. */
function held({ problems }: ParsedAssets): Problem {
  const [{ file } = { file: 'genes.json' }] = problems;
  return problem('compile/held', { severity: 'warning', file }, faults.held);
}

/** Assets that no event ever bore get a birth; one whose birth was undone does not. */
export function adopt(memory: Memory, assets: ReadonlyMap<string, Asset>): Event[] {
  const born = bornAssets(memory.log.log);
  const isFirst = memory.isUnlogged ?? memory.log.log.entries.length === 0;
  return [...assets.values()]
    .filter((asset) => !born.has(asset.id))
    .map((asset) => adoptionOf(asset, isFirst, memory.named))
    .sort((a, b) => ((a.asset_id ?? '') < (b.asset_id ?? '') ? -1 : 1));
}

/** File name → text, of every asset file that is there and can be read. */
function stampedFiles(
  { files, assets }: ParsedAssets,
  state: Fold,
  problems: Problem[],
): Map<string, string> {
  return new Map(
    files.flatMap(({ name, isPresent, items }): [string, string][] => {
      if (items === undefined || !isPresent) return [];
      const stamped = items.map((item) => stampItem(item, assets, state, name, problems));
      return [[name, renderItems(stamped)]];
    }),
  );
}

const numbers = [
  ...(['confidence', 'version', 'status', 'validated_count', 'failed_count'] as const),
  ...(['last_validated', 'last_failed'] as const),
];

/** Writes the log's numbers into an item. An invalid asset stays unchanged. */
function stampItem(
  item: unknown,
  assets: ReadonlyMap<string, Asset>,
  state: Fold,
  file: string,
  problems: Problem[],
): unknown {
  const asset = assets.get((item as { id?: string } | null)?.id ?? '');
  const ruleState = asset && state.states.get(asset.id);
  if (asset !== item || asset === undefined || ruleState?.baseline === undefined) return item;
  const stamped = stamp(asset, ruleState);
  const stale = numbers.filter((key) => asset[key] !== undefined && asset[key] !== stamped[key]);
  if (stale.length > 0)
    problems.push(
      problem(
        'asset/stale-number',
        { severity: 'warning', file, at: asset.id },
        faults.staleNumber(
          stale.map((key) => `${key} ${stamped[key]}`).join(', '),
          stale.map((key) => `${asset[key]}`).join(', '),
          asset.id,
        ),
      ),
    );
  return stamped;
}

/** Dates the event at the first instant at which its id was not reverted; otherwise it would never count. */
function anew({ entries }: EventLog, event: Event): Event {
  const reverted = new Set(entries.map(({ rare }) => rare?.reverts));
  let free = event;
  for (let later = 1; reverted.has(eventId(free)); later++)
    free = { ...event, ts: new Date(instant(event.ts) + later).toISOString() };
  return free;
}

function reflectionOf({ rules }: Selection, hash: string, now: string): Event {
  return {
    ts: now,
    event: 'inject_reflection',
    detail: `${rules.length} rules in the block`,
    confidence_delta: 0,
    rules: rules.map(ruleName),
    hash,
  };
}
