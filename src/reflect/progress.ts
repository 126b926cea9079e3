import type { Candidate, Finding, Retrospective, ReviewedSession } from '../schema.gen.js';

/** What was recorded besides the retrospective itself. */
export interface Recorded {
  /** Sessions that have a facet. */
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

export const stepNames = [
  'collect',
  'facets',
  'validation',
  'analysis',
  'socratic',
  'genes',
  'report',
] as const;

export interface Step {
  readonly step: (typeof stepNames)[number];
  readonly done: number;
  readonly open: number;
  /** The command that does the next piece of it. */
  readonly next?: string;
}

/** How far a retrospective has come: told from what was recorded, never from what was said. */
export function stepsOf(retro: Retrospective, recorded: Recorded): Step[] {
  const reviewed = retro.sessions.filter(({ state }) => state === 'open');
  const unread = reviewed.filter(({ session }) => !recorded.facets.has(session));
  const read = reviewed.filter(({ session }) => recorded.facets.has(session));
  const pairs = read.flatMap((one) => one.prematched.map(({ asset }) => ({ one, asset })));
  const unjudged = read.filter((one) => openRules(one, recorded).length > 0);
  const toJudge = unjudged.flatMap((one) => openRules(one, recorded)).length;
  const questions = openQuestions(retro, recorded);
  const rules = ofRetro(retro, recorded).filter(({ kind }) => kind === 'rule');
  // What a person has been asked is out of the model's hands.
  const undecided = rules.filter(
    ({ state, proposal }) => state === 'open' && proposal === undefined,
  );
  const finished = retro.finished_at !== undefined;
  const step = (name: Step['step'], done: number, open: number, next: string): Step => ({
    step: name,
    done,
    open,
    ...(open > 0 ? { next } : {}),
  });
  return [
    step('collect', retro.sessions.length, 0, ''),
    step(
      'facets',
      read.length,
      unread.length,
      `madness digest ${unread[0]?.session}, then ${facetCommand(unread[0]?.session)}`,
    ),
    step(
      'validation',
      pairs.length - toJudge,
      toJudge,
      `madness verdict list ${unjudged[0]?.session}, then madness verdict add --file F`,
    ),
    step(
      'analysis',
      retro.findings.length,
      retro.findings.length === 0 ? 1 : 0,
      'madness facet list --json, then madness retro note --file F',
    ),
    step(
      'socratic',
      corrections(retro).length - questions.length,
      questions.length,
      `question the user about finding ${questions[0]?.id}, then madness candidate add --file F`,
    ),
    step(
      'genes',
      rules.length - undecided.length,
      undecided.length,
      `madness candidate accept ${undecided[0]?.id}, or madness candidate drop ${undecided[0]?.id} --reason "…"`,
    ),
    step('report', finished ? 1 : 0, finished ? 0 : 1, 'madness retro finish'),
  ];
}

/** The first step that is not done; undefined when all are. */
export function openStep(steps: readonly Step[]): Step | undefined {
  return steps.find(({ open }) => open > 0);
}

export function facetCommand(session: string | undefined): string {
  return `madness facet add ${session} --file F`;
}

/** Rules that wait for a verdict in a session. */
export function openRules(
  { session, prematched }: ReviewedSession,
  { judged, judgeable }: Recorded,
): readonly string[] {
  return prematched
    .map(({ asset }) => asset)
    .filter((asset) => judgeable.has(asset) && !judged.has(judgement(session, asset)));
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
