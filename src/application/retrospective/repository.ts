import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../compile/compile.js';
import { renderRules } from '../../compile/rule-block.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/retrospective.js';
import { statOf } from '../../observe/sessions.js';
import { readRegular } from '../../platform/fs.js';
import { jsonIn } from '../../platform/read-object.js';
import { ifPossible, MadnessError } from '../../problem.js';
import {
  facet as isFacet,
  record as isRecord,
  retrospective as isRetrospective,
} from '../../reflect/validators.gen.js';
import type { Event, Facet, Retrospective, ReviewRecord } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import type { AssetSet } from '../memory/asset-set.js';
import type { ReadSession } from './session-reader.js';

const retroName = 'retro.json';

/** The retrospective that was started last, finished or not; undefined if there was none. */
function readRetrospective({ memory }: MemoryLocation): Retrospective | undefined {
  const value = readJsonFile(join(memory, 'work', retroName));
  if (value === undefined || isRetrospective(value)) return value as Retrospective | undefined;
  throw new MadnessError(faults.retroUnreadable);
}

/** The same, but nothing if the file is none of ours any more. */
export function latestRetrospective(location: MemoryLocation): Retrospective | undefined {
  return ifPossible(() => readRetrospective(location));
}

/** The one that is in work, if any. */
export function retrospectiveInWork(location: MemoryLocation): Retrospective | undefined {
  const retro = readRetrospective(location);
  return retro !== undefined && isRunning(retro) ? retro : undefined;
}

/** The same, or an error that says how to begin. */
export function runningRetrospective(location: MemoryLocation): Retrospective {
  const retro = readRetrospective(location);
  if (retro !== undefined && isRunning(retro)) return retro;
  throw new MadnessError(faults.noRetro(retro?.id));
}

/** One of before the hand-in has nothing that could be gone on with. */
export function isRunning({
  finished_at,
  abandoned_at,
  dropped_at,
  noted,
}: Retrospective): boolean {
  const ends = [finished_at, abandoned_at, dropped_at];
  return noted !== undefined && ends.every((one) => one === undefined);
}

/** Drafts of before the hand-in, which nothing reads any more, moved to a folder of their own: for a `Change`. */
export function setAside({ memory }: MemoryLocation): {
  readonly work: readonly (readonly [name: string, gone: undefined])[];
  readonly afterwards: readonly (readonly [name: string, text: string])[];
} {
  const folder = join(memory, 'work', 'candidates');
  const names = namesIn(folder);
  return {
    work: names.map((name) => [`candidates/${name}`, undefined] as const),
    afterwards: names.map(
      (name) => [`work/aside/${name}`, readRegular(join(folder, name))] as const,
    ),
  };
}

/** For `Change.work`. */
export function retrospectiveFile(retro: Retrospective): readonly [name: string, text: string] {
  return [retroName, json(retro)];
}

/** One that is over, under its own name: the next takes its place. */
export function formerFile(retro: Retrospective): readonly [name: string, text: string] {
  return [`retro-${retro.id}.json`, json(retro)];
}

/** For `Change.afterwards`. */
export function facetFile(facet: Facet, session: string): readonly [name: string, text: string] {
  return [`facets/${session}.json`, json(facet)];
}

/** Reads the record behind a report in retrospectives/, by its name without extension. Null if it is invalid. */
export function readRecord(
  { memory }: MemoryLocation,
  name: string,
): ReviewRecord | null | undefined {
  const value = readJsonFile(join(memory, 'retrospectives', `${name}.json`));
  return value === undefined || isRecord(value) ? (value as ReviewRecord | undefined) : null;
}

/** Names of the records in retrospectives/, without an ending. */
export function recordNames({ memory }: MemoryLocation): string[] {
  return namesIn(join(memory, 'retrospectives')).map((name) => name.slice(0, -'.json'.length));
}

/** Ids of the retrospectives that were: given up, or with a report. */
export function retrospectiveNames(location: MemoryLocation): string[] {
  const former = namesIn(join(location.memory, 'work')).flatMap(
    (name) => /^retro-(.+)\.json$/.exec(name)?.[1] ?? [],
  );
  return [...former, ...recordNames(location)];
}

/** A report and its record, for `afterwards`. */
export function reportFiles(
  report: string,
  record: ReviewRecord,
  text: string,
): readonly (readonly [name: string, text: string])[] {
  return [
    [report.replace(/\.md$/, '.json'), json(record)],
    [report, text],
  ];
}

/** The state of each rule, as a retrospective stores it. */
export function standingRows({ standings }: Plan): Retrospective['before']['standings'] {
  return standings.map(({ asset, ruleState, status }) => ({
    asset: asset.id,
    confidence: ruleState.confidence / 100,
    status,
  }));
}

/** The lines of rules in the block that a plan leaves. */
export function ruleLinesIn({ selection }: Plan): string[] {
  const rules = renderRules(selection);
  return rules === '' ? [] : rules.split('\n');
}

export function facetSessions({ memory }: MemoryLocation): Set<string> {
  return new Set(namesIn(join(memory, 'facets')).map((name) => name.slice(0, -'.json'.length)));
}

/** When a session was last read and up to which line. Undefined if no facet records it. */
export function readUpTo(
  location: MemoryLocation,
  session: string,
): { readonly at: number; readonly lines: number } | undefined {
  const at = statOf(join(location.memory, 'facets', `${session}.json`))?.mtimeMs;
  const lines = at === undefined ? undefined : readFacet(location, session)?.lines;
  return at === undefined || lines === undefined ? undefined : { at, lines };
}

/** undefined also if the file is no facet. */
export function readFacet({ memory }: MemoryLocation, session: string): Facet | undefined {
  const value = readJsonFile(join(memory, 'facets', `${session}.json`));
  return value !== undefined && isFacet(value) ? (value as Facet) : undefined;
}

/** The `by` of verdicts from a retrospective, which read the whole session. Single verdicts have another. */
export const reviewer = 'retrospective';

/** Events to be kept in full for what follows. */
export function isJudgement({ event, reason, session }: Event): boolean {
  if (session === undefined || reason === 'premise') return false;
  return ['validate', 'invalidate', 'observe', 'no_match'].includes(event);
}

/** Events that a retrospective needs: judgements, births, blocks and reverts. */
export function isLookedAt(event: Event): boolean {
  return isJudgement(event) || besides.has(event.event);
}

const besides: ReadonlySet<Event['event']> = new Set(['create', 'inject_reflection', 'revert']);

/** The judgements that count, of a memory that was opened with `isJudgement`. */
export function judgementsIn({ memory, kept }: Opened): LoggedEvent[] {
  return liveAmong(
    kept.filter(({ event }) => isJudgement(event)),
    fold(memory.log.log),
  );
}

/** Records that a session shows no scene of these rules. `detail` says how this was found. */
export function noMatch(
  detail: string,
  { session, project, last }: Pick<ReadSession, 'session' | 'project' | 'last'>,
  asset_ids: readonly string[],
): Event {
  return {
    ts: last,
    event: 'no_match',
    detail,
    confidence_delta: 0,
    session,
    project,
    asset_ids: [...asset_ids],
    by: reviewer,
  };
}

/** Rules that can be judged: readable by a model, and in use or faded. */
export function judgeableOn({ told: assets, states }: AssetSet): Set<string> {
  const judgeable = new Set<string>();
  for (const id of assets.keys()) {
    const ruleState = states.get(id);
    if (ruleState?.retired || ruleState?.hasNoBaseline || ruleState?.absorbedInto !== undefined)
      continue;
    judgeable.add(id);
  }
  return judgeable;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}

/** undefined if there is no such file; null if it is no JSON. */
function readJsonFile(path: string): unknown {
  let text: string;
  try {
    text = readRegular(path);
  } catch (error) {
    if (error instanceof MadnessError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new MadnessError(faults.unreadableRecord(path, code));
  }
  return jsonIn(text) ?? null;
}
