import { spawnSync } from 'node:child_process';
import { cleanEnvironment } from './cli.js';

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

export function tryGit(cwd: string, ...args: readonly string[]): GitRan {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd,
    env: { ...cleanEnvironment, ...person },
    encoding: 'utf8',
  });
  return { code: status, said: `${stdout}${stderr}` };
}

/** The same where a failure would be one of the test itself. */
export function git(cwd: string, ...args: readonly string[]): string {
  const { code, said } = tryGit(cwd, ...args);
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed (${code}): ${said}`);
  return said;
}

export function commitAll(cwd: string, message: string): void {
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '--quiet', '--allow-empty', '-m', message);
}
