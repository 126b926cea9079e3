import { resolve } from 'node:path';
import { replaceFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { ifPossible } from '../../problem.js';
import { git } from './git.js';

/** In git's folder. Each line, newest first, is a commit up to which no event is missing, and the log's folder. */
const fileName = 'madness-whole';
/** For several branches and memories. */
const maxLines = 16;

/** Comparing all former logs takes git long, so a clone remembers how far it came. */
interface HistoryProgress {
  /** The newest commit on the way to this one up to which nothing is missing. */
  readonly since: string | undefined;
  /** Nothing is missing up to this commit either. */
  readonly remember: () => void;
}

/** Undefined outside of git, and before the first commit. */
export function progressIn(memory: string): HistoryProgress | undefined {
  const asked = ['--git-path', fileName, '--show-prefix', 'HEAD'];
  const { status, stdout } = git(memory, ['rev-parse', ...asked]);
  if (status !== 0) return undefined;
  const [path = '', folder = '', head = ''] = stdout.split('\n');
  const file = resolve(memory, path);
  const known = read(file).split('\n').filter(Boolean);
  const since = known
    .filter((line) => line.slice(line.indexOf(' ') + 1) === folder)
    .map((line) => line.slice(0, line.indexOf(' ')))
    .find((commit) => git(memory, ['merge-base', '--is-ancestor', commit, head]).status === 0);
  const remember = () => {
    if (since === head) return;
    const lines = [`${head} ${folder}`, ...known].slice(0, maxLines);
    ifPossible(() => replaceFile(file, `${lines.join('\n')}\n`));
  };
  return { since, remember };
}

/** The file with the progress of all memories in this clone. */
export function progressFile(memory: string): string | undefined {
  const { status, stdout } = git(memory, ['rev-parse', '--git-path', fileName]);
  return status === 0 ? resolve(memory, stdout.trim()) : undefined;
}
