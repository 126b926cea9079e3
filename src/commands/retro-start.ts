import { dirname } from 'node:path';
import type { Plan } from '../compile/compile.js';
import { claudeFolder, isMemory, ownFolder } from '../house.js';
import { rememberNode } from '../known-node.js';
import { inMainWorktree } from '../observe/project-folder.js';
import { addOvercome } from '../observe/recall/overcoming.js';
import { readTranscript } from '../observe/transcript.js';
import { turnsAfter } from '../observe/turn.js';
import { MadnessError, type Problem } from '../problem.js';
import { type Choice, chooseSessions } from '../reflect/choice.js';
import { type PreparedRule, prematch, prepareRule } from '../reflect/prematch.js';
import { isWatched } from '../reflect/progress.js';
import { readScenes } from '../reflect/scene.js';
import type { Candidate, Retrospective, ReviewedSession } from '../schema.gen.js';
import type { Opened } from '../store.js';
import { fitting } from '../validate.js';
import { shelfOf } from './memory/edit.js';
import { change, type Decision, instantOf, open, previewCompile } from './memory/memory.js';
import { houseOf } from './memory/place.js';
import {
  candidateFile,
  formerFile,
  formerRetrospective,
  isJudgement,
  isRunning,
  judgeableOn,
  readCandidates,
  retrospectiveFile,
  retrospectiveInWork,
  retrospectiveNames,
  ruleLinesIn,
  standingRows,
} from './retro/books.js';
import { nextOf } from './retro/next-step.js';
import { projectOf } from './retro/session-reader.js';
import { type CountedSession, findUnreviewed, type Hunt } from './retro/unreviewed.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  refuse,
  report,
  text,
} from './talk/context.js';
import { counted } from './talk/counted.js';
import { utcOf } from './talk/day.js';
import { progress } from './talk/progress.js';

type Mode = Retrospective['mode'];

const modes: readonly Mode[] = ['init', 'mid', 'final'];
const defaultLimit = 10;
const mostSessions = 100;
const mostStandings = 20_000;

/** Chooses the sessions to review and looks up where rules may have been at stake. */
export const retroStart: Command = async (context) => {
  const mode = modeOf(context.args[0]);
  const limit = limitOf(text(context, 'limit'));
  const opened = open(context, isJudgement);
  forbidSecond(context, opened);
  const main = inMainWorktree(opened.house.memory);
  if (main !== undefined && isMemory(main) && opened.config.share_reviews !== true)
    context.say(
      `This is not the main worktree: git leaves facets, candidates and the report out, and they go with it. To keep them, review in ${dirname(main)}.`,
    );
  rememberNode(context.env);
  const { plan } = await previewCompile(context);
  const hunt = findUnreviewed(context, opened);
  const read = new Set(hunt.counted.map(({ session }) => session));
  const folders = { claude: claudeFolder(context.env), home: ownFolder(context.env) };
  await addOvercome(folders, hunt.overcome, read, context.say);
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
    const former = formerRetrospective(now.house);
    const files = [
      retrospectiveFile(retro),
      ...(former === undefined
        ? []
        : [formerFile({ ...former, ...abandonedNow(context, former) })]),
    ];
    const taken = straysIn(now, former, retro).map(candidateFile);
    return { change: { work: new Map(files), afterwards: new Map(taken) } };
  });
  if (retro === undefined) return refuse(context, outcome.problems);
  return show(context, retro, [...hunt.problems, ...outcome.problems]);
};

/** Open candidates that no report tells, as those of a look back when a session ended: they are this one's now. */
function straysIn(
  { house }: Opened,
  former: Retrospective | undefined,
  { id: retrospective }: Retrospective,
): (Candidate & { id: string })[] {
  const lost = former?.finished_at === undefined ? former?.id : undefined;
  return readCandidates(house).flatMap(({ id, finding, ...one }) => {
    const isStray = one.retrospective === undefined || one.retrospective === lost;
    if (id === undefined || !isStray || (one.state ?? 'open') !== 'open') return [];
    return [{ ...one, id, retrospective }];
  });
}

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
  { found, since, coverage, session, rejections, loops }: CountedSession,
  rules: readonly PreparedRule[],
  context: Context,
  { house, memory }: Opened,
): ReviewedSession {
  const scenes = readScenes(turnsAfter(readTranscript(found.file).turns, since));
  const [first, last] = [utcOf(coverage.first), utcOf(coverage.last)];
  const cwd = found.cwd ?? (house.isUser ? undefined : context.cwd);
  return {
    session,
    file: found.file,
    project: projectOf(found, cwd, house, memory.project),
    read: coverage.read === 'whole' ? 'whole' : 'partly',
    ...(coverage.reason === '' ? {} : { reason: fitting(coverage.reason, 500) }),
    rejections,
    loops,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    lines: coverage.lines,
    ...(since === 0 ? {} : { since }),
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
  const taken = new Set([formerRetrospective(house)?.id, ...retrospectiveNames(house)]);
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
    block: ruleLinesIn(plan, memory).slice(0, 200),
    standings: standingRows(plan).slice(0, mostStandings),
  };
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
    const before = one.since === undefined ? '' : `, from line ${one.since + 1} on`;
    const gaps = one.read === 'whole' ? before : `${before}, read partly (${one.reason})`;
    context.print(
      `  ${one.session}  ${(one.last ?? '').slice(0, 10)}  ${counted(one.rejections, 'rejection')}, ${counted(one.loops, 'loop')}, ${counted(one.prematched.length, 'rule')} to judge${gaps}`,
    );
  }
  for (const [reason, names] of byReason(left_out)) {
    const more = names.length > 3 ? `, … (${names.length})` : '';
    context.print(`  left out ${names.slice(0, 3).join(', ')}${more}: ${reason}`);
  }
  const watched = readCandidates(houseOf(context)).filter(isWatched).length;
  if (watched > 0)
    context.print(
      `  ${counted(watched, 'observation')} of before: madness retro status lists them`,
    );
  if (next !== null) context.print(`next: ${next}`);
  return 0;
}

function byReason(left_out: Retrospective['left_out']): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { session, reason } of left_out)
    groups.set(reason, [...(groups.get(reason) ?? []), session]);
  return groups;
}
