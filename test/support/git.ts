import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { vi } from 'vitest';
import { cleanEnvironment } from './cli.js';

const settings = {
  GIT_CONFIG_GLOBAL: cleanEnvironment.GIT_CONFIG_GLOBAL as string,
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Runs git with nothing of this machine's settings; throws with what it said. */
export function git(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'core.autocrlf=false'];
  const env = { ...process.env, ...settings };
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: 'pipe', env });
}

/** For commands that run in this process: git's settings, and the built program as the merge driver. */
export function stubGit(): void {
  const who = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.org' };
  const also = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.org' };
  for (const [name, value] of Object.entries({ ...settings, ...who, ...also }))
    vi.stubEnv(name, value);
  process.argv[1] = resolve(import.meta.dirname, '../../dist/cli.mjs');
}

const person = {
  GIT_AUTHOR_NAME: 'Tester',
  GIT_AUTHOR_EMAIL: 'tester@example.org',
  GIT_COMMITTER_NAME: 'Tester',
  GIT_COMMITTER_EMAIL: 'tester@example.org',
};

export interface GitRan {
  readonly code: number | null;
  /** Both streams, as a person would see them. */
  readonly said: string;
}

/** The same where git may well refuse. */
export function tryGit(cwd: string, ...args: readonly string[]): GitRan {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd,
    env: { ...cleanEnvironment, ...person },
    encoding: 'utf8',
  });
  return { code: status, said: `${stdout}${stderr}` };
}

export function commitAll(cwd: string, message: string): void {
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '--quiet', '--allow-empty', '-m', message);
}
