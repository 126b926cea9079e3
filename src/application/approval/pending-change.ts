import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../compile/render-template.js';
import { parseAssets, wordingOf } from '../../learn/asset.js';
import { type Request, validateProposal } from '../../learn/change-request.js';
import { words } from '../../messages/approval.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { type Problem, problem, type Wording } from '../../problem.js';
import { contentId } from '../../reflect/candidate.js';
import type { Asset } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Change, Opened } from '../../store/store.js';
import { type AskedChange, wholeText } from './question.js';

/** The values that a question about a command shows. */
export type Facts = Readonly<Record<string, string>>;

/** A command that carries its change out itself; `facts`: what a person is asked about, read before anything is done. */
export interface CommandCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly cwd: string;
  readonly facts: Facts;
}

/** The change that was asked for: requests, carried out in this order, or one command. */
export interface Wanted {
  readonly requests?: readonly Request[];
  readonly command?: CommandCall;
}

/** The wordings of the rules that a change names, before and after it; null if there is none. */
export interface Result {
  readonly found: Readonly<Record<string, Asset | null>>;
  readonly comes: Readonly<Record<string, Asset | null>>;
}

/** `work/pending/ID.json`: a change that waits for one answer. */
export interface PendingChange extends Wanted, Partial<Result> {
  readonly id: string;
  /** ISO 8601: answers given before it count for nothing. */
  readonly made_at: string;
  readonly session?: string;
  /** The text of the question, for hooks. It is built again wherever it decides something. */
  readonly question?: string;
  /** The memory's folder if it has no event yet. The question then says that the memory is new. */
  readonly makes?: string;
}

const folder = 'pending';
const maxBytes = 1_000_000;

/** First 8 hex digits of the SHA-256 over the canonical JSON of the request and its result. */
export function pendingId({ requests, command }: Wanted, result?: Result): string {
  return contentId({
    ...(requests === undefined ? {} : { requests }),
    ...(command === undefined ? {} : { command }),
    ...(result === undefined ? {} : { found: result.found, comes: result.comes }),
  });
}

/** The wordings before and after a change. Creation dates are left out because they differ by day. */
export function wordingsAround(
  opened: Opened,
  requests: readonly Request[],
  change: Change,
): Result {
  const before = parseAssets(opened.memory.texts).assets;
  const after = parseAssets(new Map([...opened.memory.texts, ...(change.texts ?? [])])).assets;
  const ids = new Set([
    ...requests.flatMap(({ asset_id, into, asset }) => [asset_id, into, asset?.id]),
    ...(change.events ?? []).flatMap(({ asset_id, into }) => [asset_id, into]),
  ]);
  const named = [...ids].filter((id) => id !== undefined).sort();
  const wordings = (assets: ReadonlyMap<string, Asset>) =>
    Object.fromEntries(named.map((id) => [id, undated(assets.get(id))]));
  return { found: wordings(before), comes: wordings(after) };
}

function undated(asset: Asset | undefined): Asset | null {
  if (asset === undefined) return null;
  const { created_at, origin, ...rest } = wordingOf(asset);
  const { imported_at, ...from } = origin ?? {};
  return JSON.parse(JSON.stringify({ ...rest, ...(origin ? { origin: from } : {}) })) as Asset;
}

/** Files a change unless one with this id waits already. Returns the waiting one, or the problem with its file. */
export function filePending(
  location: MemoryLocation,
  pending: PendingChange,
): { pending: PendingChange } | { problem: Problem } {
  const waiting = readPending(location, pending.id);
  if (waiting !== undefined) return waiting;
  const path = pathOf(location, pending.id);
  replaceFile(path, `${JSON.stringify(pending, null, 2)}\n`);
  return { pending };
}

/** One that waits; undefined if there is none of this id. */
function readPending(
  location: MemoryLocation,
  id: string,
): { pending: PendingChange } | { problem: Problem } | undefined {
  const path = pathOf(location, id);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const isReadable = stat.isFile() && stat.size <= maxBytes;
  const pending = isReadable ? parsePending(id, path) : undefined;
  return pending === undefined ? { problem: damaged(`${id}.json`) } : { pending };
}

/** Everything that waits, the oldest first, and what could not be read. */
export function listPending(location: MemoryLocation): {
  readonly changes: readonly PendingChange[];
  readonly problems: readonly Problem[];
} {
  const changes: PendingChange[] = [];
  const problems: Problem[] = [];
  for (const name of namesIn(join(location.memory, 'work', folder))) {
    const id = /^([0-9a-f]{8})\.json$/.exec(name)?.[1];
    const read = id === undefined ? { problem: damaged(name) } : readPending(location, id);
    if (read === undefined) continue;
    if ('problem' in read) problems.push(read.problem);
    else changes.push(read.pending);
  }
  const key = ({ made_at, id }: PendingChange) => `${made_at} ${id}`;
  changes.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { changes, problems };
}

/** Rules of a retrospective that wait as a pending change: id of the candidate → id of the change. */
export function askedCandidates(location: MemoryLocation): ReadonlyMap<string, string> {
  return new Map(
    listPending(location).changes.flatMap(({ id, requests = [] }) =>
      requests.flatMap(({ candidate }) => (candidate === undefined ? [] : [[candidate, id]])),
    ),
  );
}

/** Tests whether a pending change would still do what it was filed for. */
export function isStill(
  pending: PendingChange,
  opened: Opened,
  change: Change | undefined,
): boolean {
  const { requests } = pending;
  if (requests === undefined || change === undefined) return false;
  return pendingId({ requests }, wordingsAround(opened, requests, change)) === pending.id;
}

/** A change as its question shows it: the rule that it is about, as it would read. */
export function askedChange({ id, requests, command, comes, makes }: PendingChange): AskedChange {
  const [first] = requests ?? [];
  const rule = first?.action === 'merge' ? first.into : (first?.asset_id ?? first?.asset?.id);
  const shows = rule === undefined ? undefined : comes?.[rule];
  return {
    id,
    ...(requests === undefined ? {} : { requests }),
    ...(command === undefined ? {} : { command }),
    ...(shows ? { shows } : {}),
    ...(typeof makes === 'string' ? { makes } : {}),
  };
}

/** All that a person needs to see of a change, as one text. */
export function shownText(pending: PendingChange, language: Language): string {
  return wholeText(askedChange(pending), language).join('\n');
}

export function voidProblem(id: string): Problem {
  const file = `work/${folder}/${id}.json`;
  return problem(
    'pending/void',
    { file },
    inBoth(({ voidMessage, voidHint }) => [voidMessage(id), voidHint]),
  );
}

/** Name below work/, for a change that removes it. */
export function pendingName(id: string): string {
  return join(folder, `${id}.json`);
}

function pathOf(location: MemoryLocation, id: string): string {
  return resolveInside(location.memory, join(location.memory, 'work', pendingName(id)));
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function parsePending(id: string, path: string): PendingChange | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as PendingChange;
    const { made_at, session, requests, command, found, comes } = value;
    const result = found === undefined || comes === undefined ? undefined : { found, comes };
    if (Number.isNaN(Date.parse(made_at)) || !isWanted(value, made_at)) return undefined;
    if (value.id !== id || pendingId({ requests, command } as Wanted, result) !== id)
      return undefined;
    return session === undefined || typeof session === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isWanted({ requests, command }: Wanted, made_at: string): boolean {
  if ((requests === undefined) === (command === undefined)) return false;
  if (command !== undefined) return isCommandCall(command);
  const isRequest = (one: Request) =>
    validateProposal({ id: '00000000', ...one, made_at }, '').length === 0;
  return Array.isArray(requests) && requests.length > 0 && requests.every(isRequest);
}

/** Commands that run again, and the options with which they ask before they change anything. No file may name another. */
const askedOptions: Readonly<Record<string, readonly string[]>> = {
  'candidate drop': ['reason'],
  import: ['yes'],
  init: ['language', 'adopt', 'shareReviews', 'goal', 'interval'],
  sync: [],
  uninstall: ['keep'],
  'hooks pause': ['project'],
  archive: ['forget'],
  trust: ['off'],
  'config set': [],
  guards: [],
  guard: ['on', 'off'],
  reflect: ['on', 'now'],
  keep: [],
  tell: [],
};

function isCommandCall({ name, args, options, cwd, facts }: CommandCall): boolean {
  const isText = (value: unknown) => typeof value === 'string';
  const given = Object.keys(options).filter((key) => key !== 'memory' && key !== 'user');
  return (
    Object.hasOwn(askedOptions, name) &&
    given.every((key) => askedOptions[name]?.includes(key)) &&
    (name !== 'archive' || isText(options.forget)) &&
    (name !== 'hooks pause' || options.project === true) &&
    [name, cwd].every(isText) &&
    Array.isArray(args) &&
    args.every(isText) &&
    Object.values(facts).every(isText) &&
    Object.values(options).every((value) => isText(value) || typeof value === 'boolean')
  );
}

function damaged(name: string): Problem {
  const file = `work/${folder}/${name}`;
  return problem(
    'pending/damaged',
    { severity: 'warning', file },
    inBoth(({ damaged, damagedHint }) => [damaged, damagedHint]),
  );
}

function inBoth(say: (text: (typeof words)['en']) => readonly [string, string]): Wording {
  return { en: say(words.en), zh: say(words.zh) };
}
