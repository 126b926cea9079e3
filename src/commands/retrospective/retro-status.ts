import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import {
  isJudgement,
  isRunning,
  judgementsIn,
  readRetrospective,
  recordedIn,
} from '../../application/retrospective/repository.js';
import { nextPiece, type Words, words } from '../../messages/retrospective/retro-status.js';
import { sessionIn } from '../../platform/agent-signs.js';
import {
  isUndecided,
  observationsBefore,
  openQuestions,
  openRules,
  openStep,
  type Recorded,
  reviewSteps,
  type Step,
} from '../../reflect/progress.js';
import type { Event, Retrospective } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, type Result, text } from '../../terminal/context.js';
import { suggestCommand, told } from '../../terminal/next-command.js';

export const retroStatusCommand: CommandDefinition = {
  usage: 'retro status',
  summary: {
    en: 'Show the open step, what was recorded and the exact next command.',
    zh: '说明当前步骤、已记录的内容和下一条命令。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => retroStatus(context),
};

/** Shows the open step and the next command, from the files alone. */
export const retroStatus: Command = (context) => {
  const opened = openIfAny(context);
  if (opened === undefined) return showNone(context, 'no_memory');
  const retro = readRetrospective(opened.location);
  if (retro === undefined || !isRunning(retro)) return showNone(context, retro);
  const recorded = recordedIn(opened);
  const steps = reviewSteps(retro, recorded);
  const next = told(context, openStep(steps)?.next ?? nextPiece.command('madness retro finish'));
  const work = openWork(retro, opened, recorded);
  const { id, mode, started_at, left_out, left_for_later } = retro;
  const json = {
    id,
    mode,
    started_at,
    state: 'running',
    steps: steps.map(stepRow),
    sessions: retro.sessions.map((one) => sessionRow(one, recorded)),
    ...work,
    left_out: left_out.length,
    left_for_later,
  };
  return { json, text: linesOf(context, retro, steps, work), next };
};

/** At first there is no memory. A named one must exist. */
function openIfAny(context: Context): Opened | undefined {
  const isNamed = flag(context, 'user') || (text(context, 'memory') ?? context.env.MADNESS_MEMORY);
  if (!isNamed && locationIfAny(context) === undefined) return undefined;
  return open(context, isJudgement);
}

/** The items of the open steps: to ask, to tell, to decide. */
function openWork(retro: Retrospective, opened: Opened, recorded: Recorded) {
  const questions = openQuestions(retro, recorded);
  const undecided = recorded.candidates.filter(isUndecided);
  return {
    questions: questions.map(({ id, constraint }) => ({ finding: id, constraint })),
    ammunition: ammunitionIn(retro, opened),
    goals: goalsOf(retro, opened),
    observations: observationsBefore(retro, recorded).map(({ id, constraint, sessions }) => ({
      id,
      constraint,
      sessions,
    })),
    candidates: undecided
      .filter(({ retrospective }) => retrospective === retro.id)
      .map(({ id, kind, constraint }) => ({ id, kind, constraint })),
  };
}

const maxObservations = 20;

function linesOf(
  context: Context,
  retro: Retrospective,
  steps: readonly Step[],
  { questions, ammunition, goals, observations, candidates }: ReturnType<typeof openWork>,
): string[] {
  const say = wordsFor(context);
  const own = sessionIn(context.env);
  const lines = [
    ...(own ? [say.youAreIn(own)] : []),
    ...steps.map((step) => stepLine(step, openStep(steps), say)),
    ...ammunition.map(({ kind, asset, session, words }) =>
      say.askAbout(asset, session, say.surprises[kind] ?? kind, words),
    ),
    ...goals.filter(({ noted }) => !noted).map(({ goal }) => say.goal(goal)),
    ...observations
      .slice(0, maxObservations)
      .map(({ id, constraint, sessions }) => say.observed(id as string, sessions, constraint)),
    ...(observations.length > maxObservations
      ? [say.moreObserved(observations.length - maxObservations)]
      : []),
    ...questions.map(({ finding, constraint }) => say.question(finding ?? '', constraint ?? '')),
    ...candidates.map(({ id, kind, constraint }) => say.candidate(id as string, kind, constraint)),
  ];
  return [say.started(retro.id, retro.started_at), ...lines.map((line) => `  ${line}`)];
}

const wordsFor = (context: Context): Words => words[context.language()];

function showNone(context: Context, retro: Retrospective | undefined | 'no_memory'): Result {
  const state = stateOf(retro);
  const next = suggestCommand(context, nextAfter[state]);
  const report = typeof retro === 'object' ? retro.report : undefined;
  const say = wordsFor(context);
  const id = typeof retro === 'object' ? retro.id : null;
  const json = { id, state, steps: [], ...(report === undefined ? {} : { report }) };
  if (typeof retro === 'object' && (state === 'abandoned' || state === 'finished'))
    return {
      json,
      text: [say.ended(retro.id, state, report)],
      next: flag(context, 'json') ? next : say.orMode(next),
    };
  return { json, text: [retro === undefined ? say.none : say.noMemory], next };
}

function stateOf(retro: Retrospective | undefined | 'no_memory'): keyof typeof nextAfter {
  if (retro === undefined) return 'none';
  if (retro === 'no_memory') return retro;
  return retro.finished_at === undefined ? 'abandoned' : 'finished';
}

const nextAfter = {
  no_memory: 'madness protocol init',
  none: 'madness retro start init',
  abandoned: 'madness retro start mid',
  finished: 'madness retro start mid',
} as const;

function stepRow({ step, done, open }: Step) {
  return { step, state: open === 0 ? 'done' : 'open', done, open };
}

function stepLine(
  { step, done, open }: Step,
  current: Step | undefined,
  { marks, steps, of }: Words,
): string {
  const mark = open === 0 ? marks.done : current?.step === step ? marks.now : marks.open;
  return `${mark}  ${steps[step]}  ${open === 0 ? done : of(done, done + open)}`;
}

function sessionRow(one: Retrospective['sessions'][number], recorded: Recorded) {
  const { session, state, last, rejections, loops } = one;
  const facet = recorded.facets.has(session);
  return {
    session,
    state,
    last: last ?? null,
    rejections,
    loops,
    facet,
    to_judge: openRules(one, recorded),
  };
}

interface Ammunition {
  readonly kind: string;
  readonly asset: string;
  readonly session: string;
  readonly words: string;
}

/** Facts from the validation that the questioning can use. */
function ammunitionIn(retro: Retrospective, opened: Opened): Ammunition[] {
  const sessions = new Set(retro.sessions.map(({ session }) => session));
  const judged = judgementsIn(opened).flatMap(({ event }): Ammunition[] => {
    const kind = surprise(event);
    const { asset_id = '', session = '' } = event;
    return kind === undefined || !sessions.has(session)
      ? []
      : [{ kind, asset: asset_id, session, words: '' }];
  });
  const deviations = retro.sessions.flatMap(({ session, deviations = [] }) =>
    deviations.map(({ kind, asset, words }) => ({ kind, asset, session, words })),
  );
  return [...judged, ...deviations];
}

/** The configured goals, and whether this review has assessed them. */
function goalsOf({ findings }: Retrospective, { config }: Opened) {
  const told = new Set(findings.map(({ goal }) => goal));
  return (config.goals ?? []).map(({ goal, criteria = [] }) => ({
    goal,
    criteria,
    noted: told.has(goal),
  }));
}

function surprise({ cell }: Event): string | undefined {
  if (cell?.followed === 'full' && cell.outcome === 'not_achieved') return 'followed_but_failed';
  if (cell?.followed === 'none' && cell.outcome === 'achieved') return 'not_followed_but_succeeded';
  return undefined;
}
