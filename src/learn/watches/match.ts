import type { ShellWord, SimpleCommand } from '../../observe/shell/simple-commands.js';
import type { Watch } from '../../schema.gen.js';
import { matchesCommand } from '../guards/command-pattern.js';

/** Runners of tasks, and the words that mean no more than "run". */
const taskRunners: ReadonlyMap<string, RegExp> = new Map([
  ['mise', /^(?:run|r|x)$/],
  ['npm', /^(?:run|run-script)$/],
  ['pnpm', /^(?:run|run-script)$/],
  ['yarn', /^run$/],
  ['bun', /^run$/],
  ['just', /^$/],
  ['task', /^$/],
]);

/** What runs another program: `uv run pytest` runs pytest. */
const launchers =
  /^(?:npx|pnpx|bunx|uvx|(?:pnpm|yarn|npm) (?:exec|dlx)|(?:uv|poetry|pipenv|hatch|pdm|rye) run|bundle exec|python3? -m|mise exec) /;

/** Nobody writes a longer command into a rule, and hostile ones cost seconds. */
const maxPatternCharacters = 600;

/** A pattern in words: what stands for anything is a star, settings before the program and what follows `--` go. */
export function patternOf(text: string): string {
  return text
    .slice(0, maxPatternCharacters)
    .replace(/^(?:\w+=\S+\s+)+/, '')
    .replace(/\s--(?:\s.*)?$/, '')
    .replace(/\s*(?:\[[^\]]*\]|(?<=\s)\.\.\.|…)\s*$/, '')
    .replace(/<[^>]*>|\{[^}]*\}|\[[^\]]*\]|"\$@"/g, '*')
    .replace(/\s*(?:\s\d>|["'`$;|&<>\\#]).*$/, '')
    .replace(/(?:\s+\*)+$/, '')
    .trim();
}

/**
 * True if a program call does what a pattern names. Beyond the matcher of guards: a runner's `run` is left out on both
 * sides, `make a b` does both, a force push has three forms, and launchers are looked through.
 */
export function runsCommand(pattern: string, command: SimpleCommand): boolean {
  const { words } = command;
  const [program] = words;
  const end = pattern.indexOf(' ');
  const first = end < 0 ? pattern : pattern.slice(0, end);
  // Most pairs differ in the program already.
  if (/^[\w./-]+$/.test(first) && !first.startsWith('-') && !isAmong(words, first)) return false;
  if (matchesCommand(pattern, command)) return true;
  if (typeof program !== 'string') return false;
  const wanted = pattern.split(/\s+/);
  const filler = taskRunners.get(program);
  if (filler !== undefined && wanted[0] === program) {
    const short = wanted.filter((word) => !filler.test(word));
    const given = words.filter((word) => word === null || !filler.test(word));
    if (short.length > 1 && matchesCommand(short.join(' '), { ...command, words: given }))
      return true;
  }
  if (program === 'make' && wanted[0] === 'make' && wanted.length > 1)
    return wanted.slice(1).every((word) => words.includes(word));
  if (/^git push\b.*(?:--force|\s-f)(?=\s|$)/.test(pattern) && program === 'git')
    return words.includes('push') && words.some(isForce);
  const text = words.map((word) => word ?? '…').join(' ');
  const launched = launchers.exec(text);
  if (launched === null || launchers.test(`${pattern} `)) return false;
  const rest = words.slice(launched[0].trim().split(' ').length);
  return rest[0] !== undefined && runsCommand(pattern, { ...command, words: rest });
}

function isAmong(words: readonly ShellWord[], program: string): boolean {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return words.some((word) => word === name || word?.endsWith(`/${name}`) || word === program);
}

/** `+main` forces too. */
function isForce(word: ShellWord): boolean {
  return /^(?:--force(?:-with-lease)?(?:=.*)?|-[a-z]*f[a-z]*|\+\S+)$/.test(word ?? '');
}

/** The exceptions of a watch of commands. */
export function isExcepted({ unless = [] }: Watch, command: SimpleCommand): boolean {
  return unless.some((pattern) => runsCommand(pattern, command));
}

type Moment = NonNullable<Watch['before']>;

const subcommandOf = (words: readonly ShellWord[], valued: RegExp): ShellWord | undefined => {
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (typeof word === 'string' && valued.test(word)) at++;
    else if (typeof word !== 'string' || !word.startsWith('-')) return word;
  }
  return undefined;
};
const gitValued = /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/;

/** The moment that a program call is: a commit, a push or a new pull request; undefined for all others. */
export function momentOf({ words }: SimpleCommand): Moment | undefined {
  if (words[0] === 'git' && !words.includes('--dry-run')) {
    const subcommand = subcommandOf(words, gitValued);
    if (subcommand === 'commit') return 'commit';
    if (subcommand === 'push' && !words.some((word) => /^(?:--delete|-d|-n)$/.test(word ?? '')))
      return 'push';
  }
  const isPullRequest =
    (words[0] === 'gh' && words[1] === 'pr') || (words[0] === 'glab' && words[1] === 'mr');
  return isPullRequest && words[2] === 'create' ? 'pr' : undefined;
}

/** The folder that `git -C` names; undefined without one. */
export function gitFolderOf({ words }: SimpleCommand): string | undefined {
  const at = words.indexOf('-C');
  return words[0] === 'git' && at > 0 ? (words[at + 1] ?? undefined) : undefined;
}

const narrowing =
  /^(?:-run|--run|-k|-t|--testNamePattern|--test-name-pattern|--grep|-g|--filter|-m|--testPathPattern)(?:=|$)/;
const testFile = /\.(?:test|spec)\.\w+$|_test\.(?:go|py)$|(?:^|\/)test_\w+\.py$/;

/** True for a run of some tests or files instead of all. */
export function isPartOfRun({ words }: SimpleCommand): boolean {
  return words.slice(1).some((word, index) => {
    if (typeof word !== 'string') return false;
    const isPath = index > 0 && /^(?:\.\/)?[\w.-]+\/./.test(word) && word !== './...';
    return narrowing.test(word) || isPath || testFile.test(word);
  });
}

export type Kin = 'test' | 'lint' | 'format';

const kin: readonly (readonly [Kin, RegExp])[] = [
  [
    'test',
    /^(?:go test|gotestsum|pytest|tox|vitest|jest|cargo (?:test|nextest)|(?:mise|npm|pnpm|yarn|bun|make|just|task) (?:run |r )?test\S*)/,
  ],
  [
    'lint',
    /^(?:golangci-lint|eslint|biome (?:check|lint)|ruff check|cargo clippy|go vet|(?:mise|npm|pnpm|yarn|bun|make|just|task) (?:run |r )?(?:lint|check)\S*)/,
  ],
  [
    'format',
    /^(?:gofmt|goimports|gofumpt|go fmt|prettier|ruff format|black|cargo fmt|(?:mise|npm|pnpm|yarn|bun|make|just|task) (?:run |r )?(?:fmt|format|style)\S*)/,
  ],
];

/** What a command is for: tests, lint or format; undefined if none of them. */
export function kinOf(command: string): Kin | undefined {
  const launched = `${command} `.replace(launchers, '');
  return kin.find(([, pattern]) => pattern.test(launched))?.[0];
}
