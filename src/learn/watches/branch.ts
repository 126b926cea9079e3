import type { SimpleCommand } from '../../observe/shell.js';
import { matchesWildcard } from '../guards/glob.js';

/** What is known of the work tree that a call is about. */
export interface Standing {
  /** The branch it stands on as the line begins. */
  readonly branch?: string | undefined;
  /** Where a bare push goes from there, if not to the branch of the same name. */
  readonly upstream?: string | undefined;
  /** Every local branch. */
  readonly branches?: readonly string[];
  /** Where the call's pushes went, as git printed it. */
  readonly pushed?: readonly string[] | undefined;
}

/** What an option of `git push` means for the branches that it reaches; all others change nothing. */
const pushOptions: Readonly<Record<string, 'every' | 'no-more' | 'value'>> = {
  '--all': 'every',
  '--branches': 'every',
  '--mirror': 'every',
  '--tags': 'no-more',
  '-o': 'value',
  '--push-option': 'value',
  '--receive-pack': 'value',
  '--exec': 'value',
};

/** What an option of `git checkout` and `switch` means: the next word is a new branch, or no branch follows. */
const switchOptions: Readonly<Record<string, 'new' | 'none'>> = {
  '-b': 'new',
  '-B': 'new',
  '-c': 'new',
  '-C': 'new',
  '--create': 'new',
  '--force-create': 'new',
  '--orphan': 'new',
  '-d': 'none',
  '--detach': 'none',
  '-': 'none',
};

/**
 * Whether a call happens on one of these branches: for a push its destinations, else where the work tree stands.
 * `line`: all that runs with it; `at`: what is known of a folder, as a command names it. Undefined where nobody can tell.
 */
export function isOnBranch(
  on: readonly string[],
  command: SimpleCommand,
  line: readonly SimpleCommand[],
  at: (folder: string | null) => Standing,
): boolean | undefined {
  const folder = folderOfCall(command);
  const standing = at(folder);
  const earlier = line
    .slice(0, line.indexOf(command))
    .filter((one) => folderOfCall(one) === folder);
  const branch = currentOf(earlier.map(callOfGit), standing.branch);
  const { verb, rest } = callOfGit(command);
  const upstream = branch === standing.branch ? standing.upstream : undefined;
  const isOnlyPush = line.filter((one) => callOfGit(one).verb === 'push').length === 1;
  const reached =
    verb === 'push'
      ? ((isOnlyPush ? standing.pushed : undefined) ??
        destinations(rest, { ...standing, upstream, branch }))
      : branch === undefined
        ? undefined
        : [branch];
  return reached?.some((one) => on.some((glob) => matchesWildcard(one, glob)));
}

/** The folder that a call is about, as `cd` before it and `-C` of git name it; null if the shell computes it. */
export function folderOfCall(command: SimpleCommand): string | null {
  const { folder } = command;
  const { within } = callOfGit(command);
  if (within === undefined || folder === null || within === null)
    return within === null ? null : folder;
  return /^(?:[/~]|[A-Za-z]:)/.test(within) || folder === '' ? within : `${folder}/${within}`;
}

type Words = SimpleCommand['words'];

interface CallOfGit {
  readonly verb?: string;
  readonly rest: Words;
  /** What `-C` or `--work-tree` names. */
  readonly within?: string | null;
}

function callOfGit({ words }: SimpleCommand): CallOfGit {
  if (words[0] !== 'git') return { rest: [] };
  let at = 1;
  let within: string | null | undefined;
  for (; words[at]?.startsWith('-'); at++) {
    const word = words[at] ?? '';
    if (word.startsWith('--work-tree=')) within = word.slice('--work-tree='.length);
    if (/^(?:-C|-c|--git-dir|--work-tree)$/.test(word) && ++at && /^(?:-C|--w)/.test(word))
      within = words[at] ?? null;
  }
  const call = { verb: words[at] ?? '', rest: words.slice(at + 1) };
  return within === undefined ? call : { ...call, within };
}

/** The branches that a push reaches. */
function destinations(rest: Words, { branch, upstream, branches }: Standing) {
  const refs: (string | null)[] = [];
  let isOfTags = false;
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? null;
    const meaning = pushOptions[word ?? ''];
    if (meaning === 'every') return branches;
    if (meaning === 'no-more' || word === 'tag') isOfTags = true;
    if (meaning === 'value' || word === 'tag') at++;
    else if (meaning === undefined && !word?.startsWith('-')) refs.push(word);
  }
  // The first one is the remote.
  if (refs.length < 2) {
    if (isOfTags) return [];
    const bare = upstream ?? branch;
    return rest.includes(null) || bare === undefined ? undefined : [bare];
  }
  const reached: string[] = [];
  for (const ref of refs.slice(1)) {
    const end = ref?.replace(/^\+/, '').split(':').at(-1);
    const one = end === 'HEAD' || end === '@' ? branch : end;
    if (one === undefined) return undefined;
    if (one === '' || one.includes('*')) return branches;
    if (!one.startsWith('refs/')) reached.push(one);
    else if (one.startsWith('refs/heads/')) reached.push(one.slice('refs/heads/'.length));
  }
  return reached;
}

/** Where the work tree stands after these calls. */
function currentOf(
  earlier: readonly ReturnType<typeof callOfGit>[],
  recorded: string | undefined,
): string | undefined {
  let branch = recorded === 'HEAD' || recorded === '' ? undefined : recorded;
  for (const { verb, rest } of earlier) {
    if (verb === 'branch' && rest.some((word) => /^(?:-[mM]|--move)$/.test(word ?? '')))
      branch = rest.at(-1) ?? undefined;
    if ((verb !== 'checkout' && verb !== 'switch') || rest.includes('--')) continue;
    const option = rest.find((word) => Object.hasOwn(switchOptions, word ?? ''));
    const name =
      option !== undefined && switchOptions[option ?? ''] === 'new'
        ? rest[rest.indexOf(option) + 1]
        : rest.find((word) => !word?.startsWith('-'));
    // `git checkout src/a.ts` and `git checkout .` change no branch.
    if (option === undefined && (name === undefined || (name && /^\.|\.[a-z]{1,5}$/.test(name))))
      continue;
    branch =
      option !== undefined && switchOptions[option ?? ''] === 'none'
        ? undefined
        : (name ?? undefined);
  }
  return branch;
}
