import { closeSync, existsSync, readdirSync, readSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Memory, Plan } from '../compile/compile.js';
import { savedBlockName } from '../compile/rule-block.js';
import { type JsonFault, parseJson } from '../json.js';
import { defaultLimits } from '../learn/fold/rank.js';
import { serializeEvent } from '../learn/log/event.js';
import { type LoggedEvent, parseLog, unreadableRules, withEvents } from '../learn/log/parse-log.js';
import { faults } from '../messages/problems/store.js';
import {
  appendLines,
  openRegular,
  readRegularBytes,
  replaceFile,
  resolveInside,
  sweep,
} from '../platform/fs.js';
import { hintOf, MadnessError, type Problem, problem, type Wording } from '../problem.js';
import type { Config, Event } from '../schema.gen.js';
import { wordSet } from '../text.js';
import { conflictMarkersIn, isFormatted, whyNoText } from '../text-encoding.js';
import { explain, projectNamed } from '../validation.js';
import { config as isConfig } from '../validators.gen.js';
import { assetNames, logName, type MemoryLocation, refuseLinksOut } from './location.js';
import { formerTargets, makeTarget, readTargets, targetFile } from './targets.js';

const swept = [
  ...wordSet('. views work work/aside work/candidates work/prepared exports facets retrospectives'),
];
const viewHeader = '<!-- Compiled by madness.';

export interface Opened {
  readonly location: MemoryLocation;
  readonly config: Config;
  readonly memory: Memory;
  /** A problem that forbids to write anything. */
  readonly problems: readonly Problem[];
  readonly kept: readonly LoggedEvent[];
  /** For an agent: what git brought and no person here has seen. No word of it may be printed. */
  readonly unheard?: Unheard;
}

interface Unheard {
  /** Ids of rules. */
  readonly rules: ReadonlySet<string>;
  readonly isHeardEvent: (id: string) => boolean;
}

/** What a run changes apart from the outputs of compile. */
export interface Change {
  /** genes.json, sops.json or prefs.json → text. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly events?: readonly Event[];
  /** Files in work/ → text; undefined removes one. */
  readonly work?: ReadonlyMap<string, string | undefined>;
  /** Other files by name. They are written last, because they describe the result. */
  readonly afterwards?: ReadonlyMap<string, string>;
}

export interface Written {
  /** Relative to the root, with forward slashes. */
  readonly written: string[];
  readonly unchanged: string[];
}

/** Reads a memory and its targets; `keep` asks for events in full. */
export function openMemory(location: MemoryLocation, keep?: (event: Event) => boolean): Opened {
  const problems: Problem[] = [];
  refuseLinksOut(location);
  const read = (name: string) => readOwn(location, name, problems);
  const config = parseConfig(read('config.json'), problems);
  const texts = new Map<string, string>();
  for (const name of assetNames) {
    const text = read(name);
    if (text !== undefined) texts.set(name, text);
  }
  const { problems: ofLog, ...log } = parseLog(chunksOf(join(location.memory, logName)), keep);
  const isWhole = ({ rule }: Problem) => !unreadableRules.includes(rule);
  problems.push(...ofLog.filter((one) => !isWhole(one)));
  const targets = readTargets(location, config, problems);
  const memory: Memory = {
    project: config.project ?? projectNamed(basename(location.root)),
    named: location.isUser ? undefined : config.project,
    isUser: location.isUser,
    language: config.language ?? 'en',
    limits: { ...defaultLimits, ...config.inject },
    // A rule of the user's block would come twice where a project holds it too.
    trial: config.trial ?? (location.isUser ? 'session' : 'block'),
    texts,
    log: { ...log, problems: ofLog.filter(isWhole) },
    views: compiledViews(location),
    targets,
    former: formerTargets(location, targets),
  };
  return { location, config, memory, problems, kept: log.kept };
}

/** The memory as it will be after a change: what compile is to plan from. */
export function changed(memory: Memory, change: Change): Memory {
  return {
    ...memory,
    texts: new Map([...memory.texts, ...(change.texts ?? [])]),
    isUnlogged: memory.isUnlogged ?? memory.log.log.entries.length === 0,
    log: { ...memory.log, log: withEvents(memory.log.log, change.events ?? []) },
  };
}

/** Returns what a plan would change on disk, and changes nothing. */
export function comparePlan({ location }: Opened, plan: Plan, change: Change = {}): Written {
  const written: string[] = [];
  const unchanged: string[] = [];
  const sort = (path: string, differs: boolean) =>
    (differs ? written : unchanged).push(shown(location, path));
  for (const [name, text] of plan.memoryFiles) {
    const path = join(location.memory, name);
    sort(path, !isFormatted(name, readText(path), text));
  }
  const appends = (change.events?.length ?? 0) + plan.events.length > 0;
  if (appends || existsSync(join(location.memory, logName)))
    sort(join(location.memory, logName), appends);
  for (const name of plan.staleFiles) written.push(shown(location, join(location.memory, name)));
  for (const target of targetPaths(location, plan)) sort(target.path, target.differs);
  return { written: written.sort(), unchanged: unchanged.sort() };
}

/**
 * Writes a change and its plan, only what differs. The order matters if the process dies: assets, then the log, then
 * everything derived. An event that stores an older wording is written before the assets, or that wording would be
 * lost.
 */
export function writePlan(opened: Opened, plan: Plan, change: Change = {}): Written {
  const { location } = opened;
  const result = comparePlan(opened, plan, change);
  const paths = new Set(result.written);
  const inMemory = (name: string) => resolveInside(location.memory, join(location.memory, name));
  const write = (name: string, text: string) => {
    if (paths.has(shown(location, join(location.memory, name)))) replaceFile(inMemory(name), text);
  };
  // One that leads outside is refused before anything is written.
  for (const name of [...plan.memoryFiles.keys(), ...plan.staleFiles]) inMemory(name);
  for (const name of swept) sweep(inMemory(name));
  const ofTarget = (path: string) => targetFile(location, path);
  // Sweeps unchanged targets too: a killed run may have left a scratch file.
  for (const { path } of opened.memory.targets) sweep(dirname(ofTarget(path)));
  for (const [name, text] of change.work ?? [])
    if (text !== undefined) replaceFile(inMemory(join('work', name)), text);
  for (const [name, text] of plan.savedBlocks)
    replaceFile(inMemory(name), Buffer.from(text, 'latin1'));
  const events = [...(change.events ?? []), ...plan.events];
  const log = () => appendLines(inMemory(logName), events.map(serializeEvent));
  const rewords = change.events?.some(({ before }) => before !== undefined) ?? false;
  if (rewords) log();
  for (const name of assetNames) {
    const text = plan.memoryFiles.get(name);
    if (text !== undefined) write(name, text);
  }
  if (!rewords) log();
  const rest = () => {
    for (const [name, text] of plan.memoryFiles) if (!assetNames.includes(name)) write(name, text);
    for (const name of plan.staleFiles) rmSync(inMemory(name), { force: true });
    for (const [path, text] of plan.targetFiles) {
      const file = ofTarget(path);
      if (!existsSync(file)) makeTarget(location, path);
      replaceFile(file, Buffer.from(text, 'latin1'));
    }
    // Last: a waiting item is removed only after its result is written.
    for (const [name, text] of change.work ?? [])
      if (text === undefined) rmSync(inMemory(join('work', name)), { force: true });
    for (const [name, text] of change.afterwards ?? []) replaceFile(inMemory(name), text);
  };
  if (change.events?.length) whereChanged(rest);
  else rest();
  return result;
}

/** Runs what follows a completed change. Its failure must not make anyone repeat the change. */
function whereChanged(rest: () => void): void {
  try {
    rest();
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    throw new MadnessError(faults.halfDone(error.wording, hintOf(error.wording)));
  }
}

/** Saves a block that a person edited (a binary string) and returns its path. */
export function saveBlock(location: MemoryLocation, block: string): string {
  const path = resolveInside(location.memory, join(location.memory, savedBlockName(block)));
  replaceFile(path, Buffer.from(`${block}\n`, 'latin1'));
  return path;
}

const configFields: Readonly<Record<keyof Config, true>> = {
  project: true,
  language: true,
  targets: true,
  goals: true,
  review_interval_days: true,
  inject: true,
  trial: true,
  guards: true,
  archive: true,
  page_cache: true,
  share_reviews: true,
};

/** Missing text means defaults. Invalid text is a problem and gives the defaults. */
export function parseConfig(text: string | undefined, problems: Problem[]): Config {
  if (text === undefined) return {};
  const fields = Object.keys(configFields);
  const complain = (wording: Wording, at?: string) =>
    void problems.push(problem('config/schema', { file: 'config.json', at }, wording));
  const markers = conflictMarkersIn(text);
  if (markers !== undefined) {
    complain(faults.conflictInConfig(markers));
    return {};
  }
  try {
    const value = parseJson(text);
    if (isConfig(value)) return value as Config;
    for (const { at, says } of explain(isConfig.errors, value))
      complain(faults.config(says, fields), at);
  } catch (error) {
    const { message, at } = error as JsonFault;
    complain(faults.brokenConfig(message, fields), at);
  }
  return {};
}

function targetPaths(location: MemoryLocation, plan: Plan): { path: string; differs: boolean }[] {
  return plan.targets.map((path) => ({
    path: join(location.root, path),
    differs: plan.targetFiles.has(path),
  }));
}

export function isCompiledView(text: string): boolean {
  return text.startsWith(viewHeader);
}

function compiledViews(location: MemoryLocation): string[] {
  const folder = join(location.memory, 'views');
  if (!existsSync(folder)) return [];
  return namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .filter((name) => isCompiledView(readText(join(folder, name)) ?? ''))
    .map((name) => name.slice(0, -3));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw cannotRead(folder, error);
  }
}

/** A file in one reused buffer; an absent one has no chunks. */
function* chunksOf(path: string): Generator<Buffer> {
  if (!existsSync(path)) return;
  let file: number | undefined;
  const buffer = Buffer.allocUnsafe(1 << 20);
  const read = () => {
    try {
      file ??= openRegular(path);
      return readSync(file, buffer, 0, buffer.length, null);
    } catch (error) {
      throw cannotRead(path, error);
    }
  };
  try {
    for (let length = read(); length > 0; length = read()) yield buffer.subarray(0, length);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A file that people write; one that is not UTF-8 is a problem that forbids to write anything. */
function readOwn(
  { memory }: MemoryLocation,
  name: string,
  problems: Problem[],
): string | undefined {
  const bytes = readBytes(join(memory, name));
  const other = bytes && whyNoText(bytes);
  if (other !== undefined)
    problems.push(problem('file/encoding', { file: name }, faults.notUtf8(other.got, other.hint)));
  return bytes?.toString('utf8');
}

function readText(path: string): string | undefined {
  return readBytes(path)?.toString('utf8');
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readRegularBytes(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannotRead(path, error);
  }
}

function cannotRead(path: string, error: unknown): MadnessError {
  if (error instanceof MadnessError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new MadnessError(faults.unreadable(path, code));
}

function shown(location: MemoryLocation, path: string): string {
  return relative(location.root, path).replaceAll('\\', '/');
}
