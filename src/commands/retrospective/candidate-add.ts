import { isDeepStrictEqual } from 'node:util';
import { agentOf } from '../../application/approval/agent.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { type AssetSet, assetSetOf } from '../../application/memory/asset-set.js';
import { locationOf, mainMemory } from '../../application/memory/resolve-memory.js';
import {
  type Decision,
  instantOf,
  type Outcome,
  open,
  transact,
} from '../../application/memory/transaction.js';
import { completeAsset, type ReadAsset } from '../../application/memory/wording.js';
import { acceptRequests, olderRules } from '../../application/retrospective/accept-candidate.js';
import { unrecognised } from '../../application/retrospective/backtest-candidate.js';
import { leftOutOf, wholeDraft } from '../../application/retrospective/candidate-draft.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import {
  candidateFile,
  candidateGone,
  readCandidates,
  retrospectiveInWork,
} from '../../application/retrospective/repository.js';
import {
  checkCitations,
  type ReadSession,
  type SessionReader,
  sessionReader,
} from '../../application/retrospective/session-reader.js';
import { blockLines } from '../../compile/rule-block.js';
import { words as similarWords } from '../../messages/memory/similar.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/verdict.js';
import { isQuestion } from '../../observe/evidence/shown-before-confirmation.js';
import {
  hasErrors,
  hintOf,
  ifPossible,
  MadnessError,
  type Problem,
  problem,
  wordingOfProblem,
} from '../../problem.js';
import {
  candidateId,
  parseCandidate,
  roleProblems,
  unquestioned,
} from '../../reflect/candidate.js';
import { isUndecided, isWatched } from '../../reflect/progress.js';
import type { Candidate, Event, Retrospective } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  refuse,
  report,
} from '../../terminal/context.js';
import { printPending } from '../../terminal/finish-change.js';
import { examples } from '../../terminal/help-examples.js';
import { printNext, suggestStep } from '../../terminal/next-command.js';
import { readJson } from '../../terminal/read-input.js';

export const candidateAddCommand: CommandDefinition = {
  usage: 'candidate add',
  summary: {
    en: 'Keep the candidate that questioning made of a hard constraint.',
    zh: '记下追问之后硬约束变成了什么。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ['--file <path>', 'the candidate as JSON; - for standard input', '候选的 JSON；- 表示标准输入'],
    ofUser,
  ],
  examples: examples['candidate add'],
  run: (context) => candidateAdd(context),
};

const again = 'madness candidate add --file - again';

/** Keeps what became of a hard constraint; a rule needs its trigger and proof, at the end of a project four rounds. */
export const candidateAdd: Command = async (run) => {
  const isReview = retrospectiveInWork(locationOf(run)) !== undefined;
  const memory = isReview ? undefined : mainMemory(run);
  const context = memory === undefined ? run : { ...run, options: { ...run.options, memory } };
  const location = locationOf(context);
  const { name, value } = await readJson(context, again);
  const { candidate, problems } = parseCandidate(value, name);
  if (candidate === undefined) return refuse(context, problems);
  const read = sessionReader(context, location, open(context).memory.project);
  const checked = checkCandidate(candidate, read, name);
  if (hasErrors(checked.problems)) return refuse(context, checked.problems);
  const now = instantOf(context);
  const asked = withPlaces(checked.value, questioning(context, read));
  const made = { ...asked, id: candidateId(asked) };
  let known: Candidate | undefined;
  let isAnew = false;
  let lines: readonly string[] | undefined;
  const outcome = await transact(context, (opened): Decision => {
    known = readCandidates(opened.location).find(({ id }) => id === made.id);
    const running = retrospectiveInWork(opened.location);
    const isOpen = made.kind === 'rule' && (known?.state ?? 'open') === 'open';
    const draft = isOpen ? checkDraft(made, assetSetOf(opened), read, name, now) : undefined;
    lines = draft?.asset && blockLines(draft.asset);
    if (draft?.asset !== undefined) {
      const { language } = opened.memory;
      const projectOf = (session: string) => read(session).project;
      for (const line of leftOutOf(made, assetSetOf(opened), projectOf, language))
        context.say(line);
    }
    if (known !== undefined) {
      const kept = askedAgain(made, known, running);
      isAnew = !isDeepStrictEqual(kept.confirmed, known.confirmed);
      if (isDeepStrictEqual(kept, known)) return {};
      return { change: { afterwards: new Map([candidateFile(kept)]) } };
    }
    const alike = draft?.asset && isUnargued(made) ? olderRules(opened, draft.asset, name) : [];
    const wrong = [
      ...findingProblems(made, running, name),
      ...(running?.mode === 'final' ? unquestioned(made, name) : []),
      ...(draft?.problems ?? []),
      ...alike,
    ];
    if (wrong.length > 0) return { problems: wrong };
    const watched = readCandidates(opened.location).filter(
      (one) => isWatched(one) && one.constraint === made.constraint,
    );
    const kept = withSessionsOf(inOrder(made, running, now), watched);
    const events = observed(opened, kept);
    const work = new Map(watched.map(candidateGone));
    return { change: { work, afterwards: new Map([candidateFile(kept)]), events } };
  });
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  // An invalid draft is reported with its faults instead.
  const unseen = lines === undefined ? [] : unrecognised(checked.value, read, name);
  const warnings = [...checked.problems, ...outcome.problems, ...unseen];
  const filed = await fileQuestion(context, made.id);
  if (hasErrors(filed?.problems ?? [])) return refuse(context, filed?.problems ?? []);
  return show(context, made, { known, isAnew, lines, problems: warnings, pending: filed?.pending });
};

/** A new rule beside an older one of the same words needs its reason. */
function isUnargued({ decision }: Candidate): boolean {
  return (decision?.action ?? 'new') === 'new' && decision?.why === undefined;
}

/** An agent asks the user about an open rule; a person decides by `review`. */
async function fileQuestion(context: Context, id: string): Promise<Outcome | undefined> {
  if (agentOf(context) === undefined) return undefined;
  const opened = open(context);
  const candidate = readCandidates(opened.location).find((one) => one.id === id);
  if (candidate === undefined || !isUndecided(candidate)) return undefined;
  return changeAsAllowed(context, acceptRequests(context, opened, { ...candidate, id }));
}

/** A candidate takes over the sessions of the observation that it answers. */
function withSessionsOf(
  candidate: Candidate & { id: string },
  watched: readonly Candidate[],
): Candidate & { id: string } {
  const sessions = [candidate, ...watched].flatMap((one) => one.sessions);
  return { ...candidate, sessions: [...new Set(sessions)] };
}

/**
 * A candidate of an earlier retrospective answers the same constraint here too, with its outcome. While it is open, a
 * newer yes confirms it, and rounds that were asked since are kept.
 */
function askedAgain(
  made: Candidate & { id: string },
  known: Candidate,
  running: Retrospective | undefined,
): Candidate & { id: string } {
  const isOpen = known.state === 'open';
  const newer = {
    ...(isOpen && made.rounds.length > known.rounds.length ? { rounds: made.rounds } : {}),
    ...(isOpen && made.confirmed !== undefined ? { confirmed: made.confirmed } : {}),
  };
  const kept = { ...known, ...newer, id: made.id };
  if (running === undefined) return kept;
  const isHere = known.retrospective === running.id;
  const { finding = isHere ? known.finding : undefined } = inOrder(made, running, '');
  const moved = { ...kept, retrospective: running.id };
  return finding === undefined ? moved : { ...moved, finding };
}

interface Shown {
  /** The same, as it was kept before. */
  readonly known: Candidate | undefined;
  /** Another yes confirms it now. */
  readonly isAnew: boolean;
  /** The lines of its rule in the block. */
  readonly lines: readonly string[] | undefined;
  readonly problems: readonly Problem[];
  readonly pending: Outcome['pending'];
}

function show(
  context: Context,
  { id, kind, constraint }: Candidate,
  { known, isAnew, lines, problems, pending }: Shown,
): number {
  const next = suggestStep(context, nextOf(context));
  if (flag(context, 'json')) {
    const state = known?.state ?? 'open';
    const rule = lines === undefined ? {} : { lines };
    const changed = known === undefined || isAnew;
    const asked = pending && { pending: pending.id, ask: { questions: pending.questions } };
    printJson(context, { id, kind, state, changed, ...rule, ...asked, next, problems });
    return 0;
  }
  report(context, problems);
  const say = words[context.language()];
  context.print(
    known === undefined
      ? say.candidate.kept(id as string, kind, constraint)
      : say.candidate.before(id as string, known.state ?? 'open', isAnew),
  );
  if (lines !== undefined)
    context.print([similarWords[context.language()].inTheBlock, ...lines].join('\n'));
  if (pending !== undefined) printPending(context, pending);
  printNext(context, next);
  return 0;
}

/** The candidate with its quotes as they were found, or what is wrong with it. */
function checkCandidate(candidate: Candidate, read: SessionReader, file: string) {
  const checked = checkCitations(candidate, read, { file });
  const { sessions, problems } = resolveAll(candidate.sessions, read, file);
  const value: Candidate = { ...checked.value, sessions };
  const found = [...checked.problems, ...problems];
  if (hasErrors(found)) return { value, problems: found };
  const shown = withReading(value, read);
  const doubts = confirmationProblems(shown, file);
  return { value: shown, problems: [...found, ...roleProblems(value, file), ...doubts] };
}

/** The confirmation with the line on which it was read back; without one a report calls it the agent's telling. */
function withReading(candidate: Candidate, read: SessionReader): Candidate {
  if (candidate.confirmed === undefined) return candidate;
  const { line: _claimed, ...confirmed } = candidate.confirmed;
  const { echo, quote } = confirmed;
  const line = quote.file ? undefined : read(quote.session).lineReadBack(echo, quote.text);
  return { ...candidate, confirmed: line === undefined ? confirmed : { ...confirmed, line } };
}

/** A yes confirms what was shown before it. Warnings: who words a retelling as the echo may well have asked. */
function confirmationProblems({ confirmed }: Candidate, file: string): Problem[] {
  if (confirmed === undefined) return [];
  const { quote, line } = confirmed;
  const doubts: Problem[] = [];
  if (line === undefined)
    doubts.push(
      problem(
        'candidate/not-read-back',
        { severity: 'warning', file, at: '/confirmed/echo' },
        faults.notReadBack(quote.session),
      ),
    );
  if (isQuestion(quote.text))
    doubts.push(
      problem(
        'candidate/asked-back',
        { severity: 'warning', file, at: '/confirmed/quote' },
        faults.askedBack(JSON.stringify(quote.text)),
      ),
    );
  return doubts;
}

/** The session in which the questions are asked; none at a person's terminal, or where its transcript is gone. */
function questioning(context: Context, read: SessionReader): ReadSession | undefined {
  const session = agentOf(context)?.env.CLAUDE_CODE_SESSION_ID;
  if (!session) return undefined;
  return ifPossible(() => read(session));
}

/** Adds the line of each answer that the user gave. The report attributes the others to the agent. */
function withPlaces(candidate: Candidate, asked: ReadSession | undefined): Candidate {
  const rounds = candidate.rounds.map(({ said, ...round }) => round);
  const lines = asked?.linesOf(rounds.map(({ answer }) => answer)) ?? [];
  return {
    ...candidate,
    rounds: rounds.map((round, index) => {
      const line = lines[index];
      if (asked === undefined || line === undefined) return round;
      return { ...round, said: { session: asked.session, line } };
    }),
  };
}

function resolveAll(names: readonly string[], read: SessionReader, file: string) {
  const problems: Problem[] = [];
  const sessions = names.map((name, index) => {
    try {
      return read(name).whole;
    } catch (error) {
      if (!(error instanceof MadnessError)) throw error;
      problems.push(
        problem(
          'candidate/no-session',
          { file, at: `/sessions/${index}` },
          faults.noSession(error.wording, hintOf(error.wording)),
        ),
      );
      return name;
    }
  });
  return { sessions: [...new Set(sessions)], problems };
}

function findingProblems(
  { finding }: Candidate,
  retro: Retrospective | undefined,
  file: string,
): Problem[] {
  if (finding === undefined || retro === undefined) return [];
  const ids = retro.findings.map(({ id }) => id);
  if (ids.includes(finding)) return [];
  return [
    problem(
      'candidate/no-finding',
      { file, at: '/finding' },
      faults.noFinding(retro.id, finding, ids.length, ids.join(', ')),
    ),
  ];
}

/** The draft as what it is to become, or what keeps it from that. */
function checkDraft(
  candidate: Candidate,
  assetSet: AssetSet,
  read: SessionReader,
  file: string,
  now: string,
): ReadAsset {
  try {
    const { asset, defaults } = wholeDraft(candidate, assetSet, (session) => read(session).project);
    const whole = completeAsset(asset, { ...defaults, created_at: now.slice(0, 10) }, file);
    const problems = whole.problems.map((one) => {
      const wording = wordingOfProblem(one);
      const where = { severity: one.severity, file: one.file, at: `/asset${one.at ?? ''}` };
      return problem(one.rule, where, faults.candidateAgain(wording, hintOf(wording)));
    });
    return { ...whole, problems };
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    const again = faults.candidateAgain(error.wording, hintOf(error.wording));
    const where = { file, at: '/decision/into' };
    return { asset: undefined, problems: [problem('candidate/decision', where, again)] };
  }
}

function inOrder(
  { id, ...candidate }: Candidate & { id: string },
  retro: Retrospective | undefined,
  made_at: string,
): Candidate & { id: string } {
  const same = retro?.findings.find(({ constraint }) => constraint === candidate.constraint)?.id;
  const finding = candidate.finding ?? same;
  return {
    id,
    ...(retro === undefined ? {} : { retrospective: retro.id }),
    made_at,
    ...candidate,
    ...(finding === undefined ? {} : { finding }),
    state: 'open',
  };
}

/** No rule and no argument: the log remembers that it was left open. */
function observed({ memory }: Opened, { kind, constraint, sessions, made_at }: Candidate): Event[] {
  if (kind !== 'pending_observation') return [];
  const [session] = sessions;
  return [
    {
      ts: made_at as string,
      event: 'pending_observation',
      detail: constraint,
      confidence_delta: 0,
      ...(session === undefined ? {} : { session }),
      project: memory.project,
      by: 'candidate',
    },
  ];
}
