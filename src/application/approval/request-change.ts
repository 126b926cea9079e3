import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  isToAskAgain,
  keepApproved,
  leaveFor,
  matterOf,
  onTopic,
  unspent,
  withApproval,
} from '../../commands/consent/leave.js';
import {
  proposalId,
  proposalName,
  proposalOf,
  type Request,
  renderProposal,
  validateProposal,
} from '../../learn/proposal.js';
import type { Matter } from '../../observe/approval.js';
import { hasErrors, type Problem } from '../../problem.js';
import type { Event } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import type { Context } from '../../terminal/context.js';
import { addressed } from '../../terminal/suggest-command.js';
import { change, type Decision, finish, instantOf, type Outcome } from '../memory/transaction.js';

/** What a change needs to know beside the memory and what was asked for. */
interface Scene {
  /** ISO 8601. */
  readonly now: string;
  readonly say: (text: string) => void;
}

interface Extras {
  readonly keep?: (event: Event) => boolean;
  /** What the user was shown before the change had a name. */
  readonly shown?: Matter['shown'];
}

/** What a request does to a memory, or the problems that forbid it. */
export type Decide = (opened: Opened, request: Request, scene: Scene) => Decision;

/**
 * Carries out a change, prints what came of it and returns the exit code. Where an agent asks for it and no words
 * of the user allow it, files it as a proposal. What could not be carried out is refused, never filed.
 */
export async function requestChange(
  context: Context,
  request: Request,
  decide: Decide,
  more: Extras = {},
): Promise<number> {
  return finish(context, await changeAsAllowed(context, request, decide, more));
}

/** The same, for whoever prints the outcome: the change is carried out, filed as a proposal, or refused with problems. */
export async function changeAsAllowed(
  context: Context,
  request: Request,
  decide: Decide,
  more: Extras = {},
): Promise<Outcome> {
  const scene = { now: instantOf(context), say: context.say };
  const secrets = await secretsOf(request);
  if (secrets.length > 0) return { written: [], unchanged: [], problems: secrets };
  const leave = leaveFor(context, { ...matterOf(request), shown: more.shown });
  const mark = await candidateMark(request);
  return change(
    context,
    (opened) => {
      const decision = decide(opened, request, scene);
      if (decision.change === undefined || hasErrors(decision.problems ?? [])) return decision;
      const whole = decision.request ?? request;
      const wrong = invalid(whole, scene.now);
      if (wrong.length > 0) return { problems: wrong };
      const fits = onTopic(opened, leave, whole, decision);
      const left = unspent(opened, fits, decision, request.candidate !== undefined);
      if (left.by !== 'nobody')
        return mark(opened, withoutProposal(opened, request, withApproval(decision, left)));
      const filed = mark(
        opened,
        { ...asProposal(context, opened, whole, scene.now, left.session), request: whole },
        left.problems?.some(isToAskAgain),
      );
      return { ...filed, problems: [...(left.problems ?? []), ...(filed.problems ?? [])] };
    },
    { keep: keepApproved(leave, more.keep) },
  );
}

/** In what a request would write down. Only where it brings words: a library is loaded for it. */
async function secretsOf({ asset, reason }: Request): Promise<Problem[]> {
  if (asset === undefined && reason === undefined) return [];
  const { screenSecrets } = await import('../memory/secret-screen.js');
  return screenSecrets({ ...asset, ...(reason === undefined ? {} : { reason }) }, 'this change');
}

/** What a change leaves in the books where it came out of a retrospective. */
async function candidateMark(
  request: Request,
): Promise<(opened: Opened, decision: Decision, isAsked?: boolean) => Decision> {
  if (request.candidate === undefined) return (_, decision) => decision;
  const { markCandidate } = await import('./mark-candidate.js');
  return ({ house }, decision, isAsked = false) =>
    markCandidate({ house, request, isAsked }, decision);
}

/** What is wrong with the words of a request, whoever made it. */
function invalid(request: Request, now: string): Problem[] {
  return validateProposal(proposalOf(request, now), 'this change');
}

/** What waited as a proposal before the user said yes waits no longer. */
function withoutProposal({ house }: Opened, request: Request, decision: Decision): Decision {
  const name = proposalName(proposalId(decision.request ?? request));
  if (!existsSync(join(house.memory, 'work', name))) return decision;
  const work = new Map([...(decision.change?.work ?? []), [name, undefined] as const]);
  return { ...decision, change: { ...decision.change, work } };
}

function asProposal(
  context: Context,
  opened: Opened,
  request: Request,
  now: string,
  session: string | undefined,
): Decision {
  const proposal = proposalOf(request, now, session);
  const name = proposalName(proposal.id);
  const isNew = !existsSync(join(opened.house.memory, 'work', name));
  return {
    ...(isNew ? { change: { work: new Map([[name, renderProposal(proposal)]]) } } : {}),
    proposal: proposal.id,
    done: [
      `not done: ${isNew ? 'filed as' : 'it waits already as'} proposal ${proposal.id}, because an agent may not decide this`,
      'ask the user; with their words: the same command and --approved-by "their words"',
      addressed(context, 'or they decide in a terminal of their own: madness review'),
    ].join('\n'),
  };
}
