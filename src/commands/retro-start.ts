import type { Plan } from '../compile/compile.js';
import { claudeFolder } from '../house.js';
import { isShell, isTrivial } from '../observe/command-key.js';
import { draftDigest } from '../observe/digest.js';
import { findSessions, type Session, statOf } from '../observe/sessions.js';
import { commandOf } from '../observe/tool-summary.js';
import { type Coverage, readTranscript } from '../observe/transcript.js';
import { isOwnWords, type ToolCall, type Turn } from '../observe/turn.js';
import { MadnessError, type Problem } from '../problem.js';
import { type Choice, type Counted, chooseSessions } from '../reflect/choice.js';
import { type PreparedRule, prematch, prepareRule } from '../reflect/prematch.js';
import { openRules } from '../reflect/progress.js';
import { readScenes } from '../reflect/scene.js';
import type { Retrospective, ReviewedSession } from '../schema.gen.js';
import type { Opened } from '../store.js';
import { fitting } from '../validate.js';
import {
  blockLines,
  facetSessions,
  formerFile,
  isJudgement,
  isRunning,
  judgeableOn,
  judgementsIn,
  readRetrospective,
  recordedIn,
  retrospectiveFile,
  retrospectiveInWork,
  retrospectiveNames,
  standingRows,
} from './books.js';
import { type Command, type Context, flag, printJson, refuse, report, text } from './context.js';
import { counted } from './counted.js';
import { utcOf } from './day.js';
import { shelfOf } from './edit.js';
import { change, type Decision, instantOf, open, previewCompile } from './memory.js';
import { nextOf } from './next-step.js';
import { progress } from './progress.js';
import { projectOf } from './session-reader.js';

type Mode = Retrospective['mode'];

const modes: readonly Mode[] = ['init', 'mid', 'final'];
const defaultLimit = 10;
const mostSessions = 100;
/** Of more unread sessions only the newest are looked into; the rest waits. */
const mostCounted = 300;
const mostStandings = 20_000;

/** Chooses the sessions to review and looks up where rules may have been at stake. */
export const retroStart: Command = async (context) => {
  const mode = modeOf(context.args[0]);
  const limit = limitOf(text(context, 'limit'));
  const opened = open(context, isJudgement);
  forbidSecond(context, opened);
  const { plan } = await previewCompile(context);
  const hunt = findUnreviewed(context, opened);
  const choice = chooseSessions(hunt.counted, limit);
  if (choice.chosen.length === 0) throw nothingToReview(context, hunt, choice);
  const sessions = lookForScenes(context, opened, choice.chosen);
  const left_for_later = choice.waiting + hunt.uncounted;
  const draft = {
    mode,
    sessions,
    left_out: [...hunt.left_out, ...choice.left_out].slice(0, 500),
    left_for_later,
  };
  let retro: Retrospective | undefined;
  const outcome = await change(context, (now): Decision => {
    forbidSecond(context, now);
    retro = {
      ...headOf(context, now, mode),
      ...draft,
      before: standingsOf(plan, now),
      findings: [],
    };
    const former = readFormer(now);
    const files = [
      retrospectiveFile(retro),
      ...(former === undefined
        ? []
        : [formerFile({ ...former, ...abandonedNow(context, former) })]),
    ];
    return { change: { work: new Map(files) } };
  });
  if (retro === undefined) return refuse(context, outcome.problems);
  return show(context, retro, [...hunt.problems, ...outcome.problems]);
};

function lookForScenes(
  context: Context,
  opened: Opened,
  chosen: readonly CountedSession[],
): ReviewedSession[] {
  const rules = rulesToJudge(opened);
  const line = progress('Looking for the scenes of rules', chosen.length);
  const sessions = chosen.map((one, index) => {
    line.step(index);
    return reviewed(one, rules, context, opened);
  });
  line.end();
  return sessions;
}

function modeOf(mode: string | undefined): Mode {
  if (modes.includes(mode as Mode)) return mode as Mode;
  throw new MadnessError(
    `Expected init, mid or final, got ${mode ?? 'nothing'}.`,
    'madness retro start mid reviews the sessions since the last time.',
  );
}

function limitOf(limit: string | undefined): number {
  if (limit === undefined) return defaultLimit;
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 1 && count <= mostSessions) return count;
  throw new MadnessError(`Expected --limit from 1 to ${mostSessions}, got ${limit}.`);
}

function forbidSecond(context: Context, { house }: Opened): void {
  if (flag(context, 'abandon')) return;
  const retro = retrospectiveInWork(house);
  if (retro === undefined) return;
  throw new MadnessError(
    `Retrospective ${retro.id} is in work since ${retro.started_at}.`,
    [
      'madness retro status says where it stands and what comes next;',
      'madness retro finish ends it with a report;',
      `madness retro start ${context.args[0]} --abandon gives it up (its facets and verdicts stay).`,
    ].join('\n    '),
  );
}

interface Hunt {
  readonly counted: readonly CountedSession[];
  readonly left_out: readonly { session: string; reason: string }[];
  readonly reviewed: number;
  /** Unread, but older than those that were looked into. */
  readonly uncounted: number;
  readonly problems: readonly Problem[];
}

/** A session that may be chosen, as it was found and read. */
interface CountedSession extends Counted {
  readonly found: Session;
  readonly coverage: Coverage;
}

function findUnreviewed(context: Context, opened: Opened): Hunt {
  const { house } = opened;
  const everywhere = flag(context, 'all') || house.isUser;
  const { sessions, problems } = findSessions(
    claudeFolder(context.env),
    everywhere ? undefined : house.root,
  );
  const known = facetSessions(house);
  for (const { event } of judgementsIn(opened)) known.add(event.session as string);
  for (const session of halfRead(opened)) known.delete(session);
  const own = context.env.CLAUDE_CODE_SESSION_ID;
  const isOwn = (one: Session) =>
    own !== undefined && (one.session === own || one.session_id === own);
  const unread = sessions.filter((one) => !known.has(one.session) && !isOwn(one));
  const newest = unread
    .map((one) => ({ one, time: changedAt(one.file) }))
    .sort((a, b) => b.time - a.time);
  const looked = newest.slice(0, mostCounted);
  const line = progress('Counting rejections and loops', looked.length);
  const counted = looked.map(({ one }, index) => {
    line.step(index);
    return count(one);
  });
  line.end();
  return {
    counted,
    left_out: sessions
      .filter(isOwn)
      .map(({ session }) => ({ session, reason: 'this retrospective runs in it' })),
    reviewed: sessions.filter((one) => known.has(one.session)).length,
    uncounted: newest.length - looked.length,
    problems,
  };
}

/** Sessions of a retrospective that was given up in which a rule still waits for its verdict. */
function halfRead(opened: Opened): string[] {
  const former = readFormer(opened);
  if (former === undefined || former.finished_at !== undefined) return [];
  const recorded = recordedIn(opened);
  return former.sessions
    .filter((one) => one.state === 'open' && openRules(one, recorded).length > 0)
    .map(({ session }) => session);
}

function changedAt(file: string): number {
  return statOf(file)?.mtimeMs ?? 0;
}

/** How much trouble was in a session: one reading. */
function count(found: Session): CountedSession {
  const { turns, coverage } = readTranscript(found.file);
  let spoken = 0;
  const work = { review: 0, aside: 0, other: 0 };
  const watched = function* (): Generator<Turn> {
    for (const turn of turns) {
      if (isOwnWords(turn)) spoken += 1;
      if (turn.kind === 'call') work[workIn(turn)] += 1;
      yield turn;
    }
  };
  const { user, cues, loops } = draftDigest(found.session, watched());
  const refused = cues.filter(({ kind }) => kind === 'rejected').length;
  // Stopped and sent again, the same words are one correction.
  const corrected = new Set(user.flatMap(({ kind, text }) => (kind === 'correction' ? text : [])));
  const covered = coverage();
  return {
    session: found.session,
    rejections: refused + corrected.size,
    loops: loops.length,
    last: covered.last,
    read: covered.read,
    reason: covered.reason,
    spoken,
    isReview: work.review > 0 && work.other === 0,
    found,
    coverage: covered,
  };
}

/** What a call is: the start of a retrospective, a part of one (to ask, to look, to judge), or other work. */
function workIn({ tool, text }: Turn): 'review' | 'aside' | 'other' {
  const name = tool?.name ?? '';
  if (asides.has(name)) return 'aside';
  if (!isShell(name)) return 'other';
  if (!/\bmadness\s+[a-z-]/.test(text))
    return isTrivial(commandOf(tool as ToolCall)) ? 'aside' : 'other';
  return /\bmadness\s+retro\s+start\b/.test(text) ? 'review' : 'aside';
}

const asides: ReadonlySet<string> = new Set([
  'Agent',
  'AskUserQuestion',
  'Glob',
  'Grep',
  'Read',
  'Skill',
  'Task',
  'TodoWrite',
  'ToolSearch',
]);

function nothingToReview(
  context: Context,
  hunt: Hunt,
  choice: Choice<CountedSession>,
): MadnessError {
  const left = [...hunt.left_out, ...choice.left_out];
  const all = flag(context, 'all')
    ? ''
    : ' madness retro start MODE --all takes those of every project.';
  if (left.length > 0)
    return new MadnessError(
      `Expected sessions to review, got none: ${left.length === 1 ? 'the only new one is' : `all ${left.length} new ones are`} left out (${left[0]?.session}: ${left[0]?.reason}).`,
      `madness sessions says how each was read.${all}`,
    );
  if (hunt.reviewed > 0)
    return new MadnessError(
      `Expected sessions to review, got none: all ${hunt.reviewed} were reviewed already.`,
      `Work with the agent first; madness status shows what the rules have earned.${all}`,
    );
  return new MadnessError(
    `Expected sessions of this project in ${claudeFolder(context.env)}, got none.`,
    `Run it where you work with Claude Code; madness sessions --all lists every session.${all}`,
  );
}

function rulesToJudge(opened: Opened): readonly PreparedRule[] {
  const shelf = shelfOf(opened);
  const judgeable = judgeableOn(shelf);
  return [...shelf.assets.values()].filter(({ id }) => judgeable.has(id)).map(prepareRule);
}

function reviewed(
  { found, coverage, session, rejections, loops }: CountedSession,
  rules: readonly PreparedRule[],
  context: Context,
  { house, memory }: Opened,
): ReviewedSession {
  const scenes = readScenes(readTranscript(found.file).turns);
  const [first, last] = [utcOf(coverage.first), utcOf(coverage.last)];
  const cwd = found.cwd ?? (house.isUser ? undefined : context.cwd);
  return {
    session,
    file: found.file,
    project: projectOf(cwd, house, memory.project),
    read: coverage.read === 'whole' ? 'whole' : 'partly',
    ...(coverage.reason === '' ? {} : { reason: fitting(coverage.reason, 500) }),
    rejections,
    loops,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    lines: coverage.lines,
    ...mutable(prematch(rules, scenes)),
    state: 'open',
  };
}

function mutable({ prematched, weak }: ReturnType<typeof prematch>) {
  return { prematched: [...prematched], weak: [...weak] };
}

function headOf(context: Context, { house, memory }: Opened, mode: Mode) {
  const started_at = instantOf(context);
  const name = `${started_at.slice(0, 10)}-${mode}`;
  const taken = new Set([readFormer({ house })?.id, ...retrospectiveNames(house)]);
  let id = name;
  for (let count = 2; taken.has(id); count++) id = `${name}-${count}`;
  return {
    id,
    mode,
    started_at,
    language: memory.language,
    project: memory.project,
  };
}

function standingsOf(plan: Plan | undefined, { memory }: Opened): Retrospective['before'] {
  if (plan === undefined) return { block: [], standings: [] };
  return {
    block: blockLines(plan, memory).slice(0, 200),
    standings: standingRows(plan).slice(0, mostStandings),
  };
}

/** The one before, unless the file is none of ours any more. */
function readFormer({ house }: Pick<Opened, 'house'>): Retrospective | undefined {
  try {
    return readRetrospective(house);
  } catch (error) {
    if (error instanceof MadnessError) return undefined;
    throw error;
  }
}

function abandonedNow(context: Context, former: Retrospective): Partial<Retrospective> {
  return isRunning(former) ? { abandoned_at: instantOf(context) } : {};
}

function show(context: Context, retro: Retrospective, problems: readonly Problem[]): number {
  const next = nextOf(context);
  const { id, sessions, left_out, left_for_later } = retro;
  if (flag(context, 'json')) {
    const rows = sessions.map(({ file, weak, ...row }) => row);
    printJson(context, { id, sessions: rows, left_out, left_for_later, next, problems });
    return 0;
  }
  report(context, problems);
  context.print(
    `started ${id}: ${counted(sessions.length, 'session')} to review, ${left_for_later} left for later`,
  );
  for (const one of sessions) {
    const gaps = one.read === 'whole' ? '' : `, read partly (${one.reason})`;
    context.print(
      `  ${one.session}  ${(one.last ?? '').slice(0, 10)}  ${counted(one.rejections, 'rejection')}, ${counted(one.loops, 'loop')}, ${counted(one.prematched.length, 'rule')} to judge${gaps}`,
    );
  }
  for (const [reason, names] of byReason(left_out)) {
    const more = names.length > 3 ? `, … (${names.length})` : '';
    context.print(`  left out ${names.slice(0, 3).join(', ')}${more}: ${reason}`);
  }
  if (next !== null) context.print(`next: ${next}`);
  return 0;
}

function byReason(left_out: Retrospective['left_out']): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { session, reason } of left_out)
    groups.set(reason, [...(groups.get(reason) ?? []), session]);
  return groups;
}
