import { readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { faults } from '../messages/problems/platform.js';
import { MadnessError } from '../problem.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** For a program of the person's that a hook of ours starts: `start.sh` put these options aside for it. */
export function withNodeOptions(env: Environment): Environment {
  const { MADNESS_NODE_OPTIONS: options, ...others } = env;
  return options === undefined ? env : { ...others, NODE_OPTIONS: options };
}

/** The person's home folder. A container may run a user whom it has no entry for. */
function homeFolder(): string {
  const home = homeIfKnown();
  if (home === undefined) throw new MadnessError(faults.noHome());
  return home;
}

export function homeIfKnown(): string | undefined {
  return ofSystem(homedir) || undefined;
}

/** What the system's list of users says; undefined for a user who is not in it. */
export function userIfKnown(): { readonly username: string; readonly homedir: string } | undefined {
  return ofSystem(() => userInfo());
}

function ofSystem<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** The client's own folder, `~/.claude` unless the person moved it. */
export function claudeFolder(env: Environment): string {
  return resolve(env.CLAUDE_CONFIG_DIR || join(homeFolder(), '.claude'));
}

/** $MADNESS_HOME: everything of ours outside a project. */
export function ownFolder(env: Environment): string {
  return resolve(env.MADNESS_HOME || join(claudeFolder(env), 'madness'));
}

/** Below our own folder: what was found in sessions, which may be made again. */
export const summariesFolder = 'summaries';

/** Where the agents keep their sessions. An agent without a folder is not read. */
export interface SessionFolders {
  readonly claude: string;
  readonly codex?: string | undefined;
  readonly opencode?: string | undefined;
  readonly qwen?: string | undefined;
  /** Our own folder, with what was copied from a store. */
  readonly home?: string | undefined;
}

/** A string names Claude Code's folder alone. */
export function foldersOf(folders: SessionFolders | string): SessionFolders {
  return typeof folders === 'string' ? { claude: folders } : folders;
}

/** Every folder with sessions in it. */
export function storesOf({ claude, codex, opencode, qwen, home }: SessionFolders): string[] {
  return [claude, codex, opencode, qwen, home].filter((folder) => folder !== undefined);
}

type Every = { readonly [name in keyof SessionFolders]-?: string };

export function sessionFolders(env: Environment): Every {
  return {
    claude: claudeFolder(env),
    codex: resolve(env.CODEX_HOME || join(homeFolder(), '.codex')),
    opencode: resolve(env.XDG_DATA_HOME || join(homeFolder(), '.local', 'share'), 'opencode'),
    qwen: resolve(env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(homeFolder(), '.qwen')),
    home: ownFolder(env),
  };
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The index of recall in our own folder, one for each engine: two must not write one file. */
export const databaseFiles = { node: 'recall.db', wasm: 'recall-wasm.db' } as const;
