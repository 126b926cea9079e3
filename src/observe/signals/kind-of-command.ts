import { shellSteps } from './command-key.js';

/**
 * The kind of failure of such a program, if its output does not name one. Test runners are left out: perhaps no test
 * ran.
 */
const programs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'error:lint':
      'ruff flake8 pylint eslint oxlint biome prettier stylelint rubocop standardrb golangci-lint staticcheck revive shellcheck hadolint actionlint yamllint markdownlint markdownlint-cli2 phpstan phpcs php-cs-fixer pint tflint ktlint detekt swiftlint swiftformat buildifier black isort ansible-lint sqlfluff vale cspell codespell knip luacheck selene checkov semgrep typos djlint commitlint erb_lint brakeman spectral vacuum cppcheck clang-tidy clang-format gofmt goimports taplo dprint xo standard',
    'error:typecheck': 'mypy dmypy pyright basedpyright pyre pytype ty flow srb steep psalm',
    'error:typescript': 'tsc vue-tsc tsgo',
    'error:package_manager':
      'pip pip3 pipx uv poetry pdm pipenv conda mamba pixi bundle gem composer pod nuget apt apt-get dnf yum pacman apk brew zypper port opam cpanm luarocks vcpkg conan carthage',
    'error:build':
      'gcc g++ cc clang clang++ gfortran rustc javac kotlinc scalac ghc nim fpc elm crystal odin valac dmd ldc2 cmake ninja meson make bazel buck2 pio xcodebuild webpack rollup esbuild tsup solc',
    'error:database':
      'psql sqlite3 mysql mariadb duckdb clickhouse-client sqlcmd bq mongosh cqlsh sqlplus',
  }).flatMap(([signal, names]) => names.split(' ').map((name) => [name, signal] as const)),
);

/** Subcommands with a known kind, for any program. */
const subcommands: ReadonlyMap<string, string> = new Map(
  Object.entries({
    build: 'error:build',
    compile: 'error:build',
    lint: 'error:lint',
    clippy: 'error:lint',
    vet: 'error:lint',
    credo: 'error:lint',
    fmt: 'error:lint',
    typecheck: 'error:typecheck',
    'type-check': 'error:typecheck',
  }),
);

/** Programs that install with one of their words, and do other things with others. */
const INSTALLS =
  /^(?:npm|pnpm|yarn|bun|cargo|mix|dart|flutter|swift|dotnet|go|deno|python3? -m pip) (?:package |pub )?(?:i|ci|install|add|get|update|upgrade|restore|resolve|deps\.get|mod tidy|mod download)\b/;

/** The kind of work that a command does, if one step shows it. Used for unnamed failures. */
export function kindOfCommand(command: string): string | undefined {
  for (const step of shellSteps(command)) {
    const words = step.split(/\s+/, 4);
    const start = words[0] === 'bundle' && words[1] === 'exec' ? words.slice(2) : words;
    const [program = '', second = '', third = ''] = start;
    const name = program.slice(program.lastIndexOf('/') + 1);
    if (INSTALLS.test(step)) return 'error:package_manager';
    const runs = (name === 'uv' || name === 'poetry') && second === 'run' ? third : name;
    const kind =
      programs.get(runs) ??
      subcommands.get(second === 'run' ? third : second) ??
      // The same for Python's modules.
      (second === '-m' ? programs.get(third) : undefined);
    if (kind !== undefined && name !== 'docker' && name !== 'podman') return kind;
  }
  return undefined;
}
