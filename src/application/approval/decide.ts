import { type Reads, readsOf, sayReads } from '../../compile/reads.js';
import { selectFor } from '../../compile/select.js';
import { decideStanding } from '../../learn/fold/rank.js';
import { type AnswerFault, words as faultWords } from '../../messages/answer-faults.js';
import { words } from '../../messages/approval.js';
import { isHooked, readWitness } from '../../observe/journal.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';

import { sleep } from '../../platform/process-info.js';
import { hasErrors, ifPossible, MadnessError, type Problem } from '../../problem.js';
import type { Approval } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { targetsOf } from '../../store/targets.js';
import { switchReminder } from '../guards/switch-rule-guard.js';
import { assetSetOf } from '../memory/asset-set.js';
import { languageIn } from '../memory/find-memory.js';
import { locationIfAny } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import { instantOf } from '../memory/transaction.js';
import { prepare } from '../requests/prepare.js';
import type { Prepared } from '../requests/request.js';
import { agentOf } from './agent.js';
import { answerKey, findAnswer, isAbout, type TranscriptRow } from './answered-question.js';
import { isFiledHere, placeOf } from './memory-place.js';
import {
  askedChange,
  type ChangeItem,
  type CommandCall,
  changeItem,
  claimPending,
  filePending,
  isStill,
  listPending,
  type PendingChange,
  pendingId,
  voidProblem,
} from './pending-change.js';
import {
  type AskedChange,
  askedQuestion,
  type Choice,
  choiceOf,
  linesToLose,
  type Question,
} from './question.js';
import { readTranscriptRows } from './read-transcript-rows.js';
import { askedBefore, noteCarried } from './recheck-approvals.js';
import { carryOut } from './request-change.js';

/** The outcome of each change that was asked about. */
export interface Decisions {
  readonly decided: {
    readonly id: string;
    readonly choice: string;
    readonly done: boolean;
    /** The choice behind the label. */
    readonly chosen: Choice;
    /** The rule that it was about. */
    readonly rule?: string;
    /** Where Claude reads that rule from now on, and the same in words. */
    readonly reads?: Reads;
    readonly where?: string;
    /** What the agent has to do now. */
    readonly next?: string;
  }[];
  readonly open: { readonly id: string; readonly why: string; readonly words: string | null }[];
  readonly problems: Problem[];
}

/** A change that waits, and the run that addresses its memory. */
export interface WaitingChange extends ChangeItem {
  readonly caller: Caller;
  readonly opened: Opened;
}

/**
 * Changes that wait in the memory of this run and in the user's own, the oldest first. With a session: only those that
 * it or another running session of this machine filed. A person sees the others in `review`.
 */
export function waitingChanges(
  caller: Caller,
  session?: string,
): { waiting: readonly WaitingChange[]; problems: readonly Problem[] } {
  const own = { ...caller, options: { user: true } };
  const isOwnThere = ifPossible(() => locationIfAny(own)) !== undefined;
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const waiting: WaitingChange[] = [];
  for (const run of isOwnThere ? [caller, own] : [caller]) {
    const location = locationIfAny(run);
    if (location === undefined || seen.has(location.memory)) continue;
    seen.add(location.memory);
    const { changes: all, problems: damaged } = listPending(location);
    problems.push(...damaged);
    const changes = all.filter(
      (one) => session === undefined || isFiledHere(caller, location, one.session, session),
    );
    if (changes.length === 0) continue;
    // Undo and answers that counted before need events in full.
    const opened = openMemory(location, () => true);
    waiting.push(...changes.map((one) => ({ ...changeItem(one), caller: run, opened })));
  }
  waiting.sort((a, b) => (a.pending.made_at < b.pending.made_at ? -1 : 1));
  return { waiting, problems };
}

/** The session of an agent that asks, undefined for a person. */
export function askingSession(caller: Caller): string | undefined {
  const agent = agentOf(caller);
  return agent && (agent.env.CLAUDE_CODE_SESSION_ID ?? '');
}

/** A change with the name of its memory, for its question. */
export function asAsked({ pending, caller, opened }: WaitingChange): AskedChange {
  return askedChange(pending, placeOf(caller, opened.location, pending.session));
}

/** Builds the question of a change again from its request. Returns a word if it cannot be asked. */
export async function questionNow(one: WaitingChange): Promise<Question | 'void' | 'too_long'> {
  const { pending, caller, opened } = one;
  const { requests, command } = pending;
  if (command !== undefined) {
    if ((await ifItRuns(() => preparedAgain(one, command))) === undefined) return 'void';
  } else if (requests !== undefined) {
    const { decideAll } = await import('./action-handlers.js');
    const scene = { now: instantOf(caller), say: () => {} };
    const decision = await ifItRuns(async () => decideAll(opened, requests, scene));
    if (!isStill(pending, opened, decision?.change)) return 'void';
  }
  return askedQuestion(asAsked(one), opened.memory.language) ?? 'too_long';
}

/** The request as it could be carried out now; undefined if it would do something else than what was filed. */
async function preparedAgain(
  { pending, caller, opened }: WaitingChange,
  command: CommandCall,
): Promise<Prepared | undefined> {
  const { name, args, options, cwd } = command;
  const language = caller.language ?? (() => opened.memory.language);
  const prepared = await prepare(name, { ...caller, language, args, options, cwd });
  const { facts, problems = [] } = prepared;
  const isSame = pendingId({ command: { ...command, facts } }) === pending.id;
  return isSame && !hasErrors(problems) ? prepared : undefined;
}

/** Reads the answers in this session's transcript and carries the chosen options out. Without ids: all that it asked. */
export async function decidePending(caller: Caller, ids: readonly string[]): Promise<Decisions> {
  const agent = agentOf(caller);
  const session = agent?.env.CLAUDE_CODE_SESSION_ID;
  const say = words[caller.language?.() ?? languageIn(locationIfAny(caller))];
  if (agent === undefined || !session) throw new MadnessError(say.noSession, say.noSessionHint);
  const own = ownFolder(agent.env);
  const read = () => readTranscriptRows(claudeFolder(agent.env), session);
  const { waiting, problems } = waitingChanges(caller, session);
  const known = new Set(waiting.map(({ pending }) => pending.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new MadnessError(say.unknown(unknown), say.unknownHint);
  const result: Decisions = { decided: [], open: [], problems: [...problems] };
  let rows = read();
  const printed = askedBefore(own, session);
  for (const one of waiting) {
    const question = isAskedIn(rows, one.pending.id) ? await questionNow(one) : 'void';
    if (typeof question !== 'string') printed.push(question);
  }
  const isMeant = ({ pending: { id } }: WaitingChange) => ids.length === 0 || ids.includes(id);
  for (const one of waiting.filter(isMeant)) {
    const isAsked = () => isAskedIn(rows, one.pending.id);
    if (ids.length === 0 && !isAsked()) continue;
    const fresh = { ...one, opened: openMemory(one.opened.location, () => true) };
    const question = await questionNow(fresh);
    if (typeof question === 'string') {
      result.open.push({ id: one.pending.id, why: whyUnasked(fresh, question), words: null });
      continue;
    }
    const { id, made_at } = one.pending;
    const known = { id, question, filed_at: made_at };
    const used = usedCalls(fresh.opened);
    const context = { session, used, printed, ...witnesses(own, session) };
    const answer = answerOnceWritten(
      () => findAnswer(rows, known, context),
      () => {
        sleep(150);
        rows = read();
      },
    );
    const isDone = await conclude(fresh, answer, session, result);
    if (isDone === undefined || answer.kind === 'open') continue;
    const { call, choice } = answer;
    const command = one.pending.command?.name;
    const memory = one.opened.location.memory;
    const rule = chosen(one, choice) === 'remind' ? ruleOf(one.pending) : undefined;
    const reminded = rule === undefined ? {} : { reminded: rule };
    const carried = { memory, asked: known, call, choice, printed, isDone, ...reminded };
    noteCarried(own, session, command === undefined ? carried : { ...carried, command });
  }
  const placeIn = (id: string) => waiting.find(({ pending }) => pending.id === id)?.opened.location;
  const decided = result.decided.map((one) => {
    const location = one.done && isYes(one.chosen) ? placeIn(one.id) : undefined;
    return location === undefined ? one : { ...one, ...whereRead(location, one.rule ?? '') };
  });
  return { ...result, decided };
}

/** Where Claude reads a rule now; nothing of one that it may not hear. */
function whereRead(location: MemoryLocation, id: string): { reads?: Reads; where?: string } {
  const { memory, config, ...opened } = openMemory(location);
  const { told, states } = assetSetOf({ memory, ...opened });
  const standings = decideStanding(told, states);
  const rule = standings.find(({ asset }) => asset.id === id);
  if (rule === undefined) return {};
  const { selection } = selectFor(standings, memory);
  const [target = ''] = targetsOf(location, config);
  const scope = { selection, limits: memory.limits, target };
  return { reads: readsOf(rule, selection), where: sayReads(rule, scope, memory.language) };
}

type Answer = ReturnType<typeof findAnswer>;

/** Returns whether something was carried out; undefined if nothing was decided. */
async function conclude(
  one: WaitingChange,
  answer: Answer,
  session: string,
  result: Decisions,
): Promise<boolean | undefined> {
  const { pending, opened } = one;
  const { language } = opened.memory;
  const { id } = pending;
  if (answer.kind === 'open') {
    result.open.push({ id, why: faultWords[language][answer.why], words: answer.words ?? null });
    return undefined;
  }
  const choice = chosen(one, answer.choice);
  const approval: Approval = {
    by: 'dialog',
    choice: answer.choice,
    session,
    line: answer.line,
    call: answerKey(answer.call, id),
  };
  const problems = await apply(one, choice, approval);
  if (problems === 'taken') {
    result.open.push({ id, why: faultWords[language].used, words: null });
    return undefined;
  }
  result.problems.push(...problems);
  if (hasErrors(problems)) {
    const why = problems.find(({ severity }) => severity === 'error')?.message ?? '';
    result.open.push({ id, why, words: null });
    return undefined;
  }
  const done = isYes(choice) || choice === 'drop';
  const rule = ruleOf(pending);
  const next = choice === 'question' ? { next: words[language].questionNext(rule ?? '') } : {};
  const about = rule === undefined ? {} : { rule };
  result.decided.push({ id, choice: answer.choice, done, chosen: choice, ...about, ...next });
  return done;
}

function chosen(one: WaitingChange, label: string): Choice {
  return choiceOf(asAsked(one), label, one.opened.memory.language) as Choice;
}

function isYes(choice: Choice): boolean {
  return choice === 'yes' || choice === 'both' || choice === 'pin' || choice === 'remind';
}

/** The rule that a pending change is about. */
function ruleOf({ requests }: PendingChange): string | undefined {
  return requests?.[0]?.asset_id;
}

/**
 * Carries a choice out; `review` uses it too. The file goes first, so that of several runs one alone carries it out:
 * `taken` for the others. It comes back where nothing was changed.
 */
export async function apply(
  one: WaitingChange,
  choice: Choice,
  approval: Approval,
): Promise<readonly Problem[] | 'taken'> {
  const { pending, opened } = one;
  const { requests, id } = pending;
  const end = claimPending(opened.location, id);
  if (end === undefined) return 'taken';
  const problems = await carriedOut(one, choice, approval);
  end();
  if (hasErrors(problems) && requests !== undefined && isYes(choice))
    filePending(opened.location, pending);
  return problems;
}

async function carriedOut(
  one: WaitingChange,
  choice: Choice,
  approval: Approval,
): Promise<readonly Problem[]> {
  const { pending, caller, opened } = one;
  const { requests, command, id, offer } = pending;
  if (isYes(choice) && command !== undefined) {
    const prepared = await preparedAgain(one, command);
    if (prepared === undefined) return [voidProblem(id)];
    const { problems, done } = await prepared.do(approval);
    if (done !== undefined) caller.say(done);
    return problems;
  }
  if (isYes(choice) && requests !== undefined) {
    const rule = ruleOf(pending) ?? '';
    const pin = { action: 'pin', asset_id: rule } as const;
    const pins = choice === 'pin' || (choice === 'remind' && offer?.remind?.pins === true);
    const asked = choice === 'both' ? requests.slice(0, 1) : requests;
    const all = pins ? [...asked, pin] : asked;
    const { problems } = await carryOut(caller, all, approval, { expected: pending });
    if (!hasErrors(problems) && choice === 'remind')
      switchReminder(caller, opened.location, rule, true);
    return problems;
  }
  return [];
}

/** How a test of an answer looks for our hook's note. */
function witnesses(own: string, session: string) {
  return {
    witness: (call: string) => readWitness(own, session, call),
    needsWitness: isHooked(own, session),
  };
}

/**
 * We have seen an answer reach the transcript 80 ms after the next command began. Until then, the last known call for
 * the question may be one that a hook or a rule ended.
 */
export function answerOnceWritten(find: () => Answer, readAgain: () => void): Answer {
  let answer = find();
  for (let tries = 0; tries < 3 && answer.kind === 'open' && isPassing.has(answer.why); tries++) {
    readAgain();
    answer = find();
  }
  return answer;
}

const isPassing: ReadonlySet<AnswerFault> = new Set(['unanswered', 'never_asked', 'not_by_person']);

function isAskedIn(rows: readonly TranscriptRow[], id: string): boolean {
  return rows.some(({ record }) => {
    const text = JSON.stringify(record);
    return text.includes('AskUserQuestion') && isAbout(text, id);
  });
}

/** Answers that counted already, as the log names them. */
function usedCalls({ kept }: Opened): Set<string> {
  return new Set(kept.flatMap(({ event }) => event.approval?.call ?? []));
}

/** Why a change that waits has no question. */
export function whyUnasked(one: WaitingChange, why: 'void' | 'too_long'): string {
  const { language } = one.opened.memory;
  const { id } = one.pending;
  const say = words[language];
  if (why === 'void') return `${say.voidMessage(id)} ${say.voidHint}`;
  return say.tooLong(id, linesToLose(asAsked(one), language));
}

/** A change that is refused now is no longer the change that was filed. */
export async function ifItRuns<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof MadnessError) return undefined;
    throw error;
  }
}
