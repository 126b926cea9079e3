import { sameWording } from '../../learn/asset.js';
import type { Request } from '../../learn/change-request.js';
import type { Language, Problem } from '../../problem.js';
import { relationOf } from '../../reflect/hand-in/lesson.js';
import { emptyNoted, mostLessons } from '../../reflect/hand-in/noted.js';
import type { Asset, NotedLesson, NotedRetire, Retrospective } from '../../schema.gen.js';
import type { Change } from '../../store/store.js';
import { localDay } from '../../text.js';
import { joinedChange } from '../approval/action-handlers.js';
import { agentOf } from '../approval/agent.js';
import { askedChange, listPending } from '../approval/pending-change.js';
import { linesToLose, numbered, type Question } from '../approval/question.js';
import { fileChange } from '../approval/request-change.js';
import { deeds, type Offer } from '../approval/shown-difference.js';
import { assetSetOf } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { open } from '../memory/transaction.js';

/** One dialog holds at most four questions. */
const mostQuestions = 4;

/** The next dialog about a retrospective, and the retrospective with what is asked now. */
export interface Asked {
  readonly retro: Retrospective;
  /** The input of AskUserQuestion; undefined where nothing is left to ask. */
  readonly dialog?: { readonly questions: readonly Question[] };
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
}

type Noted = NotedLesson | NotedRetire;

/**
 * Files the pending changes of the next dialog: at most four lessons and retirements that nobody answered. What a
 * question says of where Claude will read a rule counts those before it as kept. Writes nothing but `work/pending/`.
 */
export async function askNext(caller: Caller, retro: Retrospective): Promise<Asked> {
  const agent = agentOf(caller) ?? { env: caller.env };
  const known = elsewhere(caller, retro);
  const { noted = emptyNoted } = known;
  const isOpen = ({ state }: Noted) => state === 'asked' || state === 'waiting';
  const left = [...noted.lessons.slice(0, mostLessons), ...noted.retire].filter(isOpen);
  const questions: Question[] = [];
  const ids = new Map<Noted, string>();
  const gone = new Set<Noted>();
  const problems: Problem[] = [];
  let before: Change | undefined;
  for (const one of left) {
    if (questions.length === mostQuestions) break;
    const requests = requestsOf(one);
    const offer = offerOf(one, retro);
    const filed = await fileChange(caller, agent, requests, { ...(before && { before }), offer });
    problems.push(...filed.problems.map((found) => ({ ...found, severity: 'warning' as const })));
    const { pending, change } = filed;
    // What can no longer be asked costs itself alone.
    if (pending === undefined) gone.add(one);
    if (pending === undefined) continue;
    ids.set(one, pending.id);
    before = joinedChange(before, change ?? {});
    questions.push(...pending.questions);
  }
  const marked = <T extends Noted>(one: T): T => {
    const pending = ids.get(one);
    if (gone.has(one)) return { ...one, state: 'refused_later' };
    return pending === undefined ? one : { ...one, state: 'asked', pending };
  };
  const lessons = noted.lessons.map(marked);
  const asked = { ...known, noted: { ...noted, lessons, retire: noted.retire.map(marked) } };
  const dialog = questions.length === 0 ? {} : { dialog: { questions: numbered(questions) } };
  return { retro: asked, ...dialog, ids: [...ids.values()], problems };
}

/** What was asked and waits no more was answered elsewhere, as in `review`: the memory tells how. */
function elsewhere(caller: Caller, retro: Retrospective): Retrospective {
  const { noted = emptyNoted } = retro;
  const isAsked = ({ state }: Noted) => state === 'asked';
  if (![...noted.lessons, ...noted.retire].some(isAsked)) return retro;
  const opened = open(caller);
  const waiting = new Set(listPending(opened.location).changes.map(({ id }) => id));
  const { told, states } = assetSetOf(opened);
  const settled = <T extends Noted>(one: T): T => {
    if (!isAsked(one) || waiting.has(one.pending ?? '')) return one;
    const { pending: _, ...rest } = one;
    if (!('asset' in one)) {
      const isGone = states.get(one.rule)?.retired === true;
      return { ...rest, state: isGone ? 'kept' : 'left' } as T;
    }
    const asset = one.asset as unknown as Asset;
    const now = told.get(asset.id);
    const isKept = now !== undefined && sameWording(now, { ...now, ...asset });
    const isNew = relationOf(one).kind === 'new';
    if (isKept) return { ...rest, state: 'kept', became: asset.id } as T;
    return { ...rest, state: isNew ? 'dropped' : 'left' } as T;
  };
  const lessons = noted.lessons.map(settled);
  return { ...retro, noted: { ...noted, lessons, retire: noted.retire.map(settled) } };
}

/** The requests that carry a lesson or a retirement out together. */
export function requestsOf(one: Noted): Request[] {
  if (!('asset' in one)) return [{ action: 'deprecate', asset_id: one.rule, ...reasonOf(one.why) }];
  const asset = one.asset as unknown as Asset;
  const { kind, rule = '' } = relationOf(one);
  if (kind === 'sharpens' || kind === 'same')
    return [{ action: 'revise', asset_id: rule, asset_type: asset.type, asset }];
  const add = { action: 'add', asset_type: asset.type, asset } as const;
  if (kind === 'opposes') return [add, { action: 'deprecate', asset_id: rule }];
  if (kind === 'premise') return [add, { action: 'premise', asset_id: rule }];
  return [add];
}

function reasonOf(why: string | undefined): { reason?: string } {
  return why === undefined ? {} : { reason: why };
}

/** What only the retrospective knows of a question: numbers and days of sessions, whose words the exception is. */
function offerOf(one: Noted, { sessions, mode }: Pick<Retrospective, 'sessions' | 'mode'>): Offer {
  const named = new Map(
    one.evidence.map(({ session, place }) => [session, Number.parseInt(place, 10)] as const),
  );
  const rows = [...named].map(([session, s]) => {
    const last = sessions.find((other) => other.session === session)?.last;
    const day = last && localDay(Date.parse(last));
    const done = deeds.flatMap((deed) => {
      const own = one.evidence.filter((line) => line.session === session && line.kind === deed);
      return own.length === 0 ? [] : [[deed, own.map(({ line }) => line)] as const];
    });
    return [session, { s, ...(day && { day }), ...Object.fromEntries(done) }] as const;
  });
  if (!('asset' in one)) return { sessions: Object.fromEntries(rows) };
  const isQuestioned = mode === 'final' || (one.rounds?.length ?? 0) > 0;
  return {
    sessions: Object.fromEntries(rows),
    ...(one.skip_by === 'claude' ? { ownSkip: true as const } : {}),
    ...(isQuestioned ? {} : { isDraft: true as const }),
  };
}

/** Has the question about a lesson room for all of it, whatever it will tell besides? Asked before anything is filed. */
export function questionFits(
  lesson: NotedLesson,
  before: Asset | undefined,
  retro: Pick<Retrospective, 'sessions' | 'mode'>,
  language: Language,
): boolean {
  const requests = requestsOf(lesson);
  // Its day is set when it is kept.
  const { created_at: _, ...worded } = lesson.asset as unknown as Asset;
  const asset = worded as Asset;
  const { kind, rule = '' } = relationOf(lesson);
  const isChange = kind === 'sharpens' || kind === 'same';
  const other = before === undefined || isChange ? {} : { [rule]: before };
  const { evidence = [] } = asset;
  const sessions = evidence[0]?.session;
  const birth = { event: isChange ? 'revise' : 'create', asset_type: asset.type };
  const writes = [{ ...birth, detail: asset.title, confidence_delta: 0.7, by: 'add', sessions }];
  const past = asset.watch === undefined ? {} : { past: { broken: 100, sessions: 300 } };
  const project = evidence[0]?.project;
  const change = askedChange(
    {
      ...{ id: '00000000', made_at: '', requests },
      found: { [asset.id]: isChange ? (before ?? null) : null, ...other },
      comes: { [asset.id]: asset, ...other },
      writes: isChange ? [] : writes,
      unread: [],
      ...(project === undefined ? {} : { project }),
      offer: { ...offerOf(lesson, retro), ...past, reads: 'nowhere', isFull: true, noPin: true },
    },
    undefined,
  );
  return linesToLose(change, language) === 0;
}

type State = NotedLesson['state'];

/** What the answers of a dialog make of the lessons. `reads` and `became` are of those that were kept. Pure. */
export function afterAnswers(
  retro: Retrospective,
  decided: readonly {
    readonly id: string;
    readonly chosen: string;
    readonly rule?: string;
    readonly reads?: string;
  }[],
): Retrospective {
  const { noted } = retro;
  if (noted === undefined) return retro;
  const answered = <T extends Noted>(one: T): T => {
    const answer = decided.find(({ id }) => id === one.pending && one.state === 'asked');
    const state = answer && states[answer.chosen];
    if (answer === undefined || state === undefined) return one;
    const { pending: _, ...rest } = one;
    if (state !== 'kept' || !('asset' in one)) return { ...rest, state } as T;
    const { rule, reads } = answer;
    return { ...rest, state, ...(rule && { became: rule }), ...(reads && { reads }) } as T;
  };
  const lessons = noted.lessons.map(answered);
  return { ...retro, noted: { ...noted, lessons, retire: noted.retire.map(answered) } };
}

const states: Readonly<Record<string, State>> = {
  ...{ yes: 'kept', pin: 'kept', remind: 'kept', both: 'kept' },
  ...{ drop: 'dropped', leave: 'left', question: 'question' },
};
