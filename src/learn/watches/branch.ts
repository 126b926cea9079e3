import type { SimpleCommand } from '../../observe/shell.js';
import { matchesWildcard } from '../guards/glob.js';

/** Pushes whose branches no word names. */
const pushesMore = /^(?:--all|--branches|--mirror|--tags|--delete|-d|--prune)$/;

/**
 * Whether a call of git happens on one of these branches: for a push its destination, else where the work tree stands.
 * `earlier`: what ran before it on the same line; `recorded`: the branch that the record names. Undefined where nobody
 * can tell.
 */
export function isOnBranch(
  on: readonly string[],
  command: SimpleCommand,
  earlier: readonly SimpleCommand[],
  recorded: string | undefined,
): boolean | undefined {
  const branches = branchesOf(command, earlier, recorded);
  return branches?.some((branch) => on.some((glob) => matchesWildcard(branch, glob)));
}

function branchesOf(
  { words }: SimpleCommand,
  earlier: readonly SimpleCommand[],
  recorded: string | undefined,
): readonly string[] | undefined {
  const at = words[0] === 'git' ? words.indexOf('push') : -1;
  const rest = at < 0 ? [] : words.slice(at + 1);
  if (rest.some((word) => word === null || pushesMore.test(word))) return undefined;
  const refs = rest.filter((word): word is string => word?.startsWith('-') === false).slice(1);
  const current = currentOf(earlier, recorded);
  if (refs.length === 0) return current === undefined ? undefined : [current];
  const named = refs.map((ref) => {
    const end = ref.replace(/^\+/, '').split(':').at(-1) ?? '';
    return end === 'HEAD' ? current : end.replace(/^refs\/heads\//, '');
  });
  return named.some((one) => one === undefined || one === '' || one.startsWith('refs/'))
    ? undefined
    : (named as string[]);
}

function currentOf(
  earlier: readonly SimpleCommand[],
  recorded: string | undefined,
): string | undefined {
  let branch = recorded === 'HEAD' || recorded === '' ? undefined : recorded;
  for (const { words } of earlier) {
    const [program, verb, ...rest] = words;
    if (program !== 'git' || (verb !== 'checkout' && verb !== 'switch')) continue;
    if (rest.includes('--') || rest.includes('.')) continue;
    const [name] = rest.filter((word) => word?.startsWith('-') !== true);
    branch = name ?? undefined;
  }
  return branch;
}
