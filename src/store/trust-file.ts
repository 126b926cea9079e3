import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { computedFields } from '../asset-wording.js';
import { faults } from '../messages/problems/store.js';
import { makeFolder, replaceOwnFile } from '../platform/fs.js';
import { sleep } from '../platform/process-info.js';
import { isTexts, jsonIn, objectsIn, parseRecord, read } from '../platform/read-object.js';
import { MadnessError } from '../problem.js';
import { textsIn } from '../text.js';
import { assetNames, logName } from './location.js';

/** In our own folder: memories that may speak on this machine, and their wordings that were heard. */
export const trustFileName = 'trusted.json';

/** A memory in a git repository is known by the repository, so that its work trees share one entry. */
export interface MemoryPlace {
  /** The common folder of git, real path; absent outside of git and in a submodule. */
  readonly repository?: string;
  /** Path of the memory: relative to the repository with forward slashes, else its real path. */
  readonly path: string;
}

export interface TrustEntry extends MemoryPlace {
  /** Who trusted it. `update`: an older version used this memory before trust existed. */
  readonly by: 'init' | 'trust' | 'update';
  /** ISO 8601. */
  readonly since: string;
  /** A person took the trust back. */
  readonly off?: true;
  /** What a model may read: hashes of wordings and of what proves them, and ids of events that hold words. */
  readonly heard: readonly string[];
  /** The births of its rules as heard, by which a moved or reworded memory is known. Absent before 0.8.0. */
  readonly baselines?: readonly string[];
  /** Wordings whose titles a person saw at this session's start. They count as heard from the next session on. */
  readonly named?: { readonly session: string; readonly wordings: readonly string[] };
}

/** The text of a rule without its numbers. */
export interface TrustedWording {
  /** `type:id`. */
  readonly name: string;
  readonly title: string;
  /** 16 hex digits. */
  readonly hash: string;
  /** The same of its evidence and source; absent where it has neither. */
  readonly proof?: string;
}

/** What the log holds that trust goes by: ids, 16 hex digits each. */
interface LoggedIds {
  readonly baselines: readonly string[];
  /** Events with a reason or a quote. */
  readonly worded: readonly string[];
  /** Events with a reason, and each reason in a line for people. */
  readonly reasoned: readonly string[];
  readonly reasons: readonly string[];
}

/** Every entry; undefined if the file cannot be believed, so that nothing is trusted. */
export function readTrustFile(own: string): readonly TrustEntry[] | undefined {
  const file = join(own, trustFileName);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (!stat.isFile() || isWritableByOthers(stat)) return undefined;
    const { memories } = JSON.parse(readFileSync(file, 'utf8')) as { memories?: unknown };
    return Array.isArray(memories) && memories.every(isEntry) ? memories : undefined;
  } catch {
    return undefined;
  }
}

/** Rewrites the file under a lock of its own; null takes the entry out. Throws if it is damaged or stays locked. */
export function updateTrustFile(
  own: string,
  place: MemoryPlace,
  update: (before: TrustEntry | undefined) => TrustEntry | null | undefined,
): void {
  const file = join(own, trustFileName);
  makeFolder(own, 0o700);
  const release = lockTrustFile(`${file}.lock`);
  try {
    const entries = readTrustFile(own);
    if (entries === undefined) throw damagedTrustFile(own);
    const next = update(entryFor(entries, place));
    if (next === undefined) return;
    const others = entries.filter((entry) => !isAt(entry, place));
    const memories = next === null ? others : [...others, next];
    replaceOwnFile(file, `${JSON.stringify({ memories }, null, 2)}\n`);
  } finally {
    release();
  }
}

export function damagedTrustFile(own: string): MadnessError {
  const file = join(own, trustFileName);
  return new MadnessError(faults.trustFile(file));
}

export function entryFor(
  entries: readonly TrustEntry[],
  place: MemoryPlace,
): TrustEntry | undefined {
  return entries.find((entry) => isAt(entry, place));
}

/** The births that this machine knows of the memory at a place; none where it is unknown. */
export function trustedBaselines(own: string, memory: string): readonly string[] {
  const entries = readTrustFile(own) ?? [];
  return entries.length === 0 ? [] : (entryFor(entries, memoryPlace(memory))?.baselines ?? []);
}

/**
 * Finds the repository that a memory belongs to. A `.git` link, or a file whose folder does not point back, proves
 * nothing: an archive may contain one that names a trusted project.
 */
export function memoryPlace(memory: string): MemoryPlace {
  const real = realpathSync.native(memory);
  for (let at = dirname(real); ; at = dirname(at)) {
    const marker = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
    if (marker !== undefined) {
      const repository = marker.isDirectory() ? join(at, '.git') : commonFolder(at);
      if (repository === undefined) return { path: real };
      return { repository, path: relative(at, real).replaceAll('\\', '/') };
    }
    if (at === dirname(at)) return { path: real };
  }
}

/** The rules of a memory as they stand in its files, valid or not. */
export function assetsIn(memory: string): { type: string; asset: Record<string, unknown> }[] {
  return assetNames.flatMap((name) =>
    recordsIn(read(join(memory, name))).map((asset) => ({ type: typeOf(name), asset })),
  );
}

function typeOf(fileName: string): string {
  return fileName.replace(/s\.json$/, '');
}

/** The wordings of a memory, by its three asset files and its settings; damaged files hold none. */
export function wordingsIn(memory: string): TrustedWording[] {
  return [...assetNames, configName].flatMap((name) => wordingsOf(name, read(join(memory, name))));
}

/** True if a memory has wordings and none satisfies `isKnown`. Usually the first one does, and no other is hashed. */
export function hasOnlyUnknown(memory: string, isKnown: (hash: string) => boolean): boolean {
  let isEmpty = true;
  for (const name of assetNames)
    for (const asset of recordsIn(read(join(memory, name)))) {
      if (isKnown(wordingHash(asset))) return false;
      isEmpty = false;
    }
  return !isEmpty;
}

/** The ids in a memory's log. A line of the oldest form has none and is known by its own hash. */
export function loggedIds(memory: string): LoggedIds {
  const baselines: string[] = [];
  const worded: string[] = [];
  const reasoned: string[] = [];
  const reasons: string[] = [];
  for (const line of read(join(memory, logName)).split('\n')) {
    const isBirth = /"event": ?"(?:create|import)"/.test(line);
    const hasWords = line.includes('"reason"') || line.includes('"quotes"');
    if (!isBirth && !hasWords) continue;
    const id = /"id": ?"([0-9a-f]{16})"\}?\s*$/.exec(line)?.[1] ?? hashOf(line.trim());
    if (isBirth) baselines.push(id);
    if (hasWords) worded.push(id);
    const [{ event, asset_id, reason } = {}] = hasWords ? recordsIn(`[${line}]`) : [];
    if (reason === undefined) continue;
    reasoned.push(id);
    reasons.push(`${event} ${asset_id}: ${String(reason)}`);
  }
  return { baselines, worded, reasoned, reasons };
}

export const configName = 'config.json';

/** Settings that hold words of their author. */
const worded = ['project', 'goals', 'targets'];

/** The wordings in the text of `genes.json`, `sops.json`, `prefs.json` or `config.json`. */
export function wordingsOf(fileName: string, text: string): TrustedWording[] {
  if (fileName === configName) {
    const config = parseRecord(text) ?? {};
    return worded.flatMap((key) => {
      const texts = textsIn(config[key], '').map((one) => one.text);
      if (texts.length === 0) return [];
      const hash = hashOf(JSON.stringify([key, sorted(config[key])]));
      return { name: `config:${key}`, title: `${key}: ${texts.join(', ')}`, hash };
    });
  }
  return recordsIn(text).map((asset) => ({
    name: `${typeOf(fileName)}:${asset.id}`,
    title: typeof asset.title === 'string' ? asset.title : '',
    hash: wordingHash(asset),
    ...proofOf(asset),
  }));
}

function proofOf({ evidence, created_from: source }: Readonly<Record<string, unknown>>): {
  proof?: string;
} {
  const isBare = source === undefined && (!Array.isArray(evidence) || evidence.length === 0);
  return isBare ? {} : { proof: hashOf(JSON.stringify(['proof', sorted(evidence), source])) };
}

/** Neither numbers nor what proves a rule: a model may hear the wording before these. */
const unworded: readonly string[] = [
  ...computedFields,
  'evidence',
  'created_at',
  'created_from',
  'origin',
];

export function wordingHash(asset: Readonly<Record<string, unknown>>): string {
  const words = Object.fromEntries(
    Object.entries(asset).filter(([field]) => !unworded.includes(field)),
  );
  return hashOf(JSON.stringify(sorted(words)));
}

export function hashOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([field, inner]) => [field, sorted(inner)]);
}

/** The objects of a JSON array; none where the text is something else. */
export function recordsIn(text: string): Record<string, unknown>[] {
  return [...objectsIn(jsonIn(text.replace(/^\uFEFF/, '')))];
}

/** The repository of a work tree, where git's own folder names the work tree back. */
function commonFolder(top: string): string | undefined {
  try {
    const line = /^gitdir: (.+)$/m.exec(readFileSync(join(top, '.git'), 'utf8'))?.[1]?.trim();
    if (line === undefined) return undefined;
    const folder = realpathSync.native(resolve(top, line));
    const worktrees = dirname(folder);
    if (basename(worktrees) !== 'worktrees') return undefined;
    const back = resolve(folder, readFileSync(join(folder, 'gitdir'), 'utf8').trim());
    return realpathSync.native(dirname(back)) === top ? dirname(worktrees) : undefined;
  } catch {
    return undefined;
  }
}

function isAt(entry: MemoryPlace, { repository, path }: MemoryPlace): boolean {
  return entry.repository === repository && entry.path === path;
}

function isEntry(value: unknown): value is TrustEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { repository, path, since, heard, baselines, named, off, by } =
    value as Partial<TrustEntry>;
  return (
    (repository === undefined || typeof repository === 'string') &&
    typeof path === 'string' &&
    typeof since === 'string' &&
    typeof by === 'string' &&
    (off === undefined || off === true) &&
    isTexts(heard) &&
    (baselines === undefined || isTexts(baselines)) &&
    (named === undefined || (typeof named?.session === 'string' && isTexts(named.wordings)))
  );
}

function isWritableByOthers({ mode, uid }: { readonly mode: number; readonly uid: number }) {
  const user = process.getuid?.();
  return user !== undefined && (uid !== user || (mode & 0o022) !== 0);
}

/** A writer holds it for milliseconds; an older one is what a killed process left. */
const staleMs = 10_000;
const timeoutMs = 2_000;
const pauseMs = 10;

function lockTrustFile(lock: string): () => void {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const made = lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > staleMs) rmSync(lock, { force: true });
    else if (waitedMs >= timeoutMs)
      throw new MadnessError(faults.trustLocked(trustFileName, timeoutMs / 1000, lock));
    else sleep(pauseMs);
  }
}
