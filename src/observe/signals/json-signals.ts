// JSON states its severity in fields. Its other content is displayed, not reported.
const rows: readonly (readonly [signal: string, pattern: RegExp])[] = [
  [
    'error:test',
    /"Action" ?: ?"fail"|"num(?=\w*Failed)\w+" ?: ?[1-9]|"(?:status|result|outcome|state)" ?: ?"(?:failed|undefined)"/,
  ],
  [
    'error:lint',
    /"(?:severity|Severity)" ?: ?(?:2\b|"(?:[eE]rror|ERROR|fatal|[cC]ritical|CRITICAL|[hH]igh|HIGH|blocker|major)")|"fatal" ?: ?true|"errorCount" ?: ?[1-9]/,
  ],
  [
    'error:command',
    /"(?:level|type|kind|status|outcome)" ?: ?"(?:error|fatal|failed|failure|critical)"/,
  ],
  ['error:command', /"errors" ?: ?\[\s*[{"]/],
  ['error:command', /"(?:num_?)?(?:errors?|failures?|failed)(?:_?count)?" ?: ?[1-9]\d{0,5}\b/],
  [
    'error:command',
    /^\s*\{\s*"(?:error|errors|fault|exception)" ?: ?(?!null|false|0\b|\[\s*\]|"")/i,
  ],
  ['error:command', /^\s*\{[\s\S]{0,300}"(?:success|ok)" ?: ?false\b/],
  ['error:command', /^\s*\{\s*"detail" ?: ?\[\s*\{/],
  [
    'error:http',
    /^\s*\{[\s\S]{0,200}"(?:status_?code|code|status|errcode|errno)" ?: ?"?[45]\d\d\b/i,
  ],
  ['error:http', /^\s*\{\s*"message" ?: ?"[^"]{0,300}",[\s\S]{0,300}"status" ?: ?"?[45]\d\d/],
  [
    'error:command',
    /^[\s\S]{0,300}"(?:message|error|msg|reason|detail)" ?: ?"(?:could not|cannot|can't|failed|unable|invalid|unknown|missing|not found|no such|unexpected|unauthori[sz]ed|permission)/i,
  ],
];

/** The fields of a finding: what is wrong, in which line, by which rule or in which file. */
const message = /"(?:message|text|description|msg|hint)" ?: ?"/i;
const finding: readonly RegExp[] = [
  message,
  /"(?:line|row|line_?(?:number|start)|(?:start|begin)_?line)" ?: ?\d/i,
  /"(?:rule|rule_?(?:id|name)|code|(?:error_?)code|check|check_?id|cop_name|symbol|FromLinter|smell_type|linter|file(?:_?name|_?path)?|uri)" ?: ?"/i,
];
/** A comment on a pull request has a line and a file too. */
const NO_FINDING = /"(?:diff_hunk|node_id|commit_id|body)" ?:/;
const LOW_WEIGHT =
  /"(?:severity|level)" ?: ?(?:1\b|"(?:warn\w*|info\w*|suggestion|hint|low|very_low|medium|minor|style|convention|refactor)")/i;

/** The failure in a field of a JSON answer; `line` counts from 1. */
interface JsonFinding {
  readonly signal: string;
  readonly line: number;
  readonly said: string;
}

/** The failure that JSON reports, if any. `isEmpty`: no other line reports something. */
export function jsonFinding(body: string, isEmpty: boolean): JsonFinding | undefined {
  const fits = (pattern: RegExp): boolean => pattern.test(body);
  const row = rows.find(([, pattern]) => fits(pattern));
  if (row !== undefined) return findingAt(row[0], row[1], body);
  if (isEmpty || fits(NO_FINDING) || !finding.every(fits)) return undefined;
  return findingAt(fits(LOW_WEIGHT) ? 'task:warning' : 'error:lint', message, body);
}

function findingAt(signal: string, pattern: RegExp, body: string): JsonFinding {
  const at = pattern.exec(body)?.index ?? 0;
  const start = body.lastIndexOf('\n', at) + 1;
  const words = /"(?:message|text|description|msg|output|error)" ?: ?"((?:[^"\\]|\\.){1,300})"/i;
  const said = words.exec(body.slice(start))?.[1] ?? body.slice(at, at + maxTextCharacters);
  const line = body.slice(0, start).split('\n').length;
  return { signal, line, said: said.split('\n', 1)[0] ?? '' };
}

// Twice what is shown: what is cut there is masked first.
const maxTextCharacters = 600;
