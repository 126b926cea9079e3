import type { ShellWord, SimpleCommand } from '../../observe/shell.js';
import { wordSet } from '../../text.js';
import { matchesWildcard } from './glob.js';

/**
 * Plain words of the pattern are the program and its first operands in order. Flags may be anywhere and in any
 * spelling, `-rf` as `-f -r` or `--recursive --force`, long ones with `=value`; `*` matches any characters inside a
 * word. A pattern of flags alone matches any program. A word that the shell computes never matches. `beside`: the
 * patterns that one rule names against this one; where they differ in the name of a program alone, names count.
 */
export function matchesCommand(
  pattern: string,
  { words }: SimpleCommand,
  beside: readonly string[] = [],
): boolean {
  const isExact = beside.some((other) => isOtherName(pattern, other));
  const wanted = patternOf(pattern, isExact);
  const [program = null, ...rest] = canonical(words, isExact);
  const isProgram = wanted.program === undefined || matchesProgram(wanted.program, program);
  if (!isProgram || (wanted.program === undefined && wanted.flags.length === 0)) return false;
  const name = program ?? '';
  if (!matchesOperands(wanted.operands, rest, { name, seen: '', isFirst: true, tries: 6 }))
    return false;
  const given = optionsOf(name, rest);
  // It tells how the command is used, and runs nothing.
  if (given.options.some((one) => /^--?help$|^--version$/.test(one))) return false;
  const sub = wanted.operands[0] ?? given.operands[0] ?? '';
  const options = given.options.map((one) => wholeOption(`${name} ${sub}`, one));
  return wanted.flags.every(
    (flag) =>
      (['--force', '-f'].includes(flag) &&
        name === 'git' &&
        sub === 'push' &&
        [...options, ...given.operands].some(forcesPush)) ||
      matchesFlag(flag, options, namesOf(name, sub)),
  );
}

/** The shortest beginning of an option that git takes for it, where a rule may guard the option. */
export const shortestOptions: ReadonlyMap<
  string,
  readonly (readonly [least: string, whole: string])[]
> = new Map([
  [
    'git commit',
    [
      ['--am', '--amend'],
      ['--no-veri', '--no-verify'],
    ],
  ],
  [
    'git push',
    [
      ['--no-veri', '--no-verify'],
      ['--force-w', '--force-with-lease'],
      ['--de', '--delete'],
      ['--m', '--mirror'],
      ['--ta', '--tags'],
    ],
  ],
]);

function wholeOption(command: string, option: string): string {
  const [name = '', ...value] = option.split('=');
  const whole = shortestOptions
    .get(command)
    ?.find(([least, one]) => name.startsWith(least) && one.startsWith(name))?.[1];
  return whole === undefined ? option : [whole, ...value].join('=');
}

/** The spellings of each plain word of a pattern. A matching command contains one of each, in this order. */
export function spellingsOf(pattern: string): string[][] {
  const { program, operands, flags } = patternOf(pattern);
  if (program === undefined) return flags.slice(0, 1).map((flag) => shortAndLong(flag));
  const inner = operands.map((word) => [
    word,
    ...[...(aliases.get(program) ?? [])].filter(([, to]) => to === word).map(([from]) => from),
  ]);
  const others = [...otherNames].filter(([, one]) => one === program).map(([name]) => name);
  return [[program, ...others], ...inner];
}

function shortAndLong(flag: string): string[] {
  const all = [...flagNames.values()].flatMap((names) => alike(flag, names));
  return [...new Set([flag, ...all])];
}

interface Pattern {
  readonly program?: string;
  readonly operands: readonly string[];
  readonly flags: readonly string[];
}

const read = new Map<string, Pattern>();
const maxRead = 500;

/** The same patterns meet thousands of commands. */
function patternOf(pattern: string, isExact = false): Pattern {
  const key = isExact ? `=${pattern}` : pattern;
  const known = read.get(key);
  if (known !== undefined) return known;
  if (read.size >= maxRead) read.clear();
  const found = readPattern(pattern, isExact);
  read.set(key, found);
  return found;
}

/** `docker-compose` beside `docker compose`, `python` beside `python3`. */
function isOtherName(one: string, other: string): boolean {
  const isSame = (isExact: boolean) =>
    JSON.stringify(patternOf(one, isExact)) === JSON.stringify(patternOf(other, isExact));
  return one !== other && isSame(false) && !isSame(true);
}

function readPattern(pattern: string, isExact: boolean): Pattern {
  const words = pattern.trim().split(/\s+/);
  const flags = words.filter(isFlag);
  const plain = words.filter((word) => word !== '' && !isFlag(word));
  const [program, ...operands] = canonical(plain, isExact) as string[];
  if (program === undefined) return { operands, flags };
  const isRun = operands.length > 1 && isLeftOut(program, operands[0], operands[1]);
  const named = (isRun ? operands.slice(1) : operands).map((word, at) =>
    at > 0 || isRun ? word : (aliases.get(program)?.get(word) ?? word),
  );
  return { program, operands: named, flags };
}

function isFlag(word: string): boolean {
  return /^-./.test(word);
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['python3', 'python'],
  ['pip3', 'pip'],
  ['gmake', 'make'],
  ['gradlew', 'gradle'],
  ['mvnw', 'mvn'],
]);

/** One name for a program of several names or versions, and for a branch that is pushed to. */
function canonical(
  [program, ...rest]: readonly ShellWord[],
  isExact = false,
): readonly ShellWord[] {
  if (typeof program !== 'string') return program === undefined ? [] : [program, ...rest];
  if (program === 'docker-compose' && !isExact) return ['docker', 'compose', ...rest];
  const name = program
    .slice(program.lastIndexOf('/') + 1)
    .replace(/(?<=^(?:python|pip)3)\.\d+$|(?<=\w)@[\w.]+$/, '');
  const isPush = name === 'git' && rest.includes('push');
  return [
    (isExact ? undefined : otherNames.get(name)) ?? name,
    ...(isPush ? rest.map(destination) : rest),
  ];
}

/** `HEAD:refs/heads/main` goes to `main`. */
function destination(word: ShellWord): ShellWord {
  return word?.startsWith('-') === false
    ? word.replace(/^(\+?)(?:[^:\s]*:)?(?:refs\/heads\/)?(?=.)/, '$1')
    : word;
}

function matchesProgram(wanted: string, word: ShellWord): boolean {
  return word !== null && matchesWildcard(word.toLowerCase(), wanted.toLowerCase());
}

interface Place {
  readonly name: string;
  /** The subcommand that has options of its own. */
  readonly seen: string;
  readonly isFirst: boolean;
  /** How many more options of unknown shape may be read both ways. */
  readonly tries: number;
}

function matchesOperands(
  wanted: readonly string[],
  words: readonly ShellWord[],
  place: Place,
): boolean {
  const [first, ...others] = wanted;
  const [word, ...rest] = words;
  if (first === undefined) return true;
  if (word === undefined) return false;
  if (word === '--') return others.length < rest.length && matchesWord(first, rest[0] ?? null);
  // `cargo +nightly test` names a toolchain, `git push origin +main` a branch.
  if (word !== null && (place.name === 'git' ? /^-./ : /^(?:-.|\+\w)/).test(word)) {
    const takes = shapeOf(word, place);
    if (takes !== 'always' && matchesOperands(wanted, rest, place)) return true;
    if (takes === 'never' || place.tries === 0) return false;
    return matchesOperands(wanted, rest.slice(1), { ...place, tries: place.tries - 1 });
  }
  const next = { ...place, seen: `${place.name} ${word}`, isFirst: false };
  const after = rest.find((one) => one === null || !isFlag(one));
  if (place.isFirst && isLeftOut(place.name, word, after))
    return matchesOperands(wanted, rest, next);
  const alias = place.isFirst ? aliases.get(place.name)?.get(word ?? '') : undefined;
  if (matchesWord(first, word) || (alias !== undefined && matchesWord(first, alias)))
    return matchesOperands(others, rest, next);
  // These run each of their operands.
  return runsEach.has(place.name) && matchesOperands(wanted, rest, next);
}

function matchesWord(pattern: string, word: ShellWord): boolean {
  const plain = (text: string) => text.replace(/^\.\/(?=.)|^\+/, '');
  return (
    word !== null &&
    (matchesWildcard(word, pattern) || matchesWildcard(plain(word), plain(pattern)))
  );
}

const runsEach = wordSet(
  'make gmake idf.py just rake gradle gradlew mvn mvnw ant ninja task invoke',
);

/** `npm run test` is `npm test`, and `mise run x` is `mise x`. */
function isLeftOut(
  name: string,
  word: ShellWord | undefined,
  next: ShellWord | undefined,
): boolean {
  if (typeof next !== 'string' || (word !== 'run' && word !== 'run-script' && word !== 'r'))
    return false;
  if (name === 'composer') return word !== 'r' && !ownWords.test(next);
  if (name === 'npm') return word !== 'r' && /^(?:test|start|stop|restart)$/.test(next);
  if (name === 'bun') return word === 'run' && !ownWords.test(next) && !ownWordsOfBun.test(next);
  const isRunner = name === 'mise' || ((name === 'yarn' || name === 'pnpm') && word === 'run');
  return isRunner && !ownWords.test(next);
}
const ownWords =
  /^(?:add|install|i|remove|rm|up|update|upgrade|use|exec|x|dlx|publish|pack|link|init|ls|list|run|why|set|env|config)$/;
/** `bun test` runs the tests of bun, and `bun run test` a script. */
const ownWordsOfBun = /^(?:test|build|create|pm|outdated|patch|repl|unlink|audit)$/;

/** By program: a short word for its first operand, and what it stands for. */
const aliases: ReadonlyMap<
  string,
  ReadonlyMap<string, string>
> = tableOf(`npm: i=install in=install add=install t=test tst=test un=uninstall remove=uninstall rm=uninstall
  pnpm: i=install rm=remove un=remove t=test
  cargo: b=build c=check t=test r=run rm=remove
  bun: i=install rm=remove
  kubectl: del=delete
  brew: rm=uninstall remove=uninstall
  pip: remove=uninstall
  helm: del=uninstall delete=uninstall`);

function tableOf(text: string): Map<string, Map<string, string>> {
  const rows = text.split('\n').map((row) => row.trim().split(': '));
  return new Map(
    rows.map(([name = '', pairs = '']) => [
      name,
      new Map(pairs.split(' ').map((pair) => pair.split('=') as [string, string])),
    ]),
  );
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
  just: -f --justfile -d --working-directory
  mise: -C --cd -E --env
  docker: --context -H --host -c --config -l
  docker compose: -f --file -p --project-name --profile --project-directory --env-file --ansi --progress --parallel
  kubectl: -n --namespace --context --kubeconfig -s
  helm: -n --namespace --kube-context --kubeconfig
  python: -W -X
  python3: -W -X
  uv: --directory --project
  poetry: -C --directory -P --project
  rm:
  cp: -t
  mv: -t`
    .split('\n')
    .map((line) => line.trim().split(/:(?: |$)/))
    .map(([program = '', options = '']) => [program, options.split(' ').filter(Boolean)]),
);

/** Long options that take no value. Of other unknown ones one cannot tell. */
const takesNone =
  /^--(?:no-|verbose|quiet|silent|debug|yes|help|version|dry-run|force|all|json|colou?r|offline|locked|frozen|recursive|parallel|workspaces|if-present|bare|paginate|tls|detach|rm$|interactive|info|batch|watch|literal-pathspecs)|^-[vqyhV]+$|^\+/;

function shapeOf(option: string, { name, seen }: Place): 'always' | 'never' | 'perhaps' {
  const known = optionsWithValue.get(seen) ?? optionsWithValue.get(name);
  if (option.includes('=')) return 'never';
  if (known?.includes(option) === true) return 'always';
  const isKnown = known !== undefined && (name === 'git' || !option.startsWith('--'));
  return isKnown || takesNone.test(option) ? 'never' : 'perhaps';
}

/** The value of an option is no flag, and behind `--` there are none where that ends them. */
function optionsOf(
  name: string,
  words: readonly ShellWord[],
): { options: string[]; operands: string[] } {
  const valued = optionsWithValue.get(name) ?? [];
  const end = name === 'git' || name === 'rm' ? words.indexOf('--') : -1;
  const texts = words
    .slice(0, end < 0 ? undefined : end)
    .filter(
      (word, at) => word !== null && !takesNext(name, valued, words[at - 1] ?? ''),
    ) as string[];
  return { options: texts.filter(isFlag), operands: texts.filter((word) => !isFlag(word)) };
}

function takesNext(name: string, valued: readonly string[], option: string): boolean {
  if (valued.includes(option)) return true;
  // `-am TEXT`: the last letter of a cluster may take a value.
  return name === 'git' && /^-[a-zA-Z]+[mF]$/.test(option);
}

/** A push with a lease overwrites too, as `+main` does. */
function forcesPush(word: string): boolean {
  return /^(?:--force-with-lease(?:=|$)|\+[^+\s])/.test(word);
}

/** Names of one flag, by program and subcommand. */
const flagNames: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  `rm: -r=-R=--recursive -f=--force
  cp: -r=-R=--recursive -f=--force
  mv: -f=--force
  chmod: -R=--recursive
  chown: -R=--recursive
  git: -q=--quiet -v=--verbose
  git add: -A=--all -f=--force -n=--dry-run -i=--interactive -p=--patch -u=--update -N=--intent-to-add
  git branch: -f=--force -d=--delete -m=--move -c=--copy -a=--all -r=--remotes -u=--set-upstream-to -t=--track
  git checkout: -f=--force -d=--detach -t=--track -m=--merge -p=--patch
  git cherry-pick: -n=--no-commit -e=--edit -m=--mainline -s=--signoff -S=--gpg-sign
  git clean: -f=--force -n=--dry-run -i=--interactive -e=--exclude
  git clone: -b=--branch -o=--origin -l=--local -n=--no-checkout -s=--shared -j=--jobs
  git commit: -n=--no-verify -a=--all -m=--message -F=--file -p=--patch -s=--signoff -S=--gpg-sign -e=--edit
  git fetch: -f=--force -a=--append -p=--prune -P=--prune-tags -t=--tags -n=--no-tags -j=--jobs -k=--keep
  git merge: -s=--strategy -X=--strategy-option -n=--no-stat -S=--gpg-sign -F=--file -e=--edit
  git mv: -f=--force -n=--dry-run
  git pull: -r=--rebase -f=--force -p=--prune -t=--tags -s=--strategy -X=--strategy-option -n=--no-stat
  git push: -f=--force -d=--delete -n=--dry-run -u=--set-upstream -o=--push-option
  git rebase: -i=--interactive -r=--rebase-merges -x=--exec -f=--force-rebase=--no-ff -m=--merge -S=--gpg-sign
  git reset: -p=--patch -N=--intent-to-add
  git restore: -s=--source -S=--staged -W=--worktree -p=--patch -m=--merge
  git revert: -n=--no-commit -e=--edit -m=--mainline -s=--signoff -S=--gpg-sign
  git rm: -f=--force -n=--dry-run
  git stash: -u=--include-untracked -a=--all -p=--patch -k=--keep-index -S=--staged -m=--message
  git switch: -f=--force=--discard-changes -c=--create -C=--force-create -d=--detach -t=--track -m=--merge
  git tag: -d=--delete -f=--force -a=--annotate -s=--sign -m=--message -l=--list -v=--verify
  git worktree: -f=--force -d=--detach
  npm: -g=--global=--location=global -D=--save-dev -f=--force -S=--save -P=--save-prod -O=--save-optional -E=--save-exact
    -w=--workspace -ws=--workspaces -y=--yes -c=--call
  pnpm: -g=--global -D=--save-dev -P=--save-prod -O=--save-optional -E=--save-exact -r=--recursive -w=--workspace-root
  yarn: -D=--dev -P=--peer -O=--optional -E=--exact
  docker: -f=--force -a=--all -q=--quiet
  docker build: -f=--file -t=--tag -o=--output
  docker buildx: -f=--file -t=--tag -o=--output
  docker compose: -v=--volumes -d=--detach -V=--renew-anon-volumes
  docker exec: -d=--detach -e=--env -i=--interactive -t=--tty -u=--user -w=--workdir
  docker images: -f=--filter
  docker logs: -f=--follow -n=--tail -t=--timestamps
  docker ps: -f=--filter -n=--last -l=--latest -s=--size
  docker pull: -a=--all-tags
  docker push: -a=--all-tags
  docker rm: -f=--force -v=--volumes
  docker run: -d=--detach -e=--env -i=--interactive -t=--tty -p=--publish -P=--publish-all -v=--volume -u=--user
    -w=--workdir -h=--hostname -m=--memory -l=--label
  kubectl: -n=--namespace -f=--filename -k=--kustomize -R=--recursive -l=--selector -A=--all-namespaces -o=--output
    -w=--watch -c=--container -i=--stdin -t=--tty
  kubectl logs: -f=--follow -p=--previous
  pip install: -U=--upgrade
  sed: -i=--in-place
  curl: -k=--insecure -X=--request`
    .split(/\n {2}(?=\w)/)
    .map((line) => line.trim().split(': '))
    .map(([name = '', flags = '']) => [name, flags.split(/\s+/).map((one) => one.split('='))]),
);

function namesOf(name: string, sub: string): readonly (readonly string[])[] {
  return [...(flagNames.get(`${name} ${sub}`) ?? []), ...(flagNames.get(name) ?? [])];
}

function alike(flag: string, names: readonly (readonly string[])[]): readonly string[] {
  return names.find((group) => group.includes(flag)) ?? [flag];
}

function matchesFlag(
  flag: string,
  options: readonly string[],
  names: readonly (readonly string[])[],
): boolean {
  if (alike(flag, names).some((one) => options.some((word) => isOption(one, word)))) return true;
  // `git branch -D` is `-d -f`.
  const letters = flag === '-D' ? 'df' : /^-([A-Za-z]{2,5})$/.exec(flag)?.[1];
  return (
    letters !== undefined &&
    [...letters].every((letter) => matchesFlag(`-${letter}`, options, names))
  );
}

function isOption(flag: string, word: string): boolean {
  if (word === flag || word.startsWith(`${flag}=`)) return true;
  if (/^-[A-Z][a-z]{2}/.test(flag)) return word.toLowerCase() === flag.toLowerCase();
  // `-i.bak` names what is kept of the old file.
  const cluster = /^-([A-Za-z0-9]+)(?:\.\w*)?$/.exec(word)?.[1];
  return /^-[A-Za-z0-9]$/.test(flag) && cluster?.includes(flag.slice(1)) === true;
}
