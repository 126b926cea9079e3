/** A word of a command; null if the shell would compute it. */
export type ShellWord = string | null;

/** Stands in a word for a part that the shell computes. No text that anybody types contains it. */
export const computed = '\u0001';

/** The top of the work tree, as git writes it. */
export const top = ':/';

/** A path below a folder; null if the folder is not known. */
export function joined(folder: string | null, path: string): string | null {
  if (path.startsWith(computed)) return null;
  if (/^(?:[/~]|:\/|[A-Za-z]:)/.test(path) || folder === '') return path;
  return folder === null ? null : `${folder}/${path}`;
}

/** Programs that run what follows them: how many operands of their own stand before it, and their options with a value. */
const wrappers: ReadonlyMap<string, readonly [number, readonly string[]]> = new Map(
  `sudo 0 -u -g -C -h -p -U -r -t -D -R
  doas 0 -u -C
  env 0 -u -C --unset --chdir
  timeout 1 -k -s --kill-after --signal
  nice 0 -n --adjustment
  ionice 0 -c -n -p
  taskset 1
  stdbuf 0 -i -o -e
  xargs 0 -I -i -n -P -L -d -E -s -a --max-args --max-procs --delimiter --arg-file
  parallel 0 -j --jobs -I --delay
  nohup 0
  setsid 0
  unbuffer 0
  busybox 0
  ssh-agent 0
  wsl 0 -d --distribution -u --user
  caffeinate 0 -t -w
  time 0 -f -o
  command 0
  builtin 0
  exec 0 -a
  watch 0 -n --interval
  flock 1 -w --timeout -E
  chroot 1
  unshare 0
  systemd-run 0 -p -u --unit
  strace 0 -e -o -p
  rtk 0
  dotenv 0 -f -e -c
  cross-env 0
  npx 0 -p --package
  bunx 0
  pnpx 0
  uvx 0 --from --with -p --python
  corepack 0
  nix develop 0
  nix shell 0
  mise exec 0 -C --cd -E --env
  mise x 0 -C --cd -E --env
  direnv exec 1
  doppler run 0 -p --project -c --config
  op run 0 --env-file
  aws-vault exec 1 -d --duration
  infisical run 0 --env --path
  chamber exec 1
  poetry run 0
  uv run 0 --with --python -p --project --directory
  pipenv run 0
  hatch run 0
  pdm run 0
  rye run 0
  bundle exec 0
  pnpm exec 0 --filter -F
  pnpm dlx 0
  yarn exec 0
  yarn dlx 0
  npm exec 0
  asdf exec 0
  fnm exec 0 --using
  volta run 0 --node
  nvm exec 1
  conda run 0 -n --name -p`
    .split('\n')
    .map((line) => {
      const [, name = '', skip = '0', options = ''] =
        /^ *([^ ].*?) (\d)(?: (.*))?$/.exec(line) ?? [];
      return [name, [Number(skip), options.split(' ')]];
    }),
);

/** What a program runs with a name of its own: behind a wrapper, by `find -exec`, as a script. */
export function innerCommands(
  program: string,
  words: readonly ShellWord[],
  piped: readonly string[],
): (readonly ShellWord[])[] {
  if (program === 'find') return executed(words);
  if (program === 'git') return ranByGit(words);
  if (program === 'fd') {
    const at = words.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word ?? ''));
    return at < 0 ? [] : [words.slice(at + 1)];
  }
  if (shells.has(program) || interpreters.test(program)) return scriptFile(words);
  if (program === 'Start-Process' || program === 'saps' || program === 'start')
    return [words.filter((word) => word === null || !/^-/.test(word))];
  // `command -v` looks for the program.
  if (program === 'command' && /^-[vV]/.test(words[0] ?? '')) return [];
  const row = wrappers.get(program);
  // `pnpm -r exec PROGRAM` has options in front.
  const at = words.findIndex((word) => wrappers.has(`${program} ${word}`));
  const isFirst = words.slice(0, at).every((word, i) => isOption(word) || isOption(words[i - 1]));
  const two = isFirst ? wrappers.get(`${program} ${words[at]}`) : undefined;
  const [skip, valued] = two ?? row ?? [0, []];
  if (row === undefined && two === undefined) return [];
  const rest = two === undefined ? words : words.slice(at + 1);
  // `mise exec TOOL -- PROGRAM` has more of its own in front.
  const end = two === undefined ? 0 : rest.indexOf('--') + 1;
  const behind = end > 0 ? [rest.slice(end)] : [];
  const from = operandAt(rest, valued, skip);
  if (from >= rest.length) return [];
  const inner = rest.slice(from);
  return program === 'xargs' ? [[...inner, ...piped]] : [unfolded(inner), ...behind];
}

function isOption(word: ShellWord | undefined): boolean {
  return word?.startsWith('-') === true;
}

/** Some take their command as one text, such as `watch "git push"`. */
function unfolded(words: readonly ShellWord[]): readonly ShellWord[] {
  const [only] = words;
  return words.length === 1 && typeof only === 'string' ? only.split(' ') : words;
}

/** What git runs in each submodule, at each step of a search and after each commit of a rebase. */
function ranByGit(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  const at = words.findIndex(
    (word, i) =>
      `${words[i - 1]} ${word}` === 'submodule foreach' ||
      `${words[i - 1]} ${word}` === 'bisect run',
  );
  if (at > 0) return [unfolded(words.slice(at + 1).filter((word, i) => i > 0 || !isOption(word)))];
  if (!words.includes('rebase')) return [];
  return words.flatMap((word, i) =>
    word === '-x' || word === '--exec' ? [unfolded(words.slice(i + 1, i + 2))] : [],
  );
}

/** Index of the program that a wrapper runs: behind its options, settings and `skip` operands of its own. */
function operandAt(words: readonly ShellWord[], valued: readonly string[], skip: number): number {
  let left = skip;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (typeof word === 'string') {
      if (word === '--') return at + 1 + (at === 0 ? left : 0);
      // A cluster may end with an option that takes a value.
      if (
        valued.includes(word) ||
        (/^-[A-Za-z]+$/.test(word) && valued.includes(`-${word.at(-1)}`))
      ) {
        at++;
        continue;
      }
      if (word.startsWith('-') || /^\w+=/.test(word)) continue;
    }
    if (left === 0) return at;
    left--;
  }
  return words.length;
}

export const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
const powerShells: ReadonlySet<string> = new Set(['pwsh', 'powershell']);

/** A text that a program runs as a script of its own shell. */
export function scriptIn(
  program: string,
  words: readonly ShellWord[],
): { readonly text: string; readonly shell?: 'powershell' } | undefined {
  const texts = (from: number): string => words.slice(from).join(' ');
  const isKnown = words.every((word) => word !== null);
  if (shells.has(program) || program === 'su' || program === 'script') {
    const from = after(words, /^-[a-z]*c[a-z]*$|^--command$/);
    const text = words[words[from] === '--' ? from + 1 : from];
    return typeof text === 'string' ? { text } : undefined;
  }
  if (powerShells.has(program)) {
    const at = after(words, /^-c(?:ommand)?$/i);
    return at > 0 && isKnown ? { text: texts(at), shell: 'powershell' } : undefined;
  }
  if (program === 'cmd' && isKnown) {
    const at = after(words, /^\/[ck]$/i);
    return at > 0 ? { text: texts(at), shell: 'powershell' } : undefined;
  }
  if (/^(?:Invoke-Expression|iex)$/i.test(program) && isKnown)
    return { text: texts(words[0] === '-Command' ? 1 : 0), shell: 'powershell' };
  if (program === 'eval' && isKnown) return { text: texts(0) };
  if (program === 'trap' && typeof words[0] === 'string') return { text: words[0] };
  return undefined;
}

/** Index of the word behind the first that fits; 0 if there is none. */
function after(words: readonly ShellWord[], option: RegExp): number {
  return (
    words.findIndex((word) => typeof word === 'string' && option.test(word)) + 1 || words.length
  );
}

const interpreters = /^(?:python[\d.]*|node|ruby|perl|deno|tsx|source|\.)$/;

/** `bash deploy.sh x` runs `deploy.sh x`, and `python -m x` runs x. */
function scriptFile(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  if (words[0] === '-m') return [words.slice(1)];
  const at = words.findIndex((word) => word === null || !/^[-+]/.test(word));
  const isText = words.some((word) => /^-[a-z]*[ce][a-z]*$/.test(word ?? ''));
  return at < 0 || isText || !/[./]/.test(words[at] ?? '') ? [] : [words.slice(at)];
}

/** The commands that `find` runs for each file. */
function executed(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  const files = listedBy(['find', ...words]);
  return words.flatMap((word, at) => {
    if (typeof word !== 'string' || !/^-(?:exec|execdir|ok|okdir)$/.test(word)) return [];
    const end = words.findIndex((one, index) => index > at && (one === ';' || one === '+'));
    const inner = words.slice(at + 1, end < 0 ? undefined : end);
    return [inner.flatMap((one): readonly ShellWord[] => (one === '{}' ? files : [one]))];
  });
}

/** The files, or patterns of files, that `find`, `ls` or `git ls-files` lists. */
export function listedBy([program, ...words]: readonly ShellWord[]): readonly string[] {
  if (program === 'git' && words[0] === 'ls-files') return operands(words.slice(1));
  if (program === 'ls' || program === 'fd' || program === 'realpath') return operands(words);
  if (program !== 'find') return [];
  const end = words.findIndex((word) => word === null || /^[-(!]/.test(word));
  const starts = operands(words.slice(0, end < 0 ? undefined : end));
  const named = words.flatMap((word, at) => {
    const value = words[at + 1];
    return typeof value === 'string' && /^-i?(?:name|path|wholename)$/.test(word ?? '')
      ? [{ value, isPath: !/name$/.test(word ?? '') || word === '-wholename' }]
      : [];
  });
  const from = starts.length === 0 ? ['.'] : starts;
  if (named.length === 0) return from;
  return named.flatMap(({ value, isPath }) =>
    isPath ? [value] : from.map((start) => `${start.replace(/\/$/, '')}/${value}`),
  );
}

function operands(words: readonly ShellWord[]): string[] {
  return words.filter((word): word is string => word !== null && !/^-/.test(word));
}
