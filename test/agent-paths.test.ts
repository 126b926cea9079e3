import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../src/cli/command-table.js';
import { madness, type Ran } from './support/cli.js';
import { born, gene, putMemory } from './support/memory.js';
import { put, scratchFolder, snapshot } from './support/scratch.js';

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
const table: Readonly<Record<string, readonly [readonly RegExp[], ...(readonly string[])[]]>> = {
  init: [
    memory,
    ['--memory', 'NEW'],
    ['--adopt', 'VICTIM_FOLDER'],
    ['--allow'],
    ['--archive'],
    ['--user'],
  ],
  trust: [memory, [], ['--off']],
  'config list': [reads, []],
  'config get': [reads, ['language']],
  'config set': [memory, ['language', 'zh'], ['targets', '../other/notes.md'], ['archive', 'true']],
  compile: [memory, ['--export'], ['--memory', 'VICTIM_FOLDER']],
  check: [reads, ['--memory', 'VICTIM_FOLDER']],
  status: [reads, []],
  scan: [[...own, ...memory], []],
  add: [memory, ['gene', '--file', 'VICTIM'], ['gene', '--file', 'RULE']],
  revise: [memory, ['alpha', '--file', 'RULE']],
  merge: [memory, ['alpha', '--into', 'beta', '--file', 'VICTIM']],
  deprecate: [memory, ['alpha', '--reason', 'x']],
  revive: [memory, ['alpha']],
  pin: [memory, ['alpha']],
  unpin: [memory, ['alpha']],
  ask: [reads, ['../../VICTIM']],
  decide: [[...memory, ...own], ['../../VICTIM'], ['--again', '../../VICTIM']],
  list: [reads, ['--json']],
  show: [reads, ['../VICTIM']],
  edit: [reads, ['alpha']],
  offer: [[...memory, ...own], ['../../VICTIM'], ['VICTIM']],
  completion: [reads, ['bash']],
  'retro abandon': [memory, []],
  why: [reads, ['alpha']],
  effect: [reads, []],
  undo: [memory, ['last'], ['../../VICTIM']],
  review: [reads, ['--list']],
  similar: [reads, ['--file', 'VICTIM']],
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
  signals: [reads, ['--file', 'VICTIM']],
  'hooks cost': [own, ['--runs', '1']],
  'hooks pause': [[...own, /^shop\/memory\/work\/pending\//], ['--project']],
  'hooks resume': [own, ['--project']],
  guards: [
    [...memory, ...own],
    ['on', 'finish-todos'],
  ],
  guard: [own, ['alpha', '--on']],
  'work start': [own, ['VICTIM', '--session', '../../VICTIM']],
  'work loop': [own, ['x', '--promise', 'Y', '--session', '../../VICTIM']],
  'work status': [reads, ['--session', '../../VICTIM']],
  'work stop': [own, ['--session', '../../VICTIM']],
  uninstall: [[...memory, ...own], ['--purge']],
  doctor: [own, []],
  protocol: [reads, ['../VICTIM']],
  'retro start': [[...memory, ...own], ['mid'], ['../../VICTIM']],
  'retro status': [memory, []],
  'retro note': [memory, ['--file', 'VICTIM']],
  'retro skip': [memory, ['../../VICTIM', '--reason', 'x']],
  'retro finish': [memory, []],
  'report check': [reads, ['VICTIM']],
  'facet add': [memory, ['../../VICTIM', '--file', 'RULE']],
  'facet list': [reads, []],
  'verdict list': [reads, ['../../VICTIM']],
  'verdict add': [memory, ['--file', 'VICTIM']],
  'candidate add': [memory, ['--file', 'VICTIM']],
  'candidate list': [reads, []],
  'candidate drop': [memory, ['../../../VICTIM', '--reason', 'x']],
  'merge-file': [
    reads,
    ['RULE', 'VICTIM', 'RULE', 'memory/genes.json'],
    ['RULE', 'NEW', 'RULE', 'x.txt'],
    ['RULE', '.merge_file_link', 'RULE', 'x.txt'],
    ['RULE', '.merge_file_a', 'RULE', 'VICTIM_FOLDER/genes.json'],
  ],
};

function home(): { top: string; shop: string; run: (args: readonly string[]) => Ran } {
  const top = scratchFolder('home');
  const shop = join(top, 'shop');
  mkdirSync(shop);
  spawnSync('git', ['init', '-q'], { cwd: shop });
  putMemory(shop, {
    assets: [gene('alpha'), gene('beta')],
    events: [born('alpha', 0.7), born('beta', 0.7)],
    target: '# Shop\n',
  });
  put(top, '.bashrc', 'mine\n');
  put(top, 'other/notes.txt', 'mine too\n');
  put(top, 'claude/CLAUDE.md', '# Me\n');
  put(top, 'claude/settings.json', '{}\n');
  put(top, 'rule.json', JSON.stringify([gene('gamma')]));
  put(shop, '.merge_file_a', '[]');
  const env = {
    HOME: top,
    CLAUDE_CONFIG_DIR: join(top, 'claude'),
    MADNESS_HOME: join(top, 'own'),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 's',
  };
  const named: Readonly<Record<string, string>> = {
    VICTIM_FOLDER: join(top, 'other'),
    VICTIM: join(top, '.bashrc'),
    NEW: join(top, 'other/new/memory'),
    RULE: join(top, 'rule.json'),
    EXPORT: join(top, 'rule.json'),
  };
  const meant = (arg: string) =>
    arg.replace(/VICTIM_FOLDER|VICTIM|NEW|RULE|EXPORT/, (name) => named[name] ?? name);
  return { top, shop, run: (args) => madness(shop, args.map(meant), { env }) };
}

test('every command of the program says here what an agent may make it write', () => {
  expect(Object.keys(table).sort()).toEqual(commands.map(({ name }) => name).sort());
});

test.each(Object.entries(table))(
  '%s writes nothing else for an agent, whatever its arguments are',
  (name, [allowed, ...tries]) => {
    const { top, run } = home();
    const before = snapshot(top);
    for (const args of tries) run([...name.split(' '), ...args]);
    const after = snapshot(top);
    const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (path) => before[path] !== after[path],
    );
    expect(touched.filter((path) => !allowed.some((one) => one.test(path)))).toEqual([]);
  },
);

test('git itself is served', () => {
  const { shop, run } = home();
  writeFileSync(join(shop, '.merge_file_b'), 'same\n');
  const { code } = run(['merge-file', '.merge_file_b', '.merge_file_b', '.merge_file_b', 'x.txt']);
  expect(code).toBe(0);
});
