import { wordSet } from '../../text.js';
import { patternOf } from './match.js';
import { extensionOf } from './tables.js';

/** What a span of code in a sentence is. `program`: a known program without arguments. */
export type OperandKind = 'command' | 'program' | 'path' | 'other';

export interface Operand {
  readonly text: string;
  readonly kind: OperandKind;
}

/** A sentence whose operands are replaced by ⟦0⟧, ⟦1⟧, …, so that its grammar can be read. */
export interface MaskedText {
  readonly text: string;
  readonly operands: readonly Operand[];
}

/** Told apart from words of prose where no model reads: seven of sixty spans behind "use" are commands. */
const programs = wordSet(
  'npm pnpm yarn bun npx pnpx bunx pip pip3 uv uvx poetry pipenv conda pdm hatch make just mise task go cargo git gh glab docker docker-compose podman kubectl helm terraform python python3 pytest tox nox ruff black isort mypy pyright eslint biome oxlint prettier tsc jest vitest mocha playwright cypress node deno tsx mix rake rails bundle gradle gradlew ./gradlew mvn mvnw ./mvnw dotnet swift xcodebuild flutter dart composer php phpunit artisan bash sh zsh buf protoc golangci-lint gofmt gofumpt goimports staticcheck rustfmt rubocop cmake ctest bazel nx turbo lerna pre-commit rg ag grep fd find sed awk cat rm mv cp curl wget brew apt apt-get sudo psql sqlite3 alembic prisma drizzle-kit ansible-playbook vercel fly aws gcloud chmod kill pkill killall ssh scp rsync',
);
/** Known programs whose name is no word of prose: they stand for themselves without arguments. */
const aloneInCode = wordSet(
  'pytest tsc eslint biome prettier jest vitest mocha tox nox ruff mypy pyright black isort golangci-lint gofmt rustfmt rubocop npm pnpm yarn bun pip uv poetry pipenv conda python python3 pip3 make just npx bunx pnpx grep rg ag find fd sed awk cat docker docker-compose podman curl wget sudo kubectl terraform rm gofumpt goimports gradle mvn cmake ./gradlew ./mvnw helm',
);
const extensions =
  'ts tsx js jsx mjs cjs mts cts py rs go java kt swift rb php c h cc cpp hpp cs scala ex exs sh bash zsh sql json jsonc json5 yaml yml toml lock md mdx txt css scss less html vue svelte proto graphql gql ini cfg xml gradle kts snap csv tf nix dart lua prisma lockb'
    .split(' ')
    .join('|');
const filePath = new RegExp(
  String.raw`^[~./]*[\w@.*{}\[\],$-]+(?:/[\w@.*{}\[\],$-]+)*\.(?:${extensions})$`,
);
const folderPath = /^[~./]*(?:[\w@.*{}[\]$-]+\/)+[\w@.*{}[\]$-]*$/;
const dotFile = /^\.(?:env(?:\.\w+)?|git\w*|npmrc|nvmrc|\w+rc|claude|github|vscode|husky)$/;
const bareFile =
  /^(?:Dockerfile|Makefile|LICENSE|CHANGELOG|Gemfile(?:\.lock)?|go\.(?:sum|mod)|Procfile|Jenkinsfile)$/;
const maxCharacters = 160;
const maxLineCharacters = 600;

export function kindOfOperand(span: string): OperandKind {
  const text = span.trim();
  if (text === '' || text.length > maxCharacters) return 'other';
  const words = text.replace(/^(?:\w+=\S+\s+)+/, '').split(/\s+/);
  const [first = '', second = ''] = words;
  if (programs.has(first)) {
    if (words.length === 1) return aloneInCode.has(first) ? 'program' : 'other';
    return /^[\w@.:/+<*\-$"'{[(~!?=]+/.test(second) ? 'command' : 'other';
  }
  if (isScript(first, words.length)) return 'command';
  // Whatever takes options runs.
  if (/^[a-z][\w.-]*(?:\s[\w@./:*=+,-]+)*\s--?[a-z]/.test(text)) return 'command';
  if (/\s/.test(text) || /^https?:|^@[\w-]+\/|^--?\w/.test(text)) return 'other';
  if (/^[\w.-]+\.(?:com|org|io|net|dev)\//.test(text)) return 'other';
  if (filePath.test(text) || dotFile.test(text) || bareFile.test(text)) return 'path';
  return folderPath.test(text) && !/^[A-Z]\w*\/[A-Z]/.test(text) ? 'path' : 'other';
}

/** `./build.sh` runs; `src/build.sh` alone is a file. */
function isScript(first: string, count: number): boolean {
  if (/^\.{0,2}\/?(?:[\w.-]+\/)*[\w.-]+\.(?:sh|py|ts|mjs|js|rb)$/.test(first) && count > 1)
    return true;
  const isInScripts = /^(?:\.\/|scripts?\/|bin\/)[\w./-]+$/.test(first) && !first.endsWith('/');
  return (
    isInScripts &&
    (count > 1 || /^\.\/[\w./-]*(?:\.sh)?$/.test(first)) &&
    !/\.(?:json|md|ya?ml)$/.test(first)
  );
}

/** The commands of a span or a line of code, as patterns: comments go, `&&` separates. */
export function commandsIn(text: string): string[] {
  return text
    .slice(0, maxLineCharacters)
    .replace(/\s+(?:#|\/\/)\s.*$/, '')
    .split(/\s*(?:&&|;|\|\|)\s*/)
    .filter((one) => ['command', 'program'].includes(kindOfOperand(one)))
    .map(patternOf)
    .filter((one) => one !== '');
}

/** The commands of an operand. What its place makes a command is one by any name. */
export function commandsOf({ text, kind }: Operand): string[] {
  if (kind !== 'command' && kind !== 'program') return [];
  const known = commandsIn(text);
  return known.length > 0 ? known : [patternOf(text)];
}

/** The text with spans of code and bare commands masked. */
export function maskOperands(text: string): MaskedText {
  const operands: Operand[] = [];
  const whole = withBareWords(text);
  const masked = whole.replace(/`+([^`]+)`+/g, (code, span: string, from: number) => {
    const one = span.trim();
    const isRunThere =
      runsNext.test(whole.slice(0, from)) || hasToPass.test(whole.slice(from + code.length));
    const kind = kindOfOperand(one);
    const isRun = kind === 'other' && isRunThere && isCommandLike(one);
    operands.push({ text: one, kind: isRun ? 'command' : kind });
    return `⟦${operands.length - 1}⟧`;
  });
  return { text: masked, operands };
}

/** A span that is a command where its place says so. `lint` alone may be the task of any runner. */
export function isCommandLike(span: string): boolean {
  return plainWords.test(span) && !aTask.test(span);
}

const plainWords = /^(?:[a-z][a-z\d.-]*|[a-z][\w.-]* [\w@./:*=+-]+(?: [\w@./:*=+-]+){0,3})$/;
/** What stands right behind these runs, whatever its name; so does what must pass, or precede a moment. */
const runsNext =
  /(?:\b(?:run|re-?run|running|execute|executing|invoke|preceded by)\s+(?:the\s+|a run of\s+)?|(?:运行|执行|跑)(?:一下|一遍|一次|过|下)?\s*)(?:`[^`]+`\s*(?:,\s*and|,\s*then|,|、|and|then|和|以及|再)\s*)*$/i;
const hasToPass =
  /^\s*(?:must|has to|needs to|should)\s+(?:always\s+)?(?:pass|succeed|be (?:run|executed|green|clean))\b|^\s*(?:必须|要|得|都)+\s*(?:先)?(?:跑过|通过|全绿)/i;

const ofLanguage = new RegExp(
  String.raw`(?<![\w\`.])(${[...extensionOf.keys()].join('|')})\s*(?:(?:source )?files?\b|(?:源)?文件|代码文件)`,
  'gi',
);
const folders =
  'src|lib|app|apps|packages|dist|build|tests?|docs|scripts|public|vendor|generated|config|node_modules|internal|cmd|pkg|api|proto|schemas?|migrations|web|frontend|backend|server|client|libs|modules|assets|types';

const stop =
  'prior|ahead|afterwards?|immediately|only|just|also|too|ever|during|while|either|both|via|per|plus|fails?|successfully|twice|no|do|does|now|later|for|before|in|on|to|when|after|and|or|nor|instead|rather|over|not|never|again|first|every|if|is|are|was|has|have|must|should|will|can|locally|directly|with|without|as|at|by|from|here|anymore|please|pass|passes|succeeds|once|until|whenever|each|any|manually|yourself|unless|because|since|so|but|then|than|it|them|this|that|the|a|an|you|your|we|our|commands?|sure';
/** Targets that a person names without backticks. `make sure` is none. */
const target = String.raw`(?:[\w-]+:[\w:-]+|(?:unit|type|code|e2e)?-?(?:test|tests|lint|fmt|format|check|build|gen|generate|codegen|typecheck|typecheck|ci|deploy|release|publish|install|add|update|proto|docs|clean|style|verify|validate|preflight|migrate|vet|start|dev|tidy)(?:[:-][\w:-]+)?)`;
const aTask = new RegExp(`^${target}$`);
/** A pattern alone is put into backticks as it is. */
const bareCommands: readonly (RegExp | readonly [RegExp, string])[] = [
  [/\bforce[- ]push(?:ing|es|ed)?\b(?!ed)|强制推送|强推/gi, '`git push --force`'],
  [/(?<![\w/.@`-])git (commit|push) --no-verify(?![\w-])/g, '`git $1 --no-verify`'],
  [
    /(?<!git (?:commit |push )?)(?<![\w-])(?:(?:commit |push )?(?:use |using |with |by using )?)--no-verify\b/gi,
    '`git commit --no-verify`',
  ],
  /(?<![\w/.@`-])(git (?:stash|add (?:-A|--all|\.)(?!\w)|push (?:--force-with-lease|--force|-f)|rebase(?: -i)?|reset --hard|commit (?:--amend|--no-verify|-n)|clean -[a-z]+|checkout \.|checkout|switch|restore|push|cherry-pick|merge|pull|bisect|filter-branch)|kubectl (?:apply|delete)|terraform (?:apply|destroy)|docker[ -]compose(?: (?:up|down))?|docker (?:system prune|run|build)|gh (?:pr (?:create|merge)|issue create|release create)|rm -(?:rf|fr|r)|sed -i|chmod 777|git commit -m)(?![\w-])/g,
  new RegExp(
    String.raw`(?<![\w/.@\`-])((?:npm|pnpm|yarn|bun) (?:run |exec )?${target}|(?:make|just|mise run|mise|task|turbo|nx) ${target}|cargo (?:test|fmt|clippy|build|check|nextest(?: run)?|run|publish)|go (?:test(?: \./\.\.\.)?|vet(?: \./\.\.\.)?|fmt(?: \./\.\.\.)?|generate(?: \./\.\.\.)?|build|mod tidy)|(?:uv|poetry|pipenv) run [\w-]+|python3? -m [\w.]+|npx (?!(?:${stop})\b)[\w@:/-]+|bundle exec \w+|ruff (?:check|format)|pip3? install|uv (?:add|sync|pip|lock)|poetry (?:add|install|lock)|terraform (?:fmt|plan|validate)|gradlew? \w+|mvn \w+|dotnet (?:test|build|format)|composer \w+|mix (?:test|format|credo)|flutter (?:test|analyze)|pre-commit run(?: --all-files)?|golangci-lint run|prisma generate|buf (?:generate|lint)|tox -e \w+|helm (?:install|upgrade))(?![\w-])`,
    'g',
  ),
  /(?<![\w.@/`-])(package-lock\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.lock|poetry\.lock|uv\.lock|go\.(?:sum|mod)|Gemfile\.lock|composer\.lock|\.env(?:\.\w+)?|CHANGELOG\.md|Dockerfile)(?![\w/-])/g,
  new RegExp(
    String.raw`(?<![\w\`@./:-])((?:[\w.-]+\/)+(?:[\w*.-]+\.(?:${extensions})|\*\*?)|[\w-]+(?:\.[\w-]+)*\.(?:${extensions}))(?![\w/.]*\w)`,
    'g',
  ),
  [
    /(?<![\w`./*])\*?\.((?:g\.|gen\.|pb\.|generated\.|min\.)?[a-z]\w{0,9})\s*(?:files?\b|文件)/g,
    '`*.$1` ',
  ],
  /(?<![\w`/])(\*\.[\w.]+)(?![\w`/])/g,
  [
    new RegExp(String.raw`(?<![\w\`@./-])((?:${folders})(?:\/[\w-]+)+)(?![\w/.\`]*\w|\/)`, 'g'),
    '`$1/`',
  ],
  [/(?<![\w`./-])([\w-]*[a-z][\w-]*)\s*(?:目录|文件夹)/g, '`$1/` 目录'],
  [
    new RegExp(String.raw`(?<![\w\`./-])(${folders}) (?:director(?:y|ies)|folder|dir)\b`, 'g'),
    '`$1/` folder',
  ],
  /(?<![\w`@./-])(?!(?:and|or|his|her|he|w|a|I|CI|PR|UI|read|input|if|client|yes|on)\/)((?:[\w.-]+\/)+)(?=[\s,;。，、：:里下中的目文]|\.\s|\.?$)/gi,
  /(?<![\w`./@-])(\.\/(?:gradlew|mvnw)|gradle|mvn|cmake|kubectl|terraform|helm|tox|nox|gofumpt|npm|pnpm|yarn|bun|pip3?|uv|poetry|pipenv|conda|python3?|npx|bunx|pytest|vitest|jest|eslint|mypy|golangci-lint|grep|rg|sed|awk|curl|wget|podman|docker|sudo|gofmt)(?![\w/@`-]|\.\w| (?:run|install|test|add|ci|workspaces?|package|packages|dependenc\w*|build|script|scripts|registry|monorepo|project|container\w*|image\w*)\b)/g,
];

const aloneBehindRun = new RegExp(
  String.raw`(?<=\b(?:run|running|execute)\s|(?:运行|执行|跑)(?:一下|一遍|一次|下)?\s?)(${[...aloneInCode].join('|')})(?![\w\`/.-]|\s(?:sure|it)\b)`,
  'g',
);

const allPrograms = [...programs].filter((one) => /^[a-z]/.test(one)).join('|');
/** These are English words too: they need a verb that runs them. */
const prose =
  /^(?:make|go|just|task|find|fly|node|swift|black|cat|kill|hatch|mix|flutter|bundle|cypress|fd|rm|mv|cp|act|bash|sh|git)$/;
// What a runner runs belongs to it, whatever its name: `mise run fmt`.
const restOfCommand = String.raw`(\s(?:(?:run|exec)\s)?(?!(?:${stop})\b|[/|&])(?:[\w@./:=*-]*[\w*/])(?:\s(?:\./\.\.\.|[\w@./:=*-]*[-@./:=*\d][\w@./:=*-]*(?<![.:])|run|tests?|up|down|create|apply|prune|all|build|add|lint|format|check|generate|install|verify|dev|ci|exec)(?![\w-]))*)`;
const behindRun = new RegExp(
  String.raw`(?<=\b(?:run|running|execute|executing|ran|runs)\s(?:the\s)?)(${allPrograms})${restOfCommand}`,
  'g',
);
const behindUse = new RegExp(
  String.raw`(?<=\b(?:use|using|never|don['’]?t|not|with|call|over|than|of|avoid|no)\s)(${allPrograms
    .split('|')
    .filter((one) => !prose.test(one))
    .join('|')})${restOfCommand}`,
  'gi',
);
/** Among Chinese words, Latin ones behind a program are its arguments. */
const amongHan = new RegExp(
  String.raw`(?<![\w\`@./:-])(${allPrograms})((?:\s(?!(?:${stop})\b)[\w@./:=*-]*[\w*/.])+)`,
  'g',
);

/** Puts words into backticks that surely are a command or a path although nobody did so. */
function withBareWords(text: string): string {
  const named = text.replace(
    ofLanguage,
    (_, language: string) => `\`*.${extensionOf.get(language.toLowerCase())}\` `,
  );
  const isChinese = /\p{Script=Han}/u.test(text);
  const commands = isChinese ? [amongHan] : [behindRun, behindUse];
  return [
    ...commands.map((pattern) => [pattern, '`$1$2`'] as const),
    ...bareCommands.map((one) => (one instanceof RegExp ? ([one, '`$1`'] as const) : one)),
    [aloneBehindRun, '`$1`'] as const,
  ].reduce(
    (whole, [pattern, replacement]) =>
      whole
        .split(/(`+[^`]*`+)/)
        .map((part, index) => (index % 2 === 1 ? part : part.replace(pattern, replacement)))
        .join(''),
    named,
  );
}
