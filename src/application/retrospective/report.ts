import { basename } from 'node:path';
import type { Plan } from '../../compile/compile.js';
import { eventId } from '../../learn/log/event.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { hasErrors } from '../../problem.js';
import { emptyNoted } from '../../reflect/hand-in/noted.js';
import { record as isRecord } from '../../reflect/validators.gen.js';
import { renderReport } from '../../report/report.js';
import { type ReportSummary, screenOf, summaryOfReport } from '../../report/screen.js';
import type {
  Asset,
  Event,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
} from '../../schema.gen.js';
import { type Opened, openMemory } from '../../store/store.js';
import { explain } from '../../validation.js';
import { actionOf, readWaiting, subjectOf } from '../approval/pending-items.js';
import { assetSetOf, renderedFiles, withAsset } from '../memory/asset-set.js';
import { defaultExport } from '../memory/export-memory.js';
import { locationOf } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import type { Extra } from '../memory/transaction.js';
import { nextReview } from './next-step.js';
import { readRecord, recordNames, reportFiles, ruleLinesIn } from './repository.js';

/** Report and record of a retrospective that ends, and in a final one the export. */
export async function reportOf(
  opened: Opened,
  plan: Plan,
  retro: Retrospective,
): ReturnType<Extra> {
  const isFinal = retro.mode === 'final';
  const exported = isFinal ? await defaultExport(opened, plan) : { files: [], problems: [] };
  if (hasErrors(exported.problems)) return exported;
  const logged = [
    ...opened.kept,
    ...plan.events.map((event) => ({ event, id: eventId(event), line: 0 })),
  ];
  const report = reportName(opened, retro);
  const record: ReviewRecord = {
    ...recordOf(opened, plan, { ...retro, report }, logged),
    ...(isFinal ? { exported: countRules(exported.files) } : {}),
  };
  if (!isRecord(record)) {
    const [first] = explain(isRecord.errors, record);
    throw new Error(`Expected a record of the review: ${first?.at} ${first?.says.en}`);
  }
  return { ...exported, afterwards: reportFiles(report, record, renderReport(record, logged)) };
}

/** Name of the report in the memory. Another of that name may have come from a teammate by git. */
export function reportName({ location }: Opened, { id, started_at }: Retrospective): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? id : `${id}-${count}`;
    const other = readRecord(location, name);
    if (other === undefined || other?.retrospective.started_at === started_at)
      return `retrospectives/${name}.md`;
  }
}

/** The asset files in which each rule that this retrospective brought names its report; none if all do. */
export function withSources(opened: Opened, retro: Retrospective): ReadonlyMap<string, string> {
  const source = reportName(opened, retro);
  let assetSet = assetSetOf(opened);
  let isChanged = false;
  for (const { became, state } of (retro.noted ?? emptyNoted).lessons) {
    const asset = became === undefined ? undefined : assetSet.assets.get(became);
    if (state !== 'kept' || asset === undefined || asset.created_from !== undefined) continue;
    const next = withAsset(assetSet, asset.type, asset.id, {
      ...asset,
      created_from: source,
    } as Asset);
    if ('rule' in next) continue;
    assetSet = next;
    isChanged = true;
  }
  return isChanged ? renderedFiles(assetSet) : new Map();
}

/** What the newest retrospective came to: for a person one screen, for a program its numbers. */
export function lastReport(
  caller: Caller,
): { readonly screen: readonly string[]; readonly json: ReportSummary } | undefined {
  const location = locationOf(caller);
  const records = recordNames(location).flatMap((name) => readRecord(location, name) ?? []);
  const end = ({ retrospective: { finished_at, started_at } }: ReviewRecord) =>
    finished_at ?? started_at;
  const last = records.sort((a, b) => (end(a) < end(b) ? -1 : 1)).at(-1);
  if (last === undefined) return undefined;
  const { kept } = openMemory(location, () => true);
  const { report } = last.retrospective;
  const path = report === undefined ? undefined : `${basename(location.memory)}/${report}`;
  return { screen: screenOf(last, kept, path), json: summaryOfReport(last, kept) };
}

function countRules(files: readonly (readonly [string, string])[]): number {
  const [portable] = files;
  if (portable === undefined) return 0;
  const { assets } = JSON.parse(portable[1]) as { assets: Record<string, unknown[]> };
  return Object.values(assets).reduce((sum, all) => sum + all.length, 0);
}

function recordOf(
  opened: Opened,
  plan: Plan,
  retro: Retrospective,
  logged: readonly LoggedEvent[],
): ReviewRecord {
  const { config } = opened;
  const { noted = emptyNoted } = retro;
  const read = new Set(noted.sessions.map(({ session }) => session));
  const rules = plan.standings
    .map(({ asset: { id, type, title } }) => ({ id, type, title }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    retrospective: { ...retro, sessions: retro.sessions.map(withoutPath) },
    goals: config.goals ?? [],
    rules,
    events: countedEvents(new Set(rules.map(({ id }) => id)), read, logged),
    block: ruleLinesIn(plan),
    block_version: plan.blockVersion,
    waiting: waitingIn(opened),
    next_review: nextReview(retro.finished_at ?? retro.started_at, config),
  };
}

/** A record may be shared, so it contains no local paths. */
function withoutPath({ since, ...session }: ReviewedSession): ReviewedSession {
  return { ...session, file: basename(session.file) };
}

/**
 * All events of these rules, events of untouched sessions, and reverts of either. A merge counts only between created
 * rules, so their create and merge events are included.
 */
function countedEvents(
  rules: ReadonlySet<string>,
  read: ReadonlySet<string>,
  logged: readonly LoggedEvent[],
): string[] {
  const kin = kinOf(rules, logged);
  const counted = new Set(
    logged
      .filter(
        ({ event: { event, asset_id = '', session = '' } }) =>
          rules.has(asset_id) ||
          (kin.has(asset_id) && makesKin.has(event)) ||
          (event === 'no_match' && read.has(session)),
      )
      .map(({ id }) => id),
  );
  // A revert may be reverted in its turn.
  for (let before = -1; before < counted.size; ) {
    before = counted.size;
    for (const { id, event } of logged)
      if (event.reverts !== undefined && counted.has(event.reverts)) counted.add(id);
  }
  return [...counted].sort();
}

const makesKin: ReadonlySet<Event['event']> = new Set(['create', 'import', 'merge']);

/** These rules, and all that merges join them to. */
function kinOf(rules: ReadonlySet<string>, logged: readonly LoggedEvent[]): Set<string> {
  const merges = logged.flatMap(({ event: { asset_id, into } }) =>
    asset_id === undefined || into === undefined ? [] : [[asset_id, into] as const],
  );
  const kin = new Set(rules);
  for (let before = -1; before < kin.size; ) {
    before = kin.size;
    for (const pair of merges)
      if (pair.some((id) => kin.has(id))) for (const id of pair) kin.add(id);
  }
  return kin;
}

function waitingIn(opened: Opened): ReviewRecord['waiting'] {
  return readWaiting(opened).items.flatMap((item) => {
    const [action, asset] = [actionOf(item), subjectOf(item)];
    // A request beside rules is no part of a review.
    if (item.kind === 'change' && action === undefined) return [];
    const reason = item.kind === 'proposal' ? item.proposal.reason : undefined;
    return {
      file: `work/${item.file}`,
      ...(action && { action }),
      ...(asset !== undefined && { asset }),
      ...(reason !== undefined && { reason }),
    };
  });
}
