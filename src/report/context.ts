import { fold, type RuleState, timeline } from '../learn/fold/fold.js';
import { instant, isBaseline } from '../learn/log/event.js';
import { type LoggedEvent, logOf } from '../learn/log/parse-log.js';
import { type ReportWords, reportWords } from '../messages/retrospective/report.js';
import { emptyNoted } from '../reflect/hand-in/noted.js';
import type {
  Cell,
  Event,
  Noted,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
  Status,
} from '../schema.gen.js';

const nameCharacters = 8;

/** A record of a retrospective with what follows from the events that it names. */
export interface ReportContext {
  readonly record: ReviewRecord;
  readonly noted: Noted;
  readonly text: ReportWords;
  readonly after: ReadonlyMap<string, RuleState>;
  /** The state of rules when this retrospective began, except those that came up in it. */
  readonly before: ReadonlyMap<string, Before>;
  readonly verdicts: readonly Verdict[];
  /** Changes of confidence since then that are no verdicts of this retrospective. */
  readonly moves: readonly Moved[];
  /** Rules whose scene did not occur in the sessions read. */
  readonly absent: ReadonlySet<string>;
  /** The sessions that were read. */
  readonly sessions: readonly ReviewedSession[];
  /** Number of a session in the reading, or its first characters. */
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
  const { noted = emptyNoted } = retro;
  const counted = new Set(record.events);
  const events = logged.filter(({ id }) => counted.has(id));
  const read = new Set<string | undefined>(noted.sessions.map(({ session }) => session));
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
  const absent = events
    .filter(({ event }) => event.event === 'no_match' && read.has(event.session))
    .flatMap(({ event }) => [event.asset_id ?? [], event.asset_ids ?? []].flat());
  return {
    record,
    noted,
    text: reportWords[retro.language],
    after: fold(log).states,
    before: beforeOf(retro),
    verdicts,
    moves: steps.filter((one) => !isOwn(one) && isSince(retro, one)),
    absent: new Set(absent.filter((id) => !judged.has(id))),
    sessions: retro.sessions.filter(({ session }) => read.has(session)),
    shorten: (session) => {
      const s = retro.sessions.find((one) => one.session === session)?.s;
      return s === undefined ? session.slice(0, nameCharacters) : String(s);
    },
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

export function dayOf(at: string | undefined): string {
  return at?.slice(0, 10) ?? '';
}
