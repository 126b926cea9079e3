import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The client's own folder, `~/.claude` unless the person moved it. */
export function claudeFolder(env: Environment): string {
  return resolve(env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'));
}

/** $MADNESS_HOME: everything of ours outside a project. */
export function ownFolder(env: Environment): string {
  return resolve(env.MADNESS_HOME || join(claudeFolder(env), 'madness'));
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
