/** A word of a command; null if the shell would compute it. */
export type ShellWord = string | null;

/** Stands in a word for a part that the shell computes. No text that anybody types contains it. */
export const computed = '\u0001';

/** The top of the work tree, as git writes it. */
export const top = ':/';

/** A path below a folder; null if the folder is not known. */
export function joinedFolder(folder: string | null, path: string): string | null {
  if (path.startsWith(computed)) return null;
  if (/^(?:[/~]|:\/|[A-Za-z]:)/.test(path) || folder === '') return path;
  return folder === null ? null : `${folder}/${path}`;
}

/**
 * Programs that run what follows them: how many operands of their own stand before it, and their options with a value.
 * With a `+` the operands make one text, which a shell or a terminal gets.
 */
const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  `sudo|doas 0 -u -g -C -h -p -U -r -t -D -R
  env 0 -u -C --unset --chdir
  timeout 1 -k -s --kill-after --signal
  nice|ionice 0 -n -c -p --adjustment
  taskset|chrt|chroot|direnv exec|nvm exec 1
  script 1 -c --command
  stdbuf|time 0 -i -o -e -f
  xargs 0 -I -i -n -P -L -d -E -s -a --max-args --max-procs --delimiter --arg-file
  parallel 0 -j --jobs -I --delay
  nohup|setsid|unbuffer|busybox|ssh-agent|command|builtin|unshare|rtk|cross-env|npm exec|pnpx|corepack|entr 0
  fakeroot|pkexec|run0|torsocks|proxychains4|nix develop|nix shell|devbox run|dotenvx run 0
  poetry run|pipenv run|hatch run|pdm run|rye run|bundle exec|yarn exec|yarn dlx|asdf exec 0
  runuser 0 -u -g -G -l -c -s
  xvfb-run 0 -s -n -e -f -p
  wsl 0 -d --distribution -u --user
  caffeinate|exec 0 -t -w -a
  watch 0 -n --interval
  watchexec|nodemon 0 -w -e -i -f -d --watch --exts --ext --ignore --filter --delay
  flock 1 -w --timeout -E
  systemd-run 0 -p -u --unit
  strace 0 -e -o -p
  dotenv 0 -f -e -c
  npx|bunx|uvx|uv run 0 -p --package --from --with --python --project --directory
  mise exec|mise x 0 -C --cd -E --env
  doppler run|op run|infisical run|fnm exec|volta run|conda run 0 -p --project -c --config --env-file --env --path --using --node -n --name
  aws-vault exec|chamber exec 1 -d --duration
  pnpm exec|pnpm dlx 0 --filter -F
  tmux send-keys|tmux send|tmux run-shell|tmux run|tmux display-popup|tmux popup 0+ -t -N -d -w -h -x -y
  tmux new-session|tmux new|tmux new-window|tmux neww|tmux split-window|tmux splitw 0+ -t -s -n -c -e -x -y -l -F
  tmux respawn-pane|tmux respawn-window|tmux pipe-pane 0+ -t -c -e
  screen 0 -S -p -t -c -r -x -T
  screen stuff|zellij run|xdotool type|lerna exec|nx exec|pm2 start|pueue add|tsp|concurrently 0+ -n --name -c -p
  ssh 1+ -p -i -l -o -J -F -b -c -D -E -L -R -S -m
  docker exec|podman exec|nerdctl exec 1 -u -w -e --user --workdir --env --env-file
  docker run|podman run|nerdctl run 1 -u -w -e -v -p -h -m --user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform
  docker-compose exec|docker-compose run 1 -u -w -e -v -p --user --workdir --env --volume --name --entrypoint
  kubectl exec|oc exec|lxc exec 1 -n -c --namespace --container --env
  hyperfine 0+ -w -r -m -M -n --warmup --runs
  zellij action|wezterm cli|kitty @|kitten @ 1+ --pane-id -m --match
  xterm|konsole|alacritty|gnome-terminal|x-terminal-emulator 0+ -T -title -geometry --title`
    .split('\n')
    .flatMap((line) => {
      const [, names = '', skip = '0', text, options = ''] =
        /^ *([^ ].*?) (\d)(\+?)(?: (.*))?$/.exec(line) ?? [];
      const row = { skip: Number(skip), isText: text === '+', valued: options.split(' ') };
      return names.split('|').map((name): [string, Wrapper] => [name, row]);
    }),
);

interface Wrapper {
  readonly skip: number;
  readonly isText: boolean;
  readonly valued: readonly string[];
}

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
  // `tmux new -d ';' send-keys …` has one command behind the other.
  const next = program === 'tmux' ? words.indexOf(';') : -1;
  if (next >= 0)
    return [words.slice(0, next), words.slice(next + 1)].map((one) => [program, ...one]);
  // `command -v` looks for the program.
  if (program === 'command' && /^-[vV]/.test(words[0] ?? '')) return [];
  const compose = program === 'docker' ? words.indexOf('compose') : -1;
  if (compose >= 0 && !words.slice(0, compose).some((word) => !isOption(word)))
    return innerCommands('docker-compose', words.slice(compose + 1), piped);
  // These print what they would do.
  if (program === 'sudo' && words.includes('-l')) return [];
  if (program === 'parallel' && words.includes('--dry-run')) return [];
  const row = wrappers.get(program);
  // `pnpm -r exec PROGRAM` has options in front.
  const at = words.findIndex((word) => wrappers.has(`${program} ${word}`));
  const isFirst = words.slice(0, at).every((word, i) => isOption(word) || isOption(words[i - 1]));
  const two = isFirst ? wrappers.get(`${program} ${words[at]}`) : undefined;
  const wrapper = two ?? row;
  if (wrapper === undefined) return [];
  const { skip, isText, valued } = wrapper;
  const rest = two === undefined ? words : words.slice(at + 1);
  // `mise exec TOOL -- PROGRAM` has more of its own in front.
  const end = two === undefined ? 0 : rest.indexOf('--') + 1;
  const behind = end > 0 ? [rest.slice(end)] : [];
  const from = operandAt(rest, valued, skip);
  if (from >= rest.length) return [];
  const inner = rest.slice(from);
  if (isText) return asTyped(inner).map(scriptOf);
  if (program === 'xargs') return [[...inner, ...piped]];
  const stop = program === 'parallel' ? inner.findIndex((word) => word?.startsWith(':::')) : -1;
  return [unfolded(stop < 0 ? inner : inner.slice(0, stop)), ...behind];
}

function isOption(word: ShellWord | undefined): boolean {
  return word?.startsWith('-') === true;
}

/** Some take their command as one text, such as `watch "git push"`. */
function unfolded(words: readonly ShellWord[]): readonly ShellWord[] {
  const [only] = words;
  return words.length === 1 && isLine(only) ? scriptOf(only) : words;
}

function isLine(word: ShellWord | undefined): word is string {
  return word?.includes(' ') === true;
}

function scriptOf(text: string): readonly ShellWord[] {
  return ['sh', '-c', text];
}

/** The words as one text with the keys that end a line, and each that is a line by itself. */
function asTyped(words: readonly ShellWord[]): string[] {
  const keys = words.map((word) => (/^(?:Enter|KPEnter|C-[mj])$/.test(word ?? '') ? '\n' : word));
  const text = keys.filter((word) => word !== 'Space').map((word) => word ?? computed);
  return [text.join(' '), ...words.filter(isLine)].map((one) =>
    one.replace(/\\[nr]|\\015|\^M/g, '\n'),
  );
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

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);

/**
 * A text that a program runs as a script of its own shell. Of PowerShell and cmd a plain call is read like any other; what
 * only they have is not.
 */
export function scriptIn(program: string, words: readonly ShellWord[]): string | undefined {
  const texts = (from: number): string => words.slice(from).join(' ');
  const isKnown = words.every((word) => word !== null);
  if (shells.has(program) || /^(?:su|runuser|sg|script|nix-shell)$/.test(program)) {
    const from = after(words, /^-[a-z]*c[a-z]*$|^--command$|^--run$/);
    const text = words[words[from] === '--' ? from + 1 : from];
    return typeof text === 'string' ? text : undefined;
  }
  if (/^(?:pwsh|powershell|cmd)$/.test(program) && isKnown) {
    const at = after(words, /^(?:-c(?:ommand)?|\/[ck])$/i);
    return at > 0 ? texts(at) : undefined;
  }
  const code = oneLiners.test(program) ? words[after(words, /^-[a-z]*[ce]$/)] : undefined;
  const awk = /^[gm]?awk$/.test(program) ? words.find((word) => !isOption(word)) : undefined;
  const said = code ?? awk;
  if (typeof said === 'string') return calledIn(said);
  if (program === 'eval' && isKnown) return texts(0);
  if (program === 'trap' && typeof words[0] === 'string') return words[0];
  return undefined;
}

const oneLiners = /^(?:python[\d.]*|node|bun|deno|ruby|perl|php)$/;
const starts =
  /(?:(?<=\w\.)(?:run|call|check_call|check_output|Popen)|\b(?:system|popen2?|exec|execSync|execFile(?:Sync)?|spawn(?:Sync)?|shell_exec|passthru))\s*\(?\s*(\[[^\]]*\]|(?:["'][^"'\n]*["'],?\s*)+)/g;

/** The command lines that a program of one line starts, one a line: its texts, or those of a list. */
function calledIn(code: string): string {
  return [...code.slice(0, 4000).matchAll(starts)]
    .map(([, given = '']) =>
      [...given.matchAll(/(["'])(.*?)\1/g)].map(([, , text]) => text).join(' '),
    )
    .join('\n');
}

/** Does the program run what it reads? */
export function readsScript(program: string, words: readonly ShellWord[]): boolean {
  const hasOperand = !words.every(isOption);
  // It reads and runs nothing.
  if (words.includes('-n')) return false;
  return program === 'at'
    ? hasOperand
    : (shells.has(program) || program === 'batch') && !hasOperand;
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
