import { fold, type Life, timeline } from '../../learn/confidence.js';
import { idOf, type LoggedEvent, logOf } from '../../learn/log.js';
import type { Candidate, Cell, Event, ReviewedSession, ReviewRecord } from '../../schema.gen.js';
import { type ReportWords, reportWords } from './words.js';

const shortestName = 8;

/** A record of a retrospective with what follows from the events that it names. */
export interface Page {
  readonly record: ReviewRecord;
  readonly text: ReportWords;
  /** What counts now, and what would count without the verdicts of this retrospective. */
  readonly after: ReadonlyMap<string, Life>;
  readonly before: ReadonlyMap<string, Life>;
  readonly verdicts: readonly Verdict[];
  /** Sessions read in this retrospective, in which rules did not occur → their ids. */
  readonly unmatched: readonly string[];
  readonly sessions: readonly ReviewedSession[];
  readonly shorten: (session: string) => string;
  readonly titles: ReadonlyMap<string, string>;
}

interface Verdict {
  readonly event: Event & { asset_id: string; session: string; cell: Cell };
  /** Hundredths. */
  readonly step: number;
}

export function pageOf(record: ReviewRecord, logged: readonly LoggedEvent[]): Page {
  const { retrospective: retro } = record;
  const counted = new Set(record.events);
  const events = logged.filter(({ id }) => counted.has(id));
  const read = new Set(record.facets.map(({ session }) => session));
  const isOwn = ({ event }: LoggedEvent) => read.has(event.session) && event.cell !== undefined;
  const log = logOf(events.map(({ event }) => event));
  const former = logOf(events.filter((one) => !isOwn(one)).map(({ event }) => event));
  const state = fold(log);
  const known = new Set(record.rules.map(({ id }) => id));
  const byId = new Map(events.map((one) => [one.id, one.event]));
  const verdicts = [...known].flatMap((id) =>
    timeline(log, id).flatMap(({ row, step }) => {
      const event = byId.get(idOf(log, row));
      return isJudgement(event) && read.has(event.session) ? [{ event, step }] : [];
    }),
  );
  const judged = new Set(verdicts.map(({ event }) => event.asset_id));
  const unmatched = events
    .filter(({ event }) => event.event === 'no_match' && read.has(event.session))
    .flatMap(({ event }) => [event.asset_id ?? [], event.asset_ids ?? []].flat());
  return {
    record,
    text: reportWords[retro.language],
    after: state.lives,
    before: fold(former).lives,
    verdicts,
    unmatched: [...new Set(unmatched)].filter((id) => !judged.has(id)).sort(),
    sessions: retro.sessions.filter(({ session }) => read.has(session)),
    shorten: shortener(record),
    titles: new Map(record.rules.map(({ id, title }) => [id, title])),
  };
}

function isJudgement(event: Event | undefined): event is Verdict['event'] {
  return event?.cell !== undefined && event.asset_id !== undefined && event.session !== undefined;
}

/** Rules that a record is about: what they were before, what they became, and what judged them. */
export function rulesOf(
  { sessions, before, findings }: ReviewRecord['retrospective'],
  candidates: readonly Candidate[],
  verdicts: readonly Event[],
  standings: readonly { asset: string; confidence: number; status: string }[],
): string[] {
  const then = new Map(before.standings.map((one) => [one.asset, one]));
  const changed = standings.filter(({ asset, confidence, status }) => {
    const old = then.get(asset);
    return old === undefined || old.confidence !== confidence || old.status !== status;
  });
  const named = [
    ...changed.map(({ asset }) => asset),
    ...verdicts.flatMap(({ asset_id = [] }) => asset_id),
    ...sessions.flatMap(({ deviations = [] }) => deviations.map(({ asset }) => asset)),
    ...findings.flatMap(({ assets = [] }) => assets),
    ...candidates.flatMap(({ became = [], decision }) => [became, decision?.into ?? []].flat()),
  ];
  return [...new Set(named)].sort();
}

/** Hundredths by which the verdicts of this retrospective moved a rule. */
export function movedBy({ before, after }: Page, id: string): number {
  return (after.get(id)?.confidence ?? 0) - (before.get(id)?.confidence ?? 0);
}

/** Long names by their first characters, as many as tell them apart: every command takes those. */
function shortener({ retrospective: retro, facets }: ReviewRecord): Page['shorten'] {
  const names = new Set([
    ...retro.sessions.map(({ session }) => session),
    ...retro.left_out.map(({ session }) => session),
    ...facets.flatMap(({ session = [] }) => session),
  ]);
  return (session) => {
    for (let length = shortestName; length < session.length; length++) {
      const start = session.slice(0, length);
      const isLonely = ![...names].some((name) => name !== session && name.startsWith(start));
      if (isLonely && /[a-z\d]$/i.test(start)) return start;
    }
    return session;
  };
}

export function dayOf(at: string | undefined): string {
  return at?.slice(0, 10) ?? '';
}
