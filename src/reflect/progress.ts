import { nextPiece } from '../messages/retrospective/retro-status.js';
import type { Sentence } from '../problem.js';
import type { Candidate, Finding, Prematch, Retrospective } from '../schema.gen.js';

/** Records beside the retrospective itself. */
export interface Recorded {
  readonly facets: ReadonlySet<string>;
  /** Pairs that were judged, by `judgement`. */
  readonly judged: ReadonlySet<string>;
  /** Rules that may be judged now. */
  readonly judgeable: ReadonlySet<string>;
  readonly candidates: readonly Candidate[];
}

export function judgement(session: string, asset: string): string {
  return `${session} ${asset}`;
}

export interface Step {
  readonly step: 'collect' | 'facets' | 'validation' | 'analysis' | 'socratic' | 'genes' | 'report';
  readonly done: number;
  readonly open: number;
  /** The command that does the next piece of it. */
  readonly next?: Sentence;
}

/** The state of each step of a retrospective, from its records alone. */
export function reviewSteps(retro: Retrospective, recorded: Recorded): Step[] {
  return [
    step('collect', retro.sessions.length, 0),
    ...readingSteps(retro, recorded),
    step(
      'analysis',
      retro.findings.length,
      isAnalysed(retro, recorded) ? 0 : 1,
      nextPiece.analyse(retro.sessions.length === 0 ? ' --all' : ''),
    ),
    ...ruleSteps(retro, recorded),
    retro.finished_at === undefined
      ? step('report', 0, 1, nextPiece.command('madness retro finish'))
      : step('report', 1, 0),
  ];
}

/**
 * A candidate made in it counts as a finding, noted or not. If every session was skipped there is nothing to find. If
 * there was none at all, the step is about the goals.
 */
function isAnalysed(retro: Retrospective, recorded: Recorded): boolean {
  return (
    retro.findings.length > 0 ||
    ofRetro(retro, recorded).some(({ made_at = '' }) => made_at > retro.started_at) ||
    (retro.sessions.length > 0 && retro.sessions.every(({ state }) => state !== 'open'))
  );
}

/** Session by session: the agent that has just read one judges it. */
function readingSteps({ sessions }: Retrospective, recorded: Recorded): Step[] {
  const reviewed = sessions.filter(({ state }) => state === 'open');
  const unread = reviewed.filter(({ session }) => !recorded.facets.has(session));
  const pairs = reviewed.flatMap(({ prematched, weak }) => [...prematched, ...weak]).length;
  const open = reviewed.flatMap((one) => openRules(one, recorded)).length;
  const ready = reviewed.find(
    (one) => recorded.facets.has(one.session) && openRules(one, recorded).length > 0,
  );
  const [first] = unread;
  return [
    step(
      'facets',
      reviewed.length - unread.length,
      unread.length,
      first && nextPiece.read(first.session),
    ),
    step('validation', pairs - open, open, ready && nextPiece.judge(ready.session)),
  ];
}

function ruleSteps(retro: Retrospective, recorded: Recorded): Step[] {
  const questions = openQuestions(retro, recorded);
  const rules = ofRetro(retro, recorded).filter(({ kind }) => kind === 'rule');
  const undecided = rules.filter(isUndecided);
  const [next] = undecided;
  return [
    step(
      'socratic',
      corrections(retro).length - questions.length,
      questions.length,
      nextPiece.question(questions[0]?.id),
    ),
    step(
      'genes',
      rules.length - undecided.length,
      undecided.length,
      next && nextPiece.ask(nameOf(next)),
    ),
  ];
}

function nameOf({ id = '', asset, decision }: Candidate): string {
  return asset?.id ?? decision?.into ?? id;
}

function step(name: Step['step'], done: number, open: number, next?: Sentence): Step {
  return { step: name, done, open, ...(open > 0 && next !== undefined ? { next } : {}) };
}

/** True for an undecided rule. One left to a person no longer concerns the model. */
export function isUndecided({ kind, state = 'open', proposal }: Candidate): boolean {
  return kind === 'rule' && state === 'open' && proposal === undefined;
}

/**
 * Observations made before this retrospective, newest first. Times are in seconds, so one with the same second as the
 * start belongs to a session that ended then.
 */
export function observationsBefore(
  { started_at }: Retrospective,
  { candidates }: Recorded,
): readonly Candidate[] {
  return candidates.filter((one) => isWatched(one) && (one.made_at ?? '') <= started_at).reverse();
}

/** Kept without a rule and without an argument against one, and not decided since. */
export function isWatched({ kind, state = 'open' }: Candidate): boolean {
  return kind === 'pending_observation' && state === 'open';
}

/**
 * The step to go on with; undefined when all are done. A session that was read is judged before the next one is
 * read.
 */
export function openStep(steps: readonly Step[]): Step | undefined {
  const ready = steps.filter(({ next }) => next !== undefined);
  return ready.find((one) => one.step === 'validation') ?? ready[0];
}

/** A session and the rules that may apply to it, with where to look if that is known. */
export interface ToJudge {
  readonly session: string;
  readonly prematched: readonly (Pick<Prematch, 'asset'> & Partial<Prematch>)[];
  /** The judge gets one line for each of these rules. */
  readonly weak?: readonly string[];
}

/** Rules that wait for a verdict in a session. */
export function openRules(
  { session, prematched, weak = [] }: ToJudge,
  { judged, judgeable }: Recorded,
): readonly string[] {
  return [...new Set([...prematched.map(({ asset }) => asset), ...weak])].filter(
    (asset) => judgeable.has(asset) && !judged.has(judgement(session, asset)),
  );
}

/** Corrections whose hard constraint has not been through the questioning. */
export function openQuestions(retro: Retrospective, recorded: Recorded): readonly Finding[] {
  const answered = new Set(ofRetro(retro, recorded).map(({ finding }) => finding));
  return corrections(retro).filter(({ id }) => !answered.has(id));
}

function corrections({ findings }: Retrospective): Finding[] {
  return findings.filter(({ kind }) => kind === 'correction');
}

function ofRetro({ id }: Retrospective, { candidates }: Recorded): readonly Candidate[] {
  return candidates.filter(({ retrospective }) => retrospective === id);
}
