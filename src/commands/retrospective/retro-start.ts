import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import { assetSetOf } from '../../application/memory/asset-set.js';
import {
  type Decision,
  instantOf,
  open,
  previewCompile,
  transact,
} from '../../application/memory/transaction.js';
import {
  adoptReadings,
  forgetReadings,
  freshReadings,
} from '../../application/retrospective/prepared.js';
import type { Prepared } from '../../application/retrospective/read-prepared.js';
import { isLookedAt } from '../../application/retrospective/record-verdicts.js';
import {
  candidateFile,
  formerFile,
  isRunning,
  latestRetrospective,
  readCandidates,
  retrospectiveFile,
  retrospectiveInWork,
  retrospectiveNames,
  ruleLinesIn,
  standingRows,
} from '../../application/retrospective/repository.js';
import { archivedAlone } from '../../application/retrospective/resolve-session.js';
import { idIn, preparedRules, shownRules } from '../../application/retrospective/rules-to-judge.js';
import { projectOf } from '../../application/retrospective/session-reader.js';
import {
  type CountedSession,
  findUnreviewed,
} from '../../application/retrospective/unreviewed-sessions.js';
import type { Plan } from '../../compile/compile.js';
import { liveAmong } from '../../learn/fold/fold.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/retro.js';
import { addResolvedFailures } from '../../observe/recall.js';
import { inMainWorktree } from '../../observe/sessions.js';
import { readTranscript, turnsAfter, utcOf } from '../../observe/transcript.js';
import { sessionFolders } from '../../platform/folders.js';
import { rememberNode } from '../../platform/node-path.js';
import { MadnessError } from '../../problem.js';
import { chooseSessions } from '../../reflect/choose-sessions.js';
import { matchRules, type PreparedRule } from '../../reflect/match-rules.js';
import { readScenes } from '../../reflect/matching-features.js';
import type { Candidate, Retrospective, ReviewedSession } from '../../schema.gen.js';
import { isMemory } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, refuse, sayer, text } from '../../terminal/context.js';
import { examples } from '../../terminal/help-examples.js';
import { progress } from '../../terminal/progress.js';
import { fitting } from '../../validation.js';
import { nothingToReview, startOf } from './retro-start-output.js';

export const retroStartCommand: CommandDefinition = {
  usage: 'retro start <mode>',
  summary: {
    en: 'Choose the sessions of a retrospective: most rejections and loops first, then the newest.',
    zh: '选择要复盘的会话：拒绝和循环最多的在前，其次是最新的。',
  },
  group: 'agent',
  agent: 'free',
  readsSessions: true,
  options: [
    ['--limit <number>', 'how many sessions (default: 10)', '会话数量（默认：10）'],
    ['--all', 'sessions of every project', '所有项目的会话'],
    [
      '--abandon',
      'abandon the running retrospective; its facets and verdicts stay',
      '放弃进行中的复盘；要点和评判保留',
    ],
    [
      '--reread <session>',
      'read it anew, whatever the background made of it',
      '重新读取它，不用后台的结果',
    ],
    ofUser,
  ],
  examples: examples['retro start'],
  run: (context) => retroStart(context),
};

type Mode = Retrospective['mode'];

const modes: readonly Mode[] = ['init', 'mid', 'final'];
const defaultLimit = 10;
const maxSessions = 100;
const maxStandings = 20_000;

/** Chooses the sessions to review and looks up where rules may have been at stake. */
export const retroStart: Command = async (context) => {
  const mode = modeOf(context.args[0]);
  const limit = limitOf(text(context, 'limit'));
  const opened = open(context, isLookedAt);
  forbidSecond(context, opened);
  warnOfWorktree(context, opened);
  rememberNode(context.env);
  const { plan } = await previewCompile(context);
  const isEverywhere = flag(context, 'all');
  const unreviewed = findUnreviewed(context, opened, {
    isEverywhere,
    start: (total) => progress(words[opened.memory.language].counting, total),
  });
  const read = new Set(unreviewed.counted.map(({ session }) => session));
  const folders = sessionFolders(context.env);
  await addResolvedFailures(folders, unreviewed.overcome, read, sayer(context));
  const choice = chooseSessions(unreviewed.counted, limit);
  const archived = await archivedAlone(context, opened, unreviewed.known, isEverywhere);
  // A project may end without unread sessions; its goals and export are still reported.
  const isClosing = mode === 'final' && unreviewed.known.size > 0;
  if (choice.chosen.length === 0 && !isClosing)
    throw nothingToReview(context, unreviewed, choice, archived);
  const { location } = opened;
  const fresh = freshReadings(context, location, choice.chosen, text(context, 'reread'));
  await forgetReadings(context, location, choice.chosen, fresh);
  const sessions = lookForScenes(context, opened, choice.chosen, fresh);
  const left_for_later = choice.waiting + unreviewed.uncounted;
  const draft = {
    mode,
    sessions,
    left_out: [...unreviewed.left_out, ...choice.left_out].slice(0, 500),
    left_for_later,
  };
  let retro: Retrospective | undefined;
  const outcome = await transact(context, (now): Decision => {
    forbidSecond(context, now);
    retro = {
      ...headOf(context, now, mode),
      ...draft,
      before: standingsOf(plan),
      findings: [],
    };
    const former = latestRetrospective(now.location);
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
  const adopted = await adoptReadings(context, fresh);
  const problems = [...unreviewed.problems, ...outcome.problems];
  return startOf(context, retro, archived, adopted, problems);
};

function warnOfWorktree(context: Context, { location, config, memory }: Opened): void {
  const main = inMainWorktree(location.memory);
  if (main !== undefined && isMemory(main) && config.share_reviews !== true)
    context.say(words[memory.language].elsewhere(dirname(main)));
}

/** Open candidates without a report, such as those of a look back. They join this retrospective. */
function straysIn(
  { location }: Opened,
  former: Retrospective | undefined,
  { id: retrospective }: Retrospective,
): (Candidate & { id: string })[] {
  const lost = former?.finished_at === undefined ? former?.id : undefined;
  return readCandidates(location).flatMap(({ id, finding, ...one }) => {
    const isStray = one.retrospective === undefined || one.retrospective === lost;
    if (id === undefined || !isStray || (one.state ?? 'open') !== 'open') return [];
    return [{ ...one, id, retrospective }];
  });
}

function lookForScenes(
  context: Context,
  opened: Opened,
  chosen: readonly CountedSession[],
  fresh: ReadonlyMap<string, Prepared>,
): ReviewedSession[] {
  const rules = preparedRules(assetSetOf(opened));
  const line = progress(words[opened.memory.language].scenes, chosen.length);
  const sessions = chosen.map((one, index) => {
    line.step(index);
    const model = fresh.get(one.session)?.model;
    const entry = reviewed(one, rules, context, opened);
    return model === undefined ? entry : { ...entry, read_by: fitting(model, 80) };
  });
  line.end();
  return sessions;
}

function modeOf(mode: string | undefined): Mode {
  if (modes.includes(mode as Mode)) return mode as Mode;
  throw new MadnessError(faults.mode(mode ?? 'nothing'));
}

function limitOf(limit: string | undefined): number {
  if (limit === undefined) return defaultLimit;
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 1 && count <= maxSessions) return count;
  throw new MadnessError(faults.limit(maxSessions, limit));
}

function forbidSecond(context: Context, { location }: Opened): void {
  if (flag(context, 'abandon')) return;
  const retro = retrospectiveInWork(location);
  if (retro === undefined) return;
  throw new MadnessError(faults.inWork(retro.id, retro.started_at, context.args[0]));
}

function reviewed(
  { found, since, coverage, session, rejections, loops }: CountedSession,
  rules: readonly PreparedRule[],
  context: Context,
  opened: Opened,
): ReviewedSession {
  const { location, memory } = opened;
  const scenes = readScenes(turnsAfter(readTranscript(found.file).turns, since));
  const past = liveAmong(opened.kept, assetSetOf(opened)).map(({ event }) => event);
  const when = { session, coverage, last: utcOf(coverage.last) ?? instantOf(context) };
  const shown = new Set([...shownRules(context, past, when)].map(idIn));
  const [first, last] = [utcOf(coverage.first), utcOf(coverage.last)];
  const cwd = found.cwd ?? (location.isUser ? undefined : context.cwd);
  return {
    session,
    file: found.file,
    project: projectOf(found, cwd, location, memory.project),
    read: coverage.read === 'whole' ? 'whole' : 'partly',
    ...(coverage.reason === '' ? {} : { reason: fitting(coverage.reason, 500) }),
    rejections,
    loops,
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    lines: coverage.lines,
    ...(since === 0 ? {} : { since }),
    ...mutable(matchRules(rules, scenes, shown)),
    state: 'open',
  };
}

function mutable({ prematched, weak }: ReturnType<typeof matchRules>) {
  return { prematched: [...prematched], weak: [...weak] };
}

function headOf(context: Context, { location, memory, config }: Opened, mode: Mode) {
  const started_at = instantOf(context);
  const name = `${started_at.slice(0, 10)}-${mode}`;
  const taken = new Set([latestRetrospective(location)?.id, ...retrospectiveNames(location)]);
  // A colleague may review on the same day: git could not take two reports of one name.
  let id = config.share_reviews === true ? `${name}-${randomInt(1000, 10_000)}` : name;
  for (let count = 2; taken.has(id); count++) id = `${name}-${count}`;
  return {
    id,
    mode,
    started_at,
    language: memory.language,
    project: memory.project,
  };
}

function standingsOf(plan: Plan | undefined): Retrospective['before'] {
  if (plan === undefined) return { block: [], standings: [] };
  return {
    block: ruleLinesIn(plan).slice(0, 200),
    standings: standingRows(plan).slice(0, maxStandings),
  };
}

function abandonedNow(context: Context, former: Retrospective): Partial<Retrospective> {
  return isRunning(former) ? { abandoned_at: instantOf(context) } : {};
}
