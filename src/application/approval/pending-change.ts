import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { wordingOf } from '../../learn/asset.js';
import { contentId, type Request, validateProposal } from '../../learn/change-request.js';
import { words } from '../../messages/approval.js';
import { faults } from '../../messages/problems/memory.js';
import { namesIn } from '../../platform/folders.js';
import { removeFileOnce, renameOnce, replaceFile, resolveInside } from '../../platform/fs.js';
import { isAlive } from '../../platform/process-info.js';
import { read } from '../../platform/read-object.js';
import { inBoth, type Language, type Problem, problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { logName, type MemoryLocation } from '../../store/location.js';
import type { Change, Opened } from '../../store/store.js';
import { budgets } from '../../text.js';
import { type AssetSet, assetSetOf, birthplace } from '../memory/asset-set.js';
import { after } from '../memory/transaction.js';
import type { Facts, RequestName } from '../requests/request.js';
import { type AskedChange, type Place, wholeText } from './question.js';
import type { Difference } from './shown-difference.js';

/** A request beside those about rules; `facts`: what a person is asked about, read before anything is done. */
export interface CommandCall {
  readonly name: RequestName;
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

/** `work/pending/ID.json`: a change that waits for one answer. */
export interface PendingChange extends Wanted, Partial<Difference> {
  readonly id: string;
  /** ISO 8601: answers given before it count for nothing. */
  readonly made_at: string;
  readonly session?: string;
  /** The text of the question, for hooks. It is built again wherever it decides something. */
  readonly question?: string;
  /** The memory's folder if it has no event yet. The question then says that the memory is new. */
  readonly makes?: string;
  /** Found when it was filed, and part of its id: the question is built again from it. */
  readonly offer?: NonNullable<AskedChange['offer']>;
}

const folder = 'pending';
const maxPending = 50;

/** First 8 hex digits of the SHA-256 over the canonical JSON of the request and its result. */
export function pendingId({ requests, command }: Wanted, result?: Result): string {
  return contentId({
    ...(requests === undefined ? {} : { requests }),
    ...(command === undefined ? {} : { command }),
    ...(result === undefined ? {} : fieldsOfDifference(result)),
  });
}

type Result = Partial<Difference> & Pick<PendingChange, 'offer'>;

function fieldsOfDifference({ found, comes, writes, unread, project, offer }: Result): object {
  const more = { ...(project && { project }), ...(offer && { offer }) };
  return { found, comes, ...(writes && unread ? { writes, unread } : {}), ...more };
}

/** What a change would write. Instants and days of birth are left out because they differ by the hour. */
export function differenceOf(
  opened: Opened,
  requests: readonly Request[],
  change: Change,
): Difference {
  const [before, then] = [assetSetOf(opened), assetSetOf(after(opened, change))];
  const wording = ({ assets }: AssetSet, id: string) => {
    const asset = assets.get(id);
    return asset === undefined ? null : (undated(wordingOf(asset)) as Asset);
  };
  const wordings = (set: AssetSet, ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, wording(set, id)]));
  const text = (set: AssetSet, id: string) => JSON.stringify(wording(set, id));
  const events = change.events ?? [];
  const ids = new Set([
    ...requests.flatMap(({ asset_id, into, asset }) => [asset_id, into, asset?.id]),
    ...events.flatMap(({ asset_id, into }) => [asset_id, into]),
    ...[...before.assets.keys(), ...then.assets.keys()].filter(
      (id) => text(before, id) !== text(then, id),
    ),
  ]);
  const named = [...ids].filter((id) => id !== undefined).sort();
  const isUnreadIn = ({ assets, told }: AssetSet, id: string) => assets.has(id) && !told.has(id);
  const unread = named.filter((id) => isUnreadIn(before, id) || isUnreadIn(then, id));
  const writes = events.map((event) => {
    const { asset_id = '' } = event;
    return unread.includes(asset_id) ? { event: event.event } : undated(event);
  });
  const project = birthplace(opened);
  return {
    ...{ found: wordings(before, named), comes: wordings(then, named), writes, unread },
    ...(project ? { project } : {}),
  };
}
const instants: ReadonlySet<string> = new Set(['ts', 'created_at', 'imported_at']);

function undated(value: object): object {
  const text = JSON.stringify(value, (key, inner) => (instants.has(key) ? undefined : inner));
  return JSON.parse(text) as object;
}

/** Files a change unless one with this id waits already. Returns the waiting one, or the problem with its file. */
export function filePending(
  location: MemoryLocation,
  pending: PendingChange,
): { pending: PendingChange } | { problem: Problem } {
  const waiting = readPending(location, pending.id);
  if (waiting !== undefined) return waiting;
  const names = filesIn(location);
  if (names.length >= maxPending)
    return {
      problem: problem('pending/full', { file: `work/${folder}/` }, faults.pendingFull(maxPending)),
    };
  const path = pathOf(location, pending.id);
  replaceFile(path, `${JSON.stringify(pending, null, 2)}\n`);
  return { pending };
}

/** A pending change as the list of what waits has it. */
export interface ChangeItem {
  readonly kind: 'change';
  readonly file: string;
  readonly pending: PendingChange;
}

export function changeItem(pending: PendingChange): ChangeItem {
  return { kind: 'change', file: pendingName(pending.id), pending };
}

/** One that waits; undefined if there is none of this id. */
function readPending(
  location: MemoryLocation,
  id: string,
): { pending: PendingChange } | { problem: Problem } | undefined {
  const path = pathOf(location, id);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const isReadable = stat.isFile() && stat.size <= budgets.pendingChange;
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
  for (const name of filesIn(location)) {
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

/** Tests whether a pending change would still do what it was filed for. */
export function isStill(
  pending: PendingChange,
  opened: Opened,
  change: Change | undefined,
): boolean {
  const { requests, offer } = pending;
  if (requests === undefined || change === undefined) return false;
  const result = { ...differenceOf(opened, requests, change), ...(offer && { offer }) };
  return pendingId({ requests }, result) === pending.id;
}

/** A change as its question shows it: all that it would write, and the rule that it is about. */
export function askedChange(
  { id, requests, command, makes, found, comes, writes, unread, project, offer }: PendingChange,
  where: Place | undefined,
): AskedChange {
  const [one] = requests ?? [];
  const first = one?.action === 'merge' ? one.into : (one?.asset_id ?? one?.asset?.id);
  return {
    id,
    ...(requests === undefined ? {} : { requests }),
    ...(command === undefined ? {} : { command }),
    ...(found && comes && writes && unread
      ? { difference: { found, comes, writes, unread, ...(project && { project }) } }
      : {}),
    ...(first === undefined ? {} : { first }),
    ...(typeof makes === 'string' ? { makes } : {}),
    ...(offer === undefined ? {} : { offer }),
    ...(where === undefined ? {} : { where }),
  };
}

/** All that a person needs to see of a change, as one text. */
export function shownText(change: AskedChange, language: Language): string {
  return wholeText(change, language).join('\n');
}

export function voidProblem(id: string): Problem {
  const file = `work/${folder}/${id}.json`;
  return problem(
    'pending/void',
    { file },
    inBoth((language) => [words[language].voidMessage(id), words[language].voidHint]),
  );
}

/** Name below work/, for a change that removes it. */
export function pendingName(id: string): string {
  return join(folder, `${id}.json`);
}

function pathOf(location: MemoryLocation, id: string): string {
  return resolveInside(location.memory, join(location.memory, 'work', pendingName(id)));
}

/** Takes a change for its one answer; undefined where another process has it. The result ends it, once all is written. */
export function claimPending(location: MemoryLocation, id: string): (() => void) | undefined {
  const claim = pathOf(location, id).replace(/[^\\/]+$/, `.${id}.json.${process.pid}`);
  return renameOnce(pathOf(location, id), claim) ? () => removeFileOnce(claim) : undefined;
}

/** What a killed process had taken waits again, unless the log already holds what came of it. */
function takenBack(location: MemoryLocation, names: readonly string[]): void {
  for (const name of names) {
    const [, id, pid] = /^\.([0-9a-f]{8})\.json\.(\d+)$/.exec(name) ?? [];
    if (id === undefined || isAlive(Number(pid))) continue;
    const claim = join(location.memory, 'work', folder, name);
    const isDone = read(join(location.memory, logName)).includes(id);
    if (isDone || existsSync(pathOf(location, id))) removeFileOnce(claim);
    else renameOnce(claim, pathOf(location, id));
  }
}

function filesIn(location: MemoryLocation): string[] {
  const inFolder = () => namesIn(join(location.memory, 'work', folder));
  takenBack(location, inFolder());
  const names = inFolder();
  return names.filter((name) => !name.startsWith('.'));
}

function parsePending(id: string, path: string): PendingChange | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as PendingChange;
    const { made_at, session, requests, command, found, comes, writes, unread, offer } = value;
    const result = found && comes && writes && unread ? value : undefined;
    if (Number.isNaN(Date.parse(made_at)) || !isWanted(value, made_at)) return undefined;
    if (offer !== undefined && (result === undefined || !isOffer(offer))) return undefined;
    if (value.id !== id || pendingId({ requests, command } as Wanted, result) !== id)
      return undefined;
    return session === undefined || typeof session === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A person reads it, so it must hold what its question can say. */
function isOffer({
  remind,
  past,
  reads,
  sessions,
  ...more
}: NonNullable<AskedChange['offer']>): boolean {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  return (
    Object.values(more).every((value) => value === true) &&
    (remind === undefined || typeof remind.pins === 'boolean') &&
    (past === undefined || (isCount(past.broken) && isCount(past.sessions))) &&
    (reads === undefined || reads === 'nowhere' || Object.hasOwn(words.en.reads, reads)) &&
    Object.values(sessions ?? {}).every(
      ({ s = 0, day = '2026-01-01', changed = [], refused = [], failed = [] }) =>
        [s, ...changed, ...refused, ...failed].every(isCount) && /^\d{4}-\d\d-\d\d$/.test(day),
    )
  );
}

function isWanted({ requests, command }: Wanted, made_at: string): boolean {
  if ((requests === undefined) === (command === undefined)) return false;
  if (command !== undefined) return isCommandCall(command);
  const isRequest = (one: Request) =>
    validateProposal({ id: '00000000', ...one, made_at }, '').length === 0;
  return Array.isArray(requests) && requests.length > 0 && requests.every(isRequest);
}

/** It is prepared again before anything is done, so a value that does not belong there does nothing. */
function isCommandCall({ name, args, options, cwd, facts }: CommandCall): boolean {
  const isText = (value: unknown) => typeof value === 'string';
  return (
    Object.hasOwn(words.en.command, name) &&
    isText(cwd) &&
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
    inBoth((language) => [words[language].damaged, words[language].damagedHint]),
  );
}
