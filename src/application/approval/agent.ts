import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentSign, type Words, words } from '../../messages/agent.js';
import { asRecord } from '../../observe/journal.js';
import { projectKey } from '../../observe/sessions.js';
import { isDesk, signsIn } from '../../platform/agent-signs.js';
import {
  type Environment,
  homeIfKnown,
  namesIn,
  ownFolder,
  userIfKnown,
} from '../../platform/folders.js';
import { type Ancestor, isAlive, runningEnvironments } from '../../platform/process-info.js';
import { inBoth, type Language, MadnessError, type Sentence } from '../../problem.js';
import { locationIfAny } from '../memory/find-memory.js';
import type { Caller } from '../memory/run-context.js';

export interface Agent {
  /** The environment that showed it; empty if a living client did. */
  readonly env: Environment;
  readonly sign: AgentSign;
}

/**
 * Returns the agent that runs this, or undefined for a person. The outermost marked process decides: a model starts
 * everything below its agent's own shell and can give it any environment.
 */
export function agentOf(caller: Caller): Agent | undefined {
  const marked = outermostMarked(caller);
  if (marked !== undefined) return marked;
  const client = caller.isDetached?.() === true ? openClient(caller) : undefined;
  if (client !== undefined) return { env: {}, sign: client };
  return caller.door === undefined ? undefined : { env: caller.env, sign: { door: caller.door } };
}

/**
 * A desk is a program in which a person works and that opened our terminal. What an agent left in its environment says
 * nothing about the person, and neither does what stands above it.
 */
function outermostMarked({ env, ancestors }: Caller): Agent | undefined {
  const marked: { env: Environment; at?: Ancestor }[] = signsIn(env).length > 0 ? [{ env }] : [];
  let inherited: Environment = {};
  let above: Ancestor | undefined;
  let isNext = marked.length > 0;
  for (const at of ancestors?.() ?? []) {
    if (isNext) above = at;
    if (isDesk(at.program) && at.opensTerminal?.() !== false) {
      inherited = at.env;
      break;
    }
    isNext = signsIn(at.env).length > 0;
    if (isNext) marked.push({ env: at.env, at });
  }
  for (const one of marked.reverse()) {
    const sign = signsIn(one.env).find(([name]) => one.env[name] !== inherited[name]);
    if (sign === undefined) continue;
    const [variable, agent] = sign;
    const { pid, program } = one.at ?? {};
    const where = pid === undefined || program === undefined ? {} : { pid, program };
    const left = above !== undefined && isReaper(above) ? { isOrphan: true } : {};
    return { env: one.env, sign: { variable, agent, ...where, ...left } };
  }
  return undefined;
}

/** Returns false for an agent whose dialog the program does not trust: there the person decides in `madness review`. */
export function hasDialog(caller: Caller): boolean {
  const agent = agentOf(caller);
  if (agent === undefined || !('variable' in agent.sign)) return true;
  // Claude Code sets AI_AGENT as well, and which of them comes first is chance.
  return signsIn(agent.env).some(([, name]) => name === 'Claude Code');
}

/** What takes over the processes of an agent that has ended. */
function isReaper({ pid, program }: Ancestor): boolean {
  return (
    program === 'systemd' || (pid === 1 && /^(?:init|tini|docker-init|dumb-init)/.test(program))
  );
}

/** Refuses an agent a command, or an option, that is not offered to one. */
export function refuseAgent(caller: Caller, command: string): void {
  refuse(caller, command, (say, sign) => say.notOffered(command, sign));
}

/** Refuses an agent what only a person may do. */
export function forPersonOnly(caller: Caller, what: Sentence, command: string): void {
  refuse(caller, command, (say, sign, language) => say.refused(what[language], sign));
}

/** The message names what showed the agent, and the way out. */
function refuse(
  caller: Caller,
  command: string,
  message: (say: Words, sign: string, language: Language) => string,
): void {
  const agent = agentOf(caller);
  if (agent === undefined) return;
  const wording = inBoth((language) => {
    const say = words[language];
    return [message(say, say.sign(agent.sign), language), say.wayOut(command, agent.sign)];
  });
  throw new MadnessError(wording, 'agent/not-offered');
}

/**
 * The process of a client that SessionStart recorded and that lives: in this folder or in one above it. Of the user's
 * memory every client counts, and it is said that it is elsewhere.
 */
function openClient(
  caller: Caller,
): { readonly client: number; readonly isElsewhere: boolean } | undefined {
  const location = locationIfAny(caller);
  const folders = [caller.cwd, ...(location === undefined ? [] : [location.root])];
  const here = livingIn(caller, folders.flatMap(withAbove).map(projectKey));
  if (here !== undefined) return { client: here, isElsewhere: false };
  const client = location?.isUser === true ? livingIn(caller, undefined) : undefined;
  return client === undefined ? undefined : { client, isElsewhere: true };
}

function withAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...withAbove(above)];
}

/** Undefined keys are those of all projects. */
function livingIn(caller: Caller, keys: readonly string[] | undefined): number | undefined {
  for (const own of ownFolders(caller.env)) {
    const projects = join(own, 'state', 'projects');
    for (const key of new Set(keys ?? namesIn(projects)))
      for (const name of namesIn(join(projects, key))) {
        const pid = livingClient(join(projects, key, name));
        if (pid !== undefined) return pid;
      }
  }
  return undefined;
}

function livingClient(file: string): number | undefined {
  try {
    const record = asRecord(JSON.parse(readFileSync(file, 'utf8')));
    if (record === undefined || record.ended || record.pid <= 0) return undefined;
    return isAlive(record.pid) ? record.pid : undefined;
  } catch {
    return undefined;
  }
}

/** One command asks three times, and every process is looked at each time. */
let looked: { readonly env: Environment; readonly at: number; readonly folders: Set<string> };
const fresh = 1000;

function ownFolders(env: Environment): Set<string> {
  const at = performance.now();
  if (looked?.env !== env || at - looked.at > fresh) looked = { env, at, folders: foldersFor(env) };
  return looked.folders;
}

/** Folders in which this user's clients may keep records. A variable removed here is still set in the client. */
function foldersFor(env: Environment): Set<string> {
  const homes = [homeIfKnown(), userIfKnown()?.homedir].filter((home) => home !== undefined);
  const folders = new Set([ownFolder(env), ...homes.map((home) => join(home, '.claude/madness'))]);
  const names = ['HOME', 'CLAUDE_CONFIG_DIR', 'MADNESS_HOME'];
  for (const { HOME, CLAUDE_CONFIG_DIR, MADNESS_HOME } of runningEnvironments(names)) {
    if (CLAUDE_CONFIG_DIR || MADNESS_HOME)
      folders.add(ownFolder({ CLAUDE_CONFIG_DIR, MADNESS_HOME }));
    else if (HOME) folders.add(join(HOME, '.claude/madness'));
  }
  return folders;
}
