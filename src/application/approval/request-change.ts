import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  proposalId,
  proposalName,
  proposalOf,
  type Request,
  validateProposal,
} from '../../learn/change-request.js';
import { forPerson } from '../../messages/agent.js';
import { hasErrors, type Language, type Problem } from '../../problem.js';
import type { Approval } from '../../schema.gen.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Change, Opened } from '../../store/store.js';
import { withMemoryLock } from '../memory/find-memory.js';
import { locationIfAny, locationOf } from '../memory/resolve-memory.js';
import type { Caller } from '../memory/run-context.js';
import {
  type Decision,
  instantOf,
  type Outcome,
  open,
  openFor,
  transact,
} from '../memory/transaction.js';
import { blankTexts } from '../memory/wording.js';
import type { Prepared, RequestCall, RequestName } from '../requests/request.js';
import { type Agent, agentOf, forPersonOnly } from './agent.js';
import { placeOf } from './memory-place.js';
import {
  askedChange,
  differenceOf,
  filePending,
  isStill,
  type PendingChange,
  pendingId,
  shownText,
  voidProblem,
  type Wanted,
} from './pending-change.js';
import { askedQuestion, linesToLose, type Place } from './question.js';
import type { Difference, Offer } from './shown-difference.js';

interface Extras {
  /** Files in work/ that go with the change. */
  readonly gone?: readonly string[];
  /** The pending change that it must still be. */
  readonly expected?: PendingChange;
  /** True if a person has seen the whole text. */
  readonly isRead?: boolean;
  /** Tells what would be done, and does nothing. */
  readonly isDryRun?: boolean;
}

/**
 * Carries out changes of a person; files those of an agent as one pending change. What could not be carried out is
 * refused, never filed. The requests are carried out in this order, all or none.
 */
export async function changeAsAllowed(
  caller: Caller,
  requests: readonly Request[],
  more: Extras = {},
): Promise<Outcome> {
  const secrets = await unkeptWords(requests);
  if (secrets.length > 0) return { written: [], unchanged: [], problems: secrets };
  const agent = agentOf(caller);
  if (agent !== undefined) {
    const session = agent.env.CLAUDE_CODE_SESSION_ID ?? '';
    const { checkedRequests } = await import('./agent-wording.js');
    const checked = await checkedRequests(caller, open(caller), requests, session);
    if (checked.problems.length > 0)
      return { written: [], unchanged: [], problems: checked.problems };
    if (!more.isDryRun) return fileChange(caller, agent, checked.requests);
  }
  return carryOut(caller, requests, { by: 'terminal' }, more);
}

/** Carries requests out that a person allowed; `approval` is kept in every event of it. */
export async function carryOut(
  caller: Caller,
  requests: readonly Request[],
  approval: Approval,
  { gone = [], expected, isRead = false, isDryRun = false }: Extras = {},
): Promise<Outcome> {
  const scene = { now: instantOf(caller), say: caller.say };
  const { decideAll, keepFor } = await import('./action-handlers.js');
  return transact(
    caller,
    (opened) => {
      if (expected?.requests !== undefined) {
        const known = decideAll(opened, expected.requests, { ...scene, say: () => {} });
        if (!isStill(expected, opened, known.change))
          return { problems: [voidProblem(expected.id)] };
      }
      const decision = decideAll(opened, requests, scene, isRead);
      if (decision.change === undefined || hasErrors(decision.problems ?? [])) return decision;
      const wrong = invalid(decision.requests, scene.now);
      if (wrong.length > 0) return { problems: wrong };
      const names = proposalNames(opened, decision.requests);
      return without([...gone, ...names], withApproval(decision, approval));
    },
    { keep: keepFor(requests), isDryRun },
  );
}

/** What a dialog asks before, and what its question tells besides. */
interface Beside {
  readonly before?: Change;
  readonly offer?: Offer;
}

/** Files requests of an agent as one pending change; nothing else is written. */
export async function fileChange(
  caller: Caller,
  agent: Pick<Agent, 'env'>,
  asked: readonly Request[],
  beside: Beside = {},
): Promise<Outcome & { readonly change?: Change }> {
  const none = { written: [], unchanged: [] };
  const location = locationOf(caller);
  const now = instantOf(caller);
  const { decideAll, keepFor } = await import('./action-handlers.js');
  const { replacing } = await import('../decisions/new-rule.js');
  return withMemoryLock(location, caller.say, async () => {
    const opened = openFor(caller, location, keepFor(asked));
    if (hasErrors(opened.problems)) return { ...none, problems: opened.problems };
    const decision = decideAll(opened, replacing(opened, asked), { now, say: caller.say });
    const { change: wanted, done, requests } = decision;
    const problems = [...opened.problems, ...(decision.problems ?? [])];
    if (wanted === undefined || hasErrors(problems))
      return { ...none, problems, ...(done === undefined ? {} : { done }) };
    const wrong = invalid(requests, now);
    if (wrong.length > 0) return { ...none, problems: wrong };
    const result = differenceOf(opened, requests, wanted);
    const { language } = opened.memory;
    const isNew = opened.memory.log.log.entries.length === 0 && !location.isUser;
    const makes = isNew ? { makes: `${basename(location.memory)}/` } : {};
    const { offerOf } = await import('../watches/offer-of-change.js');
    const found = await offerOf(caller, opened, requests, wanted, beside.before);
    const offer = { ...found, ...beside.offer };
    const told = Object.keys(offer).length === 0 ? {} : { offer };
    const more = { ...result, ...makes, ...told };
    const pending = pendingOf(caller, agent, location, language, { requests }, more);
    const filed = filePending(location, pending);
    if ('problem' in filed)
      return { ...none, problems: [...problems, { ...filed.problem, severity: 'error' }] };
    const where = placeOf(caller, location, filed.pending.session);
    const change = wanted;
    return { ...none, problems, pending: askedOf(filed.pending, where, language), change };
  });
}

/** The request of an agent, filed, or why it cannot be carried out; undefined where a person may go on. */
export async function fileRequest(
  caller: RequestCall,
  name: RequestName,
  { facts, call, problems = [] }: Prepared,
): Promise<Pick<Outcome, 'problems' | 'pending'> | undefined> {
  if (hasErrors(problems)) return { problems };
  const agent = agentOf(caller);
  if (agent === undefined) return undefined;
  const location = locationIfAny(caller);
  // Without a memory there is no place in which it could wait.
  if (location === undefined) {
    forPersonOnly(caller, forPerson.done, `madness ${name}`);
    return undefined;
  }
  const hidden = blankTexts(facts, 'the command line');
  if (hidden.length > 0) return { problems: hidden };
  const { args, options, cwd } = { ...caller, ...call };
  // How its result is printed is no part of it.
  const given = Object.entries(options).flatMap(([key, value]) =>
    value === undefined || key === 'json' ? [] : [[key, value] as const],
  );
  const command = { name, args, options: Object.fromEntries(given), cwd, facts };
  const { screenSecrets } = await import('../memory/secret-screen.js');
  const secrets = await screenSecrets({ args, options }, 'the command line');
  if (secrets.length > 0) return { problems: secrets };
  const language = caller.language();
  const pending = pendingOf(caller, agent, location, language, { command });
  const filed = filePending(location, pending);
  if ('problem' in filed) return { problems: [{ ...filed.problem, severity: 'error' }] };
  const where = placeOf(caller, location, pending.session);
  return { problems: [], pending: askedOf(pending, where, language) };
}

/** A longer text is shown in `review` only. */
const maxShownCharacters = 4000;

/** A new pending change. Its time has milliseconds, as those of a transcript. */
function pendingOf(
  caller: Caller,
  { env }: Pick<Agent, 'env'>,
  location: MemoryLocation,
  language: Language,
  wanted: Wanted,
  result?: Difference & Pick<PendingChange, 'makes' | 'offer'>,
): PendingChange {
  const session = env.CLAUDE_CODE_SESSION_ID;
  const pending = {
    id: pendingId(wanted, result),
    made_at: caller.now().toISOString(),
    ...(session ? { session } : {}),
    ...wanted,
    ...result,
  };
  const question = shownText(askedChange(pending, placeOf(caller, location, session)), language);
  return { ...pending, question: question.length <= maxShownCharacters ? question : '' };
}

/** What is printed of a pending change: its id, and its questions if all of it fits. */
function askedOf(
  pending: PendingChange,
  where: Place | undefined,
  language: Language,
): NonNullable<Outcome['pending']> {
  const change = askedChange(pending, where);
  const question = askedQuestion(change, language);
  return {
    id: pending.id,
    questions: question ? [question] : [],
    over: linesToLose(change, language),
  };
}

function withApproval(decision: Decision, approval: Approval): Decision {
  const events = decision.change?.events?.map((event) => ({ ...event, approval }));
  return {
    ...decision,
    change: { ...decision.change, ...(events === undefined ? {} : { events }) },
  };
}

/** What no kept word may hold. Checks only requests that carry words, because this loads a library. */
async function unkeptWords(requests: readonly Request[]): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const { asset, reason } of requests) {
    if (asset === undefined && reason === undefined) continue;
    const { screenSecrets } = await import('../memory/secret-screen.js');
    const words = { ...asset, ...(reason === undefined ? {} : { reason }) };
    found.push(
      ...blankTexts({ reason }, 'this change'),
      ...(await screenSecrets(words, 'this change')),
    );
  }
  return found;
}

/** Validates the words of requests by any author. */
function invalid(requests: readonly Request[], now: string): Problem[] {
  return requests.flatMap((one) => validateProposal(proposalOf(one, now), 'this change'));
}

/** Proposals of an older version that this change completes. */
function proposalNames({ location }: Opened, requests: readonly Request[]): string[] {
  const names = requests.map((one) => proposalName(proposalId(one)));
  return names.filter((name) => existsSync(join(location.memory, 'work', name)));
}

function without(names: readonly string[], decision: Decision): Decision {
  if (names.length === 0) return decision;
  const gone = names.map((name) => [name, undefined] as const);
  const work = new Map([...(decision.change?.work ?? []), ...gone]);
  return { ...decision, change: { ...decision.change, work } };
}
