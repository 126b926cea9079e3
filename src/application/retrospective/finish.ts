import { liveAmong } from '../../learn/fold/fold.js';
import { verdictStep } from '../../learn/fold/verdict-step.js';
import { eventId, instant } from '../../learn/log/event.js';
import { hasErrors, type Problem } from '../../problem.js';
import { emptyNoted, isAsking, needsGrowth, sessionsOpen } from '../../reflect/hand-in/noted.js';
import { roundsDue } from '../../reflect/hand-in/rounds.js';
import { detailOf, eventQuotes } from '../../reflect/hand-in/verdict.js';
import { eventKindOf } from '../../reflect/verdict.js';
import type {
  Event,
  Facet,
  NotedSession,
  NotedVerdict,
  Retrospective,
  ReviewedSession,
} from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf, eventAbout } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { type Decision, type Extra, instantOf, transact } from '../memory/transaction.js';
import { preparedGone } from './hand-in/prepared.js';
import { shownRules } from './hand-in/shown-rules.js';
import { lastReport, reportName, reportOf, withSources } from './report.js';
import {
  facetFile,
  isJudgement,
  judgeableOn,
  noMatch,
  retrospectiveFile,
  reviewer,
  runningRetrospective,
} from './repository.js';

export interface Finished {
  readonly retro: Retrospective;
  readonly problems: readonly Problem[];
  /** The report on one screen. */
  readonly screen: readonly string[];
}

/** May it end? All parts were printed, each session is in, no question waits, nothing is left that a final one needs. */
export function isOver(retro: Retrospective): boolean {
  const isPrinted = (retro.parts ?? []).every(({ printed_at }) => printed_at !== undefined);
  const isIn = isPrinted && sessionsOpen(retro).length === 0;
  const isSettled = roundsDue(retro).length === 0 && !needsGrowth(retro);
  return isIn && !isAsking(retro.noted ?? emptyNoted) && isSettled;
}

/**
 * Ends the running retrospective: verdicts, rules without a scene and observations enter the log, facets are kept, and
 * the report is written. The end is written last, so that it can be repeated after a crash.
 */
export async function finishRetrospective(caller: Caller): Promise<Finished> {
  let over: Retrospective | undefined;
  const decide = (opened: Opened): Decision => {
    const retro = runningRetrospective(opened.location);
    over = { ...retro, finished_at: instantOf(caller) };
    const facets = facetsOf(retro).map((one) => facetFile(one, one.session as string));
    const [texts, events] = [withSources(opened, retro), eventsOf(caller, opened, retro)];
    // What the background made of these sessions is taken over or too old.
    const work = new Map(retro.sessions.map(({ session }) => preparedGone(session)));
    return { change: { texts, events, work, afterwards: new Map(facets) } };
  };
  const extra: Extra = async (opened, plan) => {
    const retro = over as Retrospective;
    if (hasErrors(plan.problems)) return { files: [], problems: [] };
    const made = await reportOf(opened, plan, retro);
    if (hasErrors(made.problems)) return made;
    const [name, text] = retrospectiveFile({ ...retro, report: reportName(opened, retro) });
    return { ...made, afterwards: [...(made.afterwards ?? []), [`work/${name}`, text] as const] };
  };
  const { problems } = await transact(caller, decide, { keep: () => true, extra });
  const screen = hasErrors(problems) ? [] : (lastReport(caller)?.screen ?? []);
  return { retro: over as Retrospective, problems, screen };
}

/** What enters the log; nothing that stands there already. */
export function eventsOf(caller: Caller, opened: Opened, retro: Retrospective): Event[] {
  const noted = retro.noted ?? emptyNoted;
  const assetSet = assetSetOf(opened);
  const past = liveAmong(opened.kept, assetSet).map(({ event }) => event);
  const verdicts = noted.verdicts.flatMap((one) => {
    const session = retro.sessions.find((other) => other.session === one.session);
    return session === undefined ? [] : verdictEvents(caller, opened, past, one, session);
  });
  const absent = noted.sessions.flatMap(({ session }) => {
    const entry = retro.sessions.find((one) => one.session === session);
    return entry === undefined ? [] : absentIn(opened, [...past, ...verdicts], retro, entry);
  });
  const known = new Set(opened.kept.map(({ id }) => id));
  const events = [...verdicts, ...absent, ...observed(opened, retro)];
  return events.filter((event) => !known.has(eventId(event)));
}

function verdictEvents(
  caller: Caller,
  opened: Opened,
  past: readonly Event[],
  verdict: NotedVerdict,
  entry: ReviewedSession,
): Event[] {
  const assetSet = assetSetOf(opened);
  const { session, project } = entry;
  const asset = assetSet.assets.get(verdict.rule);
  const isKnown = past.some(
    (event) =>
      isJudgement(event) &&
      event.event !== 'no_match' &&
      event.session === session &&
      event.asset_id === verdict.rule,
  );
  if (asset === undefined || isKnown) return [];
  const cell = {
    shown: shownRules(caller, past, timesOf(caller, entry)).has(`${asset.type}:${asset.id}`),
    followed: verdict.followed,
    outcome: verdict.outcome,
  };
  const kind = verdict.taught === true ? 'observe' : eventKindOf(cell);
  const home = assetSet.states.get(asset.id)?.baseline?.project ?? '';
  const event = eventAbout(asset, kind, timesOf(caller, entry).last, project, {
    confidence_delta: verdictStep({ kind, cell, project, stated: undefined }, home) / 100,
    detail: detailOf(verdict),
    session,
    quotes: eventQuotes(verdict.quotes),
    cell,
    by: reviewer,
  });
  return [...withdrawn(opened, past, event), event];
}

function timesOf(caller: Caller, { session, first, last }: ReviewedSession) {
  return { session, first, last: last ?? instantOf(caller) };
}

/** What was said of an absent scene goes where the scene is found after all: the log never holds both. */
function withdrawn({ memory }: Opened, past: readonly Event[], found: Event): Event[] {
  const { ts, session, asset_id = '' } = found;
  return past
    .filter((one) => one.event === 'no_match' && one.session === session)
    .filter((one) => one.asset_ids?.includes(asset_id))
    .flatMap(({ id: _, ...one }): Event[] => {
      const rest = one.asset_ids?.filter((id) => id !== asset_id) ?? [];
      const revert: Event = {
        ...{ ts, event: 'revert', detail: `the scene of ${asset_id} did occur` },
        ...{ confidence_delta: 0, project: memory.project, reverts: eventId(one), by: reviewer },
      };
      return rest.length === 0 ? [revert] : [revert, { ...one, asset_ids: rest }];
    });
}

/** Each told rule without a verdict, in a session that was printed whole. */
function absentIn(
  opened: Opened,
  past: readonly Event[],
  { before }: Retrospective,
  { session, project, last, whole = false }: ReviewedSession,
): Event[] {
  if (!whole || last === undefined) return [];
  const assetSet = assetSetOf(opened);
  const judged = new Set(
    past
      .filter((event) => event.session === session && isJudgement(event))
      // A session that went on is read anew.
      .filter(({ event, ts }) => event !== 'no_match' || instant(ts) >= instant(last))
      .flatMap(({ asset_id, asset_ids = [] }) => [asset_id, ...asset_ids]),
  );
  const judgeable = judgeableOn(assetSet);
  // What came since was not among the rules that were printed.
  const ids = before.standings
    .map(({ asset }) => asset)
    .filter((id) => judgeable.has(id) && assetSet.told.has(id) && !judged.has(id))
    .sort();
  return ids.length === 0
    ? []
    : [noMatch('the scene did not occur', { session, project, last }, ids)];
}

/** What is kept in sight without a rule and without an argument against one. */
function observed(
  { memory }: Opened,
  { noted = emptyNoted, started_at, id }: Retrospective,
): Event[] {
  const left = noted.left_out
    .filter(({ why }) => why === 'pending_observation')
    .map(({ what, quotes = [] }) => ({ what, session: quotes[0]?.session }));
  const pending = noted.lessons
    .filter(({ state }) => state === 'pending')
    .map(({ if: when = '', evidence }) => ({ what: when, session: evidence[0]?.session }));
  return [...left, ...pending].map(
    ({ what, session }): Event => ({
      ...{ ts: started_at, event: 'pending_observation', detail: what, confidence_delta: 0 },
      ...(session === undefined ? {} : { session }),
      ...{ project: memory.project, by: id },
    }),
  );
}

/** What each session was: the model's few fields, and what the program counted. */
function facetsOf({ sessions, noted = emptyNoted }: Retrospective): Facet[] {
  return noted.sessions.flatMap((one) => {
    const entry = sessions.find(({ session }) => session === one.session);
    return entry === undefined ? [] : [facetOf(one, entry)];
  });
}

function facetOf({ s: _, ...said }: NotedSession, entry: ReviewedSession): Facet {
  const { project, first, last, lines, read, reason, loops, refusals = 0 } = entry;
  const facet = {
    ...{ session: said.session, project },
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    ...{ lines, read },
    ...(reason === undefined ? {} : { reason }),
    ...said,
    ...{ loops, refusals, signals: entry.signals ?? [], files: entry.files ?? [] },
  };
  return facet;
}
