import type { ShellWord, SimpleCommand } from '../../observe/shell/simple-commands.js';
import type { Guard } from '../../schema.gen.js';
import { matchesGlob, matchesWildcard } from './glob.js';

export interface NamedGuard {
  readonly id: string;
  readonly guard: Guard;
}

/** A tool call that is about to run. */
export interface GuardedCall {
  readonly commands: readonly SimpleCommand[];
  /** Files that an editing tool writes. */
  readonly paths: readonly string[];
  /** A path relative to the project, with forward slashes; undefined if it lies elsewhere. */
  readonly inProject: (path: string) => string | undefined;
}

/** The guards that hold a call back, in the order in which they were given. */
export function judge<T extends NamedGuard>(guards: readonly T[], call: GuardedCall): readonly T[] {
  return guards.filter(({ guard }) =>
    guard.on === 'command'
      ? call.commands.some((command) => holdsBack(guard, command))
      : [...call.paths, ...call.commands.flatMap(writtenPaths)]
          .flatMap((path) => call.inProject(path) ?? [])
          .some(
            (path) =>
              guard.match.some((glob) => matchesGlob(path, glob)) &&
              !guard.unless?.some((glob) => matchesGlob(path, glob)),
          ),
  );
}

/** True for a guard of commands that holds this one back. */
export function holdsBack({ on, match, unless = [] }: Guard, command: SimpleCommand): boolean {
  return (
    on === 'command' &&
    match.some((pattern) => matchesCommand(pattern, command)) &&
    !unless.some((pattern) => matchesCommand(pattern, command))
  );
}

/**
 * Plain words of the pattern are the program and its first operands in order. Flags may be anywhere, short ones in a
 * cluster, long ones with `=value`; `*` matches any characters inside a word. A pattern of flags alone matches any
 * program. A word that the shell computes never matches.
 */
export function matchesCommand(pattern: string, { words }: SimpleCommand): boolean {
  const wanted = pattern.trim().split(/\s+/);
  const flags = wanted.filter(isFlag);
  const plain = wanted.filter((word) => !isFlag(word));
  const [program, ...rest] = words;
  const valued = optionsWithValue.get(program ?? '') ?? [];
  const given = [program ?? null, ...operandsOf(rest, valued)];
  // The value of an option is no flag.
  const options = rest.filter((_, at) => !valued.includes(rest[at - 1] ?? ''));
  return (
    plain.every((word, index) => matchesWord(word, given[index])) &&
    flags.every((flag) => options.some((word) => matchesFlag(flag, word)))
  );
}

function isFlag(word: string): boolean {
  return /^-./.test(word);
}

function matchesWord(pattern: string, word: ShellWord | undefined): boolean {
  if (typeof word !== 'string') return false;
  return matchesWildcard(word, pattern);
}

function matchesFlag(flag: string, word: ShellWord): boolean {
  if (word === null) return false;
  if (word === flag || word.startsWith(`${flag}=`)) return true;
  const isShort = /^-[A-Za-z0-9]$/.test(flag);
  return isShort && /^-[A-Za-z0-9]+$/.test(word) && word.includes(flag.slice(1));
}

/** Options before or between operands that take the next word, by program. */
const optionsWithValue: ReadonlyMap<string, readonly string[]> = new Map(
  `git: -C -c --git-dir --work-tree --namespace --exec-path -m -F --message
  gh: -R --repo -H --hostname
  npm: --prefix -w --workspace -C --registry --loglevel
  pnpm: -C --dir --filter -F
  yarn: --cwd
  bun: --cwd
  cargo: --manifest-path --config -Z -C
  go: -C
  make: -C -f -j
  mise: -C --cd -E --env
  docker: --context -H --host -c --config -l
  kubectl: -n --namespace --context --kubeconfig -s
  helm: -n --namespace --kube-context --kubeconfig
  python: -W -X
  python3: -W -X
  uv: --directory --project
  poetry: -C --directory -P --project`
    .split('\n')
    .map((line) => line.trim().split(': '))
    .map(([program = '', options = '']) => [program, options.split(' ')]),
);

function operandsOf(words: readonly ShellWord[], valued: readonly string[]): ShellWord[] {
  const operands: ShellWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord;
    if (word === '--') return [...operands, ...words.slice(at + 1)];
    if (word !== null && valued.includes(word)) at++;
    // `cargo +nightly test` names a toolchain.
    else if (word === null || !/^(?:-.|\+\w)/.test(word)) operands.push(word);
  }
  return operands;
}

/** Files that a command writes, changes or removes, as far as its words tell. */
function writtenPaths({ words, writes, folder }: SimpleCommand): string[] {
  const [program, ...rest] = words;
  const operands = operandsOf(rest, []).filter((word) => word !== null);
  const changed = changedBy.get(program ?? '')?.(operands, rest) ?? [];
  return [...writes, ...changed].map((path) =>
    folder === '' || /^[/~]/.test(path) ? path : `${folder}/${path}`,
  );
}

type Changed = (operands: readonly string[], words: readonly ShellWord[]) => readonly string[];

const all: Changed = (operands) => operands;
const last: Changed = (operands) => operands.slice(-1);
const isInPlace = (word: ShellWord): boolean => /^(?:-[a-z]*i|--in-place)/.test(word ?? '');
/** The operands that each program changes. */
const changedBy: ReadonlyMap<string, Changed> = new Map([
  ...['cp', 'ln', 'install'].map((program) => [program, last] as const),
  ...'mv tee touch mkdir rm rmdir truncate unlink shred'
    .split(' ')
    .map((program) => [program, all] as const),
  ['sed', (operands, words) => (words.some(isInPlace) ? operands.slice(1) : [])],
  ['dd', (operands) => operands.flatMap((word) => (word.startsWith('of=') ? word.slice(3) : []))],
]);
