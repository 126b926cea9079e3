/** What an agent may make a command write, as patterns of paths in the home of the test. */
const reads: readonly RegExp[] = [];
/** The memory of the project, its target, and the name by which hooks find Node. */
const memory: readonly RegExp[] = [/^shop\/memory\//, /^shop\/CLAUDE\.md$/];
const own: readonly RegExp[] = [
  /^own\/(?:state|archive)\//,
  /^own\/(?:node|recall[\w-]*\.[\w.]+|resolved.*|overcome.*)$/,
];

/**
 * For each command: what it may write where an agent runs it, and the arguments by which a hostile one would write
 * elsewhere. `VICTIM` is a file of the user's, `NEW` one that is not there yet.
 */
export const agentPaths: Readonly<
  Record<string, readonly [readonly RegExp[], ...(readonly string[])[]]>
> = {
  init: [
    memory,
    ['--memory', 'NEW'],
    [],
    ['--language', 'zh', '--goal', 'Ship it'],
    ['--adopt', 'VICTIM_FOLDER'],
    ['--allow'],
    ['--archive'],
    ['--user'],
  ],
  trust: [memory, [], ['--off']],
  'config list': [reads, []],
  'config get': [reads, ['language']],
  'config set': [
    memory,
    ['language', 'zh'],
    ['goals', 'Ship it'],
    ['targets', '../other/notes.md'],
    ['archive', 'true'],
  ],
  compile: [memory, ['--export'], ['--memory', 'VICTIM_FOLDER']],
  log: [reads, [], ['--since', '--output=VICTIM']],
  check: [reads, ['--memory', 'VICTIM_FOLDER']],
  status: [reads, []],
  audit: [[...own, ...memory], []],
  scan: [[...own, ...memory], []],
  add: [memory, ['gene', '--file', 'VICTIM'], ['gene', '--file', 'RULE']],
  revise: [memory, ['alpha', '--file', 'RULE']],
  merge: [memory, ['alpha', '--into', 'beta', '--file', 'VICTIM']],
  remove: [memory, ['alpha', '--reason', 'x']],
  revive: [memory, ['alpha']],
  pin: [memory, ['alpha'], ['alpha', '--off']],
  unpin: [memory, ['alpha']],
  ask: [reads, ['../../VICTIM']],
  decide: [[...memory, ...own], ['../../VICTIM'], ['--again', '../../VICTIM']],
  press: [reads, ['list', 'all', 's'], ['keep', '../../VICTIM', 's']],
  list: [reads, ['--json']],
  show: [reads, ['../VICTIM']],
  edit: [memory, ['alpha'], ['alpha', 'use it']],
  offer: [[...memory, ...own], ['../../VICTIM'], ['VICTIM']],
  week: [[/^own\/state\/(?:week-.*)?$/], []],
  // It serves until its input ends; test/commands/mcp.test.ts looks at what it writes.
  mcp: [reads, ['--help']],
  completion: [reads, ['bash']],
  why: [reads, ['alpha']],
  effect: [[/^own\/(?:counts\.jsonl)?$/], [], ['--rebuild']],
  page: [[/^shop\/memory\/retrospectives\/page\.html$/], [], ['--memory', 'VICTIM_FOLDER']],
  undo: [memory, ['last'], ['../../VICTIM']],
  review: [reads, ['--list']],
  export: [[/^shop\/memory\/exports\//], ['VICTIM'], ['NEW'], ['memory/../../new.json'], []],
  promote: [memory, ['alpha']],
  sync: [memory, []],
  import: [memory, ['VICTIM', '--yes'], ['EXPORT', '--yes']],
  purge: [memory, ['--source', '0000000000000000']],
  demo: [reads, []],
  archive: [
    own,
    ['--on'],
    ['--off'],
    ['--restore', 's', '--to', 'VICTIM'],
    ['--restore', 's', '--to', 'NEW'],
    ['--forget', 's'],
  ],
  recall: [own, ['words', '--project', 'VICTIM_FOLDER']],
  sessions: [reads, ['--project', 'VICTIM_FOLDER']],
  digest: [reads, ['VICTIM']],
  quote: [reads, ['VICTIM', '--text', 'x']],
  'hooks pause': [[...own, /^shop\/memory\/work\/pending\//], ['--project']],
  'hooks resume': [own, ['--project']],
  keep: [
    [...memory, ...own],
    ['note', '../../VICTIM', 'x'],
    ['skill', '../../VICTIM', 'x', 'x'],
    ['note', 'VICTIM', 'x'],
    ['note', 'ports', 'It listens on 8080, see shop.conf.'],
  ],
  consolidate: [[...own, /^own\/consolidated$/], []],
  tell: [
    [...memory, ...own],
    ['VICTIM_FOLDER', 'x'],
    ['.', 'Deploy at five.'],
    ['../../VICTIM', 'x'],
  ],
  reflect: [
    [...memory, ...own, /^own\/reflection\//],
    ['--on'],
    ['--status'],
    ['--now', '../../VICTIM'],
    ['--job', '../../VICTIM'],
  ],
  guards: [
    [...memory, ...own],
    ['on', 'finish-todos'],
  ],
  guard: [
    [...memory, ...own],
    ['alpha', '--on'],
    ['alpha', '--off'],
  ],
  'work start': [
    [...own, /^shop\/memory\/work\/pending\//],
    ['VICTIM', '--session', '../../VICTIM'],
  ],
  'work loop': [
    [...own, /^shop\/memory\/work\/pending\//],
    ['x', '--promise', 'Y', '--session', '../../VICTIM'],
  ],
  'work status': [reads, ['--session', '../../VICTIM']],
  'work stop': [own, ['--session', '../../VICTIM']],
  uninstall: [[...memory, ...own], [], ['--purge']],
  doctor: [own, []],
  'retro start': [[...memory, ...own], ['mid'], ['../../VICTIM']],
  'retro add': [memory, ['--file', 'VICTIM']],
  'retro drop': [memory, []],
  report: [reads, []],
  'report check': [reads, ['VICTIM']],
  'merge-file': [
    reads,
    ['RULE', 'VICTIM', 'RULE', 'memory/genes.json'],
    ['RULE', 'NEW', 'RULE', 'x.txt'],
    ['RULE', '.merge_file_link', 'RULE', 'x.txt'],
    ['RULE', '.merge_file_a', 'RULE', 'VICTIM_FOLDER/genes.json'],
  ],
};

/** The paths that stand for these names. */
export function withPaths(
  args: readonly string[],
  named: Readonly<Record<'VICTIM_FOLDER' | 'VICTIM' | 'NEW' | 'RULE' | 'EXPORT', string>>,
): string[] {
  return args.map((arg) =>
    arg.replace(
      /VICTIM_FOLDER|VICTIM|NEW|RULE|EXPORT/,
      (name) => named[name as keyof typeof named],
    ),
  );
}
