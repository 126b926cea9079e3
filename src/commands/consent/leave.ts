import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentOf, isAgents } from '../../application/approval/agent.js';
import type { Decision } from '../../application/memory/transaction.js';
import type { Request } from '../../learn/proposal.js';
import { findApproval, type Matter, type Refusal } from '../../observe/approval.js';
import { isEnding } from '../../observe/ending.js';
import { findSecrets } from '../../observe/secrets/find-secrets.js';
import { findTranscripts } from '../../observe/sessions/find-files.js';
import { readTranscript } from '../../observe/transcript/transcript.js';
import { claudeFolder, type Environment } from '../../platform/folders.js';
import { nap } from '../../platform/process.js';
import { MadnessError, type Problem } from '../../problem.js';
import type { Approval, Event } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type Context, text } from '../../terminal/context.js';
import { event as isEvent } from '../../validators.gen.js';
import { namesOfOthers } from './names.js';
import { bears, pinning, spentOn } from './spent.js';

/** Whether an agent started the client of this session, such as by `claude -p`: its prompts are that agent's words. */
function isStartedByAgent({ ancestors }: Context, session: string): boolean {
  for (const { env } of ancestors?.() ?? [])
    if (env.CLAUDE_CODE_SESSION_ID !== session) return isAgents(env);
  return false;
}

/** Who allows a change: a person at a terminal, words of the user, or nobody yet. */
export type Leave =
  | { readonly by: 'person' }
  | { readonly by: 'words'; readonly approval: Approval }
  | {
      readonly by: 'nobody';
      readonly session: string | undefined;
      readonly problems?: readonly Problem[];
    };

/** What this run may do by itself: a person anything, an agent what words of the user allow that fit the matter. */
export function leaveFor(context: Context, matter: Matter = {}): Leave {
  const agent = agentOf(context)?.env;
  if (agent === undefined) return { by: 'person' };
  const session = agent.CLAUDE_CODE_SESSION_ID || undefined;
  const words = text(context, 'approvedBy');
  if (words === undefined) return { by: 'nobody', session };
  const found =
    session !== undefined && isStartedByAgent(context, session)
      ? 'agents'
      : approvalIn(agent, session, words, matter);
  if (typeof found === 'object') return { by: 'words', approval: found };
  return { by: 'nobody', session, problems: [notApproved(found, session)] };
}

/** The same leave, or nobody's where its words allowed something else before. */
export function unspent(
  opened: Opened,
  leave: Leave,
  decision: Decision,
  isShown?: boolean,
): Leave {
  if (leave.by !== 'words') return leave;
  const { session } = leave.approval;
  const spent = spentOn(opened, leave.approval, decision.change?.events ?? [], isShown);
  if (spent === undefined) return leave;
  const done = `${spent.event} ${spent.asset_id ?? ''}`;
  return { by: 'nobody', session, problems: [notApproved('spent', session, done)] };
}

/** The same leave, or nobody's where its words name other rules and none that the change is about. */
export function onTopic(opened: Opened, leave: Leave, request: Request, decision: Decision): Leave {
  if (leave.by !== 'words') return leave;
  const { session } = leave.approval;
  const others = namesOfOthers(opened, leave.approval, request, decision.change?.events ?? []);
  if (others.length === 0) return leave;
  return {
    by: 'nobody',
    session,
    problems: [notApproved('elsewhere', session, others.join(', '))],
  };
}

/** What a change must be told of the log, so that it can tell what words allowed before. */
export function keepApproved(leave: Leave, keep: (event: Event) => boolean = () => false) {
  if (leave.by !== 'words') return keep;
  const isSame = bears(leave.approval);
  return (event: Event) => keep(event) || isSame(event);
}

/** For what words of the user allow at once or not at all: there is no proposal of it. */
export function needLeave(context: Context, what: string, command: string, topic: RegExp): void {
  const leave = leaveFor(context, { topic });
  if (leave.by !== 'nobody') return;
  const [why] = leave.problems ?? [];
  throw new MadnessError(
    `Expected a person to ${what}, got an agent.${why === undefined ? '' : ` ${why.message}`}`,
    `${why?.hint ?? 'Ask the user.'} Then: ${command} --approved-by "their whole answer".`,
  );
}

/** A candidate came up when it was kept; what is pinned without a word of it was only meant to be kept. */
export function matterOf({ candidate, action, asset_id }: Request): Matter {
  return {
    ...(candidate === undefined ? {} : { name: candidate }),
    ...(action === 'pin' ? { option: pinning } : {}),
    ...(isEnding(action)
      ? { ending: { kind: action, ...(asset_id === undefined ? {} : { name: asset_id }) } }
      : {}),
  };
}

function approvalIn(
  agent: Environment,
  session: string | undefined,
  words: string,
  matter: Matter,
): Approval | Refusal | 'no-session' | 'unfit' {
  // On Windows the client writes below USERPROFILE, and a shell sets HOME to something else.
  const home = (process.platform === 'win32' ? agent.USERPROFILE : agent.HOME) || homedir();
  const claude = claudeFolder({ CLAUDE_CONFIG_DIR: join(home, '.claude'), ...defined(agent) });
  // By its whole name: a beginning could fit the session of somebody who said yes.
  const transcript = findTranscripts(claude).transcripts.find((one) => one.session === session);
  if (transcript === undefined || session === undefined) return 'no-session';
  const found = heardIn(transcript.file, words, matter);
  if (typeof found === 'string') return found;
  const approval = { session, line: found.line, text: found.text };
  const isFit = isEvent({ ts: '2026-01-01', event: 'no_match', approval });
  return isFit && findSecrets(found.text).length === 0 ? approval : 'unfit';
}

/** In naps of 20 ms. An answer was seen to come into the transcript 80 ms after the start of the command that quoted it. */
const patience = 20;
/** Others may write there all the time, and to read a long one takes a second. */
const mostReadings = 4;

/** What the user said last may not stand there yet: as long as it can come, a transcript that grew is read again. */
function heardIn(file: string, words: string, matter: Matter): ReturnType<typeof findApproval> {
  let left = patience;
  for (let readings = 1; ; readings++) {
    const size = sizeOf(file);
    const found = findApproval(readTranscript(file).turns, words, matter);
    const isSettled =
      typeof found === 'object' ? found.isSeen : found === 'empty' || found === 'refuses';
    if (isSettled || readings === mostReadings) return found;
    for (; left > 0 && sizeOf(file) === size; left--) nap(20);
    if (left === 0) return found;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function defined(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

const reasons: Readonly<
  Record<
    Refusal | 'spent' | 'elsewhere' | 'agents' | 'no-session' | 'unfit',
    readonly [string, string]
  >
> = {
  empty: ['got none', 'Quote what the user said when you asked.'],
  refuses: ['got words that say no', 'Ask again, naming what it is about, or leave it.'],
  absent: ['got words that the user did not say in this session', 'Ask the user, then quote them.'],
  part: [
    'got a part of a sentence that may mean something else',
    'Quote the whole sentence, or the whole option that the user chose.',
  ],
  brief: [
    'got words too short to be about this',
    'A bare yes counts when it is all the user said and the last thing: ask again, then quote the answer.',
  ],
  early: [
    'got words from before there was a candidate',
    'Show the user what it says, ask, then quote the answer; one that names its rule counts where its lines for the block (madness similar) were shown before it.',
  ],
  other: [
    'got an option that says nothing of pinning',
    'Leave --pin out, or ask whether it is to be pinned.',
  ],
  unrelated: ['got words about something else', 'Ask about this, then quote the whole answer.'],
  spent: [
    'got words that allowed something else already',
    'Ask the user about this change, then quote the answer.',
  ],
  elsewhere: [
    'got words about another rule',
    'Ask the user about this one by its name, then quote the answer.',
  ],
  agents: [
    'got words of a session that another agent has started',
    'A person decides with: madness review.',
  ],
  'no-session': [
    'but the transcript of this session was not found',
    'A person decides with: madness review.',
  ],
  unfit: [
    'got words that cannot be stored (more than 500 characters, a secret, invisible characters)',
    'Quote one sentence.',
  ],
};

function notApproved(
  why: keyof typeof reasons,
  session: string | undefined,
  more?: string,
): Problem {
  const [got, hint] = reasons[why];
  const which = more === undefined ? '' : ` (${more.trim()})`;
  return {
    rule: `approval/${why}`,
    severity: 'warning',
    file: session === undefined ? 'no session' : `session ${session}`,
    message: `Expected an approval in the user's own words, ${got}${which}.`,
    hint,
  };
}

/** Every event that the user's words allowed says so. */
export function withApproval(decision: Decision, leave: Leave): Decision {
  if (leave.by !== 'words') return decision;
  const { approval } = leave;
  const events = decision.change?.events?.map((event) => ({ ...event, approval }));
  return {
    ...decision,
    change: { ...decision.change, ...(events === undefined ? {} : { events }) },
  };
}

/** Is it about the words by which the user allowed something? */
export function isAboutApproval({ rule }: Pick<Problem, 'rule'>): boolean {
  return rule.startsWith('approval/');
}

/** Can other words of the user still allow it in this session? */
export function isToAskAgain({ rule }: Problem): boolean {
  return isAboutApproval({ rule }) && !forReview.has(rule);
}

const forReview: ReadonlySet<string> = new Set(['approval/agents', 'approval/no-session']);
