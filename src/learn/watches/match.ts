import { innerCommands, type ShellWord, type SimpleCommand } from '../../observe/shell.js';
import type { Watch } from '../../schema.gen.js';
import { matchesCommand } from '../guards/command-pattern.js';
import { momentPatterns } from './watch.js';

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

/** The exceptions of a watch of commands. */
export function isExcepted({ unless = [] }: Watch, command: SimpleCommand): boolean {
  return unless.some((pattern) => matchesCommand(pattern, command));
}

type Moment = NonNullable<Watch['before']>;

/** The moment that a program call is: a commit, a push or a new pull request; undefined for all others. */
export function momentOf(command: SimpleCommand): Moment | undefined {
  const { words } = command;
  if (!/^(?:git|gh|glab)$/.test(words[0] ?? '') || words.includes('--dry-run')) return undefined;
  if (words.includes('push') && words.some((word) => /^(?:--delete|-d|-n)$/.test(word ?? '')))
    return undefined;
  const moments = Object.keys(momentPatterns) as Moment[];
  return moments.find((one) => momentPatterns[one].some((each) => matchesCommand(each, command)));
}

const narrowing =
  /^(?:-run|--run|-k|-t|--testNamePattern|--test-name-pattern|--grep|-g|--filter|-m|--testPathPattern)(?:=|$)/;
const testFile = /\.(?:test|spec)\.\w+$|_test\.(?:go|py)$|(?:^|\/)test_\w+\.py$/;

/** True for a run of some tests or files instead of all, and not of the changed file where one is given. */
export function isPartOfRun({ words }: SimpleCommand, changed = ''): boolean {
  return words.slice(1).some((word, index) => {
    if (typeof word !== 'string') return false;
    // Where a runner or a solution has its tasks is no part of them.
    if (/\.slnx?$|(?:^|\/)\.?(?:justfile|makefile)$/i.test(word)) return false;
    if (changed !== '' && `${changed}/`.startsWith(`${word.replace(/^\.\//, '')}/`)) return false;
    const isPath = index > 0 && /^(?:\.\/)?[\w.-]+\/./.test(word) && word !== './...';
    return narrowing.test(word) || isPath || testFile.test(word);
  });
}

export type Kin = 'test' | 'lint' | 'format';

/** Programs of a kind, and the names that tasks of this kind have. */
const kin: readonly (readonly [Kin, programs: string, tasks: string])[] = [
  [
    'test',
    'go test|gotestsum|pytest|tox|nox|vitest|jest|mocha|rspec|phpunit|ctest|cargo test|cargo nextest|playwright test|cypress run|deno test|bun test|node --test|mix test|swift test|dotnet test|flutter test|dart test|bazel test|rails test',
    'test|tests',
  ],
  [
    'lint',
    'golangci-lint|eslint|biome check|biome lint|oxlint|ruff check|cargo clippy|go vet|staticcheck|shellcheck|rubocop|flake8|pylint|buf lint|mix credo',
    'lint|check',
  ],
  [
    'format',
    'gofmt|goimports|gofumpt|go fmt|prettier|ruff format|black|isort|cargo fmt|rustfmt|biome format|mix format|dotnet format|terraform fmt|clang-format|shfmt',
    'fmt|format|style',
  ],
];
const runners =
  '(?:mise|npm|pnpm|yarn|bun|make|just|task|rake|composer|gradle|gradlew|mvn|mvnw|nx|turbo|deno)(?: (?:run|r|task|run-script))?';
const kinPatterns = kin.map(
  ([name, programs, tasks]) =>
    [
      name,
      new RegExp(
        `^(?:(?:${programs})|${runners} (?:[\\w.-]*[:_-])?(?:${tasks})(?:[:_-]\\S*)?)(?= |$)`,
      ),
    ] as const,
);

/** What a command is for: tests, lint or format; undefined if none of them. Wrappers are looked through. */
export function kinOf(words: readonly ShellWord[]): Kin | undefined {
  const [program, ...rest] = words;
  if (typeof program !== 'string') return undefined;
  const text = [program.slice(program.lastIndexOf('/') + 1), ...rest.map((word) => word ?? '…')];
  return (
    kinPatterns.find(([, pattern]) => pattern.test(text.join(' ')))?.[0] ??
    innerCommands(program, rest, [])
      .map(kinOf)
      .find((one) => one !== undefined)
  );
}

/** Of a pattern. */
export function kinOfPattern(pattern: string): Kin | undefined {
  return kinOf(pattern.split(/\s+/));
}

/** Returns words for a prefilter: each command of this kind contains at least one of them. */
export function wordsOfKin(wanted: Kin): readonly string[] {
  const [, programs = '', tasks = ''] = kin.find(([name]) => name === wanted) ?? [];
  const named = tasks.split('|');
  const others = programs
    .split('|')
    .filter((program) => !named.some((task) => program.includes(task)))
    .map((program) => program.split(' ')[0] ?? program);
  return [...new Set([...named, ...others])];
}

const proseFile =
  /\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|webp)$|(?:^|\/)(?:licen[cs]e|changelog|readme|copying|notice|authors)$|(?:^|\/)licen[cs]e-(?:mit|apache|bsd|gpl|mpl|cc)[\w.-]*$/i;
/** Texts that a program reads. */
const listFile = /(?:^|\/)(?:CMakeLists|(?:requirements|constraints)[\w-]*|meson_options)\.txt$/i;

/** Whether a file holds nothing that a check could fail on: prose, or a picture. */
export function isProse(path: string): boolean {
  return proseFile.test(path) && !listFile.test(path);
}
