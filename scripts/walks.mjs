// Prints, for the main flows, the files that data passes on the shortest way through the imports, and how often that way
// climbs to a higher floor: node scripts/walks.mjs. A flow that is longer than its goal makes the exit code 1.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

/** What a file calls: types carry nothing. */
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(join('src', file), 'utf8').replace(/^import type [^;]*;/gm, '');
    const paths = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
      relative('src', join('src', dirname(file), path))
        .replaceAll('\\', '/')
        .replace(/\.js$/, '.ts'),
    );
    return [file, paths.filter((path) => existsSync(join('src', path)))];
  }),
);

const floors = [
  '',
  'platform',
  'messages',
  'observe',
  'reflect',
  'learn',
  'compile',
  'report',
  'store',
  'share',
  'application',
  'terminal',
  'commands hooks worker mcp',
  'cli',
];
const floorOf = (file) => {
  const folder = file.includes('/') ? file.split('/')[0] : '';
  return floors.findIndex((one) => one.split(' ').includes(folder));
};

/** Where each begins, what it has to pass in this order, and how many files and climbs it may have. */
const flows = [
  {
    name: 'question → decide',
    through: [
      ['commands/rules/add.ts', 'application/approval/pending-change.ts'],
      ['commands/memory/ask.ts', 'application/approval/question.ts'],
      ['commands/memory/decide.ts', 'application/approval/answered-question.ts'],
      ['commands/memory/decide.ts', 'application/memory/transaction.ts'],
    ],
    rooms: 8,
    climbs: 3,
  },
  {
    name: 'receipt → verdict',
    through: [
      ['worker/worker.ts', 'worker/apply-receipt.ts'],
      ['worker/apply-receipt.ts', 'reflect/reading-result.ts'],
      ['worker/adopt-prepared.ts', 'application/retrospective/prepared.ts'],
      ['commands/retrospective/verdict-add.ts', 'application/retrospective/record-verdicts.ts'],
      ['application/retrospective/record-verdicts.ts', 'store/store.ts'],
    ],
    rooms: 10,
  },
  {
    name: 'payload → context',
    through: [
      ['hooks/dispatch.ts', 'hooks/session-state.ts'],
      ['hooks/events/session-start.ts', 'hooks/session-state.ts'],
      ['hooks/session-state.ts', 'hooks/memory-reader.ts'],
      ['hooks/memory-reader.ts', 'store/trust.ts'],
      ['hooks/dispatch.ts', 'hooks/write-state.ts'],
    ],
    rooms: 10,
  },
];

function shortest(from, to) {
  const before = new Map([[from, undefined]]);
  for (const file of before.keys()) {
    if (file === to) break;
    for (const next of imports.get(file) ?? []) if (!before.has(next)) before.set(next, file);
  }
  if (!before.has(to)) return undefined;
  const path = [];
  for (let file = to; file !== undefined; file = before.get(file)) path.unshift(file);
  return path;
}

for (const { name, through, rooms, climbs = Infinity } of flows) {
  const stays = through.flatMap(([from, to]) => shortest(from, to) ?? [from, to]);
  const visited = new Set(stays);
  const up = stays.filter((file, at) => at > 0 && floorOf(file) > floorOf(stays[at - 1])).length;
  const isLong = visited.size > rooms || up > climbs;
  console.log(`${name}: ${visited.size} rooms (goal ${rooms}), ${up} climbs${isLong ? ' !' : ''}`);
  for (const file of visited) console.log(`  ${file}`);
  if (isLong) process.exitCode = 1;
}
