import { wordSet } from '../../text.js';
import { isLooking, shellSteps } from './command-key.js';

/** Programs beside those that only look: each prints what others wrote. */
const shows = wordSet(
  'cmp comm tac zcat bzcat xzcat zstdcat gzcat lz4cat zless zmore zgrep zegrep xzgrep bzgrep strings xxd hexdump od hexyl cut uniq column yq stern kubetail journalctl dmesg lnav glow gc sls get-content select-string get-eventlog get-winevent get-childitem last lastlog coredumpctl ausearch',
);

/** Programs that show with some of their subcommands: `docker compose logs`, `gh pr view`. */
const showsWith: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: 'grep|tag|reflog|shortlog|cat-file|whatchanged|notes show',
    gh: 'api|pr view|pr diff|pr list|issue view|issue list|run view|run list|release view|release list|repo view|repo list|search|browse',
    glab: 'api|mr view|mr diff|mr list|issue view|issue list|ci trace|ci view|job trace',
    docker: 'logs|events|inspect|history|compose logs|compose events|service logs|container logs',
    'docker-compose': 'logs|events',
    podman: 'logs|events|inspect|compose logs|container logs|pod logs',
    nerdctl: 'logs|compose logs',
    kubectl: 'diff|logs|describe|get|events|explain|top',
    oc: 'diff|logs|describe|get|events|explain',
    minikube: 'logs|kubectl logs',
    k3s: 'kubectl logs',
    nomad: 'alloc logs',
    gcloud: 'logging read|run services logs|app logs|builds log',
    az: 'webapp log|containerapp logs|monitor activity-log',
    wrangler: 'tail',
    firebase: 'functions:log',
    adb: 'logcat',
    log: 'show',
    systemctl: 'status|list-units|show',
    supervisorctl: 'tail|status',
    'redis-cli': 'get|mget|xrange|zrange|hget|hgetall|lrange|smembers',
    buildkite: 'job log',
    jj: 'log|show|diff|op log',
    hg: 'log|cat|diff|annotate',
    svn: 'log|cat|diff|blame',
  }).map(([program, subcommands]) => [program, subcommands.split('|')]),
);

/** Programs that show with `logs`. */
const showsLogs = wordSet(
  'podman-compose crictl aws heroku fly flyctl vercel netlify railway render pm2 supabase',
);

/** Options whose value is a word of its own before the subcommand. */
const HAS_VALUE =
  /^(?:-[CHLRcfnp]|--(?:context|namespace|kubeconfig|repo|file|project-name|host|profile|region|project|env-file))$/;

/** Programs that run a command elsewhere: the words before that command. */
const ELSEWHERE =
  /^(?:ssh(?: -\w+(?: [\w./@=-]*[./@=\d][\w./@=-]*)?)* \S+|(?:docker(?:[ -]compose)?|podman|nerdctl) exec(?: -{1,2}[\w=./-]+)* \S+|(?:kubectl|oc)(?: -{1,2}\w+ \S+)* exec(?: -{1,2}[\w=./-]+(?: \S+)??)* (?:\S+ )?--|heroku run|fly ssh console -C) ["']?(.*)$/;

/** Does a command only show things (files, logs, answers)? An error in what it shows is not its own. */
export function showsOnly(command: string): boolean {
  const steps = shellSteps(command);
  return steps.length > 0 && steps.every(isShowing);
}

/** Commands whose exit status is an answer: not found, differs, outdated, inactive. */
const ANSWERS =
  /^(?:[efz]?grep|rg|ag|ack|diff|cmp|comm|test|\[\[?|which|pgrep|type|hash|command -v|git (?:-C \S+ )?(?:diff|grep|config|check-ignore|merge-base|show-ref|ls-remote)|(?:kubectl|oc) diff|(?:npm|pnpm|yarn|bun|bundle|composer|poetry|cargo|brew|mix) (?:hex\.)?outdated|(?:terraform|tofu) plan\b.* -detailed-exitcode|systemctl (?:-\S+ )*is-\w+)(?=\s|$)/;
const ANSWERS_WITH_MORE = /-detailed-exitcode|systemctl/;

/** Does a status above 0 mean no? A status above 1 is mostly a real failure. */
export function isAnswer(
  command: string,
  exitCode: number | undefined,
  isSilent: boolean,
): boolean {
  const plain = command.replace(/"[^"]*"|'[^']*'/g, '_').trimEnd();
  const last = plain.slice(
    1 + Math.max(...['|', ';', '&', '\n'].map((end) => plain.lastIndexOf(end))),
  );
  if (!ANSWERS.test(last.trim())) return false;
  if ((exitCode ?? 1) > (ANSWERS_WITH_MORE.test(last) ? 4 : 1)) return false;
  return isSilent || shellSteps(command).every((step) => isShowing(step) || ANSWERS.test(step));
}

/** A line of a log or of a table: no program begins its complaint like this. */
export const IN_LOG = /^[A-Z][a-z]{2} +\d+ \d\d:|^[EWIF]\d{4} |^\d+\) |\t|\S {2,}\S+ {2,}\S/;

/** A message of the displaying program itself: `cat: a.txt: …`, `Error response from daemon: …`. */
export function isOwnWord(text: string, command: string): boolean {
  const said = text.trimStart();
  return shellSteps(command).some((step) => {
    const program = programOf(step);
    return said.startsWith(`${program}: `) || complaints.get(program)?.test(said) === true;
  });
}

const OF_CONTAINERS =
  /^(?:Error response from daemon|Cannot connect to the Docker daemon|Error: (?:[Nn]o such|no container)|no such service)/;
const OF_DATABASES = /^(?:ERROR\b|FATAL\b|(?:Parse |Runtime |[A-Z]\w+ )?[Ee]rror:|Code: \d|DB::)/;
const OF_CLUSTERS = /^(?:Error from server|error: |The connection to the server)/;
/** How a program begins a complaint that does not name the program. */
const complaints: ReadonlyMap<string, RegExp> = new Map([
  ['docker', OF_CONTAINERS],
  ['docker-compose', OF_CONTAINERS],
  ['podman', OF_CONTAINERS],
  ['kubectl', OF_CLUSTERS],
  ['oc', OF_CLUSTERS],
  ['systemctl', /^(?:Failed to |Unit \S+ (?:could not be found|not found))/],
  ...['psql', 'mysql', 'mariadb', 'sqlite3', 'duckdb', 'clickhouse-client'].map(
    (program) => [program, OF_DATABASES] as const,
  ),
  ['git', /^fatal: /],
  ['gh', /^(?:GraphQL: |HTTP [45]\d\d|failed to |no (?:pull|issue|git))/],
]);

/** Blanks inside quotation marks are underscores in a step. */
const QUERIES =
  /^(?:psql|mysql|mariadb|sqlite3|duckdb|clickhouse-client)\s.*["'](?:select|show|explain|describe)_/i;

function isShowing(step: string): boolean {
  if (QUERIES.test(step)) return true;
  if (isLooking(step) || shows.has(programOf(step).toLowerCase())) return true;
  const elsewhere = ELSEWHERE.exec(step)?.[1];
  if (elsewhere !== undefined) {
    const inner = elsewhere.replace(/["']$/, '').replaceAll('_', ' ').trim();
    return inner !== '' && showsOnly(inner);
  }
  const program = programOf(step);
  const subcommands = showsLogs.has(program) ? ['logs'] : showsWith.get(program);
  if (subcommands === undefined) return false;
  const words = `${subcommandOf(step)} `;
  return subcommands.some((one) => words.startsWith(`${one} `));
}

function programOf(step: string): string {
  const [word = ''] = step.split(/\s/, 1);
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
}

/** The words behind the program that are no options. */
function subcommandOf(step: string): string {
  const words = step.split(/\s+/, 12).slice(1);
  return words
    .filter((word, index) => !word.startsWith('-') && !HAS_VALUE.test(words[index - 1] ?? ''))
    .join(' ');
}
