import { fold, type RuleState, timeline } from '../learn/fold/fold.js';
import { instant, isBaseline } from '../learn/log/event.js';
import { type LoggedEvent, logOf } from '../learn/log/parse-log.js';
import type {
  Candidate,
  Cell,
  Event,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
  Status,
} from '../schema.gen.js';
import { type ReportWords, reportWords } from './messages.js';

const minNameCharacters = 8;

/** A record of a retrospective with what follows from the events that it names. */
export interface ReportContext {
  readonly record: ReviewRecord;
  readonly text: ReportWords;
  readonly after: ReadonlyMap<string, RuleState>;
  /** The state of rules when this retrospective began, except those that came up in it. */
  readonly before: ReadonlyMap<string, Before>;
  readonly verdicts: readonly Verdict[];
  /** Changes of confidence since then that are no verdicts of this retrospective. */
  readonly moves: readonly Moved[];
  /** Rules without a known scene in the sessions read. */
  readonly unmatched: readonly string[];
  readonly sessions: readonly ReviewedSession[];
  readonly shorten: (session: string) => string;
  readonly titles: ReadonlyMap<string, string>;
}

interface Moved {
  readonly id: string;
  readonly event: Event;
  /** Hundredths. */
  readonly step: number;
}

interface Verdict extends Moved {
  readonly event: Event & { session: string; cell: Cell };
}

interface Before {
  /** Hundredths. */
  readonly confidence: number;
  readonly status: Status;
}

export function pageOf(record: ReviewRecord, logged: readonly LoggedEvent[]): ReportContext {
  const { retrospective: retro } = record;
  const counted = new Set(record.events);
  const events = logged.filter(({ id }) => counted.has(id));
  const read = new Set(record.facets.map(({ session }) => session));
  const log = logOf(events.map(({ event }) => event));
  const byId = new Map(events.map((one) => [one.id, one.event]));
  const steps = record.rules.flatMap(({ id }) =>
    timeline(log, id).flatMap(({ event: eventId, step }): Moved[] => {
      const event = byId.get(eventId);
      return event === undefined ? [] : [{ id, event, step }];
    }),
  );
  const isOwn = (one: Moved): one is Verdict =>
    one.event.cell !== undefined && read.has(one.event.session);
  const verdicts = steps.filter(isOwn);
  const judged = new Set(verdicts.map(({ id }) => id));
  const unmatched = events
    .filter(({ event }) => event.event === 'no_match' && read.has(event.session))
    .flatMap(({ event }) => [event.asset_id ?? [], event.asset_ids ?? []].flat());
  return {
    record,
    text: reportWords[retro.language],
    after: fold(log).states,
    before: beforeOf(retro),
    verdicts,
    moves: steps.filter((one) => !isOwn(one) && isSince(retro, one)),
    unmatched: [...new Set(unmatched)].filter((id) => !judged.has(id)).sort(),
    sessions: retro.sessions.filter(({ session }) => read.has(session)),
    shorten: shortener(record),
    titles: new Map(record.rules.map(({ id, title }) => [id, title])),
  };
}

function beforeOf({ before }: Retrospective): ReportContext['before'] {
  return new Map(
    before.standings.map(({ asset, confidence, status }) => [
      asset,
      { confidence: Math.round(confidence * 100), status },
    ]),
  );
}

/** A birth moves nothing; a verdict of elsewhere bears the time of its session. */
function isSince({ started_at }: Retrospective, { event, step }: Moved): boolean {
  if (isBaseline(event) || step === 0) return false;
  return instant(event.ts) >= instant(started_at);
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

/** Hundredths by which a rule moved since this retrospective began; one that came up in it did not move. */
export function movedBy({ before, after }: ReportContext, id: string): number {
  const then = before.get(id);
  return then === undefined ? 0 : (after.get(id)?.confidence ?? 0) - then.confidence;
}

/** Long names by their first characters, as many as tell them apart: every command takes those. */
function shortener({ retrospective: retro, facets }: ReviewRecord): ReportContext['shorten'] {
  const names = new Set([
    ...retro.sessions.map(({ session }) => session),
    ...retro.left_out.map(({ session }) => session),
    ...facets.flatMap(({ session = [] }) => session),
  ]);
  return (session) => {
    for (let length = minNameCharacters; length < session.length; length++) {
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
