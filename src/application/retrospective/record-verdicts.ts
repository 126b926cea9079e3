import { liveAmong } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import { verdictStep } from '../../learn/fold/verdict-step.js';
import { eventId, instant } from '../../learn/log/event.js';
import { faults } from '../../messages/problems/retrospective.js';
import { unchanged } from '../../messages/retrospective/verdict.js';
import { type Problem, problem, type Sentence, type Wording } from '../../problem.js';
import {
  detailOf,
  deviationsOf,
  eventKindOf,
  followedOf,
  outcomeIn,
  quotesOf,
  taught,
  verdictGaps,
} from '../../reflect/verdict.js';
import type {
  Asset,
  Candidate,
  Cell,
  Deviation,
  Event,
  Retrospective,
  Verdict,
} from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type AssetSet, assetSetOf, eventAbout } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import type { Decision } from '../memory/transaction.js';
import {
  facetSessions,
  isJudgement,
  judgeableOn,
  noMatch,
  readCandidates,
  readFacet,
  retrospectiveFile,
  retrospectiveInWork,
  reviewer,
} from './repository.js';
import { judgementOf, sessionToJudge, shownRules } from './rules-to-judge.js';
import { type ReadSession, sessionReader } from './session-reader.js';

export interface CheckedVerdict {
  readonly at: string;
  readonly file: string;
  readonly verdict: Verdict;
  readonly session: ReadSession;
}

interface Judged {
  readonly session: string;
  readonly asset: string;
  readonly event: Event['event'];
  readonly id: string;
  readonly cell: Cell | null;
  readonly deviations: readonly Deviation[];
}

export interface VerdictResults {
  readonly recorded: Judged[];
  readonly unchanged: { session: string; asset: string; says: Sentence }[];
  readonly problems: Problem[];
}

/** Events that judging needs: earlier verdicts, creations, blocks and reverts. */
export function isLookedAt(event: Event): boolean {
  return isJudgement(event) || besides.has(event.event);
}

const besides: ReadonlySet<Event['event']> = new Set(['create', 'inject_reflection', 'revert']);

/** What judging one verdict needs of the memory. `past` holds the earlier verdicts. */
interface JudgingContext {
  readonly assetSet: AssetSet;
  readonly judgeable: ReadonlySet<string>;
  readonly facets: ReadonlySet<string>;
  readonly project: string;
  readonly past: readonly Event[];
  readonly candidates: readonly Candidate[];
  readonly opened: Opened;
}

/** The events of verdicts whose quotes were found; what is refused or counted already is written into `results`. */
export function judgeAll(
  caller: Caller,
  opened: Opened,
  checked: readonly CheckedVerdict[],
  results: VerdictResults,
): Decision {
  const assetSet = assetSetOf(opened);
  const past = liveAmong(opened.kept, assetSet).map(({ event }) => event);
  let judging: JudgingContext = {
    assetSet,
    judgeable: judgeableOn(assetSet),
    facets: facetSessions(opened.location),
    project: opened.memory.project,
    past,
    candidates: readCandidates(opened.location),
    opened,
  };
  const events: Event[] = [];
  // What is said of all others counts only beside what was said of each.
  const isOfOthers = ({ verdict }: CheckedVerdict) => verdict.asset === allOthers;
  const inOrder = [...checked.filter((one) => !isOfOthers(one)), ...checked.filter(isOfOthers)];
  for (const one of inOrder) {
    const made = isOfOthers(one)
      ? judgeOthers(caller, judging, one, results)
      : judge(caller, judging, one, results);
    events.push(...made);
    judging = { ...judging, past: [...judging.past, ...made] };
  }
  if (events.length === 0) return {};
  const retro = withDeviations(retrospectiveInWork(opened.location), results.recorded);
  return {
    change: {
      events,
      ...(retro === undefined ? {} : { work: new Map([retrospectiveFile(retro)]) }),
    },
  };
}

/** In place of a rule's id: every rule that the judge knows by one line and gave no verdict. */
const allOthers = '*';

/** Records that no scene of any other rule occurred, as only a judge who saw their lines can say. */
function judgeOthers(
  caller: Caller,
  judging: JudgingContext,
  { at, file, verdict, session }: CheckedVerdict,
  results: VerdictResults,
): Event[] {
  const { opened, past, facets } = judging;
  const name = session.session;
  const refuse = (wording: Wording): Event[] => {
    results.problems.push(problem('verdict/others', { file, at: `${at}/asset` }, wording));
    return [];
  };
  if (verdict.scene.occurred) return refuse(faults.othersOccurred(name));
  if (!facets.has(name)) return refuse(faults.sessionUnread(name));
  const read = sessionReader(caller, opened.location, opened.memory.project);
  const { named } = judgementOf(caller, opened, read, sessionToJudge(caller, opened, read, name));
  const judged = new Set(
    past
      .filter((event) => event.session === name && isJudgement(event))
      .flatMap(({ asset_id, asset_ids = [] }) => [asset_id, ...asset_ids]),
  );
  const ids = named.map(({ asset }) => asset).filter((id) => !judged.has(id));
  if (ids.length === 0) {
    results.unchanged.push({ session: name, asset: allOthers, says: unchanged.noOthers(name) });
    return [];
  }
  const event = noMatch('the scene did not occur', session, ids.sort());
  results.recorded.push({
    session: name,
    asset: ids.join(', '),
    event: event.event,
    id: eventId(event),
    cell: null,
    deviations: [],
  });
  return [event];
}

/** The events of one verdict; none if it is refused or counted already. */
function judge(
  caller: Caller,
  judging: JudgingContext,
  one: CheckedVerdict,
  results: VerdictResults,
): Event[] {
  const { at, file, verdict, session } = one;
  const asset = judging.assetSet.assets.get(verdict.asset);
  const problems =
    asset === undefined || !judging.judgeable.has(asset.id)
      ? [notJudgeable(judging, one)]
      : [...verdictGaps(verdict, asset, file, at), ...unreadGap(judging, one)];
  results.problems.push(...problems);
  if (problems.length > 0 || asset === undefined) return [];
  const known = judging.past.find((event) => isOf(event, session, asset.id, verdict));
  if (known !== undefined) return keep(results, session.session, asset.id, known);
  const event = verdict.scene.occurred
    ? verdictEvent(caller, judging, one, asset)
    : noMatch('the scene did not occur', session, [asset.id]);
  const id = eventId(event);
  if (judging.opened.kept.some((other) => other.id === id)) return taken(judging, results, one, id);
  results.recorded.push({
    session: session.session,
    asset: asset.id,
    event: event.event,
    id,
    cell: event.cell ?? null,
    deviations: deviationsOf(verdict, asset),
  });
  return [...withdrawn(judging, event), event];
}

/** What was said of an absent scene goes where the scene is found after all: the log never holds both. */
function withdrawn(
  { past, opened }: JudgingContext,
  { ts, session, asset_id, event }: Event,
): Event[] {
  if (event === 'no_match' || asset_id === undefined) return [];
  return past
    .filter((one) => one.event === 'no_match' && one.session === session)
    .filter((one) => one.asset_ids?.includes(asset_id))
    .flatMap(({ id: _, ...one }): Event[] => {
      const rest = one.asset_ids?.filter((id) => id !== asset_id) ?? [];
      const revert: Event = {
        ts,
        event: 'revert',
        detail: `the scene of ${asset_id} did occur`,
        confidence_delta: 0,
        project: opened.memory.project,
        reverts: eventId(one),
        by: 'verdict',
      };
      return rest.length === 0 ? [revert] : [revert, { ...one, asset_ids: rest }];
    });
}

/** A scene judged as absent may be judged again, and may occur later in the session. */
function isOf(event: Event, session: ReadSession, asset: string, { scene }: Verdict): boolean {
  if (event.session !== session.session || !isJudgement(event)) return false;
  if (event.event !== 'no_match') return event.asset_id === asset;
  const isNamed = [event.asset_id, ...(event.asset_ids ?? [])].includes(asset);
  return isNamed && !scene.occurred && instant(event.ts) >= instant(session.last);
}

function keep(results: VerdictResults, session: string, asset: string, event: Event): Event[] {
  results.unchanged.push({
    session,
    asset,
    says: unchanged.judged(asset, session, event.event, eventId(event)),
  });
  return [];
}

function taken(
  { past }: JudgingContext,
  results: VerdictResults,
  { verdict, session }: CheckedVerdict,
  id: string,
): Event[] {
  const revert = past.find(({ reverts }) => reverts === id);
  results.unchanged.push({
    session: session.session,
    asset: verdict.asset,
    // madness why does not list what moved nothing.
    says: unchanged.undone(verdict.asset, session.session, id, revert && eventId(revert)),
  });
  return [];
}

function notJudgeable(
  { assetSet }: JudgingContext,
  { at, file, verdict }: CheckedVerdict,
): Problem {
  const ruleState = assetSet.states.get(verdict.asset);
  const known = assetSet.assets.has(verdict.asset);
  const { asset: id, session } = verdict;
  const state = !known ? 'unknown' : assetSet.told.has(id) ? 'retired' : 'unread';
  return problem(
    'verdict/no-rule',
    { file, at: `${at}/asset` },
    faults.noRuleToJudge(id, { into: ruleState?.absorbedInto, state }, session),
  );
}

/** Only a session that was read can prove that a scene did not occur. */
function unreadGap(
  { facets }: JudgingContext,
  { at, file, verdict, session }: CheckedVerdict,
): Problem[] {
  if (verdict.scene.occurred || facets.has(session.session)) return [];
  return [
    problem(
      'verdict/unread',
      { file, at: `${at}/scene/occurred` },
      faults.sessionUnread(session.session),
    ),
  ];
}

function verdictEvent(
  caller: Caller,
  judging: JudgingContext,
  { verdict, session }: CheckedVerdict,
  asset: Asset,
): Event {
  const { location } = judging.opened;
  const cell: Cell = {
    shown: shownRules(caller, judging.past, session).has(`${asset.type}:${asset.id}`),
    followed: followedOf(verdict, policy.compliance),
    outcome: outcomeIn(verdict, readFacet(location, session.session)),
  };
  const isReviewed = retrospectiveInWork(location)?.sessions.some(
    (one) => one.session === session.session,
  );
  const isTaught = taught(asset, session.session, judging.past, judging.candidates);
  const kind = isTaught ? 'observe' : eventKindOf(cell);
  const home = judging.assetSet.states.get(asset.id)?.baseline?.project ?? '';
  const { project = '' } = session;
  return eventAbout(asset, kind, session.last, session.project, {
    confidence_delta: verdictStep({ kind, cell, project, stated: undefined }, home) / 100,
    detail: detailOf(verdict),
    session: session.session,
    quotes: quotesOf(verdict),
    cell,
    by: isReviewed ? reviewer : 'verdict',
  });
}

function withDeviations(
  retro: Retrospective | undefined,
  recorded: readonly Judged[],
): Retrospective | undefined {
  if (retro === undefined) return undefined;
  const fresh = recorded.filter(({ deviations }) => deviations.length > 0);
  if (fresh.length === 0) return undefined;
  const sessions = retro.sessions.map((entry) => {
    const known = entry.deviations ?? [];
    const more = fresh
      .filter(({ session }) => session === entry.session)
      .flatMap(({ deviations }) => deviations)
      .filter((one) => !known.some((other) => isSame(one, other)));
    return more.length === 0 ? entry : { ...entry, deviations: [...known, ...more].slice(0, 500) };
  });
  return { ...retro, sessions };
}

function isSame(left: Deviation, right: Deviation): boolean {
  return left.asset === right.asset && left.kind === right.kind && left.words === right.words;
}
