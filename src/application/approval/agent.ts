import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../compile/render-template.js';
import { type AgentSign, words } from '../../messages/agent.js';
import { asRecord } from '../../observe/journal/session-record.js';
import { projectKey } from '../../observe/sessions/project-folder.js';
import { type Environment, namesIn, ownFolder } from '../../platform/folders.js';
import { isAlive, runningEnvironments } from '../../platform/process-info.js';
import { ifPossible, MadnessError, type Sentence } from '../../problem.js';
import { locationIfAny } from '../memory/find-memory.js';
import type { Caller } from '../memory/run-context.js';

/** Claude Code sets these for everything that a model runs. Other agents set the last one too. */
const agentVariables = [
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_PID',
  'CLAUDE_CODE_ENTRYPOINT',
  'AI_AGENT',
] as const;

export interface Agent {
  /** The environment that showed it; empty if a living client did. */
  readonly env: Environment;
  readonly sign: AgentSign;
}

/**
 * Returns the agent that runs this, or undefined for a person. The outermost marked ancestor decides: a model starts
 * everything below the client's own shell and can give it any environment.
 */
export function agentOf(caller: Caller): Agent | undefined {
  let outermost: Agent | undefined;
  for (const { env, pid, program } of caller.ancestors?.() ?? []) {
    const variable = markIn(env);
    if (variable !== undefined) outermost = { env, sign: { variable, pid, program } };
  }
  if (outermost !== undefined) return outermost;
  const variable = markIn(caller.env);
  if (variable !== undefined) return { env: caller.env, sign: { variable } };
  if (caller.isDetached?.() !== true) return undefined;
  const client = openClient(caller);
  return client === undefined ? undefined : { env: {}, sign: { client } };
}

/** Refuses an agent what only a person may do; the message names what it went by and the way out. */
export function forPersonOnly(caller: Caller, what: Sentence, command: string): void {
  const agent = agentOf(caller);
  if (agent === undefined) return;
  const wording = (language: Language): readonly [string, string] => {
    const say = words[language];
    return [say.refused(what[language], say.sign(agent.sign)), say.wayOut(command)];
  };
  throw new MadnessError({ en: wording('en'), zh: wording('zh') });
}

function markIn(env: Environment): string | undefined {
  return agentVariables.find((name) => env[name] !== undefined);
}

/**
 * The process of a client that SessionStart recorded, that lives and has this project open. Of the user's memory, and
 * of what belongs to no memory, every project counts.
 */
function openClient(caller: Caller): number | undefined {
  const location = locationIfAny(caller);
  const isEverywhere = location === undefined || location.isUser;
  const keys = isEverywhere ? undefined : [caller.cwd, location.root].map(projectKey);
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

/** Folders in which this user's clients may keep records. A variable removed here is still set in the client. */
function ownFolders(env: Environment): Set<string> {
  const homes = [homedir(), ifPossible(() => userInfo().homedir) ?? homedir()];
  const folders = new Set([ownFolder(env), ...homes.map((home) => join(home, '.claude/madness'))]);
  for (const { HOME, CLAUDE_CONFIG_DIR, MADNESS_HOME } of runningEnvironments()) {
    if (CLAUDE_CONFIG_DIR || MADNESS_HOME)
      folders.add(ownFolder({ CLAUDE_CONFIG_DIR, MADNESS_HOME }));
    else if (HOME) folders.add(join(HOME, '.claude/madness'));
  }
  return folders;
}
