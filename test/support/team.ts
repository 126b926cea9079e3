import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ran } from './cli.js';
import { git } from './git.js';
import { madnessHere } from './in-process.js';
import { put, scratchFolder } from './scratch.js';

/** One person's clone of a team's repository, with a home of its own. */
export interface Member {
  readonly folder: string;
  readonly home: string;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly withInput: (input: string, ...args: readonly string[]) => Promise<Ran>;
  readonly env: Readonly<Record<string, string>>;
  readonly git: (...args: readonly string[]) => string;
  /** Commits everything. */
  readonly commit: (message: string) => void;
  /** Commits and pushes. */
  readonly push: (message: string) => void;
  readonly pull: () => void;
}

/** A bare remote, and a function that clones it for a person of that name. */
export function team(
  language = 'en',
  outer = scratchFolder('team'),
): {
  readonly remote: string;
  readonly outer: string;
  readonly member: (name: string) => Member;
} {
  const remote = join(outer, 'remote.git');
  git(outer, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  const first = join(outer, 'first');
  git(outer, 'clone', '--quiet', remote, first);
  put(first, 'CLAUDE.md', language === 'zh' ? '# 项目说明\n' : '# Project\n');
  git(first, 'add', '-A');
  git(first, 'commit', '--quiet', '-m', 'start');
  git(first, 'push', '--quiet', '-u', 'origin', 'HEAD:main');
  let count = 0;
  return {
    remote,
    outer,
    member: (name) => {
      count += 1;
      const key = `p${count}`;
      const folder = join(outer, key, 'shop');
      mkdirSync(dirname(folder), { recursive: true });
      git(outer, 'clone', '--quiet', remote, folder);
      return memberAt(folder, join(outer, key, 'home'), name);
    },
  };
}

export function memberAt(folder: string, home: string, name: string): Member {
  const own = (...args: readonly string[]) =>
    git(folder, '-c', `user.name=${name}`, '-c', `user.email=${home.length}@example.org`, ...args);
  mkdirSync(home, { recursive: true });
  git(folder, 'config', 'user.name', name);
  git(folder, 'config', 'user.email', 'somebody@example.org');
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
  const withInput = (input: string, ...args: readonly string[]) =>
    madnessHere(folder, args, { input, env });
  const commit = (message: string) => {
    own('add', '-A');
    own('commit', '--quiet', '--allow-empty', '-m', message);
  };
  return {
    folder,
    home,
    env,
    withInput,
    run: (...args) => withInput('', ...args),
    git: own,
    commit,
    push: (message) => {
      commit(message);
      own('push', '--quiet', '-u', 'origin', 'HEAD:main');
    },
    pull: () => {
      own('pull', '--quiet', '--no-rebase', 'origin', 'main');
    },
  };
}
