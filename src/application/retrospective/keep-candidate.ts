import { isDeepStrictEqual } from 'node:util';
import { blockLines } from '../../compile/rule-block.js';
import { faults } from '../../messages/problems/retrospective.js';
import { isQuestion } from '../../observe/evidence.js';
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
import { agentOf } from '../approval/agent.js';
import { changeAsAllowed } from '../approval/request-change.js';
import { type AssetSet, assetSetOf } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { type Decision, instantOf, type Outcome, open, transact } from '../memory/transaction.js';
import { completeAsset, type ReadAsset } from '../memory/wording.js';
import { acceptRequests, olderRules } from './accept-candidate.js';
import { unrecognised } from './backtest-candidate.js';
import { leftOutOf, wholeDraft } from './candidate-draft.js';
import type { Handed } from './hand-in.js';
import { candidateFile, candidateGone, readCandidates, retrospectiveInWork } from './repository.js';
import {
  checkCitations,
  type ReadSession,
  type SessionReader,
  sessionReader,
} from './session-reader.js';

/** What became of a candidate that was handed in. */
interface KeptCandidate {
  readonly made: Candidate & { id: string };
  /** The same, as it was kept before. */
  readonly known: Candidate | undefined;
  /** Another yes confirms it now. */
  readonly isAnew: boolean;
  /** The lines of its rule in the block. */
  readonly lines: readonly string[] | undefined;
  readonly pending: Outcome['pending'];
}

/** Keeps what became of a hard constraint; a rule needs its trigger and proof, at the end of a project four rounds. */
export async function keepCandidate(
  caller: Caller,
  value: unknown,
  file: string,
): Promise<Handed<KeptCandidate>> {
  const { candidate, problems } = parseCandidate(value, file);
  if (candidate === undefined) return { problems };
  const { location, memory } = open(caller);
  const read = sessionReader(caller, location, memory.project);
  const checked = checkCandidate(candidate, read, file);
  if (hasErrors(checked.problems)) return { problems: checked.problems };
  const now = instantOf(caller);
  const asked = withPlaces(checked.value, questioning(caller, read));
  const made = { ...asked, id: candidateId(asked) };
  let known: Candidate | undefined;
  let isAnew = false;
  let lines: readonly string[] | undefined;
  const outcome = await transact(caller, (opened): Decision => {
    known = readCandidates(opened.location).find(({ id }) => id === made.id);
    const running = retrospectiveInWork(opened.location);
    const isOpen = made.kind === 'rule' && (known?.state ?? 'open') === 'open';
    const draft = isOpen ? checkDraft(made, assetSetOf(opened), read, file, now) : undefined;
    lines = draft?.asset && blockLines(draft.asset);
    if (draft?.asset !== undefined) {
      const { language } = opened.memory;
      const projectOf = (session: string) => read(session).project;
      for (const line of leftOutOf(made, assetSetOf(opened), projectOf, language)) caller.say(line);
    }
    if (known !== undefined) {
      const kept = askedAgain(made, known, running);
      isAnew = !isDeepStrictEqual(kept.confirmed, known.confirmed);
      if (isDeepStrictEqual(kept, known)) return {};
      return { change: { afterwards: new Map([candidateFile(kept)]) } };
    }
    const alike = draft?.asset && isUnargued(made) ? olderRules(opened, draft.asset, file) : [];
    const wrong = [
      ...findingProblems(made, running, file),
      ...(running?.mode === 'final' ? unquestioned(made, file) : []),
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
  if (hasErrors(outcome.problems)) return { problems: outcome.problems };
  // An invalid draft is reported with its faults instead.
  const unseen = lines === undefined ? [] : unrecognised(checked.value, read, file);
  const filed = await fileQuestion(caller, made.id);
  if (hasErrors(filed?.problems ?? [])) return { problems: filed?.problems ?? [] };
  const warnings = [...checked.problems, ...outcome.problems, ...unseen];
  return { problems: warnings, done: { made, known, isAnew, lines, pending: filed?.pending } };
}

/** A new rule beside an older one of the same words needs its reason. */
function isUnargued({ decision }: Candidate): boolean {
  return (decision?.action ?? 'new') === 'new' && decision?.why === undefined;
}

/** An agent asks the user about an open rule; a person decides by `review`. */
async function fileQuestion(caller: Caller, id: string): Promise<Outcome | undefined> {
  if (agentOf(caller) === undefined) return undefined;
  const opened = open(caller);
  const candidate = readCandidates(opened.location).find((one) => one.id === id);
  if (candidate === undefined || !isUndecided(candidate)) return undefined;
  return changeAsAllowed(caller, acceptRequests(caller, opened, { ...candidate, id }));
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
function questioning(caller: Caller, read: SessionReader): ReadSession | undefined {
  const session = agentOf(caller)?.env.CLAUDE_CODE_SESSION_ID;
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
