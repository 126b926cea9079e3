import { isDeepStrictEqual } from 'node:util';
import { actions } from '../../application/approval/actions.js';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { evidenceLeftOut, pick, shelfOf } from '../../application/memory/asset-editor.js';
import { houseOf } from '../../application/memory/resolve-memory.js';
import { change, type Outcome, open } from '../../application/memory/transaction.js';
import { wholeDraft } from '../../application/retrospective/draft.js';
import { nextOf } from '../../application/retrospective/next-step.js';
import {
  candidateFile,
  pickCandidate,
  proposalsGone,
} from '../../application/retrospective/repository.js';
import { sessionReader } from '../../application/retrospective/session-reader.js';
import { linesOf } from '../../compile/rule-block.js';
import { wordingOf } from '../../learn/asset.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import type { Request } from '../../learn/proposal.js';
import type { Matter } from '../../observe/approval.js';
import { hasErrors, ifPossible, MadnessError, type Problem } from '../../problem.js';
import { absorbing, draftOf, parseCandidate, roleProblems } from '../../reflect/candidate.js';
import { askingCommand, isUndecided } from '../../reflect/progress.js';
import type { Candidate } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  refuse,
  report,
  text,
} from '../../terminal/context.js';
import { addressed } from '../../terminal/suggest-command.js';
import { fitting } from '../../validation.js';
import { saysToKeep } from '../consent/keeping.js';

type Decided = NonNullable<Candidate['decision']>;

/** Makes a candidate what it is to become, or asks the person to decide. */
export const candidateAccept: Command = async (context) => {
  const opened = open(context, ({ reason }) => reason === 'premise');
  const stored = pickCandidate(houseOf(context), context.args[0] ?? '');
  const candidate = { ...stored, decision: decisionOf(context, stored) };
  forbidTwice(candidate, opened);
  forbidOtherDraft(candidate, stored, opened);
  const problems = stillWrong(candidate);
  if (problems.length > 0) return refuse(context, problems);
  const outcomes: Outcome[] = [];
  const projectOf = projectsOf(context, opened);
  const requests = requestsFor(context, opened, candidate, projectOf);
  const isAccepted = stored.state === 'accepted';
  const became = isAccepted ? stored.became : alreadyThere(requests[0], opened);
  if (became !== undefined && !isAccepted) outcomes.push(await settle(context, candidate, became));
  for (const request of became === undefined ? requests : requests.slice(1)) {
    // What waits as a proposal is no rule yet that could be pinned; whoever reviews it may pin it.
    const waits = outcomes.some(({ proposal }) => proposal !== undefined);
    if (waits && request.action === 'pin') continue;
    const action = actions[request.action];
    const keep = action.keep === undefined ? {} : { keep: action.keep };
    const more = { ...keep, shown: showing(context, candidate, request) };
    const outcome = await changeAsAllowed(context, request, action.decide, more);
    outcomes.push(outcome);
    if (hasErrors(outcome.problems)) break;
  }
  return show(context, candidate, outcomes, leftOutOf(opened, candidate, projectOf));
};

/**
 * One dialog may read a rule back and ask whether to keep it: then words that say so are about it as soon as its lines
 * were shown, before anything was kept.
 */
function showing(context: Context, candidate: Candidate, { asset }: Request): Matter['shown'] {
  const rule = candidate.asset?.id;
  if (asset === undefined || rule === undefined) return undefined;
  if (!saysToKeep(text(context, 'approvedBy') ?? '', candidate)) return undefined;
  return { lines: linesOf(asset).join('\n'), rule };
}

/** What the rule that the candidate goes into cannot keep of the evidence of both. */
function leftOutOf(
  opened: Opened,
  candidate: Candidate & { decision: Decided },
  projectOf: ProjectOf,
): string[] {
  const { action, into = '' } = candidate.decision;
  const survivor = shelfOf(opened).assets.get(into);
  if (survivor === undefined || (action !== 'merge' && action !== 'absorb')) return [];
  return evidenceLeftOut(survivor, draftOf(candidate, projectOf), opened.memory.language);
}

/** The rule that an earlier run has made of it, if that run died before it could say so. */
function alreadyThere(request: Request | undefined, opened: Opened): string | undefined {
  const { asset } = request ?? {};
  if (asset === undefined) return undefined;
  const there = shelfOf(opened).assets.get(asset.id);
  if (there === undefined) return undefined;
  const { created_at, ...wording } = wordingOf({ ...asset, created_at: '' });
  const { created_at: _day, ...known } = wordingOf({ created_at: '', ...there });
  return isDeepStrictEqual(wording, known) ? asset.id : undefined;
}

function settle(
  context: Context,
  candidate: Candidate & { id: string },
  became: string,
): Promise<Outcome> {
  return change(context, ({ house }) => {
    const stored = pickCandidate(house, candidate.id);
    const accepted = { ...stored, state: 'accepted' as const, became };
    return {
      change: {
        work: new Map(proposalsGone(house, stored)),
        afterwards: new Map([candidateFile(accepted)]),
      },
      done: `${became} stands already as the candidate has it`,
    };
  });
}

function forbidTwice(candidate: Candidate & { decision: Decided }, opened: Opened): void {
  const { id, state, became, reason } = candidate;
  const { assets, lives } = shelfOf(opened);
  if (state === 'accepted' && became !== undefined && !assets.has(became))
    throw new MadnessError(
      `Candidate ${id} became ${became}, which is here no more.`,
      lives.get(became)?.unborn
        ? `It was undone: madness why ${became} names the command that brings it back.`
        : 'It was deleted from its file: take it back from git.',
    );
  if (state === 'accepted' && !isUnshaken(candidate, opened))
    throw new MadnessError(
      `Candidate ${id} became ${became} already.`,
      `madness why ${became} shows it; madness pin ${became} pins it.`,
    );
  if (state === 'dropped')
    throw new MadnessError(
      `Candidate ${id} was dropped (${reason}).`,
      'Hand in a candidate that differs: madness candidate add --file -.',
    );
}

/** What a rule absorbs is drafted for that rule alone: a rule of its own says something else in the same fields. */
function forbidOtherDraft(
  { id, decision: { action, into }, if: when = '' }: Candidate & { decision: Decided },
  { decision: drafted }: Candidate,
  opened: Opened,
): void {
  if (action === drafted?.action && into === drafted.into) return;
  if (action !== 'absorb' && drafted?.action !== 'absorb') return;
  const target = into as string;
  const { skip_when } = pick(shelfOf(opened), target);
  const draft = action === 'absorb' ? `; in asset, ${absorbing(when, skip_when ?? '')}` : '';
  throw new MadnessError(
    `Expected a draft for ${action} of ${target}, got one for ${drafted?.action ?? 'no decision'}.`,
    `madness candidate add --file - with "decision": ${JSON.stringify({ action, into: target })}${draft}; then madness candidate drop ${id} --reason "drafted anew".`,
  );
}

/** The rule stands, but what it changes of an older one does not: a run died in between, or had leave for the one alone. */
function isUnshaken(
  { decision, became }: Candidate & { decision: Decided },
  opened: Opened,
): boolean {
  if (decision.action !== 'premise' || became === undefined) return false;
  const { reason } = premiseOf(decision.into as string, became);
  const { log } = opened.memory.log;
  return !liveAmong(opened.kept, fold(log)).some(
    ({ event }) => event.asset_id === decision.into && event.detail === reason,
  );
}

function decisionOf(context: Context, { decision, kind, id }: Candidate): Decided {
  if (kind !== 'rule')
    throw new MadnessError(
      `Expected a candidate of kind rule, got ${kind}.`,
      `madness candidate drop ${id} --reason "…", or hand in a rule: madness candidate add --file -.`,
    );
  const [as, into, premise] = ['as', 'into', 'premise'].map((name) => text(context, name));
  if (premise !== undefined) return { action: 'premise', into: premise };
  if (as === undefined && into === undefined) return decision ?? { action: 'new' };
  if (as !== 'merge' && as !== 'absorb')
    throw new MadnessError(
      `Expected --as merge or --as absorb, got ${as ?? 'nothing'}.`,
      `madness candidate accept ${id} --into ID --as merge`,
    );
  const target = into ?? decision?.into;
  if (target === undefined)
    throw new MadnessError(
      'Expected --into ID, got none.',
      `madness candidate accept ${id} --into ID --as ${as}`,
    );
  return { action: as, into: target };
}

/** A candidate that was edited by hand has to pass as one that is handed in. */
function stillWrong(candidate: Candidate & { id: string }): readonly Problem[] {
  const file = `work/candidates/${candidate.id}.json`;
  const { problems } = parseCandidate(candidate, file);
  return problems.length > 0 ? problems : roleProblems(candidate, file);
}

function requestsFor(
  context: Context,
  opened: Opened,
  candidate: Candidate & { id: string },
  projectOf: ProjectOf,
): Request[] {
  const { id, decision, constraint } = candidate;
  const { action, into } = decision as Decided;
  const shelf = shelfOf(opened);
  const { asset } = wholeDraft(candidate, shelf, projectOf);
  const reason = fitting(constraint, 500);
  const joins = action === 'merge' || action === 'absorb';
  const pinned = { action: 'pin', asset_id: asset.id } as const;
  if (joins) {
    const target = into as string;
    const revise = { action: 'revise', asset_id: target, asset, candidate: id, reason } as const;
    return [revise, ...(flag(context, 'pin') ? [{ ...pinned, asset_id: target }] : [])];
  }
  const add = { action: 'add', asset_type: asset.type, asset, candidate: id, reason } as const;
  if (action === 'premise') pick(shelf, into as string);
  const shaken = action === 'premise' ? [premiseOf(into as string, asset.id)] : [];
  return [add, ...shaken, ...(flag(context, 'pin') ? [pinned] : [])];
}

function premiseOf(into: string, by: string): Request {
  return { action: 'premise', asset_id: into, reason: `${by} changed what it rests on` };
}

type ProjectOf = (session: string) => string;

/** A transcript may be gone by now; its quotes were checked when the candidate came in. */
function projectsOf(context: Context, { house, memory }: Opened): ProjectOf {
  const read = sessionReader(context, house, memory.project);
  return (session) => ifPossible(() => read(session).project) ?? memory.project;
}

function show(
  context: Context,
  { id }: Candidate & { id: string },
  outcomes: readonly Outcome[],
  leftOut: readonly string[],
): number {
  const problems = outcomes.flatMap((one) => one.problems);
  const proposal = outcomes.find((one) => one.proposal !== undefined)?.proposal;
  const failed = hasErrors(problems);
  const done = [...outcomes.flatMap((one) => one.done ?? []), ...(failed ? [] : leftOut)];
  // A pin may be refused where the rule was made.
  const kept = pickCandidate(houseOf(context), id);
  const isFiled = kept.state === 'open' && proposal !== undefined;
  const state = isFiled ? 'proposed' : kept.state;
  const isToAsk = isFiled && isUndecided(kept);
  const after = isToAsk ? addressed(context, askingCommand(kept)) : nextOf(context);
  const next = failed ? null : after;
  if (flag(context, 'json')) {
    printJson(context, {
      id,
      state,
      done,
      ...(proposal === undefined ? {} : { proposal }),
      next,
      problems,
    });
    return failed ? 1 : 0;
  }
  report(context, problems);
  for (const line of done) context.print(line);
  if (failed && done.length === 0) context.say('Nothing was written.');
  if (next !== null) context.print(`next: ${next}`);
  return failed ? 1 : 0;
}
