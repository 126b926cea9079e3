import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ContextReading, Duty, Unit } from '../../learn/watches/context-file.js';
import { verifyWatch } from '../../learn/watches/verify-watch.js';
import type { WatchFault } from '../../messages/rules/watch.js';
import { projectRoot } from '../../observe/sessions.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { realpath, removeFile, replaceOwnFile } from '../../platform/fs.js';
import { readObject, recordOf } from '../../platform/read-object.js';
import type { Watch } from '../../schema.gen.js';

/** In our own folder: what a model read in lines of context files, each by the hash of where it stands. */
export const readingsName = 'readings.json';

/** A reading of another form is none. */
const version = 1;

/** A context file as its lines are named. */
interface Place {
  /** Relative to the project. */
  readonly path: string;
  /** The folder that it speaks of; empty for the whole project. */
  readonly within: string;
}

/** What a model read in a line: a watch, or that there is nothing to count. */
type Reading = Watch | null;

export interface Readings {
  /** Of a unit; undefined where no model read it, or where its watch does not fit it. */
  readonly of: (place: Place, unit: Unit) => Reading | undefined;
  readonly isEmpty: boolean;
}

/** What was kept of this project. A damaged file counts as none. */
export function readingsOf(env: Environment, root: string): Readings {
  const project = projectKey(root);
  const kept = new Map(Object.entries(storedIn(env)).filter(([, one]) => one.project === project));
  const of = (place: Place, unit: Unit): Reading | undefined => {
    const one = kept.get(keyOf(project, place, unit));
    if (one === undefined || one.watch === null) return one?.watch as null | undefined;
    return verifyWatch(one.watch, textsOfUnit(unit)).watch;
  };
  return { of, isEmpty: kept.size === 0 };
}

/** A reading of a file with the duties that a model read in lines which no table read. */
export function withReadings(
  reading: ContextReading,
  place: Place,
  { of, isEmpty }: Readings,
): ContextReading {
  if (isEmpty) return reading;
  const more = reading.units.flatMap((unit): Duty[] => {
    const watch = unit.isCounted ? undefined : of(place, unit);
    const { line, lines, text } = unit;
    return watch ? [{ watch, line, lines, text, readBy: 'model' }] : [];
  });
  return more.length === 0 ? reading : { ...reading, duties: [...reading.duties, ...more] };
}

/** Eight digits by which a line is named in a print, and the key that they begin. */
export function lineId(root: string, place: Place, unit: Unit): string {
  return keyOf(projectKey(root), place, unit).slice(0, 8);
}

/** All texts in which an operand of its watch may stand. */
function textsOfUnit({ text, headings, intros }: Unit): string[] {
  return [text, ...headings, ...intros];
}

/** Where a reading stands, and what was handed in for it. */
export interface HandedReading {
  readonly place: Place;
  readonly unit: Unit;
  readonly watch: unknown;
}

/** Keeps what fits its line; returns the faults of each other one. Throws what the disk says. */
export function keepReadings(
  env: Environment,
  root: string,
  handed: readonly HandedReading[],
): readonly { readonly at: number; readonly faults: readonly WatchFault[] }[] {
  const project = projectKey(root);
  const verified = handed.map(({ place, unit, watch }, at) => {
    const found =
      watch === null ? { watch: null, faults: [] } : verifyWatch(watch, textsOfUnit(unit));
    return { ...found, at, key: keyOf(project, place, unit), file: place.path };
  });
  const fresh = verified.flatMap(({ key, watch, file }) =>
    watch === undefined ? [] : [[key, { project, file, watch }] as const],
  );
  if (fresh.length > 0) store(env, { ...storedIn(env), ...Object.fromEntries(fresh) });
  return verified.filter(({ faults }) => faults.length > 0);
}

/** Drops all that was read of this project; returns how many. */
export function forgetReadings(env: Environment, root: string): number {
  const project = projectKey(root);
  const all = Object.entries(storedIn(env));
  const rest = all.filter(([, one]) => one.project !== project);
  if (rest.length < all.length) store(env, Object.fromEntries(rest));
  return all.length - rest.length;
}

interface Stored {
  readonly project: string;
  readonly file: string;
  readonly watch: unknown;
}

function storedIn(env: Environment): Readonly<Record<string, Stored>> {
  const file = readObject(join(ownFolder(env), readingsName));
  return file.version === version ? (recordOf(file, 'readings') as Record<string, Stored>) : {};
}

function store(env: Environment, readings: Readonly<Record<string, Stored>>): void {
  const file = join(ownFolder(env), readingsName);
  if (Object.keys(readings).length === 0) removeFile(file);
  else replaceOwnFile(file, `${JSON.stringify({ version, readings }, null, 1)}\n`);
}

function projectKey(root: string): string {
  return realpath(projectRoot(root));
}

/** Two equal lines under opposite headings or intros are two. */
function keyOf(project: string, { path, within }: Place, unit: Unit): string {
  const { text, headings, intros } = unit;
  const plain = [text, ...headings, '\0', ...intros].map((one) =>
    one.normalize('NFKC').replace(/\s+/g, ' ').trim(),
  );
  const place = [version, project, path, within, ...plain];
  return createHash('sha256').update(JSON.stringify(place)).digest('hex');
}
